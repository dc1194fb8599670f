"""``kill -9`` of the real program at any moment: nothing that it acknowledged is ever lost.

The row is reliability.md's 3.3 (kill -9 anywhere) and 5 (D1).
"""

from __future__ import annotations

import asyncio
import random

import pytest

from engine.model.ids import SpaceId
from tests.durability.killing import Victim
from tests.e2e.conftest import MakePerson

pytestmark = pytest.mark.slow

BATCHES = 4
VICTIMS = 2  # at the same time: one for each core
KILLS_OF_A_VICTIM = 14


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_program_killed_at_any_moment_loses_nothing_that_it_acknowledged(
    person: MakePerson, batch: int
) -> None:
    victims = []
    for number in range(VICTIMS):
        one = person(f"victim{number}")
        space = SpaceId(bytes.fromhex(one.settle()))
        victims.append(Victim(one, space, random.Random(f"kills {batch} {number}")))

    async def suffer() -> None:
        await asyncio.gather(*(victim.suffer(KILLS_OF_A_VICTIM) for victim in victims))

    asyncio.run(suffer())
    for victim in victims:
        assert victim.troubles == []
        assert victim.kills == KILLS_OF_A_VICTIM
        assert len(victim.acknowledged) > KILLS_OF_A_VICTIM, "it was in use"
