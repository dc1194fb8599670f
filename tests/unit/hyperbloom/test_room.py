"""How much one person, and all together, may write about one feed."""

from __future__ import annotations

import pytest

from engine.crypto.ed25519 import verify_each
from engine.errors import Refusal
from engine.model.comment_commands import ChangeComment, RetractComment, WriteComment
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom import room
from engine.protocols.hyperbloom.comments.value import comment_id
from engine.protocols.hyperbloom.exchange.policy import Comments, Raw
from engine.protocols.hyperbloom.limits import IDLE_SECONDS
from engine.protocols.hyperbloom.records import ValuesStored
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import (
    FEED,
    KEYS,
    NOON,
    SPACE,
    Peer,
    Stage,
    chain_of,
    comment_by,
)
from tests.conversations.hyperbloom.test_convergence import numbered, raw_peer
from tests.unit.hyperbloom.home import Home, member

MAX = 3


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "VALUES_OF_AUTHOR_MAX", MAX)


def comments_by(person: int, count: int) -> list[bytes]:
    return [comment_by(chain_of(person), KEYS[person], f"number {n}") for n in range(count)]


def full() -> Home:
    home = member()
    for number in range(MAX):
        home.does(WriteComment(SPACE, f"number {number}"))
    return home


def test_who_has_written_as_much_as_one_may_writes_no_more() -> None:
    home = full()
    assert len(home.values()) == MAX
    assert home.is_refused(WriteComment(SPACE, "one more")) is Refusal.COMMENTS_FULL
    assert len(home.values()) == MAX


def test_a_change_counts_as_a_comment_does() -> None:
    home = member()
    first = home.does(WriteComment(SPACE, "first"))
    for number in range(1, MAX):
        home.does(ChangeComment(SPACE, first.id, f"text {number}"))
    assert home.is_refused(ChangeComment(SPACE, first.id, "other")) is Refusal.COMMENTS_FULL


def test_what_was_written_can_still_be_taken_back() -> None:
    home = full()
    for value in home.values():
        assert home.does(RetractComment(SPACE, comment_id(value))).retracted


def test_others_write_on() -> None:
    home = full()
    home.takes(*comments_by(2, MAX))
    assert len(home.values()) == 2 * MAX


def test_what_a_peer_gives_beyond_is_dropped_and_counted() -> None:
    scripted = Scripted(ann()).opens().shakes()
    said = comments_by(2, MAX + 1)
    scripted.gives(*said[:MAX])
    assert scripted.end.peer.held == set(said[:MAX])
    assert not scripted.end.peer.around.refused
    scripted.gives(said[MAX], *comments_by(3, 1))
    assert scripted.end.peer.held == {*said[:MAX], *comments_by(3, 1)}
    assert scripted.end.peer.around.refused[SPACE] == 1


def test_of_one_data_as_much_is_taken_as_there_is_room_for() -> None:
    scripted = Scripted(ann()).opens().shakes()
    scripted.gives(*comments_by(2, MAX + 2))
    assert len(scripted.end.peer.held) == MAX


def test_all_together_fill_a_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "VALUES_OF_FEED_MAX", 2)
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    scripted.gives(b"a", b"b")
    assert scripted.end.peer.held == {b"a", b"b"}
    scripted.gives(b"c")
    assert scripted.end.peer.held == {b"a", b"b"}


def compared(one: Peer, other: Peer) -> int:
    """They meet, and compare once more; how many bytes that takes them."""
    stage = Stage()
    ends = stage.connect(one, other)
    stage.run(5.0)
    before = sum(end.bytes_sent for end in ends)
    stage.run(IDLE_SECONDS + 1)
    return sum(end.bytes_sent for end in ends) - before


@pytest.mark.parametrize("start", [10, 300])
def test_two_whose_sets_are_full_ask_each_other_for_nothing(
    monkeypatch: pytest.MonkeyPatch, start: int
) -> None:
    one, other = raw_peer("one", numbered(0, 300)), raw_peer("two", numbered(start, 300))
    monkeypatch.setattr(room, "VALUES_OF_FEED_MAX", 300)
    assert compared(one, other) < 200, "each says how much it holds"
    assert not one.around.refused
    assert not other.around.refused


DIFFERING = pytest.mark.parametrize(("start", "count"), [(5, 298), (290, 20)])


@DIFFERING
def test_whose_set_is_full_asks_others_for_nothing(
    monkeypatch: pytest.MonkeyPatch, start: int, count: int
) -> None:
    full, other = raw_peer("one", numbered(0, 300)), raw_peer("two", numbered(start, count))
    monkeypatch.setattr(room, "VALUES_OF_FEED_MAX", 300)
    compared(full, other)
    assert not full.around.refused, "it was given nothing"


@DIFFERING
@pytest.mark.parametrize("dials", [True, False])
def test_whose_set_is_full_still_gives(
    monkeypatch: pytest.MonkeyPatch, start: int, count: int, *, dials: bool
) -> None:
    full, other = raw_peer("one", numbered(0, 300)), raw_peer("two", numbered(start, count))
    monkeypatch.setattr(room, "VALUES_OF_FEED_MAX", 300)
    compared(*((full, other) if dials else (other, full)))
    assert full.held == set(numbered(0, 300))
    assert len(other.held) == 300


def test_who_has_written_is_counted_anew_once_a_turn_was_undone() -> None:
    home = Home(1)
    author = PublicKey(KEYS[1].public_key)
    first, second = Comments(verify_each).lawful(FEED, comments_by(1, 2), NOON)
    home.takes(first.value)
    assert home.sets.written_by(SPACE, author) == 1
    home.database.begin()
    home.sets.apply(ValuesStored(SPACE, (second,), NOON))
    assert home.sets.written_by(SPACE, author) == 2
    home.database.rollback()
    assert home.sets.written_by(SPACE, author) == 1
