"""What a peer may ask that no honest one asks, and filters that cannot be (H-9 to H-11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import PeerViolation
from engine.protocols.contract import Charge
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange import answering
from engine.protocols.hyperbloom.exchange.answering import Answering
from engine.protocols.hyperbloom.exchange.asking import Question
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.limits import (
    CELLS_SECONDS,
    DATA_BYTES_MAX,
    EXTENSION_RECON,
    FILTER_BYTES_ADVISED,
    FILTER_BYTES_MAX,
    FILTERS_BYTES_MAX,
    FRAME_BYTES_MAX,
    PATIENCE_SECONDS,
    QUESTIONS_MAX,
    VALUE_BYTES_MAX,
)
from engine.protocols.hyperbloom.messages import encode
from engine.protocols.hyperbloom.packets import EVERYTHING, BloomFilter, Bounds
from engine.protocols.hyperbloom.recon import kept
from engine.protocols.hyperbloom.recon.coded import CodedSet
from engine.protocols.hyperbloom.recon.packets import ByFilters, More, decode_recon, encode_recon
from engine.protocols.hyperbloom.records import Ledger, Summary
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import (
    FEED,
    KEYS,
    NOON,
    SPACE,
    MemoryValues,
    chain_of,
    comment_by,
)

FALSE_FILTERS = {
    "size 0": BloomFilter(bytes(4), 0, 1, 0),
    "no hashes": BloomFilter(bytes(4), 32, 0, 0),
    "too short": BloomFilter(bytes(4), 64, 1, 0),
    "too long": BloomFilter(bytes(64), 32, 1, 0),
}


@pytest.mark.parametrize("name", FALSE_FILTERS)
def test_a_false_filter_is_closed_upon(name: str) -> None:
    scripted = Scripted(ann()).opens().shakes()
    scripted.says(packets.Sync(FALSE_FILTERS[name]))
    assert scripted.is_closed_upon


@pytest.mark.parametrize("hashes", [65, 2**32 - 1])
def test_a_filter_that_costs_too_much_is_refused_and_what_would_be_taken_is_said(
    hashes: int,
) -> None:
    scripted = Scripted(ann(comment_by(chain_of(1), KEYS[1], "x"))).opens().shakes()
    scripted.hears()
    asked = packets.Sync(BloomFilter(b"\xff" * 4, 32, hashes, 0))
    scripted.says(asked)
    assert scripted.hears() == [packets.FilterOptions(FILTER_BYTES_ADVISED * 8, 30)]
    scripted.says(*[asked] * 8)
    assert scripted.blamed_for == "1 Sync"


def large(length: int, hashes: int = 30) -> packets.Sync:
    """With an empty filter of so many bytes."""
    return packets.Sync(BloomFilter(bytes(length), 8 * length, hashes, 1))


MINE = comment_by(chain_of(1), KEYS[1], "x")


@pytest.mark.parametrize("document", [False, True])
@pytest.mark.parametrize("length", [262_144, 270_520, FILTER_BYTES_MAX])
def test_a_member_may_ask_with_a_filter_larger_than_other_messages(
    length: int, *, document: bool
) -> None:
    """From 25,087 values on, all that a published program says is one of 270,520 bytes."""
    scripted = Scripted(ann(MINE, document=document)).opens().shakes()
    scripted.hears()
    scripted.says(large(length))
    assert [type(said) for said in scripted.hears()] == [packets.Data]
    assert scripted.end.close is None


@pytest.mark.parametrize("document", [False, True])
def test_of_a_filter_that_is_too_large_they_are_told_who_can_read_it(*, document: bool) -> None:
    """Published programs cannot (row 3): theirs is passed over."""
    scripted = Scripted(ann(MINE, document=document)).opens().shakes()
    scripted.hears()
    scripted.says(large(FILTER_BYTES_MAX + 4))
    advised = [packets.FilterOptions(FILTER_BYTES_ADVISED * 8, 30)]
    assert scripted.hears() == (advised if document else [])
    assert scripted.end.close is None


def test_of_a_filter_that_is_too_large_one_of_ours_is_told() -> None:
    scripted = Scripted(ann(MINE)).opens().shakes(extensions=(EXTENSION_RECON,))
    scripted.hears()
    scripted.says(large(FILTER_BYTES_MAX + 4))
    assert scripted.hears() == [packets.FilterOptions(FILTER_BYTES_ADVISED * 8, 30)]


@pytest.mark.parametrize("document", [False, True])
def test_who_heeds_what_we_would_take_is_answered(*, document: bool) -> None:
    scripted = Scripted(ann(MINE, document=document)).opens().shakes()
    scripted.hears()
    scripted.says(large(4, hashes=65))
    (advised,) = scripted.hears()
    assert isinstance(advised, packets.FilterOptions)
    asked = BloomFilter(bytes(advised.size // 8), advised.size, advised.n, 1)
    asked_whole = packets.Sync(asked, 2**32 - 1, Bounds(bytes(256), b"\xff" * 256))
    assert len(encode(asked_whole)) <= FRAME_BYTES_MAX
    scripted.says(asked_whole)
    assert [type(said) for said in scripted.hears()] == [packets.Data]


def test_who_has_not_proven_to_belong_here_says_nothing_large() -> None:
    scripted = Scripted(ann(MINE)).opens()
    scripted.says(large(262_144))
    assert scripted.is_closed_upon


@pytest.mark.parametrize("one_more", [False, True])
def test_filters_of_questions_that_wait_have_room_together(
    monkeypatch: pytest.MonkeyPatch, *, one_more: bool
) -> None:
    monkeypatch.setattr(answering, "SLICE_VALUES", 1)
    scripted = Scripted(ann(*(b"%d" % number for number in range(40)), policy=Raw()))
    scripted.opens().shakes().says(packets.Request(Bounds()))  # all the others wait for this one
    most = FILTERS_BYTES_MAX // FILTER_BYTES_MAX
    scripted.says(*[large(FILTER_BYTES_MAX)] * (most + one_more))
    assert scripted.is_closed_upon is one_more


def test_filters_that_wait_count_as_what_is_held_for_their_peer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The one that is being answered also as what is made of it to be asked: a byte a bit."""
    monkeypatch.setattr(answering, "_SIEVED_MIN", 1)
    monkeypatch.setattr(answering, "SLICE_VALUES", 1)
    scripted = Scripted(ann(*(b"%d" % number for number in range(40)), policy=Raw()))
    scripted.opens().shakes()
    machine = scripted.end.machine
    assert machine.buffered == 0
    scripted.says(large(FILTER_BYTES_MAX), large(FILTER_BYTES_MAX))
    assert machine.buffered == (2 + 8) * FILTER_BYTES_MAX
    scripted.stage.run(1.0)
    assert machine.buffered == 0


def test_cells_are_kept_where_those_of_all_connections_have_their_bound() -> None:
    scripted = Scripted(ann(*(b"%d" % number for number in range(1_000)), policy=Raw()))
    scripted.opens().shakes(extensions=(EXTENSION_RECON,))
    scripted.says(encode_recon(More(0, 1)))
    assert scripted.end.peer.around.kept.held_bytes == 40 * 1_000
    assert scripted.end.machine.buffered == 0


def test_who_finds_its_cells_gone_goes_on_by_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others have taken their place."""
    monkeypatch.setattr(kept, "KEPT_BYTES_MAX", 1)
    peer = ann(*(b"%d" % number for number in range(1_000)), policy=Raw())
    scripted = Scripted(peer).opens().shakes(extensions=(EXTENSION_RECON,))
    scripted.says(encode_recon(More(0, 1)))
    scripted.hears()
    peer.around.kept.keep(scripted.end, CodedSet(bytes(range(160))))
    scripted.says(encode_recon(More(1, 1)))
    said = [one for one in scripted.hears() if isinstance(one, packets.Unknown)]
    assert [decode_recon(one) for one in said] == [ByFilters()]
    assert scripted.end.close is None


def test_cells_are_not_kept_for_ever_for_who_asks_for_one_more_now_and_then() -> None:
    scripted = Scripted(ann(*(b"%d" % number for number in range(1_000)), policy=Raw()))
    scripted.opens().shakes(extensions=(EXTENSION_RECON,))
    asked = 0
    while scripted.stage.now < NOON + CELLS_SECONDS:
        scripted.says(encode_recon(More(asked, 1)))
        assert scripted.end.peer.around.kept.held_bytes
        scripted.stage.run(PATIENCE_SECONDS - 1.0)
        asked += 1
    assert scripted.end.peer.around.kept.held_bytes == 0
    assert scripted.end.close is None


def test_who_asks_over_and_over_with_large_filters_about_nothing_pays_for_them() -> None:
    """To make one ready is work, even if nothing is held to which it could be put."""
    scripted = Scripted(ann(MINE)).opens().shakes()
    charges = []
    for _ in range(5):
        scripted.says(replace(large(FILTER_BYTES_MAX), bounds=Bounds(b"\xff", b"\xff\x01")))
        charges.append(scripted.end.machine.charge)
    assert charges[0] is Charge.NONE
    assert charges[-1] is Charge.FULL


def test_as_many_hashes_as_there_may_be_are_taken() -> None:
    value = comment_by(chain_of(1), KEYS[1], "x")
    scripted = Scripted(ann(value)).opens().shakes()
    scripted.hears()
    scripted.says(packets.Sync(BloomFilter(bytes(4), 32, 64, 0)))
    assert [type(said) for said in scripted.hears()] == [packets.Data]


def test_what_a_peer_would_take_is_heeded() -> None:
    values = [b"%06d" % number for number in range(2_000)]
    scripted = Scripted(ann(*values, policy=Raw())).opens().shakes()
    scripted.says(packets.FilterOptions(4_096, 3))
    scripted.hears()
    scripted.stage.do(scripted.end, scripted.end.machine.wake(NOON + 700))
    asked = next(said for said in scripted.hears() if isinstance(said, packets.Sync))
    assert asked.known.size <= 4_096
    assert asked.known.n == 3


def test_a_filter_of_ones_hides_nothing() -> None:
    values = [comment_by(chain_of(1), KEYS[1], f"comment {number}") for number in range(20)]
    scripted = Scripted(ann(*values)).opens().shakes()
    scripted.hears()
    scripted.says(packets.Sync(BloomFilter(b"\xff" * 64, 512, 7, 1)))
    given = [value for said in scripted.hears() if isinstance(said, packets.Data)
             for value in said.values]  # fmt: skip
    assert given == sorted(values)


def test_limits_and_bounds_are_kept() -> None:
    values = sorted(comment_by(chain_of(1), KEYS[1], f"comment {n}") for n in range(20))
    scripted = Scripted(ann(*values)).opens().shakes()
    scripted.hears()
    scripted.says(packets.Request(Bounds(values[5], values[15]), 7))
    (said,) = scripted.hears()
    assert isinstance(said, packets.Data)
    assert list(said.values) == values[5:12]


def test_a_flood_of_questions_is_closed_upon() -> None:
    values = [b"%06d" % number for number in range(20_000)]
    scripted = Scripted(ann(*values, policy=Raw())).opens().shakes()
    for _ in range(40):
        scripted.says(*[packets.Request(Bounds())] * 10)
    assert scripted.is_closed_upon


def test_as_many_wants_wait_as_questions_may_and_not_one_more() -> None:
    answering = Answering(MemoryValues(Ledger(SPACE, FEED)), SPACE)
    for _ in range(QUESTIONS_MAX):
        answering.want((bytes(16),))
    with pytest.raises(PeerViolation):
        answering.want((bytes(16),))
    answering.step()
    answering.want((bytes(16),))


@pytest.mark.parametrize("first", [0, 1, 63, 65, 128])
def test_cells_are_asked_for_in_their_order(first: int) -> None:
    """Each is the sum of the ones before; 0 begins anew."""
    scripted = Scripted(ann(MINE)).opens().shakes(extensions=(EXTENSION_RECON,))
    scripted.says(encode_recon(More(0, 64)), encode_recon(More(64, 1)))
    assert scripted.end.close is None
    scripted.says(encode_recon(More(first, 64)))
    assert scripted.blamed_for == (None if first in (0, 65) else "tidings/recon/1")


@pytest.mark.parametrize(("first", "count"), [(0, 64), (3, 64), (0, 63), (0, 65), (64, 64)])
def test_cells_are_taken_as_they_were_asked_for_and_no_others(first: int, count: int) -> None:
    ours = (b"%06d" % number for number in range(100))
    scripted = Scripted(ann(*ours, policy=Raw()), dials=True).opens()
    scripted.shakes(extensions=(EXTENSION_RECON,))
    scripted.says(encode_recon(Summary(100, 5)))  # so that it asks for the first 64
    theirs = CodedSet(bytes(range(160)))
    theirs.more(first)
    scripted.says(encode_recon(theirs.more(count)))
    is_asked_for = (first, count) == (0, 64)
    assert scripted.blamed_for == (None if is_asked_for else "tidings/recon/1")


def test_who_has_cells_coded_anew_over_and_over_pays_for_them() -> None:
    """Each time all of our ids are gone through, whatever is asked for."""
    ours = (b"%06d" % number for number in range(5_000))
    scripted = Scripted(ann(*ours, policy=Raw())).opens()
    scripted.shakes(extensions=(EXTENSION_RECON,))
    free = 0
    while free < 100:
        scripted.says(encode_recon(More(0, 1)))
        if scripted.end.machine.charge is Charge.FULL:
            break
        free += 1
    assert 8 <= free <= 20, "an honest peer needs three"


@pytest.mark.parametrize("one_more", [False, True])
def test_of_a_long_answer_no_more_is_kept_in_mind_than_a_data_may_have(*, one_more: bool) -> None:
    """What stands behind it is asked for again."""
    most = DATA_BYTES_MAX // VALUE_BYTES_MAX
    values = [b"%06d" % number + bytes(VALUE_BYTES_MAX - 6) for number in range(most + one_more)]
    question = Question(None, EVERYTHING, len(values), NOON)
    question.note(values)
    assert question.rest() == Bounds(values[most - 1] + b"\0")
