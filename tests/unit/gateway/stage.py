"""A lease, a clock that is set by hand, and routers that answer at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from engine.crypto.entropy import SeededEntropy
from engine.model.address import Address
from engine.model.peers import PortMappingState, PortMappingTrouble, PortMappingView
from engine.transport.gateway.effects import (
    Ask,
    Effect,
    Hush,
    Inside,
    Search,
    Tell,
    WakeAt,
)
from engine.transport.gateway.exchange import Answer
from engine.transport.gateway.lease import LEASE_SECONDS, SEARCH_SECONDS, Lease
from tests.fake_router import INSIDE, OUTSIDE, FakeRouter, Passed

PORT = 4_711
ASKING = PortMappingView(PortMappingState.ASKING)
HELD = PortMappingView(PortMappingState.HELD, Address(OUTSIDE, PORT))
OURS = Passed(str(INSIDE.ip), PORT, LEASE_SECONDS)


class Stage:
    """``told``: what the person is; ``wakes``: the time the lease wants to be woken at."""

    def __init__(self, *routers: FakeRouter, port: int = PORT) -> None:
        self.routers = routers
        self.lease = Lease(port, SeededEntropy(b"stage"))
        self.inside: Inside = INSIDE
        self.now = 100.0
        self.told: list[PortMappingView] = []
        self.wakes: float | None = None
        self.hears = False
        self.searches: list[float] = []

    @property
    def view(self) -> PortMappingView:
        """What the person was told last."""
        return self.told[-1]

    @property
    def states(self) -> Sequence[PortMappingState]:
        """All that they were told, by the state alone."""
        return [view.state for view in self.told]

    def begin(self) -> None:
        """The person wants it."""
        self.play(self.lease.wake(self.now, self.inside))

    def wait(self, seconds: float) -> None:
        """So much time passes."""
        until = self.now + seconds
        while self.wakes is not None and self.wakes <= until:
            self.now, self.wakes = max(self.now, self.wakes), None
            self.play(self.lease.wake(self.now, self.inside))
        self.now = until

    def end(self) -> None:
        """The person wants it no more."""
        self.play(self.lease.end())

    def play(self, effects: Sequence[Effect]) -> None:
        """Does them, and all that follows."""
        waiting = deque(effects)
        while waiting:
            match waiting.popleft():
                case Search(source, _):
                    assert isinstance(self.inside, type(INSIDE))
                    assert source == self.inside.ip
                    self.hears = True
                    self.searches.append(self.now)
                    waiting.extend(self._found())
                case Hush():
                    self.hears = False
                case Ask() as ask:
                    waiting.extend(self.lease.answered(self._answer(ask), self.now))
                case WakeAt(at):
                    self.wakes = at
                case Tell(view):
                    self.told.append(view)

    def _found(self) -> Sequence[Effect]:
        effects: list[Effect] = []
        for router in self.routers:
            if (datagram := router.search()) is not None:
                effects += self.lease.found(datagram, router.host, self.now)
        return effects

    def _answer(self, ask: Ask) -> Answer | PortMappingTrouble:
        (router,) = (one for one in self.routers if one.host == ask.place.host)
        answer = router.answer(ask.request)
        return PortMappingTrouble.SILENT if answer is None else answer


def failed(trouble: PortMappingTrouble) -> PortMappingView:
    """No router passes anything on."""
    return PortMappingView(PortMappingState.FAILED, trouble=trouble)


def on(*routers: FakeRouter, seconds: float = SEARCH_SECONDS) -> Stage:
    """A lease that was wanted, and so much time."""
    stage = Stage(*routers)
    stage.begin()
    stage.wait(seconds)
    return stage
