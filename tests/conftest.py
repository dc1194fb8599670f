"""What every kind of test needs: no screen, and examples that are the same on every machine.

Fixtures of one kind of test stand in that kind's own conftest.py.
"""

import gc
import os
from collections.abc import Generator
from pathlib import Path

# Before anything imports Qt. A person may still watch: QT_QPA_PLATFORM=xcb make test ARGS=...
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
# Said by processes of tests whenever they like, also behind the closing line.
os.environ.setdefault("QT_LOGGING_RULES", "qt.multimedia.symbolsresolver=false")
# Where Python shall write no bytecode, as in many containers, each of the many programs that tests
# start would compile all of its modules: it is kept beside what pytest keeps.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    kept = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(kept))

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

HERE = Path(__file__).parent
GUI = HERE / "gui"
DEAREST = {"durability", "e2e", "fuzz", "load", "simulation", "spark"}
"""Folders with files that take minutes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The window's tests come last, and the dearest first.

    Where files are handed out by how many tests they have, that is so among those with as many:
    else one process may begin minutes of work when the other has come to the end.
    """
    items.sort(key=lambda item: (_is_of_the_window(item), not _is_dear(item)))


def _is_dear(item: pytest.Item) -> bool:
    return item.path.relative_to(HERE).parts[0] in DEAREST


def pytest_collection_finish() -> None:
    """Tests, and what they import, stay to the end: nobody looks through them for rings again."""
    gc.collect()
    gc.freeze()


def _is_of_the_window(item: pytest.Item | None) -> bool:
    return item is not None and item.path.is_relative_to(GUI)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """As in the program (ui/starting/garbage.py): no other thread destroys what belongs to Qt.

    Rings of unused widgets are left by the window's tests, and Python collects on any thread: an
    engine's, or one that reports to whoever distributes the tests. So from the first of them to
    the last only this thread collects, behind each: its own leavings, and now and then all.
    """
    if not _is_of_the_window(item):
        return (yield)
    gc.disable()
    outcome = yield
    if nextitem is not None and nextitem.path == item.path:
        gc.collect(1)
    else:
        gc.collect()
        if not gc.get_freeze_count():  # a window of the program's own has ended
            gc.freeze()
    if not _is_of_the_window(nextitem):
        gc.enable()
    return outcome
