"""What a turn has decided and not yet let go: it leaves once the turn is committed, or never."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import Refused
from engine.model.events import Event
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import Answer, Close, Dial, Errand, Nudge, Ready, Record, Whereabouts
from engine.runtime.turns.conversations import Conversation
from engine.runtime.turns.inbox import Asked

Outcome = Answer | Errand | Refused | None
"""How a command stands; None: not known yet."""


Move = Close | Ready | Dial | Nudge | Whereabouts
"""What happens to a conversation, or because of it, outside the database."""


@dataclass(slots=True)
class Held:
    """One turn's. ``answers`` begins with whom to tell where the turn comes to nothing."""

    sends: list[tuple[ConnectionId, bytes]] = field(default_factory=list)
    moves: list[tuple[Conversation, Move]] = field(default_factory=list)
    wakes: list[tuple[ConnectionId | ProtocolName, float]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    answers: list[tuple[Asked, Outcome]] = field(default_factory=list)
    stored: list[Record] = field(default_factory=list)
    # dicts for their order
    conversations: dict[Conversation, None] = field(default_factory=dict)
    protocols: dict[ProtocolName, None] = field(default_factory=dict)
    open_since: float | None = None
    wished: bool = False
