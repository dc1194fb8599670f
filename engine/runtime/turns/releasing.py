"""What a turn leads to once it is committed: bytes, ends, deadlines, events, notices, answers.

There is nothing to undo any more. Where a step fails, who took part is dropped, since it may have
missed something, and the other steps follow all the same.
"""

from __future__ import annotations

from functools import partial
from typing import Protocol, assert_never

from engine.errors import Fault, Refused
from engine.model.events import Event, FaultRaised
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import (
    Answer,
    Close,
    Dial,
    Ending,
    Errand,
    Nudge,
    Ready,
    Record,
    Whereabouts,
)
from engine.runtime.turns.conversations import NOTICES_MAX, Conversation
from engine.runtime.turns.errands import Errands
from engine.runtime.turns.guarded import guarded
from engine.runtime.turns.held import Held, Move
from engine.runtime.turns.work import Work


class Owner(Protocol):
    """Who is told what happens to conversations. The node."""

    def closing(self, conversation: Conversation, close: Close) -> None:
        """It is to be ended; all it had to send was handed to its link."""

    def ready(self, conversation: Conversation, ready: Ready) -> None:
        """The peer has said who it is."""

    def dial(self, conversation: Conversation, dial: Dial) -> None:
        """It wants a further connection to its peer."""

    def told(self, conversation: Conversation, whereabouts: Whereabouts) -> None:
        """Its peer says where it can be dialled."""

    def committed(self) -> None:
        """A turn is stored; what it leads to follows."""

    def undone(self) -> None:
        """A turn is rolled back."""

    def took_part(self, conversation: Conversation) -> None:
        """A turn in which it took part is committed."""

    def emit(self, event: Event) -> None:
        """A fact to be told."""


class Releasing:
    """Carries out what a committed turn holds, in the order in which it is let go."""

    __slots__ = ("_conversations", "_deadlines", "_errands", "_inbox", "_owner")

    def __init__(self, work: Work, owner: Owner, errands: Errands) -> None:
        self._inbox = work.inbox
        self._deadlines = work.deadlines
        self._conversations = work.conversations
        self._owner = owner
        self._errands = errands

    def release(self, held: Held) -> None:
        """All of it. Never raises."""
        amend = partial(self._amend, held)
        for step, is_due in (
            (self._send, held.sends),
            (self._end_and_greet, True),
            (self._set_deadlines, held.wakes),
            (self._go_on, True),
            (self._give_notice, held.stored),
            (self._answer, held.answers),
        ):
            if is_due:
                guarded(partial(step, held), amend)

    def _send(self, held: Held) -> None:
        for connection, data in held.sends:
            if (conversation := self._conversations.get(connection)) is not None:
                conversation.link.send(data)

    def _end_and_greet(self, held: Held) -> None:
        self._owner.committed()
        for conversation, move in held.moves:
            if self._conversations.get(conversation.id) is not None:
                self._move(conversation, move)

    def _move(self, conversation: Conversation, move: Move) -> None:
        match move:
            case Close():
                self._owner.closing(conversation, move)
            case Ready():
                self._owner.ready(conversation, move)
            case Dial():
                self._owner.dial(conversation, move)
            case Nudge(connection):
                self._nudge(connection)
            case Whereabouts():
                self._owner.told(conversation, move)
            case _:
                assert_never(move)

    def _nudge(self, connection: ConnectionId) -> None:
        if (meant := self._conversations.get(connection)) is not None:
            meant.asked_to_reconcile = True
            self._inbox.ready(meant)

    def _set_deadlines(self, held: Held) -> None:
        for owner, at in held.wakes:
            if isinstance(owner, ProtocolName) or self._conversations.get(owner) is not None:
                self._deadlines.set(owner, at)

    def _go_on(self, held: Held) -> None:
        for conversation in held.conversations:
            conversation.held_bytes = 0
            self._inbox.ready(conversation)
            self._owner.took_part(conversation)
        for event in held.events:
            self._owner.emit(event)

    def _give_notice(self, held: Held) -> None:
        by_protocol: dict[ProtocolName, list[Record]] = {}
        for record in held.stored:
            by_protocol.setdefault(record.protocol, []).append(record)
        if not by_protocol:
            return
        for conversation in self._conversations:
            records = [
                record
                for protocol in (conversation.protocol, *conversation.hears)
                for record in by_protocol.get(protocol, ())
            ]
            if not records:
                continue
            conversation.notices.extend(records)
            if len(conversation.notices) > NOTICES_MAX:
                conversation.notices.clear()
                self._owner.closing(conversation, Close(Ending.TOO_SLOW))
            self._inbox.ready(conversation)

    def _answer(self, held: Held) -> None:
        for asked, outcome in held.answers:
            match outcome:
                case Refused():
                    asked.reply.fail(outcome)
                case Answer(result):
                    asked.reply.answer(result)
                case Errand():
                    self._errands.send(asked, outcome)
                case None:
                    raise AssertionError("a command that came to nothing was committed")
                case _:
                    assert_never(outcome)

    def _amend(self, held: Held, fault: Fault) -> None:
        """What was stored stays; who may have missed something of it begins anew."""
        self._owner.emit(FaultRaised(fault.reason, fault.detail))
        for conversation in held.conversations:
            close = partial(self._owner.closing, conversation, Close(Ending.FAULT))
            guarded(close, lambda _: None)
