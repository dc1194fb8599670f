"""What the turns work on: the conversations, what waits for a turn, and who waits until when."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.model.ids import ConnectionId, ProtocolName
from engine.runtime.turns.conversations import Conversation, Conversations
from engine.runtime.turns.deadlines import Deadlines
from engine.runtime.turns.inbox import Inbox


@dataclass(frozen=True, slots=True)
class Work:
    """One a node. A protocol's name stands for that protocol's own deadline."""

    inbox: Inbox
    conversations: Conversations = field(default_factory=Conversations)
    deadlines: Deadlines[ConnectionId | ProtocolName] = field(default_factory=Deadlines)
    rests: Deadlines[Conversation] = field(default_factory=Deadlines)  # of those that cost too much

    def ask_for_news(self) -> None:
        """Every peer that has greeted is asked to reconcile."""
        for conversation in self.conversations:
            if conversation.peer_id is not None:
                conversation.asked_to_reconcile = True
                self.inbox.ready(conversation)
