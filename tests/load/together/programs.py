"""A serving process, and its engine through the control socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from app.control.client import RemoteEngine, connect
from engine.model.address import Address
from engine.model.commands import CreateIdentity
from engine.model.ids import ProtocolName
from engine.model.peer_commands import AddPeer
from tests.e2e.processes import Person, Serve, end_what_is_left
from tests.load.pace import DEADLINE_SECONDS

NETWORK = "127.2.0"
LOOK_SECONDS = 0.5  # between two looks at what no event tells, such as files on the disk


@dataclass(slots=True, eq=False)
class Program:
    """Somebody's, as long as it runs."""

    person: Person
    serving: Serve
    engine: RemoteEngine
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)
    _heard: int = 0

    @property
    def name(self) -> str:
        """The person's."""
        return self.person.name

    async def dials(self, other: Program) -> None:
        """From now on."""
        address = Address(other.person.host, other.person.port)
        await self.engine.perform(AddPeer(ProtocolName.TIDINGS, address, remember=False))

    async def until(self, holds: Callable[[], Awaitable[bool]]) -> None:
        """Looks at once, and whenever the program has told something. Raises TimeoutError."""
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                heard = self._heard
                if await holds():
                    return
                if self._heard == heard:
                    waiting = asyncio.get_running_loop().create_future()
                    self._waiting.append(waiting)
                    await asyncio.wait([waiting], timeout=LOOK_SECONDS)

    def hear(self, _: object) -> None:
        """Something was told."""
        self._heard += 1
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)


@asynccontextmanager
async def programs(folder: Path, names: Sequence[str]) -> AsyncIterator[list[Program]]:
    """One for each name, in ``folder``, with an identity of that name. They end well, or raise."""
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    people = [
        Person(name, folder / name, runtime, f"{NETWORK}.{number}")
        for number, name in enumerate(names, 1)
    ]
    async with AsyncExitStack() as stack:
        stack.callback(end_what_is_left, people)
        serving = await asyncio.gather(*(asyncio.to_thread(one.serve) for one in people))
        stack.push_async_callback(_stop, serving)
        running: list[Program] = []
        for person, served in zip(people, serving, strict=True):
            engine = await connect(person.paths.socket)
            assert engine is not None
            stack.push_async_callback(engine.close)
            program = Program(person, served, engine)
            engine.subscribe(program.hear)
            await engine.perform(CreateIdentity(person.name))
            running.append(program)
        yield running


async def _stop(serving: Sequence[Serve]) -> None:
    await asyncio.gather(*(asyncio.to_thread(one.stop) for one in serving))
