"""What our own user wants of peers: whom to dial, whom to forget, whom to refuse.

The book is written inside the turn that performs the command. What is in memory is put back as it
was where that turn is undone, and conversations are closed only once it is committed. What happens
to addresses afterwards is noted in the book as far as it is worth a write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import assert_never

from engine.errors import Fault, Refusal, Refused
from engine.model.address import Address
from engine.model.commands import Command
from engine.model.events import PeersChanged
from engine.model.ids import PeerId, ProtocolName
from engine.model.peer_commands import AddPeer, BanPeer, ForgetPeer, ReconcileNow
from engine.model.peers import PeerView
from engine.protocols.contract import Answer, Close, Effect, Emit, Ending, Role
from engine.runtime.outfit import Outfit
from engine.runtime.peers.conduct import Conduct
from engine.runtime.peers.dialling import Dialled, Dialling
from engine.runtime.peers.past import PastPeers
from engine.runtime.turns import journal
from engine.runtime.turns.conversations import Conversation
from engine.runtime.turns.work import Work
from engine.transport.origin import origin_of

TOLD_ADDRESSES_MAX = 256  # ours: of all peers
PAST_KEPT_SECONDS = 60.0  # ours: between two writes, however many come and go
TOLD_FAILURES_MAX = 20  # ours: in a row, within an hour or so; then it is not there any more


@dataclass(frozen=True, slots=True)
class _Before:
    """What was in memory before the first command of a turn."""

    bans: Mapping[Address | PeerId, float]
    dialled: tuple[Dialled, ...]
    past: tuple[PeerView, ...]


class Peers:
    """Performs the commands about peers and keeps their book."""

    def __init__(
        self,
        outfit: Outfit,
        work: Work,
        dialling: Dialling,
        close: Callable[[Conversation, Ending], None],
    ) -> None:
        """``close`` ends a conversation."""
        self._work = work
        self._dialling = dialling
        self._book = outfit.book
        self._clock = outfit.clock
        self._protocols = outfit.protocols
        self._close = close
        self._bans: dict[Address | PeerId, float] = {}
        self._before: _Before | None = None
        self._to_close: list[tuple[Conversation, Ending]] = []
        self.past = PastPeers()
        self._keep_past_at = -inf
        self._kept_past: tuple[PeerView, ...] = ()
        self.conduct = Conduct()

    @property
    def bans(self) -> Mapping[Address | PeerId, float]:
        """Whom our user does not want, oldest first, and since when."""
        return self._bans

    def load(self) -> None:
        """Reads the book: remembered addresses are due at once."""
        for one in self._book.known():
            if one.protocol in self._protocols:
                entry = self._dialling.add(one.protocol, one.address, self._clock.monotonic())
                entry.added = entry.remembered = True
                entry.peer_id, entry.last_error = one.peer_id, one.last_error
                entry.seen_at = one.last_seen_at
        self._bans.update(self._book.bans())
        self.past.restore(self._book.past())
        self._kept_past = tuple(self.past)

    def refuses(self, address: Address, role: Role, peer_id: PeerId | None = None) -> bool:
        """Whether our user wants neither that peer nor whoever comes from a banned host."""
        if peer_id is not None and peer_id in self._bans:
            return True
        if role is Role.DIALLER:
            return address in self._bans
        # Who dials us comes from any port.
        return any(isinstance(ban, Address) and ban.host == address.host for ban in self._bans)

    # ---- commands -------------------------------------------------------------------------------

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({AddPeer, ForgetPeer, BanPeer, ReconcileNow})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``. Refused for an unknown protocol or peer, or a port of 0."""
        if not isinstance(command, AddPeer | ForgetPeer | BanPeer | ReconcileNow):
            raise TypeError(command)
        if self._before is None:
            self._before = _Before(dict(self._bans), self._dialling.copied(), tuple(self.past))
        match command:
            case AddPeer(protocol, address, remember):
                self._add(protocol, address, remembered=remember)
            case ForgetPeer(address, peer_id):
                self._forget(_named(address, peer_id))
            case BanPeer(address, peer_id):
                self._ban(_named(address, peer_id), now)
            case ReconcileNow():
                self._dialling.hurry(self._clock.monotonic())
                self._work.ask_for_news()
            case _:
                assert_never(command)
        return [Emit(PeersChanged()), Answer(None)]

    def committed(self) -> None:
        """The turn is stored: closes the conversations that its commands end."""
        self._before = None
        to_close, self._to_close = self._to_close, []
        for conversation, ending in to_close:
            self._close(conversation, ending)

    def undone(self) -> None:
        """The turn is rolled back: nothing that its commands changed has changed."""
        self._to_close.clear()
        before, self._before = self._before, None
        if before is None:
            return
        self._bans.clear()
        self._bans.update(before.bans)
        self._dialling.restore(before.dialled)
        self.past.restore(before.past)

    def _add(self, protocol: ProtocolName, address: Address, *, remembered: bool) -> None:
        if protocol not in self._protocols:
            raise Refused(Refusal.PROTOCOL_UNKNOWN, protocol)
        if address.port == 0:
            raise Refused(Refusal.ADDRESS_INVALID, str(address))
        self._lift(address)  # the latest wish counts
        self.conduct.forgive(origin_of(address.host))
        if remembered:
            self._book.remember(protocol, address, self._clock.now())
        entry = self._dialling.add(protocol, address, self._clock.monotonic())
        entry.added = True
        entry.remembered = entry.remembered or remembered

    def _forget(self, named: list[Address | PeerId]) -> None:
        entries, conversations = self._meant(named)
        was_past = self.past.forget(named)
        if was_past:
            self._book.keep_past(tuple(self.past))
        known = was_past or bool(entries or conversations)
        for one in named:
            known = self._lift(one) or known
        if not known:
            raise Refused(Refusal.PEER_UNKNOWN, ", ".join(_written(one) for one in named))
        self._dismiss(entries, conversations, Ending.CLOSED_BY_US)

    def _ban(self, named: list[Address | PeerId], now: float) -> None:
        entries, conversations = self._meant(named)
        self._dismiss(entries, conversations, Ending.BANNED)
        for one in named:
            self._book.ban(one, now)
            self._bans.setdefault(one, now)

    def _meant(self, named: list[Address | PeerId]) -> tuple[list[Dialled], list[Conversation]]:
        entries = [e for e in self._dialling if e.address in named or e.peer_id in named]
        open_ones = [e.connection for e in entries if e.connection is not None]
        conversations = [
            c
            for c in self._work.conversations
            if c.address in named or c.peer_id in named or c.id in open_ones
        ]
        return entries, conversations

    def _dismiss(
        self, entries: list[Dialled], conversations: list[Conversation], ending: Ending
    ) -> None:
        for entry in entries:
            self._book.forget(entry.address)
            self._dialling.forget(entry)
        for conversation in conversations:
            self._to_close.append((conversation, ending))

    def _lift(self, named: Address | PeerId) -> bool:
        if self._bans.pop(named, None) is None:
            return False
        self._book.lift(named)
        return True

    # ---- what became of addresses ---------------------------------------------------------------

    def greeted(self, entry: Dialled, peer_id: PeerId) -> None:
        """That is who lives there. What our user gave is remembered from the first time on."""
        self._dialling.greeted(entry, peer_id)
        entry.seen_at = self._clock.now()
        if entry.added and not entry.remembered:
            self._note(lambda: self._remember(entry))
        if entry.remembered:
            self._note(
                lambda: self._book.note_seen(
                    entry.protocol, entry.address, peer_id, self._clock.now()
                )
            )

    def _remember(self, entry: Dialled) -> None:
        self._book.remember(entry.protocol, entry.address, self._clock.now())
        entry.remembered = True

    def told(self, protocol: ProtocolName, peer_id: PeerId, addresses: Sequence[Address]) -> None:
        """The peer says that it can be dialled there: tried as long as we run, once it is gone.

        Its last word counts. What others know of an address stays as it is.
        """
        for entry in self._dialling:
            if entry.told and entry.peer_id == peer_id and entry.address not in addresses:
                entry.told = False
                self._dialling.drop_unwanted(entry)
        room = TOLD_ADDRESSES_MAX - sum(entry.told for entry in self._dialling)
        for address in addresses[: max(0, room)]:
            if address in self._bans or self._dialling.get(protocol, address) is not None:
                continue
            entry = self._dialling.add(protocol, address, self._clock.monotonic())
            entry.told, entry.peer_id = True, peer_id

    def left(self, conversation: Conversation, close: Close) -> None:
        """It is over. Who came to us by themselves is remembered for a while."""
        self.past.add(conversation, close, self._clock.now())
        if self._clock.monotonic() >= self._keep_past_at:
            self.keep_past()

    def keep_past(self) -> None:
        """So that it is known after a restart."""
        if (past := tuple(self.past)) != self._kept_past:
            self._keep_past_at = self._clock.monotonic() + PAST_KEPT_SECONDS
            self._kept_past = past
            self._note(lambda: self._book.keep_past(past))

    def lost(self, entry: Dialled, error_before: str | None) -> None:
        """It could not be reached or was lost; noted if that is news. Unwanted ones are dropped."""
        error = entry.last_error
        if entry.remembered and error is not None and error != error_before:
            self._note(lambda: self._book.note_error(entry.protocol, entry.address, error))
        if entry.failures > TOLD_FAILURES_MAX:
            entry.told = False
        if entry.unwanted:
            self._dialling.forget(entry)

    def _note(self, write: Callable[[], None]) -> None:
        try:
            write()
        except Fault as fault:
            # Only a note; whoever has to store something will meet the fault, too.
            journal.fault(fault)


def _named(address: Address | None, peer_id: PeerId | None) -> list[Address | PeerId]:
    named: list[Address | PeerId] = []
    if address is not None:
        named.append(address)
    if peer_id is not None:
        named.append(peer_id)
    if not named:
        raise Refused(Refusal.PEER_UNKNOWN)
    return named


def _written(named: Address | PeerId) -> str:
    return str(named) if isinstance(named, Address) else named.hex()
