"""What every kind of test needs: no screen, and examples that are the same on every machine.

Fixtures of one kind of test stand in that kind's own conftest.py.
"""

import os
from pathlib import Path

# Before anything imports Qt. A person may still watch: QT_QPA_PLATFORM=xcb make test ARGS=...
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import pytest
from hypothesis import HealthCheck, settings

# No deadlines: a slow machine is no error. In CI the examples do not depend on chance.
settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if os.environ.get("CI") else "local")

GUI = Path(__file__).parent / "gui"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The window's tests come last.

    Rings of unused widgets may be left by them. Python collects on any thread: on an engine's of a
    later test it would destroy what belongs to the window's thread, and Qt would abort.
    """
    items.sort(key=lambda item: item.path.is_relative_to(GUI))
