"""What a peer has us look through: in slices, counted, and free for who needs no more than that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from typing_extensions import override

from engine.protocols.contract import Charge, Effect, Send
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.bloom.borders import RUN_VALUES
from engine.protocols.hyperbloom.bloom.filters import dimensions, make_filter
from engine.protocols.hyperbloom.exchange.allowance import Allowance
from engine.protocols.hyperbloom.exchange.answering import Answering
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.limits import EXTENSION_RECON, SLICE_VALUES, WANTED_SLICE
from engine.protocols.hyperbloom.packets import EVERYTHING, Bounds, Request, Sync
from engine.protocols.hyperbloom.recon.packets import ByFilters, Done, encode_recon
from engine.protocols.hyperbloom.records import Ledger, Summary
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import FEED, NOON, SPACE, End, MemoryValues, Peer, Stage
from tests.conversations.hyperbloom.test_convergence import numbered, raw_peer


@dataclass
class Counting(Stage):
    """Keeps the length of every Send, and how its step counted."""

    sent: list[tuple[int, Charge]] = field(default_factory=list)

    @override
    def do(self, end: End, effects: Sequence[Effect]) -> None:
        charge = end.machine.charge
        self.sent += [(len(one.data), charge) for one in effects if isinstance(one, Send)]
        super().do(end, effects)


def met(one: Peer, other: Peer) -> Counting:
    stage = Counting()
    stage.connect(one, other)
    stage.run(5.0)
    return stage


def test_a_page_looks_at_as_many_values_as_are_asked_for() -> None:
    held = numbered(0, SLICE_VALUES)
    answering = Answering(MemoryValues(Ledger(SPACE, FEED), held), SPACE)
    for limit in (1, 209, SLICE_VALUES - 1):
        answering.ask(Request(EVERYTHING, limit))
        pieces = answering.step()
        assert [value for piece in pieces for value in piece] == held[:limit]
        assert (answering.looked_at, answering.finished) == (limit, True)


def test_a_page_of_more_than_a_slice_is_read_on() -> None:
    held = numbered(0, SLICE_VALUES + 10)
    answering = Answering(MemoryValues(Ledger(SPACE, FEED), held), SPACE)
    answering.ask(Request(EVERYTHING, 2 * SLICE_VALUES))
    given, steps = 0, []
    while answering.is_busy:
        given += sum(map(len, answering.step()))
        steps.append(answering.finished)
    assert (given, steps) == (len(held), [False, True])


def test_whoever_has_a_few_and_lacks_all_the_others_pays_for_none_of_them() -> None:
    """Long comments are asked for two hundred at a time."""
    held = numbered(0, 20_000)
    answering = Answering(MemoryValues(Ledger(SPACE, FEED), held), SPACE)
    known, allowance = make_filter(held[:1], *dimensions(1), 7), Allowance()
    given, limit = held[:1], 209
    while len(given) < len(held):
        answering.ask(Sync(known, limit, Bounds(given[-1] + b"\0")))
        while answering.is_busy:
            given += [value for piece in answering.step() for value in piece]
            assert allowance.covers(answering.looked_at, len(held), NOON)
    assert given == held


def test_where_hardly_anything_lacks_the_looks_become_longer() -> None:
    held = numbered(0, 20_000)
    answering = Answering(MemoryValues(Ledger(SPACE, FEED), held), SPACE)
    answering.ask(Sync(make_filter(held[:-1], *dimensions(len(held)), 7), 209))
    looks, given = [], []
    while answering.is_busy:
        given += answering.step()
        looks.append(answering.looked_at)
    assert given == [(held[-1],)]
    assert len(looks) == 8
    assert max(looks) == SLICE_VALUES


def test_what_only_we_have_is_given_in_slices_and_looked_at_but_once() -> None:
    """Whoever reads the cells gives; both look once more when all of it was said."""
    common, size = numbered(0, 200), 1_000
    mine, theirs = numbered(10_000, 1_300, size), numbered(30_000, 1_300)
    one, other = raw_peer("ann", common + mine), raw_peer("ben", common + theirs, person=2)
    stage = met(one, other)
    assert one.held == other.held == {*common, *mine, *theirs}
    lengths = [length for length, _ in stage.sent]
    assert max(lengths) < WANTED_SLICE * (size + 20)
    assert sum(lengths) < sum(map(len, mine + theirs)) + 300_000  # the cells, once, and wants
    assert {charge for length, charge in stage.sent if length > 50_000} == {Charge.NONE}


def test_what_is_asked_while_much_is_given_is_answered_in_its_turn() -> None:
    """And what nobody asked for is no answer, and ends with no Done."""
    held = numbered(0, 3 * WANTED_SLICE)
    answering = Answering(MemoryValues(Ledger(SPACE, FEED), held), SPACE)
    ids = MemoryValues(Ledger(SPACE, FEED), held).ids(SPACE)
    answering.give(tuple(ids[at : at + 16] for at in range(0, len(ids), 16)))
    answering.ask(Request(EVERYTHING, 1))
    said = []
    while answering.is_busy:
        given = sum(map(len, answering.step()))
        said.append((given, answering.gave, answering.finished))
    parts = [(WANTED_SLICE, last, False) for last in (False, False, True)]
    assert said == [*parts, (1, False, True)]


def test_filters_that_we_make_for_our_questions_are_no_fault_of_who_answers() -> None:
    values = numbered(0, 2 * RUN_VALUES + 1)
    scripted = Scripted(ann(*values, policy=Raw())).opens().shakes(extensions=(EXTENSION_RECON,))
    scripted.hears()
    machine = scripted.end.machine
    scripted.says(encode_recon(ByFilters()))
    charges, syncs = [machine.charge], 0
    while any(isinstance(one, packets.Sync) for one in scripted.hears()):
        syncs += 1
        scripted.says(encode_recon(Done()))
        charges.append(machine.charge)
    assert syncs == 2 * 3  # two rounds of three parts
    assert set(charges[:-1]) == {Charge.NONE}


def test_who_has_us_make_filters_over_and_over_pays_for_it() -> None:
    values = numbered(0, 16_000)
    scripted = Scripted(ann(*values, policy=Raw()), dials=True).opens()
    scripted.shakes(extensions=(EXTENSION_RECON,))
    machine = scripted.end.machine
    charges = []
    for number in range(12):
        scripted.gives(b"%08d is new" % number)  # so that asking is worth while
        scripted.says(encode_recon(Summary(1, number)))
        while any(isinstance(one, packets.Sync) for one in scripted.hears()):
            scripted.says(encode_recon(Done()))
            charges.append(machine.charge)
    assert charges[0] is Charge.NONE
    assert charges[-2] is Charge.FULL
