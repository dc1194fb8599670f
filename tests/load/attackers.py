"""``python -m tests.load.attackers``: a crowd of attackers in one process, each from its own host.

Its first line of input says whom to attack, and how (``Orders``). It tells ``{"attacking": n}``
once each of them has tried at least once, and at the end of its input what they did. Some of a
crowd may be no more than slow (``visitors``).
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
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


async def _attack(orders: Orders) -> None:
    tried: Counter[str] = Counter()
    all_have_tried = asyncio.Event()

    def note(host: str) -> None:
        tried[host] += 1
        if len(tried) == len(orders.attackers):
            all_have_tried.set()

    loop = asyncio.get_running_loop()
    end_of_input = loop.run_in_executor(None, sys.stdin.read)
    crowd = [loop.create_task(_live(orders, host, name, note)) for host, name in orders.attackers]
    await all_have_tried.wait()
    _tell({"attacking": len(crowd)})
    await end_of_input
    for one in crowd:
        one.cancel()
    await asyncio.wait(crowd)
    lives: Counter[str] = Counter()
    for host, name in orders.attackers:
        lives[name] += tried[host]
    _tell({"connections": dict(lives)})


async def _live(orders: Orders, host: str, name: str, note: Callable[[str], None]) -> None:
    dice = Random(host)  # attackers that do the same each time
    while True:
        try:
            if name in AT_THE_BARE_PORT:
                await _meet(Line, AT_THE_BARE_PORT[name], orders.target, host, dice, note)
            else:
                await _meet(PortLine, PORT_ATTACKS[name], orders.target, host, dice, note)
        except (OSError, asyncio.IncompleteReadError):
            note(host)
        await asyncio.sleep(orders.again_seconds)


async def _meet(
    kind: type[L],
    attack: Callable[[L], Awaitable[None]],
    target: Target,
    host: str,
    dice: Random,
    note: Callable[[str], None],
) -> None:
    async with asyncio.timeout(TRYING_SECONDS_MAX):
        line = await kind.connected(target, host, dice)
    note(host)
    try:
        await attack(line)
    finally:
        line.close()


def _tell(news: Mapping[str, object]) -> None:
    sys.stdout.write(json.dumps(news) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    os.nice(NICENESS)
    asyncio.run(_attack(Orders.decode(sys.stdin.readline())))
