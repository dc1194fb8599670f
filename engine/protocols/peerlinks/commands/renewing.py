"""Commands about links that end: asking for a fresh one, and giving it. Pure.

The asking also happens by itself when it is time (``conversation/renewing.py``); the giving never.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Refusal, Refused
from engine.model.commands import Command, RenewChain, RenewInvite
from engine.model.ids import SpaceId
from engine.model.queries import Space
from engine.protocols.contract import Answer, Effect
from engine.protocols.peerlinks.commands.issuing import LettingIn, issue, wake_at_next_end
from engine.protocols.peerlinks.commands.meant import channel_meant
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.renewing import ask_renewal, requests_renewing
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.limits import LINK_VALID_SECONDS, RENEWAL_VALID_SECONDS
from engine.protocols.peerlinks.messages import decode_invite_request
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import Channel, Renewal
from engine.protocols.peerlinks.trust.chain import chain_window
from engine.protocols.peerlinks.trust.rights import Right, holds_now, rights_to_renew


@dataclass(frozen=True, slots=True)
class Renewals:
    """A ``Performer``."""

    surroundings: PeerlinksSurroundings
    neighbours: Neighbours

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({RenewChain, RenewInvite})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case RenewChain(space, identity):
                return self._ask(self._channel(space), identity, now)
            case RenewInvite():
                return self._give(command, now)
            case _:
                raise TypeError(command)

    def _channel(self, space: SpaceId) -> Channel:
        """One that we take part in."""
        channel = channel_meant(self.surroundings.records, space)
        if channel.left:
            raise Refused(Refusal.READ_ONLY, channel.name)
        return channel

    # ---- asking ---------------------------------------------------------------------------------

    def _ask(self, channel: Channel, identity: str | None, now: float) -> list[Effect]:
        records = self.surroundings.records
        names = {one.public_key: one.name for one in records.identities()}
        if identity is not None and identity not in names.values():
            raise Refused(Refusal.IDENTITY_UNKNOWN, identity)
        if channel.secret_key is not None:
            raise Refused(Refusal.RIGHT_UNENDING, channel.name)
        chains = [
            own
            for own in records.own_chains(channel.id)
            if identity is None or names.get(own.identity) == identity
        ]
        if not chains:
            raise Refused(Refusal.READ_ONLY, channel.name)
        # Of several the one that ends first, whichever was used last: it is what is at stake.
        own = min(chains, key=lambda own: chain_window(own.chain)[1])
        if any(now < one.expires_at for one in requests_renewing(records, own)):
            return [Answer(Space(channel.id))]
        return [
            *ask_renewal(self.surroundings, channel, own, now),
            *wake_at_next_end(records, now, now + RENEWAL_VALID_SECONDS),
            Answer(Space(channel.id)),
        ]

    # ---- giving ---------------------------------------------------------------------------------

    def _give(self, command: RenewInvite, now: float) -> list[Effect]:
        channel = self._channel(command.space)
        renewal = self._asked(command, now)
        if renewal is None:
            raise Refused(Refusal.RENEWAL_UNKNOWN, channel.name)
        right = self._right(channel, renewal.chain, now)
        name, ends_at = renewal.chain[-1].display_name, chain_window(renewal.chain)[1]
        until = now + LINK_VALID_SECONDS if command.valid_to is None else command.valid_to
        if until <= ends_at:
            raise Refused(Refusal.VALIDITY_INVALID)
        if chain_window(right.chain)[1] <= ends_at:
            raise Refused(Refusal.OWN_LINK_FIRST, name)
        request = decode_invite_request(renewal.request)
        letting_in = LettingIn(channel, right, request, name, until, RENEWAL_VALID_SECONDS)
        return issue(self.surroundings, self.neighbours, letting_in, now)

    def _asked(self, command: RenewInvite, now: float) -> Renewal | None:
        for renewal in self.surroundings.records.renewals():
            if (renewal.channel, renewal.trustee) == (command.space, command.member):
                return renewal if now < renewal.expires_at else None
        return None

    def _right(self, channel: Channel, chain: Chain, now: float) -> Right:
        rights = rights_to_renew(self.surroundings.records, channel, chain)
        if not rights:  # nor could it be asked any more
            raise Refused(Refusal.RENEWAL_UNKNOWN, channel.name)
        if not holds_now(rights[0].chain, now):
            raise Refused(Refusal.CHAIN_EXPIRED, channel.name)
        return rights[0]
