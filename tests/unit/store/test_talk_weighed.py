"""Times, holders and weights of what is said in a private channel."""

from __future__ import annotations

import base64

import pytest

from engine.errors import Refusal
from engine.model.contents import Attachment, Edit, Files, Reaction, Retraction, Words
from engine.model.events import PostsChanged
from engine.model.ids import PeerId, PostId
from engine.model.queries import (
    FirstSince,
    Holders,
    Search,
    Space,
    Timeline,
    Weigh,
)
from engine.protocols.peerlinks.limits import JSON_UNITS_MAX, OWN_JSON_BYTES_MAX
from engine.protocols.peerlinks.records import (
    ChannelStored,
    HeldByPeer,
    PostHidden,
)
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened, refusal_of
from tests.unit.store.garden import AT, GARDEN, HERE, KITCHEN, PEER, join
from tests.unit.store.talk import BOB, CAT, edit, one, reply, retract, said, shown
from tests.unit.store.test_talk import files_of, mentioning

ROOT = a.message(HERE)
PICTURE = bytes(range(256)) * 4
PICTURE_URL = "data:image/png;base64," + base64.b64encode(PICTURE).decode()
POST = a.message(HERE, [ROOT], "hello\n  there", by=BOB)


@pytest.fixture
def here(memory: Opened) -> Opened:
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, POST)
    return memory


# ---- times, holders, weights --------------------------------------------------------------------


def test_the_first_post_since_a_time_is_found_though_times_run_back(here: Opened) -> None:
    late = a.message(HERE, [POST], "late", by=BOB, at=a.NOW + 500)
    early = a.message(HERE, [late], "early", by=BOB, at=a.NOW + 100)
    last = a.message(HERE, [early], "last", by=BOB, at=a.NOW + 600)
    here.keep(late, early, last)

    def since(at: float) -> object:
        return here.reader.answer(FirstSince(HERE, at), AT)

    assert since(0.0) == here.reader.answer(Timeline(HERE), AT).posts[0].order
    assert since(a.NOW + 50) == since(a.NOW + 500) == one(here, late).order
    assert since(a.NOW + 501) == one(here, last).order
    assert since(a.NOW + 601) is None
    here.keep(PostHidden(HERE, last.hash, hidden=True))
    assert since(a.NOW + 501) is None


def test_the_holders_of_a_post_are_told_by_id(here: Opened) -> None:
    own = a.message(HERE, [POST], "mine", ours=True)
    other = PeerId(b"a" * 32)
    here.keep(own, HeldByPeer(HERE, PEER, (own.hash, POST.hash)))
    here.keep(HeldByPeer(HERE, other, (own.hash,)))
    assert here.reader.answer(Holders(HERE, own.hash), AT) == (other, PEER)
    assert here.reader.answer(Holders(HERE, POST.hash), AT) == ()
    assert one(here, own).reached == 2
    unknown = Holders(HERE, PostId(b"?" * 32))
    assert refusal_of(lambda: here.reader.answer(unknown, AT)) is Refusal.POST_UNKNOWN


def test_what_the_store_notes_of_holders_is_told_once_it_is_committed(here: Opened) -> None:
    own = a.message(HERE, [POST], "mine", ours=True)
    here.keep(own)
    assert list(here.storage.told()) == []
    here.keep(HeldByPeer(HERE, PEER, (own.hash,)))
    assert list(here.storage.told()) == [PostsChanged(HERE, (own.hash,))]
    here.keep(HeldByPeer(HERE, PEER, (own.hash,)))
    assert list(here.storage.told()) == []


def test_a_content_weighs_what_its_body_has_in_units(here: Opened) -> None:
    join(here, GARDEN)
    ask = here.reader.answer
    assert ask(Weigh(HERE, Words("hé👍")), AT).units == len('{"text":"hé👍"}') + 1
    assert ask(Weigh(HERE, Words("x")), AT).limit == OWN_JSON_BYTES_MAX
    file = Attachment("a.png", "image/png", PICTURE)
    whole = files_of(("a.png", "image/png", PICTURE_URL), text="look")
    assert ask(Weigh(HERE, Files((file,), "look")), AT).units == len(whole)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_limit_is_that_of_our_own_chain(memory: Opened, depth: int) -> None:
    through = a.chain(*["zoe", "bob"][: depth - 1], "ann")
    join(memory, KITCHEN, through=through)
    weight = memory.reader.answer(Weigh(KITCHEN.id, Words("x")), AT)
    assert weight.limit == JSON_UNITS_MAX[depth]
    assert memory.reader.answer(Space(KITCHEN.id), AT).body_limit == weight.limit


def test_weighing_is_refused_as_saying_is(here: Opened) -> None:
    def refused(content: object) -> Refusal:
        return refusal_of(lambda: here.reader.answer(Weigh(HERE, content), AT))  # type: ignore[arg-type]  # contents

    assert refused(Words("x")) is Refusal.NO_IDENTITY
    join(here, GARDEN)
    unknown = PostId(b"?" * 32)
    assert refused(Words(" ")) is Refusal.TEXT_EMPTY
    assert refused(Words("x", unknown)) is Refusal.POST_UNKNOWN
    assert refused(Reaction(unknown, "👍")) is Refusal.POST_UNKNOWN
    assert refused(Edit(POST.hash, "mine")) is Refusal.POST_NOT_OURS
    assert refused(Retraction(POST.hash)) is Refusal.POST_NOT_OURS
    assert refused(Retraction(ROOT.hash)) is Refusal.CONTENT_UNSUPPORTED
    here.keep(retract(POST, POST))
    assert refused(Reaction(POST.hash, "👍")) is Refusal.POST_TAKEN_BACK


def test_a_timeline_that_is_filled_anew_shows_the_same(here: Opened) -> None:
    join(here, GARDEN)
    file = said(files_of(("tulips.png", "image/png", PICTURE_URL)), POST)
    here.keep(edit("now", POST, POST), reply("yes", POST, POST, by=CAT))
    here.keep(file, mentioning("ann", file, file, "ann"))
    before, found = shown(here), here.reader.answer(Search("tulips"), AT)
    assert [post.id for post in before if post.speaks_to_us] == [file.hash]
    here.store.database.begin()
    here.repository.rebuild_timeline(HERE)
    here.store.database.commit()
    assert shown(here) == before
    assert here.reader.answer(Search("tulips"), AT) == found
