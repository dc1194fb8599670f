"""A post that was edited or taken back is on as many peers as that change is (tidings.md 4)."""

from __future__ import annotations

import pytest

from engine.model.events import PostsChanged
from engine.model.ids import PeerId, PostId, ProtocolName
from engine.model.queries import Holders, Timeline
from engine.protocols.peerlinks.records import ChannelStored, HeldByPeer, MessageStored
from engine.protocols.tidings.port.records import Acknowledged
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened
from tests.unit.store.garden import AT, GARDEN, HERE, OTHER_PEER, PEER
from tests.unit.store.talk import edit, one, react, retract

ROOT = a.message(HERE, ours=True)
POST = a.message(HERE, [ROOT], "double me", ours=True)
EDIT = edit("doubled", POST, POST, by=(), ours=True)
LATER = edit("doubled again", POST, EDIT, by=(), ours=True)
TAKEN = retract(POST, EDIT, by=(), ours=True)


def held(*heads: MessageStored, by: PeerId = PEER) -> Acknowledged:
    return Acknowledged(ProtocolName.PEERLINKS, HERE, by, tuple(a.hashes(heads)))


def holders(here: Opened) -> tuple[PeerId, ...]:
    return here.reader.answer(Holders(HERE, POST.hash), AT)


@pytest.fixture
def here(memory: Opened) -> Opened:
    """One peer has our post as it was."""
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, POST, held(POST))
    assert one(memory, POST).reached == 1
    return memory


@pytest.mark.parametrize("change", [EDIT, TAKEN])
def test_who_has_the_post_as_it_was_has_not_what_became_of_it(
    here: Opened, change: MessageStored
) -> None:
    here.keep(EDIT, change)
    assert (one(here, POST).reached, holders(here)) == (0, ())
    here.keep(held(change), held(change, by=OTHER_PEER))
    assert (one(here, POST).reached, len(holders(here))) == (2, 2)


def test_the_newest_edit_is_the_one_that_counts_and_a_taking_back_before_any(here: Opened) -> None:
    here.keep(EDIT, held(EDIT), LATER)
    assert one(here, POST).reached == 0
    here.keep(held(LATER))
    assert one(here, POST).reached == 1
    here.keep(TAKEN)
    assert one(here, POST).reached == 0


def test_what_changes_nothing_of_the_post_leaves_its_count(here: Opened) -> None:
    mine = react("👍", POST, POST, by=(), ours=True)
    here.keep(mine, edit("not yours", POST, POST), retract(POST, POST))
    assert (one(here, POST).reached, holders(here)) == (1, (PEER,))


def test_as_it_was_signed_each_message_has_its_own_count(here: Opened) -> None:
    here.keep(EDIT, TAKEN, held(EDIT))
    page = here.reader.answer(Timeline(HERE, everything=True), AT)
    counts = {post.id: post.reached for post in page.posts}
    assert [counts[post.hash] for post in (POST, EDIT, TAKEN)] == [1, 1, 0]
    assert (one(here, EDIT).reached, one(here, TAKEN).reached) == (1, 0)


def named(here: Opened) -> set[PostId]:
    """Which posts the last transaction said look different."""
    told = [event for event in here.storage.told() if isinstance(event, PostsChanged)]
    return {post for event in told for post in event.posts}


@pytest.mark.parametrize("change", [EDIT, TAKEN])
def test_the_post_looks_different_once_its_change_is_on_a_peer(
    here: Opened, change: MessageStored
) -> None:
    here.keep(EDIT, change)
    here.keep(held(change))
    assert POST.hash in named(here)
    here.keep(HeldByPeer(HERE, OTHER_PEER, (change.hash,)))
    assert POST.hash in named(here)
    here.keep(held(change))
    assert named(here) == set(), "that was known"


def test_a_change_that_is_on_a_peer_in_the_turn_that_stores_it_is_told(here: Opened) -> None:
    here.keep(EDIT, held(EDIT))
    assert POST.hash in named(here)
    assert one(here, POST).reached == 1


def test_the_post_looks_the_same_though_a_reaction_to_it_is_on_a_peer(here: Opened) -> None:
    mine = react("👍", POST, POST, by=(), ours=True)
    here.keep(mine)
    here.keep(held(mine))
    assert POST.hash not in named(here)


def test_who_tells_of_nothing_new_has_no_post_written_out_before_the_turn_ends(
    here: Opened,
) -> None:
    here.storage.begin()
    here.storage.apply(a.message(HERE, [POST], "one of many"))
    before = rows_written(here)
    here.storage.apply(HeldByPeer(HERE, PEER, (POST.hash,)))
    assert rows_written(here) == before, "else each space is written in many small pieces"
    here.storage.commit()
    assert rows_written(here) == before + 1


def rows_written(here: Opened) -> int:
    return int(here.store.database.value("SELECT count(*) FROM timeline"))
