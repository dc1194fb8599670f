"""Whether a device of a feed's author is connected: the extension tidings-author."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.crypto.ed25519 import from_seed, sign
from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.protocols.hypercore.exchange.trust import extensions
from engine.protocols.hypercore.exchange.trust.extensions import AUTHOR, Terms, author_signature
from engine.protocols.hypercore.limits import AUTHOR_MESSAGES_MAX, AUTHOR_SEEN_SECONDS
from engine.protocols.hypercore.records import FeedForgotten
from tests.conversations.hypercore.test_conversations import EVERY_WIRE, feed_of, program, write
from tests.conversations.hypercore_pipe import WIRES, NewWire, Pipe, Program

FEED = feed_of(1)
SECRET = from_seed(bytes([1]) * 32).secret_key


def signs(space: SpaceId, message: bytes) -> bytes | None:
    return sign(message, SECRET) if space == FEED.space else None


def author(number: int, *, proven: bool = True) -> Program:
    one = program(number, FEED)
    write(one, 1, 3)
    one.sign, one.is_proven = signs, proven
    return one


def reader(number: int, *, proven: bool = True) -> Program:
    one = program(number, FEED)
    one.is_proven = proven
    return one


def seen_as(pipe: Pipe, side: int) -> list[PublicKey | None]:
    return [key for space, key in pipe.ends[side].presence if space == FEED.space]


@EVERY_WIRE
def test_the_authors_device_proves_itself_and_is_seen(wire: NewWire) -> None:
    ours, theirs = reader(1), author(2)
    pipe = Pipe(ours, theirs, FEED, wire)
    assert seen_as(pipe, 0) == [FEED.key]
    assert seen_as(pipe, 1) == [None], "a reader is nobody"
    assert ours.feeds.shelves[FEED.space].author_seen_at == [0.0]


@EVERY_WIRE
def test_that_it_is_still_there_is_noted_from_time_to_time(wire: NewWire) -> None:
    ours, theirs = reader(1), author(2)
    pipe = Pipe(ours, theirs, FEED, wire)
    pipe.pass_time(2 * AUTHOR_SEEN_SECONDS + 10.0)
    assert len(ours.feeds.shelves[FEED.space].author_seen_at) == 3


@EVERY_WIRE
@pytest.mark.parametrize("proven", [(False, False), (True, False), (False, True)])
def test_on_a_bare_connection_it_is_neither_said_nor_believed(
    wire: NewWire, proven: tuple[bool, bool]
) -> None:
    """There nobody's id is proven: it could be what somebody else heard from the author."""
    ours, theirs = reader(1, proven=proven[0]), author(2, proven=proven[1])
    pipe = Pipe(ours, theirs, FEED, wire)
    assert seen_as(pipe, 0) == [None]
    assert not ours.feeds.shelves[FEED.space].author_seen_at


def test_what_an_author_said_to_us_does_not_make_another_peer_the_author() -> None:
    """A reader of the feed says what it heard from the author, word for word."""
    true = Terms(own_id=PeerId(b"a" * 32), peer_id=PeerId(b"b" * 32), sign=signs)
    heard = author_signature(true, FEED.space)
    assert heard is not None
    pipe = Pipe(reader(1), reader(3), FEED, WIRES["dep0010"])
    message = pipe.ends[1]._speech.terms.message(AUTHOR, heard)
    assert message is not None
    pipe.hear(0, pipe.ends[1]._wire.say(0, message))
    assert seen_as(pipe, 0) == [None]


def test_who_guesses_is_soon_not_heard_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = Pipe(reader(1), reader(3), FEED, WIRES["dep0010"])
    verified: list[bytes] = []

    def verify(signature: bytes, _message: bytes, _key: bytes) -> bool:
        verified.append(signature)
        return False

    monkeypatch.setattr(extensions, "verify", verify)
    message = pipe.ends[1]._speech.terms.message(AUTHOR, b"no signature")
    assert message is not None
    for _ in range(100):
        pipe.hear(0, pipe.ends[1]._wire.say(0, message))
    assert len(verified) == AUTHOR_MESSAGES_MAX
    assert pipe.endings() == [None, None]


def test_a_signature_for_one_feed_is_none_for_another() -> None:
    terms = Terms(own_id=PeerId(b"a" * 32), peer_id=PeerId(b"b" * 32), sign=signs)
    signature = author_signature(terms, FEED.space)
    assert signature is not None
    theirs = replace(terms, own_id=terms.peer_id, peer_id=terms.own_id)
    assert extensions.is_author(theirs, FEED.space, signature)
    assert not extensions.is_author(theirs, feed_of(2).space, signature)
    assert not extensions.is_author(terms, FEED.space, signature), "nor for another peer"


def test_the_author_goes_with_the_conversation() -> None:
    ours, theirs = reader(1), author(2)
    pipe = Pipe(ours, theirs, FEED, WIRES["dep0010"])
    forgotten = FeedForgotten(FEED.space)
    ours.feeds.apply(forgotten)
    pipe.stored(0, forgotten)
    assert pipe.ends[0].presence == []
