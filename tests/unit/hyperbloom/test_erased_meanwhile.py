"""A set that is erased while a peer speaks of it: whatever is told first, the talk ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.protocols.contract import Close, Ending
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.limits import IDLE_SECONDS
from engine.protocols.hyperbloom.records import LedgerForgotten, Taken, ValuesStored
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import NOON, SPACE
from tests.unit.hyperbloom.home import Home

OTHERS = [ValuesStored(SPACE, (Taken(b"of another peer"),), NOON)]


def speaking_with(home: Home) -> Scripted:
    peer = ann()
    peer.around = replace(peer.around, records=home.sets)
    return Scripted(peer).opens()


def erase(home: Home) -> None:
    """By a command of our user, of which nobody has told the conversation yet."""
    home.database.begin()
    home.sets.apply(LedgerForgotten(SPACE))
    home.spaces.forget(SPACE)
    home.database.commit()
    home.sets._ledgers.look_anew()


def told(scripted: Scripted, what: str) -> None:
    machine, now = scripted.end.machine, NOON + IDLE_SECONDS
    ways: dict[str, Callable[[], None]] = {
        "a question": lambda: scripted.says(packets.Request(packets.Bounds(), 1)),
        "values": lambda: scripted.gives(b"a value"),
        "the time": lambda: scripted.stage.do(scripted.end, machine.wake(now)),
        "a wish for news": lambda: scripted.stage.do(scripted.end, machine.reconcile(now)),
        "others' values": lambda: scripted.stage.do(scripted.end, machine.notice(OTHERS, now)),
    }
    ways[what]()


@pytest.mark.parametrize(
    "what", ["a question", "values", "the time", "a wish for news", "others' values"]
)
def test_whatever_is_told_after_the_erasing_ends_the_talk(what: str) -> None:
    home = Home(1)
    scripted = speaking_with(home).shakes()
    assert scripted.end.close is None
    erase(home)
    told(scripted, what)
    assert scripted.end.close == Close(Ending.CLOSED_BY_US)


def test_a_greeting_that_comes_after_the_erasing_is_the_end() -> None:
    home = Home(1)
    scripted = speaking_with(home)
    erase(home)
    scripted.shakes()
    assert scripted.end.close == Close(Ending.CLOSED_BY_US)
