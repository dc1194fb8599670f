"""What any member of a channel could mint without end, and what is kept of it."""

from __future__ import annotations

import pytest

from engine.model.ids import PublicKey
from engine.model.queries import Members
from engine.protocols.peerlinks.packets import Chain, Layout
from engine.protocols.peerlinks.records import ChannelStored, LayoutLearned, MemberSeen
from engine.store.peerlinks import letters, people
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened
from tests.unit.store.garden import AT, GARDEN, HERE, join

KEPT, LET_GO = 20, 5


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MEMBERS_KEPT", KEPT)
    monkeypatch.setattr(people, "MEMBERS_LET_GO", LET_GO)
    monkeypatch.setattr(letters, "LAYOUTS_KEPT", KEPT)


def names(here: Opened) -> list[str]:
    members = here.reader.answer(Members(HERE), AT)
    return [member.path[-1] for member in members if member.path]


def minted(by: str, number: int, valid_to: float = a.NOW + 50 * a.DAY) -> Chain:
    return (*a.chain(by), a.link(f"minted {number:05}", valid_to=valid_to))


def see(here: Opened, *chains: Chain) -> None:
    here.keep(*[MemberSeen(HERE, chain) for chain in chains])


def test_as_many_members_as_are_kept_are_kept(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW))
    see(memory, *[a.chain(f"number {n}") for n in range(KEPT)])
    assert len(names(memory)) == KEPT
    see(memory, a.chain("one more"))
    assert len(names(memory)) == KEPT + 1 - LET_GO


def test_members_that_somebody_mints_are_never_more_than_are_kept(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW))
    for number in range(10 * KEPT):
        see(memory, minted("mallory", number))
        assert len(names(memory)) <= KEPT


def test_they_push_out_nobody_nearer_to_the_owner_and_nobody_who_stays_longer(
    memory: Opened,
) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW))
    see(memory, a.chain("bob"), (*a.chain("bob"), a.link("cat", valid_to=a.NOW + 60 * a.DAY)))
    see(memory, *[minted("mallory", number) for number in range(10 * KEPT)])
    assert {"bob", "cat", "mallory"} < set(names(memory))


def test_they_push_out_none_of_our_own(memory: Opened) -> None:
    ours = (*a.chain("zoe"), a.link("ann", valid_to=a.NOW + a.DAY))
    join(memory, GARDEN, through=ours)
    see(memory, *[minted("mallory", number) for number in range(10 * KEPT)])
    assert "ann" in names(memory)


def test_who_was_let_go_comes_back_when_they_are_seen_again(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW))
    early = minted("mallory", 0, valid_to=a.NOW + a.DAY)
    see(memory, early, *[minted("mallory", number) for number in range(1, KEPT)])
    assert "minted 00000" not in names(memory)
    see(memory, early)
    assert "minted 00000" in names(memory)


def test_the_layouts_learned_last_are_kept(memory: Opened) -> None:
    leaves = [PublicKey(number.to_bytes(32, "big")) for number in range(KEPT + 1)]
    memory.keep(*[LayoutLearned(leaf, Layout.DOCUMENT) for leaf in leaves[:KEPT]])
    assert memory.repository.layout_of(leaves[0]) is Layout.DOCUMENT
    memory.keep(
        LayoutLearned(leaves[0], Layout.PUBLISHED), LayoutLearned(leaves[-1], Layout.DOCUMENT)
    )
    assert memory.repository.layout_of(leaves[0]) is Layout.PUBLISHED
    assert memory.repository.layout_of(leaves[1]) is None
    assert memory.store.database.value("SELECT count(*) FROM peerlinks_layout") == KEPT
