"""Whatever two peers hold: after they have met, both hold all of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocols.contract import Close, Ending
from engine.protocols.hyperbloom.exchange.policy import Raw
from tests.conversations.hyperbloom.stage import (
    KEYS,
    NOON,
    SPACE,
    Peer,
    Stage,
    chain_of,
    comment_by,
)


def numbered(start: int, count: int, size: int = 20) -> list[bytes]:
    return [b"%08d" % number + bytes(size) for number in range(start, start + count)]


def raw_peer(name: str, values: list[bytes], *, document: bool = False, person: int = 1) -> Peer:
    return Peer(name, chain_of(person), KEYS[person], values, document=document, policy=Raw())


@given(
    st.sets(st.binary(min_size=1, max_size=40), max_size=60),
    st.sets(st.binary(min_size=1, max_size=40), max_size=60),
    st.sampled_from([(False, False), (True, False), (True, True)]),
    st.sampled_from([0, 1, 7]),
)
@settings(max_examples=60)
def test_any_two_sets_become_one(
    ours: set[bytes], theirs: set[bytes], documents: tuple[bool, bool], cut: int
) -> None:
    one = raw_peer("ann", sorted(ours), document=documents[0])
    other = raw_peer("ben", sorted(theirs), document=documents[1], person=2)
    stage = Stage(cut)
    stage.connect(one, other)
    stage.run()
    assert one.held == other.held == ours | theirs


@pytest.mark.parametrize("document", [True, False])
@pytest.mark.parametrize(("ours", "theirs"), [(0, 3_000), (3_000, 0), (2_990, 2_995), (20, 2_000)])
def test_larger_sets_become_one(ours: int, theirs: int, document: bool) -> None:  # noqa: FBT001 - a case
    mine, others = numbered(0, ours, 100), numbered(3_000 - theirs, theirs, 100)
    one = raw_peer("ann", mine, document=document)
    other = raw_peer("ben", others, document=document, person=2)
    stage = Stage()
    stage.connect(one, other)
    stage.run(60.0)
    assert one.held == other.held == {*mine, *others}


def test_two_equal_sets_cost_a_summary_each() -> None:
    one, other = raw_peer("ann", numbered(0, 2_000)), raw_peer("ben", numbered(0, 2_000), person=2)
    stage = Stage()
    ends = stage.connect(one, other)
    stage.run(0.0)
    assert 0 < sum(end.bytes_sent - end.bytes_greeting for end in ends) <= 200
    assert all(end.bytes_greeting > 65 for end in ends)  # an Open and a Handshake


def test_what_is_written_while_they_talk_arrives_at_once_and_goes_on() -> None:
    ann, ben, cleo = (
        Peer(name, chain_of(person), KEYS[person])
        for name, person in (("ann", 1), ("ben", 2), ("cleo", 3))
    )
    stage = Stage()
    stage.connect(ann, ben)
    stage.connect(ben, cleo)
    stage.run(10.0)
    written = comment_by(chain_of(1), KEYS[1], "hello")
    stage.stores(ann, written)
    stage.run(1.0)
    assert ann.held == ben.held == cleo.held == {written}


def test_only_comments_are_kept_and_passed_on() -> None:
    true = comment_by(chain_of(1, 2), KEYS[2], "true")
    false = comment_by(chain_of(1, 2), KEYS[3], "signed by somebody else")
    ann = Peer("ann", chain_of(1), KEYS[1], [true, false, b"anything"], policy=Raw())
    ben = Peer("ben", chain_of(4), KEYS[4])
    stage = Stage()
    stage.connect(ann, ben)
    stage.run()
    assert ben.held == {true}


def test_who_may_not_write_may_read_among_ours() -> None:
    written = comment_by(chain_of(1), KEYS[1], "for all to read")
    ann = Peer("ann", chain_of(1), KEYS[1], [written], reads=True)
    reader, second = (
        Peer(name, None, KEYS[key], reads=True) for name, key in (("ben", 5), ("cleo", 6))
    )
    stage = Stage()
    stage.connect(reader, ann)
    stage.run()
    stage.connect(second, reader)
    stage.run()
    assert reader.held == second.held == {written}


def test_elsewhere_who_may_not_write_does_not_even_begin() -> None:
    ann = Peer("ann", chain_of(1), KEYS[1])
    stage = Stage()
    for stranger in (
        Peer("ben", None, KEYS[5]),
        Peer("cleo", chain_of(2, until=NOON - 1), KEYS[2]),
    ):
        ours, theirs = stage.connect(stranger, ann)
        stage.run(1.0)
        assert ours.close == Close(Ending.NO_COMMENTING)
        assert theirs.remote is None


def test_inside_the_port_who_may_write_no_more_goes_on_reading() -> None:
    value = comment_by(chain_of(1), KEYS[1], "hello")
    ann = Peer("ann", chain_of(1), KEYS[1], [value], reads=True)
    ended = chain_of(2, until=NOON + 60)
    ben = Peer("ben", ended, KEYS[2], reads=True)
    stage = Stage()
    ours, _ = stage.connect(ben, ann)
    stage.run(61.0)
    assert ben.held == {value}
    assert ours.close == Close(Ending.CLOSED_BY_US)
    second = comment_by(chain_of(1), KEYS[1], "and again", NOON + 60)
    stage.stores(ann, second)
    ours, theirs = stage.connect(ben, ann)
    stage.run(10.0)
    assert ben.held == {value, second}
    assert (ours.close, theirs.close) == (None, None)
    assert theirs.machine.company == ((SPACE, None),)


def test_inside_the_port_a_clock_that_runs_ahead_makes_a_reader_of_a_writer() -> None:
    value = comment_by(chain_of(1), KEYS[1], "hello")
    ann = Peer("ann", chain_of(1), KEYS[1], [value], reads=True)
    ben = Peer("ben", chain_of(2, until=NOON + 60), KEYS[2], reads=True)
    stage = Stage()
    ours, theirs = stage.connect(ben, ann)
    stage.now = NOON + 61  # for all that comes: ben has said already who they are
    stage.run(1.0)
    assert theirs.close is None  # nobody broke a rule
    assert ours.close == Close(Ending.CLOSED_BY_US)  # and is a reader from the next one on


def test_where_there_are_more_feeds_than_connections_a_quiet_one_makes_room() -> None:
    value = comment_by(chain_of(1), KEYS[1], "hello")
    ann = Peer("ann", chain_of(1), KEYS[1], [value], reads=True)
    ben = Peer("ben", None, KEYS[2], reads=True)
    ben.around = replace(ben.around, is_crowded=lambda: True)
    stage = Stage()
    ours, theirs = stage.connect(ben, ann)
    stage.run(19.0)
    assert (ben.held, ours.close) == ({value}, None)
    stage.stores(ann, comment_by(chain_of(1), KEYS[1], "again"))
    stage.run(19.0)
    assert (len(ben.held), ours.close) == (2, None)
    stage.run(2.0)
    assert ours.close == Close(Ending.CLOSED_BY_US)
    assert theirs.close is None


def test_what_a_full_disk_has_no_room_for_is_taken_when_there_is_some() -> None:
    value = comment_by(chain_of(1), KEYS[1], "hello")
    ann = Peer("ann", chain_of(1), KEYS[1], [value])
    ben = Peer("ben", chain_of(2), KEYS[2])
    room = [False]
    ben.around = replace(ben.around, has_room=lambda: room[0])
    stage = Stage()
    ours, _ = stage.connect(ben, ann)
    stage.run(60.0)
    assert (ben.held, ours.close) == (set(), None)
    room[0] = True
    stage.run(600.0)
    assert ben.held == {value}
