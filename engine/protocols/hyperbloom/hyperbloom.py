"""HyperBloom as the runtime sees it: connections for peers, and commands of our own user. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from engine.crypto.entropy import fraction
from engine.model.commands import Command
from engine.model.ids import ConnectionId, PeerId, ProtocolName, SpaceId
from engine.protocols.contract import Close, Connection, Effect, Ending, Role
from engine.protocols.hyperbloom.commands import Commenting
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.limits import LEDGERS_AT_ONCE
from engine.protocols.hyperbloom.reception import Reception
from engine.protocols.hyperbloom.records import Ledger
from engine.protocols.nothing import Nothing


class Hyperbloom:
    """Implements ``WireProtocol``."""

    __slots__ = ("_commenting", "_inside", "_surroundings")

    def __init__(self, surroundings: Surroundings, peer_id: PeerId, commenting: Commenting) -> None:
        """``surroundings``: of connections that are not inside the tidings port, which have an id
        of their own: nobody is recognised there. ``peer_id``: as the port has proven it.
        """
        self._surroundings = surroundings
        self._inside = replace(
            surroundings, own_id=peer_id, reads=True, is_crowded=self._is_crowded
        )
        self._commenting = commenting

    @property
    def name(self) -> ProtocolName:
        """See ``WireProtocol``."""
        return ProtocolName.HYPERBLOOM

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return self._commenting.performs

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        return self._commenting.perform(command, now)

    def connect(self, connection: ConnectionId, role: Role) -> Connection:  # noqa: ARG002
        """See ``WireProtocol``. An address does not tell which of several sets is kept there.

        Who may write in none has nothing to say to whoever is dialled.
        """
        talk = partial(self._talk_about, role)
        ledgers = self._ledgers()
        if role is Role.LISTENER:
            return Reception(talk)
        if not ledgers:
            return Nothing(Close(Ending.NO_COMMENTING))
        if len(ledgers) == 1:
            return _conversation(self._surroundings, ledgers[0], role)
        return Reception(talk, self._name_one)

    def _ledgers(self) -> Sequence[Ledger]:
        """Those that may be spoken of outside of the port, as they are now."""
        ledgers = self._surroundings.records.ledgers()
        return [one for one in ledgers if self._is_open(one, self._surroundings)]

    def _name_one(self, now: float) -> Connection | None:
        """By chance: whoever dials several addresses in turns would miss each of them for good.
        None: there is none any more.
        """
        ledgers = self._ledgers()
        if not ledgers:
            return None
        held = [one for one in ledgers if one.own is not None and one.own.chain.holds_at(now)]
        choice = held or ledgers
        ledger = choice[int(fraction(self._surroundings.entropy) * len(choice))]
        return _conversation(self._surroundings, ledger, Role.DIALLER)

    def connect_inside(
        self,
        connection: ConnectionId,  # noqa: ARG002 - conversations know nothing of each other
        role: Role,
        space: SpaceId | None,
    ) -> Connection:
        """Inside the tidings port: about that feed's set. Who may not write may read there.

        The feed may have been paused, left or forgotten since the line was asked for.
        """
        ledger = None if space is None else self._surroundings.records.ledger(space)
        if ledger is None or not self._is_open(ledger, self._inside):
            return Reception(lambda _name: None)
        return _conversation(self._inside, ledger, role)

    def wake(self, now: float) -> list[Effect]:  # noqa: ARG002
        """See ``WireProtocol``."""
        return []

    def _is_crowded(self) -> bool:
        ledgers = self._surroundings.records.ledgers()
        shared = (one for one in ledgers if self._is_open(one, self._inside))
        return next(islice(shared, LEDGERS_AT_ONCE, None), None) is not None

    def _talk_about(self, role: Role, name: bytes) -> Connection | None:
        ledger = self._surroundings.records.named(name)
        if ledger is None or not self._is_open(ledger, self._surroundings):
            return None
        return _conversation(self._surroundings, ledger, role)

    def _is_open(self, ledger: Ledger, around: Surroundings) -> bool:
        """Whether a conversation there may be about it, as they are now; every door asks. The feed
        is neither left nor paused, and we may write, or whoever may not is heard as a reader.
        """
        takes_part = around.reads or ledger.own is not None
        return takes_part and around.is_shared(ledger.space)


def _conversation(surroundings: Surroundings, ledger: Ledger, role: Role) -> Connection:
    # Filters need numpy, which is slow to load, and a single command meets nobody.
    from engine.protocols.hyperbloom.exchange.conversation import Conversation

    return Conversation(surroundings, ledger, role)
