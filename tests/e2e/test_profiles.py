"""Another profile opens in a process of its own, from a window or from anything else of ours."""

from __future__ import annotations

import asyncio

import pytest

from app.control.client import connect
from app.profile.another_window import Starting
from app.profile.known import KnownProfiles
from tests.e2e.conftest import MakePerson
from tests.e2e.processes import DEADLINE_SECONDS, Person, environment, eventually

pytestmark = pytest.mark.slow

LOOK_SECONDS = 0.05


async def _stopped(who: Person) -> bool:
    """Whether a window answered there, and was asked to end."""
    engine = await connect(who.paths.socket)
    if engine is None:
        await asyncio.sleep(LOOK_SECONDS)
        return False
    await engine.stop()
    await engine.close()
    return True


def test_a_profile_of_the_list_opens_in_a_process_of_its_own(
    person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = person("other")
    other.settle()
    other.paths.settings.write_text(f'{{"discovery": "off", "host": "{other.host}"}}')
    for name, value in {**environment(other.runtime), "QT_QPA_PLATFORM": "offscreen"}.items():
        monkeypatch.setenv(name, value)
    starting = Starting()
    profiles = KnownProfiles(other.folder.with_name("profiles.json"), None, starting)
    profiles.add("Other", other.folder)
    (listed,) = [one for one in profiles.known() if one.name == "Other"]
    assert listed.is_there
    profiles.open(listed.folder)
    eventually(lambda: asyncio.run(_stopped(other)))
    (process,) = starting.started
    assert process.wait(DEADLINE_SECONDS) == 0
