"""``python -m tests.load.attackers``: a crowd of attackers in one process, each from its own host.

Its first line of input says whom to attack, and how (``Orders``). It tells ``{"attacking": n}``
once one of every name was there, let in as far as what it came for, and all have tried; at the end
of its input how often those of a name were. Some of a crowd may be no more than slow
(``visitors``). What befalls one that nobody foresaw ends all of them, and the program with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, TypeVar

from engine.model.ids import PublicKey
from engine.protocols.peerlinks.messages import decode_link, encode_link
from tests.load.attacks import ATTACKS
from tests.load.line import Foothold, Line, PortLine, Target
from tests.load.port_attacks import PORT_ATTACKS
from tests.load.visitors import VISITORS

L = TypeVar("L", bound=Line)

AT_THE_BARE_PORT = {**ATTACKS, **VISITORS}
AT_ONCE_SECONDS = 0.02  # after which who was thrown out comes again
NICENESS = 10  # in truth they compute on machines of their own
TRYING_SECONDS_MAX = 2.0  # for one connection: a full house does not answer


@dataclass(frozen=True, slots=True)
class Orders:
    """``attackers``: the host each comes from, and the name of what it does."""

    target: Target
    attackers: Sequence[tuple[str, str]]
    again_seconds: float = AT_ONCE_SECONDS

    def encode(self) -> str:
        """One line."""
        foothold = self.target.foothold
        return json.dumps(
            {
                "host": self.target.host,
                "port": self.target.port,
                "home_port": self.target.home_port,
                "channel": foothold.channel_public_key.hex(),
                "secret": foothold.secret_key.hex(),
                "chain": [encode_link(link).hex() for link in foothold.chain],
                "attackers": list(self.attackers),
                "again_seconds": self.again_seconds,
            }
        )

    @classmethod
    def decode(cls, line: str) -> Orders:
        """What ``encode`` made."""
        told: Mapping[str, Any] = json.loads(line)  # our own
        foothold = Foothold(
            PublicKey(bytes.fromhex(told["channel"])),
            tuple(decode_link(bytes.fromhex(link)) for link in told["chain"]),
            bytes.fromhex(told["secret"]),
        )
        attackers = [(host, name) for host, name in told["attackers"]]
        target = Target(told["host"], told["port"], told["home_port"], foothold)
        return cls(target, attackers, told["again_seconds"])


class Tally:
    """Who tried, by host, and how often those of a name were there."""

    def __init__(self, attackers: Sequence[tuple[str, str]]) -> None:
        """``attackers``: the host and the name of each."""
        self.there = Counter({name: 0 for _, name in attackers})
        self.all_have_tried = asyncio.Event()
        self._have_not = {host for host, _ in attackers}
        self._first = {name: asyncio.Event() for name in self.there}

    def tries(self, host: str) -> None:
        """Whether or not anybody opens."""
        self._have_not.discard(host)
        if not self._have_not:
            self.all_have_tried.set()

    def is_there(self, name: str) -> None:
        """It was let in as far as what it came for."""
        self.there[name] += 1
        self._first[name].set()

    async def first(self, name: str) -> None:
        """Until one of that name was there."""
        await self._first[name].wait()


async def _attack(orders: Orders) -> None:
    tally = Tally(orders.attackers)
    end_of_input = await _input()
    async with asyncio.TaskGroup() as group:
        crowd: list[asyncio.Task[None]] = []
        for one in _one_of_each_first(orders.attackers):
            crowd.append(group.create_task(live(orders, one, tally)))
            if len(crowd) <= len(tally.there):
                await tally.first(one[1])
        await tally.all_have_tried.wait()
        _tell({"attacking": len(crowd)})
        await end_of_input.read()
        for task in crowd:
            task.cancel()
    _tell({"connections": dict(tally.there)})


def _one_of_each_first(attackers: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """A crowd gets in its own way: of all at once, those of some names might never be there."""
    firsts = {name: (host, name) for host, name in reversed(attackers)}
    firsts = {name: firsts[name] for _, name in attackers}
    return [*firsts.values(), *(one for one in attackers if one not in firsts.values())]


async def live(orders: Orders, one: tuple[str, str], tally: Tally) -> None:
    """One attacker, again and again. That it is refused or thrown out is foreseen, nothing else."""
    host, name = one
    dice = Random(host)  # attackers that do the same each time
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            if name in AT_THE_BARE_PORT:
                await _meet(Line, AT_THE_BARE_PORT[name], orders.target, one, dice, tally)
            else:
                await _meet(PortLine, PORT_ATTACKS[name], orders.target, one, dice, tally)
        await asyncio.sleep(orders.again_seconds)


async def _meet(
    kind: type[L],
    attack: Callable[[L], Awaitable[None]],
    target: Target,
    one: tuple[str, str],
    dice: Random,
    tally: Tally,
) -> None:
    host, name = one
    try:
        async with asyncio.timeout(TRYING_SECONDS_MAX):
            line = await kind.connected(target, host, dice)
    finally:
        tally.tries(host)
    line.begins = partial(tally.is_there, name)
    try:
        await attack(line)
    finally:
        line.close()


async def _input() -> asyncio.StreamReader:
    """Read without a thread: one that waits for input could not be ended."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    return reader


def _tell(news: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(news) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    os.nice(NICENESS)
    asyncio.run(_attack(Orders.decode(sys.stdin.readline())))
