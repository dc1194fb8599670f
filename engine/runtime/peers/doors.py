"""Our own ports, the router before them, and the local network's notice board: where others find us
and we find them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.crypto.blake2b import hash32
from engine.errors import Fault, Refusal, Refused
from engine.model.address import Address
from engine.model.events import Event, Listening, PeersChanged, PortMappingChanged
from engine.model.ids import PeerId
from engine.model.peer_commands import Listen, NameAddresses
from engine.model.peers import ListenerView, PortMappingView
from engine.runtime.outfit import Outfit
from engine.runtime.peers.dialling import Dialling
from engine.runtime.peers.forwarding import Forwarding
from engine.runtime.surroundings import Finder, Receiver, Reply
from engine.runtime.turns import journal

MARK_BYTES = 8  # protocols/tidings.md, 1
FOUND_ADDRESSES_MAX = 256  # ours: a local network's worth; further announcements are ignored
DISCOVERY_ABSENT = "not_available"


def mark_of(peer_id: PeerId) -> bytes:
    """How a peer is named on the notice board: 8 bytes that do not give its id away."""
    return hash32(peer_id)[:MARK_BYTES]


class Doors:
    """Opens ports, starts discovery, and takes what is found to the dialling."""

    def __init__(
        self,
        outfit: Outfit,
        dialling: Dialling,
        emit: Callable[[Event], None],
        reachable: Callable[[Sequence[Address]], None] = lambda _: None,
    ) -> None:
        """``reachable`` is told all addresses of such ports whenever they are others."""
        self._mark = mark_of(outfit.peer_id)
        self._home = outfit.home
        self._network = outfit.network
        self._discovery = outfit.discovery
        self._dialling = dialling
        self._emit = emit
        self._reachable = reachable
        self._forwarding = Forwarding(outfit.gateway, self._mapping_changed)
        self._listening: list[Listening] = []
        self._starting: list[Reply] = []
        self._is_wanted = False
        self.discovering = False
        self.discovery_error: str | None = None

    def views(self) -> tuple[ListenerView, ...]:
        """Our ports, in the order in which they were opened."""
        return tuple(self._view(listening) for listening in self._listening)

    @property
    def port_mapping(self) -> PortMappingView:
        """How it stands with the router."""
        return self._forwarding.view

    def listen(self, command: Listen, receiver: Receiver, reply: Reply) -> None:
        """Opens the port. A Fault says what is wrong with the port or the address."""

        def done(outcome: Address | Fault) -> None:
            if isinstance(outcome, Fault):
                journal.network(command.protocol, command.address, str(outcome))
                reply.fail(outcome)
                self._emit(PeersChanged())
                return
            listening = Listening(command.protocol, outcome)
            self._listening.append(listening)
            if command.protocol is self._home:
                if self._discovery is not None:
                    self._discovery.announce(self._network.reachable(outcome))
                self._tell_reachable()
            self._emit(listening)
            reply.answer(self._view(listening))
            self._emit(PeersChanged())
            if command.protocol is self._home:
                self._forwarding.opened(outcome)

        self._network.listen(command.protocol, command.address, receiver, done)

    def _tell_reachable(self) -> None:
        at_home = [one for one in self._listening if one.protocol is self._home]
        addresses = [place for one in at_home for place in self._view(one).reachable]
        self._reachable(tuple(dict.fromkeys(addresses)))

    # ---- the router, and what else leads to us --------------------------------------------------

    def start_port_mapping(self, reply: Reply) -> None:
        """Answers at once; what comes of it is told as it comes."""
        self._forwarding.start()
        reply.answer(None)

    def stop_port_mapping(self, reply: Reply) -> None:
        """Answers at once; the router is told in its own time."""
        self._forwarding.stop()
        reply.answer(None)

    def name_addresses(self, command: NameAddresses, reply: Reply) -> None:
        """Refused where one names no port."""
        for address in command.addresses:
            if not address.port:
                reply.fail(Refused(Refusal.ADDRESS_INVALID, str(address)))
                return
        self._forwarding.named = command.addresses
        self._tell_reachable()
        reply.answer(None)
        self._emit(PeersChanged())

    def look_again(self) -> None:
        """The computer slept: what a router had promised may have ended."""
        self._forwarding.look_again()

    def _mapping_changed(self, view: PortMappingView) -> None:
        self._tell_reachable()
        self._emit(PortMappingChanged(view))
        self._emit(PeersChanged())

    # ---- the notice board -----------------------------------------------------------------------

    def start_discovery(self, finder: Finder, reply: Reply) -> None:
        """Answers in any case; what went wrong is shown with the connections.

        Who asks while it is being started gets the same answer.
        """

        def done(error: str | None) -> None:
            self.discovering = error is None and self._is_wanted
            self.discovery_error = error
            if error is None and not self._is_wanted and self._discovery is not None:
                self._discovery.stop()  # the person has changed their mind meanwhile
            starting, self._starting = self._starting, []
            for one in starting:
                one.answer(None)
            self._emit(PeersChanged())

        self._starting.append(reply)
        self._is_wanted = True
        if len(self._starting) > 1:
            return
        if self.discovering:
            done(None)
        elif self._discovery is None:
            done(DISCOVERY_ABSENT)
        else:
            self._discovery.start(self._mark, finder, done)

    def stop_discovery(self, reply: Reply) -> None:
        """Those found so far are dialled no more, unless for another reason."""
        if self._discovery is not None and self.discovering:
            self._discovery.stop()
        self._is_wanted = self.discovering = False
        self.discovery_error = None
        for mark in {entry.mark for entry in self._dialling if entry.mark is not None}:
            self.lost(mark)
        reply.answer(None)
        self._emit(PeersChanged())

    def found(self, mark: bytes, addresses: Sequence[Address], monotonic: float) -> None:
        """A peer announces itself: dial it, if it is not ourselves."""
        if mark == self._mark:
            return
        room = FOUND_ADDRESSES_MAX - sum(entry.mark is not None for entry in self._dialling)
        changed = False
        for address in addresses:
            entry = self._dialling.get(self._home, address)
            if entry is None:
                if room <= 0:
                    continue
                room -= 1
                entry = self._dialling.add(self._home, address, monotonic)
            entry.mark = mark
            changed = True
        if changed:
            self._emit(PeersChanged())

    def lost(self, mark: bytes) -> None:
        """It announces itself no more: an open conversation goes on, nothing is dialled again."""
        for entry in self._dialling:
            if entry.mark == mark:
                entry.mark = None
                self._dialling.drop_unwanted(entry)
        self._emit(PeersChanged())

    def _view(self, listening: Listening) -> ListenerView:
        own = reachable = self._network.reachable(listening.address)
        first = next((one for one in self._listening if one.protocol is self._home), None)
        # Before our own: a link has room for four, and far away only these work.
        if listening is first:
            reachable = tuple(dict.fromkeys((*self._forwarding.addresses, *own)))
        return ListenerView(listening.protocol, listening.address, reachable, has_own=bool(own))
