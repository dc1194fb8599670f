"""What is chosen in the settings reaches those who go by it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app import compose, speaking
from app.compose import open_engine, run_engine
from app.erasing import Erasing
from app.profile.opening import open_profile
from app.profile.paths import Paths
from app.profile.settings import Settings, StoredSettings
from engine.errors import Fault, FaultReason
from engine.model.commands import CreateChannel, CreateIdentity, Say
from engine.model.contents import Words
from engine.model.events import Event, FaultRaised
from engine.model.queries import Search, Spaces
from engine.protocols.peerlinks.conversation.surroundings import Policy
from engine.protocols.peerlinks.peerlinks import Peerlinks
from engine.store.opening import Store

PATIENCE_SECONDS = 20.0  # a bound for a hanging test, not a measure


def no_passphrase(*, is_new: bool) -> str | None:
    return None


@pytest.mark.parametrize(("stored", "document"), [("on", True), ("off", False), (None, False)])
def test_whether_the_document_is_followed_to_the_letter_is_a_setting(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, stored: str | None, *, document: bool
) -> None:
    given: list[Policy] = []

    class Observed(Peerlinks):
        def __init__(self, *, policy: Policy, **others: Any) -> None:  # all that it takes
            given.append(policy)
            super().__init__(policy=policy, **others)

    async def story() -> None:
        async with open_engine(paths, no_passphrase):
            pass

    asyncio.run(story())  # makes the profile
    if stored is not None:
        StoredSettings(paths.settings).store_now("document", stored)
    monkeypatch.setattr(speaking, "Peerlinks", Observed)
    asyncio.run(story())
    assert [policy.document for policy in given] == [document]


def test_an_open_store_is_used_as_it_is_and_closed_at_the_end(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Paths] = []

    def counted(there: Paths, passphrase: Any) -> Store:  # as the real one
        opened.append(there)
        return open_profile(there, passphrase)

    monkeypatch.setattr(compose, "open_profile", counted)
    store = open_profile(paths, no_passphrase)

    async def story() -> None:
        async with run_engine(store, Settings()) as running:
            assert await running.engine.ask(Spaces()) == ()
            await running.engine.perform(CreateIdentity("ann"))
            garden = await running.engine.perform(CreateChannel("garden"))
            said = await running.engine.perform(Say(garden.id, Words("in so many words")))
            found = await running.engine.ask(Search("words", patience=1))
            assert [hit.id for hit in found.hits] == [said.id]

    asyncio.run(story())
    assert opened == []
    assert not paths.database.with_name(paths.database.name + "-wal").exists()


def test_settings_that_cannot_be_read_leave_no_database_open(paths: Paths) -> None:
    open_profile(paths, no_passphrase).close()
    paths.settings.mkdir()

    async def story() -> None:
        async with open_engine(paths, no_passphrase):
            raise AssertionError("it was opened")

    with pytest.raises(Fault) as fault:
        asyncio.run(story())
    assert fault.value.reason is FaultReason.DISK_FAILED
    assert not paths.database.with_name(paths.database.name + "-wal").exists()


def test_a_damaged_log_is_told_once_the_profile_is_open(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    trouble = Fault(FaultReason.LOG_DAMAGED, "backup/damaged-log-1.wal")
    monkeypatch.setattr(Store, "troubles", property(lambda _: (trouble,)))
    heard: list[Event] = []

    async def story() -> None:
        async with open_engine(paths, no_passphrase) as opened:
            opened.engine.subscribe(heard.extend)
            assert list(opened.troubles) == [trouble]
            await opened.engine.ask(Spaces())

    asyncio.run(story())
    assert FaultRaised(trouble.reason, trouble.detail) in heard


def test_a_bug_beside_the_engine_is_told_while_it_runs(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_erasing: Erasing) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Erasing, "run", fail)
    told = asyncio.Event()

    async def story() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: told.set())
        async with open_engine(paths, no_passphrase):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await told.wait()

    asyncio.run(story())
