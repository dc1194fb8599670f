"""A real ``tidings serve`` that is killed without a word, again and again, while it is used.

Whoever uses it writes down what was acknowledged; after each kill the profile is looked at from
outside, and the program started anew.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto

from app.control.client import RemoteEngine, connect
from engine.errors import Fault
from engine.model.commands import Post
from engine.model.ids import PostId, SpaceId
from engine.store.peerlinks import private_channels
from tests.durability.consistency import troubles_of
from tests.durability.recording import open_as_program
from tests.e2e.processes import Person, Serve

POSTERS = 3  # posts under way at the same time
STARTING_SECONDS = 0.9
POSTING_SECONDS = 0.12
ENDING_SECONDS = 0.04
LOOKED_AT_WHOLE_EVERY = 10  # kills; each time the acknowledged posts and the file are


class Moment(Enum):
    """When the program is killed."""

    STARTING = auto()
    POSTING = auto()
    ENDING = auto()


@dataclass(slots=True)
class Victim:
    """A person whose program is killed, and what it acknowledged so far."""

    person: Person
    space: SpaceId
    dice: random.Random
    serving: tuple[str, ...] = ()
    """What else its program is told, such as whom to dial."""
    acknowledged: set[PostId] = field(default_factory=set)
    kills: int = 0
    troubles: list[str] = field(default_factory=list)
    _texts: itertools.count[int] = field(default_factory=itertools.count)

    async def suffer(self, kills: int) -> None:
        """One kill after another. That it ended by itself before one could be is none."""
        while self.kills < kills:
            moment = self.dice.choices(list(Moment), [2, 6, 2])[0]
            if moment is Moment.STARTING:
                await self._killed_while_starting()
                self.kills += 1
            else:
                self.kills += await self._killed_in_use(moment)
            await asyncio.to_thread(self._look)

    async def _killed_while_starting(self) -> None:
        words = self.person.words("serve", "--no-discovery", *self.serving)
        serving = Serve(self.person, words)
        await asyncio.sleep(self.dice.uniform(0, STARTING_SECONDS))
        await asyncio.to_thread(serving.kill)

    async def _killed_in_use(self, moment: Moment) -> bool:
        """Whether it was; only of its own accord can it have ended before."""
        serving = await asyncio.to_thread(self.person.serve, *self.serving)
        engine = await connect(self.person.paths.socket)
        assert isinstance(engine, RemoteEngine)
        posters = [asyncio.create_task(self._post(engine)) for _ in range(POSTERS)]
        await asyncio.sleep(self.dice.uniform(0, POSTING_SECONDS))
        if moment is Moment.ENDING:
            os.kill(serving.pid, signal.SIGTERM)
            await asyncio.sleep(self.dice.uniform(0, ENDING_SECONDS))
        os.kill(serving.pid, signal.SIGKILL)  # not yet waited for, so the number is still its own
        status = await asyncio.to_thread(serving.wait)
        await asyncio.gather(*posters)
        await engine.close()
        assert status == -signal.SIGKILL or (moment is Moment.ENDING and status == 0)
        return status == -signal.SIGKILL

    async def _post(self, engine: RemoteEngine) -> None:
        """Until the engine is gone."""
        with suppress(Fault):
            while True:
                body = f'{{"text":"{next(self._texts)} {"word " * self.dice.choice([1, 5, 200])}"}}'
                self.acknowledged.add((await engine.perform(Post(self.space, body))).id)

    def _look(self) -> None:
        store = open_as_program(self.person.folder)
        try:
            wanted = sorted(self.acknowledged)
            known = private_channels.repository(store).known(self.space, wanted)
            if lost := self.acknowledged - known:
                self.troubles.append(f"kill {self.kills}: {len(lost)} posts lost")
            if store.database.value("PRAGMA quick_check") != "ok":
                self.troubles.append(f"kill {self.kills}: the file is damaged")
            if self.kills % LOOKED_AT_WHOLE_EVERY == 0:
                self.troubles += troubles_of(store)
        finally:
            store.close()
