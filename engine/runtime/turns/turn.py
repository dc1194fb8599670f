"""The turn: inputs in, one transaction, and only then (``releasing``) what they lead to out.

Nothing that was decided in a turn leaves before the commit that stores it: no byte, no event, no
answer. Where something of our own fails, the turn is undone and every conversation that took part
is dropped, because its memory is ahead of the disk; peers reconnect and ask again. What fails after
the commit undoes nothing: who took part is dropped all the same, the rest goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import assert_never

from engine.errors import Fault, Refused
from engine.model.commands import Command
from engine.model.events import FaultRaised
from engine.model.ids import ProtocolName
from engine.protocols.contract import (
    Answer,
    Charge,
    Close,
    Dial,
    Effect,
    Emit,
    Ending,
    Errand,
    Nudge,
    Performer,
    Ready,
    Send,
    Store,
    WakeAt,
    Whereabouts,
)
from engine.runtime.outfit import Outfit
from engine.runtime.surroundings import Reply, Worker
from engine.runtime.turns import journal
from engine.runtime.turns.conversations import Conversation
from engine.runtime.turns.effort import SEND_SECONDS
from engine.runtime.turns.errands import Errands
from engine.runtime.turns.guarded import guarded
from engine.runtime.turns.held import Held
from engine.runtime.turns.inbox import Asked, Farewell, Input, Wish
from engine.runtime.turns.performers import Performers
from engine.runtime.turns.releasing import Owner, Releasing
from engine.runtime.turns.work import Work

SLICE_SECONDS_MAX = 0.002  # architecture, 5: then the loop gets a chance
SLICE_INPUTS_MAX = 64  # architecture, 5
# ours (architecture, 5 has 128): measured, a commit costs each record a quarter less than with 128;
# the time below is what holds up other work, and a slow computer's batches end by that.
BATCH_RECORDS_MAX = 256
BATCH_SECONDS_MAX = 0.05  # architecture, 5: nobody notices that a received post shows so much later
RETRY_SECONDS = 60.0  # ours: a protocol's own deadline that ended in a fault comes again


class Turn:
    """Runs turns over the conversations and performers it is given. Knows no socket."""

    def __init__(
        self,
        outfit: Outfit,
        work: Work,
        peers: Performer,
        owner: Owner,
        attention: Callable[[], None] = lambda: None,
    ) -> None:
        """``peers`` performs beside those of the outfit (``Performers``).

        ``attention`` is called when something came back that was done outside the turns.
        """
        self._inbox = work.inbox
        self._deadlines = work.deadlines
        self._conversations = work.conversations
        self._rests = work.rests
        self._protocols = outfit.protocols
        self._storage = outfit.storage
        self._clock = outfit.clock
        self._owner = owner
        alone = [(performer, None) for performer in (peers, *outfit.performers)]
        speaking = [(protocol, name) for name, protocol in outfit.protocols.items()]
        self._performers = Performers((*alone, *speaking), outfit.keeper)
        self._held = Held()
        self._errands = Errands(work.inbox, attention)
        self._releasing = Releasing(work, owner, self._errands)

    @property
    def pending(self) -> bool:
        """Whether ``advance`` has something to do now, deadlines apart."""
        return self._held.open_since is not None or bool(self._inbox)

    def perform(self, command: Command[object], reply: Reply) -> bool:
        """With a later turn. False: nobody knows how."""
        if (known := self._performers.of(command)) is None:
            return False
        performer, protocol = known
        asked = Asked(command, reply, protocol)
        self._inbox.wish(Wish(asked, partial(performer.perform, command)))
        return True

    def employ(self, worker: Worker) -> None:
        """Who does errands from now on; without one they are done within the turns."""
        self._errands.worker = worker

    def advance(self) -> None:
        """Takes up inputs for a short while; then commits and releases, if no batch goes on."""
        guarded(self._take_a_slice, self._undo)

    def conclude(self) -> None:
        """Commits and releases what an open batch holds."""
        guarded(self._commit_and_release, self._undo)

    def run_out(self) -> None:
        """Until nothing waits. What was still being done outside the turns is done in them."""
        self._errands.call_in()
        while self._held.open_since is not None or self._inbox:
            self.advance()

    def _take_a_slice(self) -> None:
        self._gather()
        if not self._may_stay_open():
            self._commit_and_release()

    # ---- in -------------------------------------------------------------------------------------

    def _gather(self) -> None:
        started = self._clock.monotonic()
        for _ in range(SLICE_INPUTS_MAX):
            self._wake_due()
            taken = self._inbox.take()
            if taken is None:
                return
            began = self._clock.worked()
            self._take_up(taken)
            self._inbox.spent(taken, self._clock.worked() - began)
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
                self._step(taken, now)
            case Farewell(conversation):
                self._part_with(conversation, now)
            case _:
                assert_never(taken)

    def _step(self, conversation: Conversation, now: float) -> None:
        held, began = self._held, self._clock.worked()
        sends, stored = len(held.sends), len(held.stored)
        self._hold(conversation.step(now) or [], conversation, now)
        seconds = self._clock.worked() - began + (len(held.sends) - sends) * SEND_SECONDS
        monotonic = self._clock.monotonic()
        conversation.effort.spend(seconds, monotonic)
        ours = conversation.told_of_ours
        match Charge.NONE if ours else conversation.machine.charge:
            case Charge.NONE:
                pass
            case Charge.IF_IN_VAIN:
                in_vain = len(held.stored) == stored
                conversation.effort.weigh(seconds, monotonic, in_vain=in_vain)
            case Charge.FULL:
                rests_until = conversation.effort.charge(seconds, monotonic)
                if rests_until is not None:
                    conversation.rest()
                    self._rests.set(conversation, rests_until)
            case _ as unknown:
                assert_never(unknown)

    def _perform(self, wish: Wish, now: float) -> None:
        held, asked = self._held, wish.asked
        number = len(held.answers)
        held.answers.append((asked, None))  # first, so that a fault finds it
        held.wished = True
        if asked.protocol is not None:
            held.protocols[asked.protocol] = None
        self._begin()
        try:
            effects = wish.step(now)
        except Refused as refused:
            held.answers[number] = (asked, refused)
            return
        outcomes = [effect for effect in effects if isinstance(effect, Answer | Errand)]
        assert len(outcomes) == 1, "a command has exactly one answer"
        held.answers[number] = (asked, outcomes[0])
        rest = [effect for effect in effects if not isinstance(effect, Answer | Errand)]
        self._hold(rest, asked.protocol, now)

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
        self, effects: Sequence[Effect], source: Conversation | ProtocolName | None, now: float
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
                case Close() | Ready() | Dial() | Nudge() | Whereabouts():
                    assert conversation is not None, "only a connection can be ready or closed"
                    held.moves.append((conversation, effect))
                    # What the peer sent after that has no effect.
                    conversation.gone = conversation.gone or isinstance(effect, Close)
                case Answer() | Errand():
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
        self._held = Held()  # from here on there is nothing to undo
        held.events.extend(self._storage.told())
        self._releasing.release(held)

    def _undo(self, fault: Fault) -> None:
        """As if the turn had not been, but for the conversations, which end, and the commands."""
        held, self._held = self._held, Held()
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
        for asked, _ in held.answers:
            asked.reply.fail(fault)
