"""The turn: inputs in, one transaction, and only then what they lead to out. The whole runtime.

Nothing that was decided in a turn leaves before the commit that stores it: no byte, no event, no
answer. Where something of our own fails, the turn is undone and every conversation that took part
is dropped, because its memory is ahead of the disk; peers reconnect and ask again. What fails after
the commit undoes nothing: who took part is dropped all the same, the rest goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, assert_never

from engine.errors import Fault, FaultReason, Refused
from engine.model.commands import Command
from engine.model.events import Event, FaultRaised
from engine.model.ids import ConnectionId, ProtocolName
from engine.protocols.contract import (
    Answer,
    Close,
    Effect,
    Emit,
    Ending,
    Performer,
    Ready,
    Record,
    Send,
    Store,
    WakeAt,
    WireProtocol,
)
from engine.runtime.clock import Clock
from engine.runtime.surroundings import Reply, Storage
from engine.runtime.turns import journal
from engine.runtime.turns.conversations import NOTICES_MAX, Conversation
from engine.runtime.turns.inbox import Farewell, Input, Wish
from engine.runtime.turns.work import Work

SLICE_SECONDS_MAX = 0.002  # architecture, 5: then the loop gets a chance
SLICE_INPUTS_MAX = 64  # architecture, 5
BATCH_RECORDS_MAX = 128  # architecture, 5: as many as a peer sends in one answer to a request
BATCH_SECONDS_MAX = (
    0.05  # architecture, 5: nobody notices that a received post shows this much later
)
RETRY_SECONDS = 60.0  # ours: a protocol's own deadline that ended in a fault comes again


class Owner(Protocol):
    """Who is told what happens to conversations. The node."""

    def closing(self, conversation: Conversation, close: Close) -> None:
        """It is to be ended; all it had to send was handed to its link."""

    def ready(self, conversation: Conversation, ready: Ready) -> None:
        """The peer has said who it is."""

    def committed(self) -> None:
        """A turn is stored; what it leads to follows."""

    def undone(self) -> None:
        """A turn is rolled back."""

    def took_part(self, conversation: Conversation) -> None:
        """A turn in which it took part is committed."""

    def emit(self, event: Event) -> None:
        """A fact to be told."""


@dataclass(slots=True)
class _Held:
    """What a turn leads to once it is committed."""

    sends: list[tuple[ConnectionId, bytes]] = field(default_factory=list)
    moves: list[tuple[Conversation, Close | Ready]] = field(default_factory=list)
    wakes: list[tuple[ConnectionId | ProtocolName, float]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    answers: list[tuple[Reply, object]] = field(default_factory=list)
    stored: list[Record] = field(default_factory=list)
    # dicts for their order
    conversations: dict[Conversation, None] = field(default_factory=dict)
    protocols: dict[ProtocolName, None] = field(default_factory=dict)
    open_since: float | None = None
    wished: bool = False


class Turn:
    """Runs turns over the conversations and performers it is given. Knows no socket."""

    def __init__(
        self,
        work: Work,
        protocols: Mapping[ProtocolName, WireProtocol],
        performers: Sequence[Performer],
        storage: Storage,
        clock: Clock,
        owner: Owner,
    ) -> None:
        """``performers``: those that are no wire protocol. Each command belongs to just one."""
        self._inbox = work.inbox
        self._deadlines = work.deadlines
        self._conversations = work.conversations
        self._protocols = protocols
        self._storage = storage
        self._clock = clock
        self._owner = owner
        self._performers: dict[type[Command[object]], tuple[Performer, ProtocolName | None]] = {}
        for performer in performers:
            self._enlist(performer, None)
        for name, protocol in protocols.items():
            self._enlist(protocol, name)
        self._held = _Held()

    def _enlist(self, performer: Performer, protocol: ProtocolName | None) -> None:
        for kind in performer.performs:
            assert kind not in self._performers, f"two perform {kind.__name__}"
            self._performers[kind] = (performer, protocol)

    @property
    def pending(self) -> bool:
        """Whether ``advance`` has something to do now, deadlines apart."""
        return self._held.open_since is not None or bool(self._inbox)

    def performs(self, command: Command[object]) -> bool:
        """Whether anybody knows how."""
        return type(command) in self._performers

    def advance(self) -> None:
        """Takes up inputs for a short while; then commits and releases, if no batch goes on."""
        self._safely(self._take_a_slice, self._undo)

    def conclude(self) -> None:
        """Commits and releases what an open batch holds."""
        self._safely(self._commit_and_release, self._undo)

    def run_out(self) -> None:
        """Until nothing waits."""
        while self._held.open_since is not None or self._inbox:
            self.advance()

    def _take_a_slice(self) -> None:
        self._gather()
        if not self._may_stay_open():
            self._commit_and_release()

    def _safely(self, work: Callable[[], None], amend: Callable[[Fault], None]) -> None:
        try:
            work()
        except Fault as fault:
            journal.fault(fault)
            amend(fault)
        except Exception as error:  # noqa: BLE001 - one of its two places (style 1.11)
            journal.bug(error)
            amend(Fault(FaultReason.BUG, type(error).__name__))

    # ---- in -------------------------------------------------------------------------------------

    def _gather(self) -> None:
        started = self._clock.monotonic()
        for _ in range(SLICE_INPUTS_MAX):
            self._wake_due()
            taken = self._inbox.take()
            if taken is None:
                return
            self._take_up(taken)
            late = self._clock.monotonic() - started >= SLICE_SECONDS_MAX
            if late or len(self._held.stored) >= BATCH_RECORDS_MAX:
                return

    def _wake_due(self) -> None:
        while (owner := self._deadlines.due(self._clock.monotonic())) is not None:
            if isinstance(owner, ProtocolName):
                self._inbox.wake(owner)
            elif (conversation := self._conversations.get(owner)) is not None:
                conversation.woken = True
                self._inbox.ready(conversation)

    def _take_up(self, taken: Input) -> None:
        journal.input_taken(taken)
        now = self._clock.now()
        match taken:
            case Wish():
                self._perform(taken, now)
            case ProtocolName():
                self._held.protocols[taken] = None
                self._begin()
                self._hold(self._protocols[taken].wake(now), taken, now)
            case Conversation():
                self._held.conversations[taken] = None
                self._begin()
                self._hold(taken.step(now) or [], taken, now)
                self._inbox.ready(taken)
            case Farewell(conversation):
                self._part_with(conversation, now)
            case _:
                assert_never(taken)

    def _perform(self, wish: Wish, now: float) -> None:
        held = self._held
        performer, protocol = self._performers[type(wish.command)]
        answers_before = len(held.answers)
        held.answers.append((wish.reply, None))  # first, so that a fault finds it
        held.wished = True
        if protocol is not None:
            held.protocols[protocol] = None
        self._begin()
        try:
            effects = performer.perform(wish.command, now)
        except Refused as refused:
            held.answers[answers_before] = (wish.reply, refused)
            return
        answers = [effect.result for effect in effects if isinstance(effect, Answer)]
        assert len(answers) == 1, "a command has exactly one answer"
        held.answers[answers_before] = (wish.reply, answers[0])
        self._hold([effect for effect in effects if not isinstance(effect, Answer)], protocol, now)

    def _part_with(self, conversation: Conversation, now: float) -> None:
        # Without a transaction: where the disk fails too, the machine lets go of what it shares.
        effects = conversation.farewell(now)
        journal.effects_returned(effects)
        for effect in effects:
            if not isinstance(effect, Emit):
                continue
            if self._held.open_since is None:
                self._owner.emit(effect.event)
            else:
                self._held.events.append(effect.event)

    def _hold(
        self, effects: list[Effect], source: Conversation | ProtocolName | None, now: float
    ) -> None:
        """Applies what is to be stored and keeps the rest. ``source``: whose effects they are."""
        journal.effects_returned(effects)
        held = self._held
        conversation = source if isinstance(source, Conversation) else None
        for effect in effects:
            match effect:
                case Store(record):
                    self._storage.apply(record)
                    held.stored.append(record)
                case Emit(event):
                    held.events.append(event)
                case Send(data, to):
                    to = conversation.id if to is None and conversation else to
                    assert to is not None, "a Send that belongs to no connection"
                    held.sends.append((to, data))
                    if conversation is not None:
                        conversation.held_bytes += len(data)
                case WakeAt(deadline):
                    owner = conversation.id if conversation else source
                    assert isinstance(owner, int | ProtocolName), "a WakeAt that belongs to nobody"
                    held.wakes.append((owner, self._clock.monotonic() + deadline - now))
                case Close() | Ready():
                    assert conversation is not None, "only a connection can be ready or closed"
                    held.moves.append((conversation, effect))
                    # What the peer sent after that has no effect.
                    conversation.gone = conversation.gone or isinstance(effect, Close)
                case Answer():
                    raise AssertionError("an answer that nobody asked for")
                case _:
                    assert_never(effect)

    # ---- the transaction ------------------------------------------------------------------------

    def _begin(self) -> None:
        # After the input was taken out: if this fails, it is dropped like any other that failed.
        if self._held.open_since is None:
            self._held.open_since = self._clock.monotonic()
            self._storage.begin()

    def _may_stay_open(self) -> bool:
        held = self._held
        return (
            held.open_since is not None
            and 0 < len(held.stored) < BATCH_RECORDS_MAX
            and not held.wished
            and bool(self._inbox)
            and self._clock.monotonic() - held.open_since < BATCH_SECONDS_MAX
        )

    def _commit_and_release(self) -> None:
        held = self._held
        if held.open_since is None:
            return
        self._storage.commit()
        self._held = _Held()  # from here on there is nothing to undo
        for step in (
            self._send,
            self._end_and_greet,
            self._set_deadlines,
            self._go_on,
            self._give_notice,
            self._answer,
        ):
            self._safely(partial(step, held), partial(self._amend, held))

    def _amend(self, held: _Held, fault: Fault) -> None:
        """What was stored stays; who may have missed something of it begins anew."""
        self._owner.emit(FaultRaised(fault.reason, fault.detail))
        for conversation in held.conversations:
            close = partial(self._owner.closing, conversation, Close(Ending.FAULT))
            self._safely(close, lambda _: None)

    def _send(self, held: _Held) -> None:
        for connection, data in held.sends:
            if (conversation := self._conversations.get(connection)) is not None:
                conversation.link.send(data)

    def _end_and_greet(self, held: _Held) -> None:
        self._owner.committed()
        for conversation, move in held.moves:
            if self._conversations.get(conversation.id) is not None:
                self._move(conversation, move)

    def _set_deadlines(self, held: _Held) -> None:
        for owner, at in held.wakes:
            if isinstance(owner, ProtocolName) or self._conversations.get(owner) is not None:
                self._deadlines.set(owner, at)

    def _go_on(self, held: _Held) -> None:
        for conversation in held.conversations:
            conversation.held_bytes = 0
            self._inbox.ready(conversation)
            self._owner.took_part(conversation)
        for event in held.events:
            self._owner.emit(event)

    def _move(self, conversation: Conversation, move: Close | Ready) -> None:
        match move:
            case Close():
                self._owner.closing(conversation, move)
            case Ready():
                self._owner.ready(conversation, move)
            case _:
                assert_never(move)

    def _answer(self, held: _Held) -> None:
        for reply, result in held.answers:
            if isinstance(result, Refused):
                reply.fail(result)
            else:
                reply.answer(result)

    def _give_notice(self, held: _Held) -> None:
        by_protocol: dict[ProtocolName, list[Record]] = {}
        for record in held.stored:
            by_protocol.setdefault(record.protocol, []).append(record)
        for conversation in self._conversations:
            records = by_protocol.get(conversation.protocol)
            if records is None:
                continue
            conversation.notices.extend(records)
            if len(conversation.notices) > NOTICES_MAX:
                conversation.notices.clear()
                self._owner.closing(conversation, Close(Ending.TOO_SLOW))
            self._inbox.ready(conversation)

    def _undo(self, fault: Fault) -> None:
        """As if the turn had not been, but for the conversations, which end, and the commands."""
        held, self._held = self._held, _Held()
        if held.open_since is not None:
            try:
                self._storage.rollback()
            except Fault as another:
                journal.fault(another)
        self._owner.undone()
        retry_at = self._clock.monotonic() + RETRY_SECONDS
        for protocol in held.protocols:
            waits_until = self._deadlines.of(protocol)
            self._deadlines.set(protocol, min(retry_at, waits_until or retry_at))
        for conversation in held.conversations:
            if self._conversations.get(conversation.id) is not None:
                self._owner.closing(conversation, Close(Ending.FAULT))
        self._owner.emit(FaultRaised(fault.reason, fault.detail))
        for reply, _ in held.answers:
            reply.fail(fault)
