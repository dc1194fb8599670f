"""When an invite that was issued must have found whoever waits for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.crypto.boxes import from_seed, open_sealed
from engine.model.events import Event
from engine.model.ids import ConnectionId
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.limits import HELD_BACK_SECONDS_MAX
from engine.protocols.peerlinks.messages import decode_invite
from engine.protocols.peerlinks.records import IssuedInvite, OpenRequest
from engine.protocols.peerlinks.trust.chain import chain_window
from engine.protocols.tidings.port.connection import TidingsConnection
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.peerlinks.people import Circle, Person
from tests.simulation.peerlinks.program import repository_of
from tests.simulation.world import LOOK_SECONDS

Line = tuple[int, ConnectionId]
"""A conversation, and in which of its computer's lives it runs: their numbers begin anew."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """By the guest's clock, no earlier than ``since``. ``lines``: the conversations it had then."""

    lines: frozenset[Line]  # for membership only
    since: float


@dataclass(slots=True)
class InvitesArrive:
    """An invite that was issued finds whoever waits for it, once the two can talk to each other and
    it has begun.

    It is sent when it is issued, and with every greeting. Where it begins within ten minutes of
    that, by its receiver's clock, it waits there; where it begins later, as one issued by a clock
    far ahead does, it is ignored, and counts from the next greeting on. Nothing brings that
    greeting about: two whom no fault parts any more may have had their last one long before all
    was healed (as in portliars-1002), and so whoever looks here has to know when it was.
    """

    circle: Circle
    _sent: dict[bytes, _Sent] = field(default_factory=dict)  # by the invite's box: no two are equal
    _looked_at: dict[str, float] = field(default_factory=dict)  # by each one's own clock

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``. Breaks nothing: it finds out what was sent since the last look."""
        running = [person for person in self.circle.people if person.computer.is_on]
        for issuer in running:
            invites = repository_of(issuer.computer).issued_invites()
            for invite in invites:
                for guest in running:
                    if _is_for(invite, guest):
                        self._note(invite, guest, frozenset(_lines(guest, issuer)))
        for person in self.circle.people:
            self._looked_at[person.name] = person.computer.clock.now()

    def at_rest(self) -> None:
        """See ``Law``."""
        self.look()
        for issuer in self.circle.people:
            for invite in repository_of(issuer.computer).issued_invites():
                for guest in self.circle.people:
                    if (issuer.name, guest.name) in self.circle.acquainted:
                        self._demand(issuer, invite, guest)

    def _note(self, invite: IssuedInvite, guest: Person, lines: frozenset[Line]) -> None:
        before = self._sent.get(invite.box)
        if before is None or not lines <= before.lines:
            now = guest.computer.clock.now()
            since = min(now, self._looked_at.get(guest.name, now))
            self._sent[invite.box] = _Sent(lines, since)

    def _demand(self, issuer: Person, invite: IssuedInvite, guest: Person) -> None:
        now = guest.computer.clock.now()
        if now >= invite.expires_at:
            return
        for request in repository_of(guest.computer).open_requests():
            if request.request_ids == invite.request_ids and now < request.expires_at:
                channel = repository_of(issuer.computer).channel(invite.channel)
                if channel is None or channel.left:
                    continue
                if self._has_begun(invite, request, guest):
                    raise LawBroken("invites arrive", f"from {issuer.name} to {guest.name}")

    def _has_begun(self, invite: IssuedInvite, request: OpenRequest, guest: Person) -> bool:
        """A while ago, and soon enough after it was last sent to be waited for."""
        begins_at = _begins_at(invite, request)
        taken_at = guest.computer.clock.now() - LOOK_SECONDS
        waits_until = self._sent[invite.box].since + HELD_BACK_SECONDS_MAX
        return begins_at <= min(taken_at, waits_until)


def _is_for(invite: IssuedInvite, guest: Person) -> bool:
    parts = guest.computer.parts
    return parts is not None and parts.peer_id == invite.peer_id


def _begins_at(invite: IssuedInvite, request: OpenRequest) -> float:
    """Known to whoever can open it."""
    content = open_sealed(invite.box, from_seed(request.box_seed))
    assert content is not None
    return chain_window(decode_invite(content).chain)[0]


def _lines(guest: Person, issuer: Person) -> list[Line]:
    """The conversations about channels that ``guest`` has with ``issuer``, greeted already."""
    node, parts = guest.computer.node, issuer.computer.parts
    assert node is not None
    assert parts is not None
    lines: list[Line] = []
    for one in node._work.conversations:
        machine = one.machine
        inside = machine._inside if isinstance(machine, TidingsConnection) else machine
        session = inside._session if isinstance(inside, PeerlinksConnection) else None
        if session is not None and session._peer == parts.peer_id:
            lines.append((guest.computer.lives, one.id))
    return lines
