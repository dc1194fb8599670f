"""Nothing grows without bound, and whoever has nothing to say is quiet. Names no protocol."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.model.events import Event
from engine.protocols.contract import Connection
from engine.runtime.turns.conversations import INPUT_BYTES_MAX, NOTICES_MAX
from engine.runtime.turns.outbox import EVENTS_MAX
from engine.transport.limits import Limits
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.network import PIECE_BYTES_MAX
from tests.simulation.world import World

CONVERSATIONS_MAX = Limits().incoming_max + Limits().outgoing_max
TALK_SECONDS = 600.0
SENDS_MAX = 2_500  # ours: three times what the busiest honest minutes of these worlds need
QUIET_BYTES_A_MINUTE = 4_096  # a stream: pings both ways, and a greeting now and then


class Measure:
    """What a protocol's machines hold, measured against its own limits. Raises LawBroken."""

    def __call__(self, machine: Connection, whose: str) -> None:
        """``whose``: for the message."""


@dataclass(slots=True)
class BuffersAreBounded:
    """Looked at again and again, in every honest engine, while it works and in between."""

    world: World
    measure: Measure = field(default_factory=Measure)

    def __post_init__(self) -> None:
        self.world.closer_looks.append(self._demand)

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""
        for computer in self.world.honest:
            self._demand(computer)

    def at_rest(self) -> None:
        """See ``Law``."""
        self.look()

    def _demand(self, computer: Computer) -> None:
        if computer.node is None:
            return
        conversations = computer.node._work.conversations
        _demand(computer, "conversations", len(conversations), CONVERSATIONS_MAX)
        _demand(computer, "events", len(computer.node.outbox), EVENTS_MAX)
        for one in conversations:
            _demand(computer, "input", one.input_bytes, INPUT_BYTES_MAX + PIECE_BYTES_MAX)
            _demand(computer, "notices", len(one.notices), NOTICES_MAX)
            self.measure(one.machine, computer.name)


def _demand(computer: Computer, what: str, size: int, size_max: int) -> None:
    if size > size_max:
        raise LawBroken("buffers are bounded", f"{computer.name}: {what}: {size}")


@dataclass(slots=True)
class TalkIsBounded:
    """Nobody can be driven to talk without end: what leaves in ten minutes has a limit."""

    world: World
    sends_max: int = SENDS_MAX
    _since: float = 0.0
    _before: dict[str, int] = field(default_factory=dict)

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""
        if self.world.agenda.now - self._since < TALK_SECONDS:
            return
        for computer in self.world.honest:
            sends = self.world.sends.get(computer.name, 0) - self._before.get(computer.name, 0)
            self.world.counts["most sends"] = max(self.world.counts.get("most sends", 0), sends)
            if sends > self.sends_max:
                raise LawBroken("talk is bounded", f"{computer.name}: {sends:,} in ten minutes")
        self._since, self._before = self.world.agenda.now, dict(self.world.sends)

    def at_rest(self) -> None:
        """See ``Law``."""


@dataclass(slots=True)
class QuietIsQuiet:
    """Once nobody says anything any more, nothing but signs of life is sent."""

    world: World

    def listen(self, seconds: float) -> None:
        """Lets so much time pass and counts. Raises LawBroken."""
        before = dict(self.world.bytes_sent)
        self.world.run(seconds)
        for computer in self.world.honest:
            sent = self.world.bytes_sent.get(computer.name, 0) - before.get(computer.name, 0)
            others = len(self.world.computers) - 1
            if sent > QUIET_BYTES_A_MINUTE * 2 * others * seconds / 60.0:
                raise LawBroken("quiet is quiet", f"{computer.name} sent {sent:,} bytes")
