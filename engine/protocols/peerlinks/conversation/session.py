"""A conversation after its greeting: every packet finds the one it concerns ("Packet"). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import PeerViolation
from engine.model.ids import ConnectionId, PostId, PublicKey, SpaceId
from engine.protocols.contract import Charge, Close, Effect, Ending, Record, Store
from engine.protocols.peerlinks.conversation.agenda import Agenda, Appointment, Due
from engine.protocols.peerlinks.conversation.allowance import Allowance
from engine.protocols.peerlinks.conversation.asking import Asking
from engine.protocols.peerlinks.conversation.delivery import IncomingInvites, deliver
from engine.protocols.peerlinks.conversation.layouts import PeerLayout
from engine.protocols.peerlinks.conversation.liveness import Liveness
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.outgoing import close_saying, send_packet
from engine.protocols.peerlinks.conversation.renewing import Renewing
from engine.protocols.peerlinks.conversation.scope import Scope
from engine.protocols.peerlinks.conversation.serving import Serving
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.limits import (
    ERROR_REASON_CODEPOINTS_MAX,
    LAYOUT_WAIT_SECONDS,
    NOTIFICATION_DELAY_SECONDS,
)
from engine.protocols.peerlinks.packets import (
    EncryptedInvite,
    Error,
    Hello,
    Layout,
    Notification,
    Packet,
    Ping,
    Pong,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.records import (
    ChainStored,
    ChannelForgotten,
    ChannelLeft,
    ChannelStored,
    HeldByPeer,
    InviteStored,
    MessageStored,
    RequestOpened,
)


class Session:
    """What is going on with one greeted peer."""

    __slots__ = (
        "_agenda",
        "_allowance",
        "_asking",
        "_incoming",
        "_layout",
        "_liveness",
        "_neighbours",
        "_peer",
        "_renewing",
        "_scope",
        "_serving",
        "_surroundings",
        "charge",
    )

    def __init__(
        self,
        surroundings: PeerlinksSurroundings,
        neighbours: Neighbours,
        scope: Scope,
        connection: ConnectionId,
        remote: Hello,
        agenda: Agenda,
        now: float,
    ) -> None:
        self._surroundings = surroundings
        self._neighbours = neighbours
        self._scope = scope
        self._agenda = agenda
        self._peer = remote.peer_id
        guess = neighbours.guess_of(remote.peer_id) or Layout.PUBLISHED  # what shipped peers speak
        to_the_letter = remote.ours or surroundings.policy.document
        self._layout = PeerLayout(guess, to_the_letter=to_the_letter)
        self._liveness = Liveness(surroundings.entropy)
        self.charge = Charge.FULL  # see ``Connection``
        self._allowance = Allowance(now)
        self._asking = Asking(surroundings, neighbours, scope, remote, self._layout, agenda)
        self._serving = Serving(surroundings, self._layout, is_ours=remote.ours)
        self._incoming = IncomingInvites(surroundings, self._layout, agenda)
        self._renewing = Renewing(surroundings, scope, agenda, remote)
        neighbours.enter(connection, remote.peer_id, proven=scope.is_proven)
        neighbours.note_rights(connection, self._serving.has_right)
        if remote.ours:
            self._liveness.begin(now)

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        return self._serving.presence

    def close(self) -> None:
        """The conversation is over."""
        self._asking.close()

    # ---- inputs ---------------------------------------------------------------------------------

    def begin(self, now: float) -> list[Effect]:
        """Asks for every channel, and hands over the invites that wait for this peer."""
        if self._layout.chosen is None:
            self._agenda.put(Due.LAYOUT, now + LAYOUT_WAIT_SECONDS)
        effects = self._asking.reconcile_all(now)
        effects += deliver(self._surroundings.records.issued_invites(), self._peer, now)
        effects += self._renewing.begin(now)
        return self._arranged(effects)

    def take(self, packet: Packet, now: float) -> list[Effect]:
        """One packet. Raises PeerViolation."""
        self._liveness.hear()
        effects = self._take(packet, now)
        effects += self._asking.layout_known(now)
        return self._arranged(effects)

    @property
    def is_in_the_middle(self) -> bool:
        """Whether the packet taken last is to be gone on with (``go_on``) before the next one."""
        return self._asking.accepting is not None

    @property
    def buffered(self) -> int:
        """Bytes of that packet that are still to be dealt with."""
        accepting = self._asking.accepting
        return 0 if accepting is None else accepting.buffered

    def go_on(self, now: float) -> list[Effect]:
        """The next part of a packet that is dealt with in parts. Raises PeerViolation."""
        self.charge = Charge.IF_IN_VAIN
        return self._arranged(self._asking.accept_more(now))

    def reconcile(self, now: float) -> list[Effect]:
        """Our user asks for news."""
        return self._arranged(self._asking.reconcile_all(now))

    def wake(self, appointment: Appointment, now: float) -> list[Effect]:
        """One thing whose time has come."""
        match appointment:
            case Appointment(Due.LAYOUT, _):
                self._layout.settle()
                effects = self._asking.layout_known(now)
            case Appointment(Due.PING, _):
                effects = self._ping(now)
            case Appointment(Due.REQUEST, _):
                effects = self._look_at_requests(now)
            case Appointment(Due.NOTIFY, space):
                effects = self._notify(space)
            case Appointment(Due.RECONCILE, space):
                effects = self._asking.reconcile(space, now)
            case Appointment(Due.RENEW, _):
                effects = self._renewing.look(now)
            case Appointment(Due.INVITE, _):
                effects = self._incoming.look_again(now)
            case _:
                raise AssertionError("the greeting is over")
        return self._arranged(effects)

    def wait_for_answers(self, deadline: float) -> None:
        """The peer is in the middle of a packet, which may be the answer we wait for."""
        self._asking.wait_until(deadline)

    def expects_too_much(self) -> bool:
        """See ``Asking``."""
        return self._asking.expects_too_much()

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """What was stored, here or elsewhere: tell the peer, ask the peer, or stop."""
        effects: list[Effect] = []
        joined: dict[SpaceId, None] = {}
        for record in records:
            match record:
                case MessageStored(space=space):
                    news_at = now + NOTIFICATION_DELAY_SECONDS
                    self._agenda.put_earlier(Due.NOTIFY, news_at, space)
                case ChannelStored(channel) if not channel.left:
                    joined[channel.id] = None
                case ChainStored(own):
                    joined[own.channel] = None
                    effects += self._renewing.look(now)
                case RequestOpened(request):
                    effects += self._renewing.tell([request], now)
                case InviteStored(invite) if not invite.delivered:
                    effects += deliver([invite], self._peer, now)
                case ChannelLeft(space) | ChannelForgotten(space):
                    joined.pop(space, None)
                    self._stop(space)
                case _:
                    pass
        for space in joined:
            effects += self._join(space, now)
        return self._arranged(effects)

    # ---- packets --------------------------------------------------------------------------------

    def _take(self, packet: Packet, now: float) -> list[Effect]:
        effects: list[Effect] = []
        self.charge = Charge.FULL
        if _asks_for_work(packet) and not self._allowance.spend(now):
            return close_saying(Ending.TOO_MANY, "too many requests")
        match packet:
            case SyncResponse():
                self.charge = Charge.IF_IN_VAIN
                effects += self._asking.take(packet, now)
            case SyncRequest():
                effects += self._note_named(packet.channel_id, now)
                effects += self._serve(packet, now)
            case EncryptedInvite():
                effects += self._incoming.take(packet, now)
            case Notification(space, renewal):
                effects += self._note_named(space, now)
                if renewal is None:
                    effects += self._asking.hear_news(space, now)
                else:
                    effects += self._renewing.take(space, renewal, now)
            case Ping(seq):
                # Only the published family pings; ours does so too, but is known already.
                self._layout.learn(Layout.PUBLISHED)
                self._liveness.begin(now)
                effects.append(send_packet(Pong(seq)))
            case Pong():
                self._liveness.take_pong(packet, now)
            case Error():
                self._mind_guess()
                effects.append(complained(packet))
        return effects

    def _serve(self, request: SyncRequest, now: float) -> list[Effect]:
        served = self._serving.serve(request, now)
        self.charge = Charge.NONE if served.needed else Charge.FULL
        if served.needed and served.given:
            self._allowance.give_back()
        if served.again_at is not None:
            self._agenda.put_earlier(Due.NOTIFY, served.again_at, request.channel_id)
        self._asking.note_sent(request.channel_id, len(served.given))
        effects = [*served.effects, *self._note_held(request.channel_id, served.given)]
        if served.shown is not None:
            effects += self._renewing.tell_inviter(request.channel_id, served.shown, now)
        return effects

    def _note_held(self, space: SpaceId, given: tuple[PostId, ...]) -> list[Effect]:
        """Whoever asked for a post of ours, and was given it, holds it (protocols/tidings.md 4)."""
        own = self._surroundings.records.own_among(space, given) if given else ()
        held = tuple(hash_ for hash_ in given if hash_ in own)
        return [Store(HeldByPeer(space, self._peer, held))] if held else []

    def _note_named(self, space: SpaceId, now: float) -> list[Effect]:
        records = self._surroundings.records
        if records.channel(space) is None or self._scope.covers(space):
            return []
        self._scope.note_named(space)
        asking = [one for one in records.open_requests() if one.renews == space]
        return self._renewing.tell(asking, now)

    def _mind_guess(self) -> None:
        guess = self._layout.chosen
        if guess is not None and not self._layout.is_proven and self._asking.has_asked_anything:
            self._neighbours.note_guess_failed(self._peer, guess)

    def _join(self, space: SpaceId, now: float) -> list[Effect]:
        channel = self._surroundings.records.channel(space)
        if channel is None:
            return []
        self._serving.look_again(channel)
        asked = self._asking.reconcile(space, now) if self._scope.covers(space) else []
        return [*self._asking.layout_known(now), *asked]

    def _stop(self, space: SpaceId) -> None:
        self._asking.stop(space)
        self._serving.forget(space)
        self._agenda.drop(Due.NOTIFY, space)

    # ---- deadlines ------------------------------------------------------------------------------

    def _arranged(self, effects: list[Effect]) -> list[Effect]:
        """``effects``, once the agenda has the deadlines they lead to."""
        for due, deadline in (
            (Due.REQUEST, self._asking.deadline),
            (Due.PING, self._liveness.deadline),
        ):
            if deadline is None:
                self._agenda.drop(due)
            else:
                self._agenda.put(due, deadline)
        return effects

    def _ping(self, now: float) -> list[Effect]:
        ping = self._liveness.wake(now)
        if self._liveness.given_up:
            return close_saying(Ending.TIMED_OUT, "pings were not answered")
        return [] if ping is None else [send_packet(ping)]

    def _look_at_requests(self, now: float) -> list[Effect]:
        deadline = self._asking.deadline
        if deadline is None or now < deadline:
            return []
        return close_saying(Ending.TIMED_OUT, "a request was not answered")

    def _notify(self, space: SpaceId) -> list[Effect]:
        channel = self._surroundings.records.channel(space)
        if channel is None or channel.left or not self._scope.covers(space):
            return []
        if self._scope.is_proven and not self._serving.has_asked(space):
            return []  # it has listed the name; if it knows more, it will ask, and be told all
        return [send_packet(Notification(space))]


def _asks_for_work(packet: Packet) -> bool:
    """Whether it asks us for work, which the allowance is for."""
    match packet:
        case SyncRequest() | EncryptedInvite() | Notification(_, bytes()):
            return True
        case _:
            return False


def complained(error: Error) -> Close:
    """The peer has sent an Error and is about to close; too long a reason breaks a rule, too."""
    shown = error.reason[:ERROR_REASON_CODEPOINTS_MAX]
    detail = "".join(one if one.isprintable() else " " for one in shown)
    violation = None
    if len(error.reason) > ERROR_REASON_CODEPOINTS_MAX:
        violation = PeerViolation("an Error of 1024 code points or more", "Error")
    return Close(Ending.ERROR_FROM_PEER, violation, detail)
