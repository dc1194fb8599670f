"""Invites over a connection: ours to the peer that asked, and the peer's to us ("Invite"). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.errors import Refused
from engine.model.events import InviteDelivered
from engine.model.ids import PeerId
from engine.protocols.contract import Effect, Emit, Store
from engine.protocols.peerlinks.conversation.agenda import Agenda, Due
from engine.protocols.peerlinks.conversation.joining import join
from engine.protocols.peerlinks.conversation.layouts import PeerLayout
from engine.protocols.peerlinks.conversation.outgoing import send_packet
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.invites import BeginsLater, open_invite
from engine.protocols.peerlinks.limits import INVITES_HELD_BACK_MAX
from engine.protocols.peerlinks.packets import EncryptedInvite
from engine.protocols.peerlinks.records import InviteStored, IssuedInvite


def deliver(invites: Iterable[IssuedInvite], peer: PeerId, now: float) -> list[Effect]:
    """Sends those for this peer that have not expired, each under both ids (note 3, row 6)."""
    effects: list[Effect] = []
    for invite in invites:
        if invite.peer_id != peer or now >= invite.expires_at:
            continue
        effects += [send_packet(EncryptedInvite(one, invite.box)) for one in invite.request_ids]
        if not invite.delivered:
            effects.append(Store(InviteStored(replace(invite, delivered=True))))
            effects.append(
                Emit(InviteDelivered(invite.channel, invite.request_ids[0], taken=False))
            )
    return effects


class IncomingInvites:
    """Invites that one peer sends us."""

    __slots__ = ("_agenda", "_early", "_layout", "_surroundings")

    def __init__(
        self, surroundings: PeerlinksSurroundings, layout: PeerLayout, agenda: Agenda
    ) -> None:
        self._surroundings = surroundings
        self._layout = layout
        self._agenda = agenda
        self._early: dict[EncryptedInvite, float] = {}

    def take(self, encrypted: EncryptedInvite, now: float) -> list[Effect]:
        """Takes up an invite that answers an open request of ours.

        Anything else is ignored: the second packet of a pair, an answer that came too late,
        rubbish. Where an invite opens and fails its checks, the request stays open for a better
        one. One that begins a little later waits here: its sender sends it again to whoever comes
        back.
        """
        requests = self._surroundings.records.open_requests()
        if not any(encrypted.request_id in one.request_ids for one in requests):
            return []
        try:
            request, invite = open_invite(encrypted, requests, now)
            joined = join(self._surroundings, request, invite, now)
        except BeginsLater as early:
            if len(self._early) < INVITES_HELD_BACK_MAX:
                self._early[encrypted] = early.begins_at
                self._agenda.put_earlier(Due.INVITE, early.begins_at)
            return []
        except Refused:
            return []
        self._layout.learn(invite.layout)
        return joined

    def look_again(self, now: float) -> list[Effect]:
        """At those whose time has come. One at a time: the first may close what others answer."""
        due = next((one for one, begins_at in self._early.items() if begins_at <= now), None)
        if due is not None:
            del self._early[due]
        if self._early:
            self._agenda.put_earlier(Due.INVITE, max(now, min(self._early.values())))
        return [] if due is None else self.take(due, now)
