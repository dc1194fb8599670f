"""What PeerLinks' machines may rely on of what is said of posts, whoever keeps the records."""

from __future__ import annotations

from engine.model.ids import PostId
from engine.protocols.peerlinks.bodies.forms import (
    Body,
    EditBody,
    ReactionBody,
    RetractBody,
    UnreactBody,
    compose_body,
)
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import ChannelStored, MessageStored
from tests import peerlinks_samples as a
from tests.conformance.peerlinks_garden import CHANNEL, HERE, Kept, store_all

BOB, CAT = a.chain("bob"), a.chain("cat")
ROOT = a.message(HERE)
POST = a.message(HERE, [ROOT], "hello", by=BOB)


def says(body: Body, on: MessageStored, by: Chain) -> MessageStored:
    return a.message(HERE, [on], json_text=compose_body(body), by=by)


def test_a_post_is_retracted_once_its_author_says_so(records: Kept) -> None:
    store_all(records, ChannelStored(CHANNEL, a.NOW), ROOT, POST)
    by_another = says(RetractBody(POST.hash), POST, CAT)
    edited = says(EditBody("hallo", POST.hash), by_another, BOB)
    store_all(records, by_another, edited)
    assert not records.is_retracted(HERE, POST.hash, a.key("bob"))
    store_all(records, says(RetractBody(POST.hash), edited, BOB))
    assert records.is_retracted(HERE, POST.hash, a.key("bob"))
    assert not records.is_retracted(HERE, ROOT.hash, CHANNEL.public_key)


def test_whoever_has_reacted_is_told_by_their_newest_word_on_that_emoji(records: Kept) -> None:
    store_all(records, ChannelStored(CHANNEL, a.NOW), ROOT, POST)
    by_bob = says(ReactionBody("👍", POST.hash), POST, BOB)
    by_cat = says(ReactionBody("👍", POST.hash), by_bob, CAT)
    of_another_kind = says(UnreactBody("🎉", POST.hash), by_cat, CAT)
    store_all(records, by_bob, by_cat, of_another_kind)
    assert records.reacting(HERE, POST.hash, "👍") == {a.key("bob"), a.key("cat")}
    taken_back = says(UnreactBody("👍", POST.hash), of_another_kind, BOB)
    store_all(records, taken_back)
    assert records.reacting(HERE, POST.hash, "👍") == {a.key("cat")}
    store_all(records, says(ReactionBody("👍", POST.hash), taken_back, BOB))
    assert records.reacting(HERE, POST.hash, "👍") == {a.key("bob"), a.key("cat")}
    assert records.reacting(HERE, POST.hash, "🎉") == frozenset()


def test_of_what_is_not_there_nothing_is_said(records: Kept) -> None:
    stranger, unknown = a.space("stranger"), PostId(b"?" * 32)
    assert not records.is_retracted(stranger, unknown, a.key("bob"))
    assert records.reacting(stranger, unknown, "👍") == frozenset()
    assert not records.is_retracted(HERE, unknown, a.key("bob"))
