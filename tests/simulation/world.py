"""Computers, the network between them, the laws over them. Names no protocol.

A world is a function of its seed: nothing in it is drawn, timed or ordered by anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.errors import FaultReason
from engine.model.events import Event, FaultRaised, PeerGone, PeerViolated
from engine.model.ids import PeerId
from engine.protocols.contract import Ending
from tests.simulation.agenda import Agenda
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer, Program
from tests.simulation.disk import Disk, MemoryDisk
from tests.simulation.network import Network
from tests.simulation.seeds import Seed
from tests.simulation.trace import Trace

LOOK_SECONDS = 30.0
CLOSER_LOOK_EVERY = 4  # turns: what is held only while something is under way is seen in between


class Law(Protocol):
    """Something that always holds."""

    def told(self, computer: Computer, event: Event) -> None:
        """An engine said so."""

    def started(self, computer: Computer) -> None:
        """It lives anew, from what its disk held."""

    def look(self) -> None:
        """Time has passed. Raises LawBroken."""

    def at_rest(self) -> None:
        """All faults are over for long. Raises LawBroken."""


class World:
    """``liars`` are the names of computers to which the laws do not apply."""

    def __init__(self, seed: Seed, make_disk: Callable[[str], Disk] | None = None) -> None:
        self.seed = seed
        self.agenda = Agenda()
        self.trace = Trace()
        self.network = Network(self.agenda, seed / "network", self._watch_send, self._watch_arrival)
        self.computers: dict[str, Computer] = {}
        self.liars: set[str] = set()  # for membership only
        self.closer_looks: list[Callable[[Computer], None]] = []
        self.laws: list[Law] = [EnginesAreSound(self), ConductIsJust(self)]
        self.counts: dict[str, int] = {}
        self.sends: dict[str, int] = {}
        self.bytes_sent: dict[str, int] = {}
        self._advances = 0
        self._make_disk = make_disk or (lambda _name: MemoryDisk())

    @property
    def honest(self) -> list[Computer]:
        """Those whose program is as we ship it."""
        return [one for one in self.computers.values() if one.name not in self.liars]

    def add(self, name: str, program: Program, *, lies: bool = False) -> Computer:
        """A computer, not started."""
        computer = Computer(
            name,
            self.seed / name,
            self.agenda,
            self.network,
            self._make_disk(name),
            program,
            self.trace,
            self,
        )
        self.computers[name] = computer
        if lies:
            self.liars.add(name)
        return computer

    def run(self, seconds: float) -> None:
        """Time passes; the laws are looked at again and again. Raises LawBroken."""
        end = self.agenda.now + seconds
        while self.agenda.now < end:
            self.agenda.run_until(min(end, self.agenda.now + LOOK_SECONDS))
            for law in self.laws:
                law.look()

    def skip(self, seconds: float) -> None:
        """Everybody's computer sleeps for so long, and wakes."""
        self.trace.note(self.agenda.now, "world", "skip")
        self.agenda.skipped += seconds
        for computer in self.computers.values():
            if computer.is_on:
                computer.attend()

    def demand_rest(self) -> None:
        """All faults were over for long: what must hold then? Raises LawBroken."""
        for law in self.laws:
            law.at_rest()

    def count(self, what: str, number: int = 1) -> None:
        """For the report of how much was tried."""
        self.counts[what] = self.counts.get(what, 0) + number

    # ---- Watcher --------------------------------------------------------------------------------

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Watcher``."""
        if computer.name not in self.liars:
            for law in self.laws:
                law.told(computer, event)

    def started(self, computer: Computer) -> None:
        """See ``Watcher``."""
        if computer.name not in self.liars:
            for law in self.laws:
                law.started(computer)

    def advanced(self, computer: Computer) -> None:
        """See ``Watcher``."""
        self._advances += 1
        if computer.name not in self.liars and self._advances % CLOSER_LOOK_EVERY == 0:
            for look in self.closer_looks:
                look(computer)

    def _watch_send(self, host: str, data: bytes) -> None:
        computer = self.computers.get(host)
        if computer is not None and computer.is_on:
            computer.leaves("send")
        self.sends[host] = self.sends.get(host, 0) + 1
        self.bytes_sent[host] = self.bytes_sent.get(host, 0) + len(data)
        self.trace.note(self.agenda.now, host, "send", data)

    def _watch_arrival(self, host: str, data: bytes) -> None:
        self.trace.note(self.agenda.now, host, "receive", data)


class EnginesAreSound:
    """No engine fails but where its disk is full; no honest peer breaks a rule to another."""

    def __init__(self, world: World) -> None:
        self._world = world

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""
        match event:
            case FaultRaised(reason, detail):
                self._world.count("faults")
                if reason is FaultReason.BUG or not computer.is_full:
                    raise LawBroken("engines do not fail", f"{computer.name}: {reason} {detail}")
            case PeerViolated(_, address, rule, section):
                self._world.count("violations")
                if self._world.network.name_of(address.host) not in self._world.liars:
                    told = f"{computer.name} of {address.host}: {rule} ({section})"
                    raise LawBroken("honest peers break no rule to each other", told)
            case _:
                pass

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""


class ConductIsJust:
    """Nobody sends an honest peer away for its conduct, or remembers that it has misbehaved."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._honest_ids: dict[PeerId, str] = {}
        world.closer_looks.append(self._demand)

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""
        match event:
            case PeerGone(_, address, Ending.TOO_MANY | Ending.VIOLATION as reason, _):
                self._demand_guilty(computer, address.host, f"sent away: {reason}")
            case _:
                pass

    def started(self, computer: Computer) -> None:
        """See ``Law``."""
        assert computer.parts is not None
        self._honest_ids[computer.parts.peer_id] = computer.name

    def look(self) -> None:
        """See ``Law``."""
        for computer in self._world.honest:
            self._demand(computer)

    def at_rest(self) -> None:
        """See ``Law``."""
        self.look()

    def _demand(self, computer: Computer) -> None:
        if computer.node is None:
            return
        for offender in computer.node._peers.conduct._scores:
            host = offender if isinstance(offender, str) else self._honest_ids.get(offender)
            if host is not None:
                self._demand_guilty(computer, host, "held to have misbehaved")

    def _demand_guilty(self, computer: Computer, host: str, told: str) -> None:
        if self._world.network.name_of(host) not in self._world.liars:
            detail = f"{host} by {computer.name}: {told}"
            raise LawBroken("honest peers are not sent away", detail)
