"""What two of ours do where their cells do not suffice, or do not come: filters, on both sides."""

from __future__ import annotations

import pytest

from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.limits import (
    ANSWER_BYTES_MAX,
    EXTENSION_RECON,
    LOOKS_SECONDS,
    PATIENCE_SECONDS,
)
from engine.protocols.hyperbloom.recon.packets import (
    CELLS_MAX,
    ByFilters,
    Done,
    More,
    Want,
    decode_recon,
    encode_recon,
)
from engine.protocols.hyperbloom.records import Summary
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import (
    KEYS,
    NOON,
    Peer,
    Stage,
    chain_of,
    comment_by,
)
from tests.conversations.hyperbloom.test_convergence import numbered, raw_peer

OURS = (EXTENSION_RECON,)
SOON_SECONDS = 5.0


def met(one: Peer, other: Peer, seconds: float = SOON_SECONDS) -> Stage:
    stage = Stage()
    stage.connect(one, other)
    stage.run(seconds)
    return stage


def recon(scripted: Scripted) -> list[object]:
    said = [one for one in scripted.hears() if isinstance(one, packets.Unknown)]
    return [decode_recon(one) for one in said]


@pytest.mark.parametrize("apart", [CELLS_MAX // 2, CELLS_MAX])
def test_large_sets_that_differ_by_more_than_cells_can_tell_become_one(apart: int) -> None:
    """As many here as there, so that nobody sees from their counts how much differs."""
    common = numbered(0, 500)
    mine, theirs = numbered(10_000, apart), numbered(30_000, apart)
    one, other = raw_peer("ann", common + mine), raw_peer("ben", common + theirs, person=2)
    met(one, other)
    assert one.held == other.held == {*common, *mine, *theirs}


@pytest.mark.parametrize("is_dialler", [True, False])
def test_long_comments_are_read_whole_by_whoever_has_none(*, is_dialler: bool) -> None:
    """More than one answer may have in bytes, long before it has as many as may be asked for."""
    count, size = 2_600, 4_000
    assert count * size > ANSWER_BYTES_MAX
    held = numbered(0, count, size)
    reader, author = raw_peer("ann", []), raw_peer("ben", held, person=2)
    met(*((reader, author) if is_dialler else (author, reader)))
    assert len(reader.records.held) == count


def test_what_is_said_while_all_is_read_hides_nothing_of_it() -> None:
    """It may be the last of all values, and comes between two pages."""
    held = numbered(0, 4_000)
    reader = raw_peer("ann", [], document=True)
    author = raw_peer("ben", held, document=True, person=2)
    stage = Stage()
    ours, _ = stage.connect(reader, author)
    while not reader.held:
        stage.step()
    stage.stores(author, b"~ the last of all")
    stage.run(SOON_SECONDS)
    assert ours.close is None
    assert len(reader.held) == len(held) + 1


def test_a_peer_that_goes_by_filters_is_followed() -> None:
    scripted = Scripted(ann(comment_by(chain_of(1), KEYS[1], "x"))).opens()
    scripted.shakes(extensions=OURS)
    scripted.hears()
    scripted.says(encode_recon(ByFilters()))
    assert [one for one in scripted.hears() if isinstance(one, packets.Sync)]


def test_cells_that_never_come_are_not_waited_for() -> None:
    """Whoever compares no further is asked as the document says."""
    values = [b"%06d" % number for number in range(100)]
    peer = ann(*values, policy=Raw())
    scripted = Scripted(peer, dials=True).opens().shakes(extensions=OURS)
    scripted.hears()
    scripted.says(encode_recon(Summary(100, 1)))
    assert recon(scripted) == [More(0, 64)]
    scripted.stage.run(PATIENCE_SECONDS + 1.0)
    said = scripted.hears()
    assert any(isinstance(one, packets.Sync) for one in said)


def test_cells_are_not_kept_for_whoever_asks_for_no_more() -> None:
    values = [b"%06d" % number for number in range(100)]
    scripted = Scripted(ann(*values, policy=Raw())).opens().shakes(extensions=OURS)
    scripted.says(encode_recon(More(0, 64)))
    scripted.stage.run(PATIENCE_SECONDS + 1.0)
    scripted.hears()
    scripted.says(encode_recon(More(64, 64)))
    assert ByFilters() in recon(scripted)
    assert scripted.end.close is None


def test_questions_are_answered_in_their_order_whatever_they_are() -> None:
    """A Done belongs to the oldest of them; so what is wanted waits for what was asked before."""
    values = [b"%06d" % number for number in range(10_000)]
    scripted = Scripted(ann(*values, policy=Raw())).opens().shakes(extensions=OURS)
    scripted.hears()
    scripted.says(
        packets.Request(packets.Bounds(b"000000", b"009000")), encode_recon(Want((bytes(16),)))
    )
    scripted.stage.run(1.0)
    said = scripted.hears()
    ends = [place for place, one in enumerate(said) if isinstance(one, packets.Unknown)
            and decode_recon(one) == Done()]  # fmt: skip
    data = [place for place, one in enumerate(said) if isinstance(one, packets.Data)]
    assert len(ends) == 2
    assert max(data) < min(ends)


def comes_to_rest(stage: Stage) -> bool:
    """Whether nothing more is said before long."""
    for _ in range(200):
        if not stage.is_moving:
            return True
        stage.step()
    return False


@pytest.mark.parametrize(
    ("first", "bytes_max"),
    [
        (1, 10_000),  # one reading of cells, no filter of a whole set
        (500, 250_000),  # too much for cells: filters, twice
    ],
)
def test_who_takes_nothing_of_ours_is_asked_a_few_times_and_not_for_ever(
    first: int, bytes_max: int
) -> None:
    """A peer whose disk is full, or whose clock is behind."""
    one = raw_peer("ann", numbered(0, 1_000))
    other = raw_peer("ben", numbered(first, 1_000), person=2)
    other.lacks_room()
    stage = Stage()
    ours, theirs = stage.connect(one, other)
    assert comes_to_rest(stage)
    stage.run(SOON_SECONDS)
    spent = ours.bytes_sent + theirs.bytes_sent
    assert one.held >= other.held
    assert spent < bytes_max
    stage.run(SOON_SECONDS)
    assert ours.bytes_sent + theirs.bytes_sent == spent


def test_a_great_many_at_once_are_not_pushed_to_who_may_have_them() -> None:
    """A newcomer reads from one, and its other peers hold the same: they are asked first."""
    held = numbered(0, 3_000, 100)
    ben, cleo = raw_peer("ben", held, person=2), raw_peer("cleo", held, person=3)
    newcomer = raw_peer("ann", [])
    stage = Stage()
    stage.connect(newcomer, ben)
    to_cleo, from_cleo = stage.connect(newcomer, cleo)
    stage.run(SOON_SECONDS)
    assert newcomer.held == set(held)
    assert to_cleo.bytes_sent < 50_000  # 300,000 are in the values
    assert from_cleo.close is None


def test_a_great_many_at_once_go_on_soon_also_where_a_peer_was_told_just_now() -> None:
    held = numbered(0, 300, 100)
    ann_, ben, cleo = raw_peer("ann", held), raw_peer("ben", [], person=2), raw_peer("cleo", [])
    stage = Stage()
    stage.connect(ben, cleo)
    stage.connect(ann_, ben)
    stage.run(2 * LOOKS_SECONDS)
    assert ben.held == cleo.held == set(held)


def test_a_great_many_at_once_still_reach_who_lacks_them() -> None:
    held = numbered(0, 3_000, 100)
    ann_, ben, cleo = raw_peer("ann", held), raw_peer("ben", [], person=2), raw_peer("cleo", [])
    stage = Stage()
    stage.connect(ben, cleo)
    stage.run(SOON_SECONDS)
    stage.connect(ann_, ben)
    stage.run(60.0)
    assert ben.held == cleo.held == set(held)
    assert stage.now > NOON
