"""What the answers say of rights that end: ours, and of those whom we let in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.model.ids import PublicKey
from engine.model.views import EndingView
from engine.protocols.peerlinks.records import Channel, OwnChain
from engine.protocols.peerlinks.trust.chain import chain_window, display_path
from engine.protocols.peerlinks.trust.ending import chain_end
from engine.protocols.peerlinks.trust.rights import holds_now
from engine.store.database import Reading
from engine.store.peerlinks.letters import open_requests, renewals
from engine.store.peerlinks.people import Member, ending_between, identities


class EndingRights:
    """One channel, at one moment. ``rights`` are ours in it; none where we left."""

    def __init__(
        self, reading: Reading, channel: Channel, rights: Sequence[OwnChain], now: float
    ) -> None:
        """Borrows ``reading``."""
        self._reading = reading
        self._channel = channel
        self._rights = rights
        self._now = now
        self.issuers = self._issuers()
        """Who signs links for us there, as ``Member.issuer`` has it."""
        self.asking = self._asking()
        """The members whom we let in and who wait for a fresh link."""
        self._asked = {
            request.identity
            for request in (open_requests(reading) if rights else ())
            if request.renews == channel.id and now < request.expires_at
        }

    def of_ours(self) -> EndingView | None:
        """Of the right that is used unless another is chosen: of whoever posted last.

        Also once another of ours takes over, until that one has posted: nobody shall write under a
        name by mistake. Where none holds any more, of the one that lasted longest.
        """
        if self._channel.secret_key is not None or not self._rights:
            return None
        own = self._used()
        end = chain_end(own.chain)
        if end is None:
            return None
        ended = not holds_now(own.chain, self._now)
        asked = own.identity in self._asked
        if self._now < end.renew_from and not (ended or asked):
            return None
        path = display_path(own.chain)
        is_own = end.depth == len(path)
        view = EndingView(end.at, ended, path[: end.depth], is_own, asked)
        return self._named(view, own) if len(self._rights) > 1 else view

    def _used(self) -> OwnChain:
        if any(holds_now(own.chain, self._now) for own in self._rights):
            return self._rights[0]
        return max(self._rights, key=lambda own: chain_window(own.chain)[1])

    def _named(self, view: EndingView, own: OwnChain) -> EndingView:
        names = {one.public_key: one.name for one in identities(self._reading)}
        then = max(self._now, view.at)
        following = (
            names[other.identity]
            for other in self._rights
            if other is not own and holds_now(other.chain, then)
        )
        return replace(view, identity=names[own.identity], successor=next(following, None))

    def of_member(self, member: Member) -> EndingView | None:
        """As far as posts and requests have shown."""
        ended = member.valid_to <= self._now
        asked = member.public_key in self.asking or member.public_key in self._asked
        if self._now < member.renew_from and not (ended or asked):
            return None
        depth = member.ending_depth
        is_own = depth == len(member.path)
        return EndingView(member.valid_to, ended, member.path[:depth], is_own, asked)

    def invites_ending(self) -> int:
        """How many whom we let in have a right that ends soon."""
        return sum(
            ending_between(self._reading, self._channel.id, issuer, self._now)
            for issuer in self.issuers
        )

    def _issuers(self) -> tuple[PublicKey | None, ...]:
        if not self._rights:
            return ()
        owner = (None,) if self._channel.secret_key is not None else ()
        return (*owner, *(own.identity for own in self._rights if own.chain))

    def _asking(self) -> frozenset[PublicKey]:
        if not self.issuers:
            return frozenset()
        return frozenset(
            renewal.trustee
            for renewal in renewals(self._reading)
            if renewal.channel == self._channel.id and self._now < renewal.expires_at
        )
