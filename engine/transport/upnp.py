"""The router before us, asked by UPnP for a port: what runs around ``gateway``'s machine.

Nothing is sent before ``forward``. Then: datagrams to the local network's UPnP address, and HTTP to
the hosts of that network that answer (``router_sockets``).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Sequence
from ipaddress import IPv4Address
from typing import assert_never

from engine.crypto.entropy import Entropy
from engine.model.address import Address
from engine.model.peers import PortMappingView
from engine.transport.behind_router import inside_of
from engine.transport.gateway.effects import (
    Ask,
    Effect,
    Hush,
    Inside,
    Search,
    Tell,
    WakeAt,
)
from engine.transport.gateway.lease import Lease
from engine.transport.gateway.search import SEARCH_ADDRESS
from engine.transport.router_sockets import Ear, asked, listening

ANSWER_SECONDS_MAX = 5.0  # ours: for one request, from its connection to its last byte
GIVING_BACK_SECONDS_MAX = 2.0  # ours: the program's end waits no longer for a router

Told = Callable[[PortMappingView], None]


class UpnpGateway:
    """Implements ``Gateway``. To be used on one running event loop; ``close`` takes all back."""

    def __init__(
        self,
        inside: Callable[[Address], Inside] | None = None,
        search_address: Address = SEARCH_ADDRESS,
        entropy: Entropy = os.urandom,
    ) -> None:
        """``inside``: how our own address is found (None: as ``inside_of`` does)."""
        self._inside = inside or inside_of
        self._search_address = search_address
        self._entropy = entropy
        self._course: _Course | None = None
        self._endings: set[asyncio.Task[None]] = set()

    # ---- Gateway --------------------------------------------------------------------------------

    def forward(self, bound: Address, told: Told) -> None:
        """See ``Gateway``."""
        self.withdraw()
        course = _Course(bound, told, self._inside, self._search_address, self._entropy)
        self._course = course
        if self._endings:  # else what is given back last would be what was just asked for
            course.start(_after(tuple(self._endings), course))
        else:
            course.wake()

    def look_again(self) -> None:
        """See ``Gateway``."""
        if self._course is not None and not self._endings:
            self._course.wake()

    def withdraw(self) -> None:
        """See ``Gateway``. What is given back is so in its own time."""
        course, self._course = self._course, None
        if course is not None:
            course.hold_tongue()
            ending = asyncio.get_running_loop().create_task(course.end())
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)

    async def close(self) -> None:
        """Gives the port back, if there is one, and is silent from then on."""
        self.withdraw()
        await asyncio.gather(*self._endings, return_exceptions=True)


async def _after(endings: Sequence[asyncio.Task[None]], course: _Course) -> None:
    await asyncio.wait(endings)
    course.wake()


class _Course:
    """One port that is asked for, from its beginning to its end."""

    def __init__(
        self,
        bound: Address,
        told: Told,
        inside: Callable[[Address], Inside],
        search_address: Address,
        entropy: Entropy,
    ) -> None:
        self._bound = bound
        self._told = told
        self._inside = inside
        self._search_address = search_address
        self._lease = Lease(bound.port, entropy)
        self._timer: asyncio.TimerHandle | None = None
        self._ear: Ear | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_over = False

    def start(self, work: Coroutine[object, object, None]) -> None:
        """Runs ``work``, until the end at the latest."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def wake(self) -> None:
        """It is time, or something around us has changed."""
        if not self._is_over:
            self._do(self._lease.wake(_now(), self._inside(self._bound)))

    def hold_tongue(self) -> None:
        """From now on nothing is told, and nothing more is asked than to take the port back."""
        self._is_over = True
        if self._timer is not None:
            self._timer.cancel()

    async def end(self) -> None:
        """Gives the port back, after ``hold_tongue``. Waits for that, but never long."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._hush()
        asks = [effect for effect in self._lease.end() if isinstance(effect, Ask)]
        await asyncio.gather(*(asked(ask, GIVING_BACK_SECONDS_MAX) for ask in asks))

    def _do(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Search():
                    self.start(self._search(effect))
                case Hush():
                    self._hush()
                case Ask():
                    self.start(self._ask(effect))
                case WakeAt(at):
                    self._wake_at(at)
                case Tell(view):
                    self._told(view)
                case _:
                    assert_never(effect)

    def _wake_at(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_at(at, self.wake)

    async def _ask(self, wish: Ask) -> None:
        outcome = await asked(wish, ANSWER_SECONDS_MAX)
        if not self._is_over:
            self._do(self._lease.answered(outcome, _now()))

    async def _search(self, wish: Search) -> None:
        if self._ear is None:
            ear = await listening(wish.source, self._heard)
            if ear is None:  # the search then hears nobody, which is what will be told
                return
            self._hush()  # two at once would be one too many
            self._ear = ear
        for datagram in wish.datagrams:
            self._ear.send(datagram, self._search_address)

    def _heard(self, datagram: bytes, source: IPv4Address) -> None:
        if not self._is_over:
            self._do(self._lease.found(datagram, source, _now()))

    def _hush(self) -> None:
        if self._ear is not None:
            self._ear.close()
            self._ear = None


def _now() -> float:
    return asyncio.get_running_loop().time()
