"""What waits for a turn: farewells first; then commands, protocols and conversations alternate.

Of conversations those that were given least of our time come first (``Waiting``); inputs would be
no measure, for one page of a peer that leads us nowhere takes as long as a hundred packets of
others. Those that have lately cost us much (``Effort.is_costly``) wait apart: while others wait,
all of them together get an eighth of the time, and those of them that cost it for nothing an eighth
of what one has that reads a long channel.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from engine.model.commands import Command
from engine.model.ids import ProtocolName
from engine.protocols.contract import Effect
from engine.runtime.surroundings import Reply
from engine.runtime.turns.conversations import Conversation
from engine.runtime.turns.waiting import Waiting

COSTLY_SHARE = 1 / 8  # ours: of our time, even while others wait
FOR_NOTHING_PRICE = 8.0  # ours: of a second among the costly, where nobody needed it
OTHERS_DUE_SECONDS_MAX = 0.5  # ours: what the costly have had beyond it is forgotten
INPUT_SECONDS_MIN = 1e-4  # ours: no input is free, whatever the clock says


@dataclass(frozen=True, slots=True)
class Asked:
    """A command of our own user, and where its result goes. ``protocol``: whose business it is."""

    command: Command[object]
    reply: Reply
    protocol: ProtocolName | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """A command that is to be performed, or to go on; ``step`` does it, and may refuse."""

    asked: Asked
    step: Callable[[float], list[Effect]]


@dataclass(frozen=True, slots=True)
class Farewell:
    """A conversation that is over; its machine has to be told."""

    conversation: Conversation


Input = Farewell | Wish | ProtocolName | Conversation
"""A protocol's name stands for its own deadline, a conversation for what it is to be told next."""


class Inbox:
    """Fair: no kind is ever left waiting for good, nor is any of its kind."""

    __slots__ = (
        "_conversations",
        "_costly",
        "_farewells",
        "_is_costly_turn",
        "_monotonic",
        "_others_due",
        "_protocols",
        "_queued",
        "_queues",
        "_wishes",
    )

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """``monotonic``: the steady clock."""
        self._monotonic = monotonic
        self._farewells: deque[Input] = deque()
        self._wishes: deque[Input] = deque()
        self._protocols: deque[Input] = deque()
        self._conversations = Waiting()
        self._costly = Waiting()
        self._is_costly_turn = False  # whether the input that was taken last was of one of them
        self._others_due = 0.0  # seconds that the others may work before the costly are next
        self._queued: set[Conversation] = set()  # for membership only
        self._queues: deque[deque[Input] | Waiting] = deque(
            (self._wishes, self._protocols, self._conversations)
        )

    def __bool__(self) -> bool:
        return bool(self._farewells) or any(self._queues) or bool(self._costly)

    def wish(self, wish: Wish) -> None:
        """To be performed."""
        self._wishes.append(wish)

    def wake(self, protocol: ProtocolName) -> None:
        """Its own deadline has come."""
        if protocol not in self._protocols:
            self._protocols.append(protocol)

    def farewell(self, conversation: Conversation) -> None:
        """It is over."""
        self._farewells.append(Farewell(conversation))
        self._conversations.forget(conversation)
        self._costly.forget(conversation)

    def ready(self, conversation: Conversation) -> None:
        """It may have something to do; nothing happens if it has not."""
        if conversation not in self._queued and conversation.runnable:
            self._queued.add(conversation)
            conversation.effort.forget(self._monotonic())
            queue = self._costly if conversation.effort.is_costly else self._conversations
            queue.put(conversation)

    def take(self) -> Input | None:
        """The next input; ``spent`` is to be told of it."""
        if self._farewells:
            self._is_costly_turn = False
            return self._farewells.popleft()
        if self._others_due > 0.0:
            return self._next_of_others() or self._next_costly()
        return self._next_costly() or self._next_of_others()

    def spent(self, taken: Input, seconds: float) -> None:
        """So long the input took that was taken last. A conversation may have more to do."""
        seconds = max(seconds, INPUT_SECONDS_MIN)
        if isinstance(taken, Conversation):
            queue = self._costly if self._is_costly_turn else self._conversations
            price = FOR_NOTHING_PRICE if taken.effort.is_for_nothing else 1.0
            queue.spent(taken, seconds * price)
            self.ready(taken)
        if self._is_costly_turn:
            due = self._others_due + seconds * (1.0 / COSTLY_SHARE - 1.0)
            self._others_due = min(OTHERS_DUE_SECONDS_MAX, due)
        else:
            self._others_due = max(0.0, self._others_due - seconds)

    def _next_of_others(self) -> Input | None:
        self._is_costly_turn = False
        for _ in range(len(self._queues)):
            queue = self._queues[0]
            self._queues.rotate(-1)
            if (taken := self._next_of(queue)) is not None:
                return taken
        return None

    def _next_costly(self) -> Input | None:
        taken = self._next_of(self._costly)
        self._is_costly_turn = taken is not None
        return taken

    def _next_of(self, queue: deque[Input] | Waiting) -> Input | None:
        if not isinstance(queue, Waiting):
            return queue.popleft() if queue else None
        while queue:
            taken = queue.take()
            self._queued.discard(taken)
            if taken.runnable:  # it may have been closed or congested in the meantime
                return taken
        return None
