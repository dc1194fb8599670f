"""What every kind of test needs: no screen, and examples that are the same on every machine.

Fixtures of one kind of test stand in that kind's own conftest.py.
"""

import os

# Before anything imports Qt. A person may still watch: QT_QPA_PLATFORM=xcb make test ARGS=...
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

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
