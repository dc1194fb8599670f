"""A large Data is taken a slice at a time, between which the program may do something else."""

from __future__ import annotations

import pytest

from engine.crypto import ed25519
from engine.protocols.contract import Close, Effect, Store
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange import talk
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.limits import TAKEN_SLICE
from engine.protocols.hyperbloom.records import ValuesStored
from engine.protocols.hyperbloom.trust.signed import values_hash
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, chain_of

VALUES = [f"value {number:06}".encode() for number in range(2 * TAKEN_SLICE + 1)]


def stored(effects: list[Effect]) -> int:
    records = [one.record for one in effects if isinstance(one, Store)]
    return sum(len(one.values) for one in records if isinstance(one, ValuesStored))


def data(scripted: Scripted, values: list[bytes]) -> bytes:
    signature = ed25519.sign(values_hash(FEED, values), KEYS[2].secret_key)
    return scripted.outgoing.say(packets.Data(tuple(values), signature))


@pytest.mark.parametrize(
    ("count", "steps"),
    [
        (TAKEN_SLICE, [TAKEN_SLICE]),
        (TAKEN_SLICE + 1, [TAKEN_SLICE, 1]),
        (2 * TAKEN_SLICE + 1, [TAKEN_SLICE, TAKEN_SLICE, 1]),
    ],
)
def test_each_step_takes_a_slice(count: int, steps: list[int]) -> None:
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    done = []
    for effects in scripted.end.machine.receive(data(scripted, VALUES[:count]), NOON):
        done.append(stored(effects))
        scripted.stage.do(scripted.end, effects)
    assert done == steps
    assert scripted.end.peer.held == set(VALUES[:count])


def test_one_of_a_great_many_values_is_read_and_admitted_in_steps_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(talk, "ADMITTED_AT_ONCE", TAKEN_SLICE)
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    said = data(scripted, VALUES)
    done = [stored(effects) for effects in scripted.end.machine.receive(said, NOON)]
    assert done == [0, 0, TAKEN_SLICE, TAKEN_SLICE, 1]


def test_one_that_is_not_signed_ends_with_its_admission(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "ADMITTED_AT_ONCE", TAKEN_SLICE)
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    said = scripted.said_as_data(*VALUES, signer=3)
    assert [stored(effects) for effects in scripted.end.machine.receive(said, NOON)] == [0, 0]
    scripted.gives(VALUES[0])
    assert scripted.end.peer.held == {VALUES[0]}


def test_what_follows_waits_and_is_heard() -> None:
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    request = packets.Request(packets.Bounds(b"value 000000", b"value 000001"), 1)
    scripted.hears()
    scripted.raw(data(scripted, VALUES) + scripted.outgoing.say(request))
    said = [one for one in scripted.hears() if isinstance(one, packets.Data)]
    assert [one.values for one in said] == [(VALUES[0],)]


def test_an_answer_is_complete_with_its_last_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Data in answer to a page is one answer, in however many steps it is taken."""
    monkeypatch.setattr(talk, "TAKEN_SLICE", 20)
    scripted = Scripted(ann(policy=Raw()), dials=True).opens().shakes()
    asked = [one for one in scripted.hears() if isinstance(one, packets.Request)]
    assert len(asked) == 1
    assert asked[0].limit > 50
    scripted.gives(*VALUES[:50])
    fences = [one for one in scripted.hears() if isinstance(one, packets.Request)]
    assert [one.limit for one in fences] == [1]


def test_a_chain_that_ends_between_two_slices_ends_the_taking() -> None:
    scripted = Scripted(ann(policy=Raw())).opens().shakes(chain_of(2, until=NOON + 60))
    steps = scripted.end.machine.receive(data(scripted, VALUES), NOON + 59)
    scripted.stage.do(scripted.end, next(steps))
    scripted.stage.do(scripted.end, scripted.end.machine.wake(NOON + 61))
    assert list(steps) == []
    assert isinstance(scripted.end.close, Close)
    assert len(scripted.end.peer.held) == TAKEN_SLICE
