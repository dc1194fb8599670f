"""What a crowd says of itself is so: who was there, and that nobody fell."""

from __future__ import annotations

import asyncio
import socket

import pytest

from engine.model.ids import PublicKey
from tests.load.attackers import Orders, Tally, live
from tests.load.attacks import ATTACKS
from tests.load.crowd import crowd
from tests.load.line import Foothold, Target
from tests.load.port_attacks import PORT_ATTACKS
from tests.load.visitors import VISITORS

HOST = "127.1.0.1"
FOOTHOLD = Foothold(PublicKey(bytes(32)), (), bytes(64))
EVERYBODY = [
    (f"127.1.2.{number}", name)
    for number, name in enumerate((*ATTACKS, *PORT_ATTACKS, *VISITORS), start=1)
]
NEED_NO_ANSWER = {"drips_a_greeting", "drips_a_handshake", "says_nothing"}


async def _who_was_there(door: socket.socket) -> set[str]:
    """Once each has knocked. Whoever needs no answer has begun by then."""
    port: int = door.getsockname()[1]
    orders, tally = Orders(Target(HOST, port, port, FOOTHOLD), EVERYBODY), Tally(EVERYBODY)
    everybody = [asyncio.create_task(live(orders, one, tally)) for one in EVERYBODY]
    await tally.all_have_tried.wait()
    for one in everybody:
        one.cancel()
    return {name for name, count in tally.there.items() if count}


def test_where_nobody_listens_nobody_was_there() -> None:
    with socket.socket() as nobody:
        nobody.bind((HOST, 0))
        assert asyncio.run(_who_was_there(nobody)) == set()


def test_where_nobody_answers_only_those_were_there_who_need_no_answer() -> None:
    with socket.create_server((HOST, 0)) as mute:
        assert asyncio.run(_who_was_there(mute)) == NEED_NO_ANSWER


def test_what_befalls_an_attacker_that_nobody_foresaw_is_not_kept_quiet() -> None:
    async def play() -> None:
        async with crowd(Target(HOST, 1, 1, FOOTHOLD), {"does_what_nobody_wrote": 1}):
            pass

    with pytest.raises(RuntimeError, match="ended by itself"):
        asyncio.run(play())
