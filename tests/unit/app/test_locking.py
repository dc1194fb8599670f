"""A profile that is locked goes on, and tells nothing before its passphrase."""

from __future__ import annotations

import asyncio
import getpass
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.compose import open_engine
from app.control.client import RemoteEngine, connect
from app.control.codec import Unlock
from app.control.server import Door, open_control
from app.profile.gate import Gate
from app.profile.paths import Paths
from engine.api import Engine
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Refusal, Refused
from engine.model.commands import CreateIdentity
from engine.model.events import Event
from engine.model.queries import Identities
from engine.store import keys
from tests.unit.app.terminal import Terminal

WORDS = "correct horse"


def ask(*, is_new: bool) -> str | None:
    return WORDS


@asynccontextmanager
async def serving(paths: Paths) -> AsyncIterator[tuple[Engine, RemoteEngine]]:
    """A program on a profile with a passphrase, and somebody at its door."""
    paths.profile.mkdir(mode=0o700)
    keys.create(paths.profile, WORDS, SeededEntropy(b"lock"), cost=MINIMAL)
    stopped = asyncio.Event()
    door = Door(stop=stopped.set, gate=Gate(paths.profile))
    async with (
        open_engine(paths, ask) as opened,
        open_control(opened.engine, door, paths.socket),
    ):
        remote = await connect(paths.socket)
        assert remote is not None
        yield opened.engine, remote
        await remote.close()


async def refusal_of(act: Awaitable[object]) -> Refusal:
    with pytest.raises(Refused) as caught:
        await act
    return caught.value.reason


def test_nothing_is_done_or_told_for_others_while_it_is_locked(paths: Paths) -> None:
    async def story() -> None:
        async with serving(paths) as (engine, remote):
            heard: list[Event] = []
            remote.subscribe(heard.extend)
            assert await remote.ask(Identities()) == ()
            await remote.lock()
            assert await refusal_of(remote.ask(Identities())) is Refusal.PROFILE_LOCKED
            make = CreateIdentity("by somebody else")
            assert await refusal_of(remote.perform(make)) is Refusal.PROFILE_LOCKED
            heard.clear()
            await engine.perform(CreateIdentity("ann"))  # the engine itself goes on
            other = await connect(paths.socket)
            assert other is not None
            assert await refusal_of(other.unlock("correct hoarse")) is Refusal.PASSPHRASE_WRONG
            assert await refusal_of(other.ask(Identities())) is Refusal.PROFILE_LOCKED
            assert heard == []
            await other.unlock(WORDS)
            assert [one.name for one in await remote.ask(Identities())] == ["ann"]
            await other.close()

    asyncio.run(story())


def test_a_profile_without_a_passphrase_cannot_be_locked(paths: Paths) -> None:
    paths.profile.mkdir(mode=0o700)
    keys.create(paths.profile, None, SeededEntropy(b"lock"))
    gate = Gate(paths.profile)
    assert not gate.can_lock
    with pytest.raises(Refused) as refused:
        gate.lock()
    assert refused.value.reason is Refusal.NOTHING_TO_LOCK
    assert not gate.is_locked


def test_whoever_listens_hears_of_it_until_they_stop(paths: Paths) -> None:
    paths.profile.mkdir(mode=0o700)
    keys.create(paths.profile, WORDS, SeededEntropy(b"lock"), cost=MINIMAL)
    gate, seen = Gate(paths.profile), list[bool]()
    stop = gate.subscribe(lambda: seen.append(gate.is_locked))
    gate.lock()
    with pytest.raises(Refused):
        gate.unlock("correct hoarse")
    gate.unlock(WORDS)
    stop()
    gate.lock()
    assert seen == [True, False]


def test_a_changed_passphrase_is_the_one_that_unlocks_it(paths: Paths) -> None:
    paths.profile.mkdir(mode=0o700)
    keys.create(paths.profile, WORDS, SeededEntropy(b"lock"), cost=MINIMAL)
    gate = Gate(paths.profile)
    gate.lock()
    keys.change_passphrase(paths.profile, WORDS, "new", SeededEntropy(b"n"), 1, MINIMAL)
    with pytest.raises(Refused):
        gate.unlock(WORDS)
    gate.unlock("new")
    assert not gate.is_locked


def test_the_passphrase_on_its_way_is_in_no_repr() -> None:
    assert WORDS not in repr(Unlock(1, WORDS))


def test_where_nothing_runs_there_is_nothing_to_lock(ann: Terminal, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(WORDS)
    assert ann.fail("lock") == (2, "usage")
    assert ann.fail("--passphrase-file", str(tmp_path / "words"), "unlock") == (2, "usage")
    assert ann.fail("unlock") == (1, "passphrase_needed")


def test_it_is_typed_where_somebody_can(ann: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def typing(prompt: str) -> str:
        asked.append(prompt)
        return WORDS

    monkeypatch.setattr(getpass, "getpass", typing)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    assert ann.fail("unlock") == (2, "usage")
    assert asked == ["Passphrase: "]
