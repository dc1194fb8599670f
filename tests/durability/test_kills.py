"""``kill -9`` of the real program at any moment: nothing that it acknowledged is ever lost.

The row is reliability.md's 3.3 (kill -9 anywhere) and 5 (D1).
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from engine.model.ids import PostId, SpaceId
from engine.store.peerlinks import private_channels
from tests.amounts import amount
from tests.durability.consistency import deliveries_of
from tests.durability.facts import Reached
from tests.durability.killing import Victim
from tests.durability.recording import open_as_program
from tests.e2e.conftest import MakePerson
from tests.e2e.meeting import meet

pytestmark = pytest.mark.slow

BATCHES = 4
VICTIMS = 2  # at the same time: one for each core
KILLS_OF_A_VICTIM = 11
KILLS_OF_A_MEETING = 12
FIRST_BATCH = amount("FIRST_BATCH_OF_KILLS", 0)  # each has delays of its own


@pytest.mark.parametrize("batch", range(FIRST_BATCH, FIRST_BATCH + BATCHES))
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


def test_a_program_killed_while_it_meets_a_friend_says_of_nobody_what_is_not_so(
    person: MakePerson, tmp_path: Path
) -> None:
    meeting = meet(person, tmp_path)
    meeting.ann_serving.stop()
    space = SpaceId(bytes.fromhex(meeting.space))
    dice = random.Random(f"kills over the port {FIRST_BATCH}")
    victim = Victim(meeting.ann, space, dice, ("--peer", meeting.ben.endpoint))
    asyncio.run(victim.suffer(KILLS_OF_A_MEETING))
    assert victim.troubles == []
    assert victim.kills == KILLS_OF_A_MEETING
    assert victim.acknowledged

    meeting.ann_serving = meeting.ann.serve(*victim.serving)
    ids = meeting.wait_until_equal()
    assert {post.hex() for post in victim.acknowledged} <= set(ids)
    meeting.stop()
    reached = _deliveries(meeting.ann.folder)
    held = _posts(meeting.ben.folder, space)
    assert reached, "the two have met in between"
    assert {one.post for one in reached} <= held
    assert {one.space for one in reached} == {space}


def test_there_are_a_hundred_kills() -> None:
    assert BATCHES * VICTIMS * KILLS_OF_A_VICTIM + KILLS_OF_A_MEETING >= 100


def _deliveries(folder: Path) -> list[Reached]:
    store = open_as_program(folder)
    try:
        return deliveries_of(store)
    finally:
        store.close()


def _posts(folder: Path, space: SpaceId) -> set[PostId]:
    store = open_as_program(folder)
    try:
        repository = private_channels.repository(store)
        everything = repository.page_from(space, (0, PostId(bytes(32))), 1 << 30)
        return {one.hash for one in everything}
    finally:
        store.close()
