"""What the answers say of rights that end: ours, and of those whom we let in."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PublicKey
from engine.model.views import EndingView
from engine.protocols.peerlinks.records import Channel, OwnChain
from engine.protocols.peerlinks.trust.chain import display_path
from engine.protocols.peerlinks.trust.ending import chain_end
from engine.protocols.peerlinks.trust.rights import holds_now
from engine.store.database import Reading
from engine.store.peerlinks.letters import open_requests, renewals
from engine.store.peerlinks.people import Member, ending_between


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
        """Of the right that lasts longest."""
        if self._channel.secret_key is not None or not self._rights:
            return None
        ends = [(end, own) for own in self._rights if (end := chain_end(own.chain)) is not None]
        if not ends:
            return None
        end, own = max(ends, key=lambda pair: pair[0].at)
        ended = not holds_now(own.chain, self._now)
        asked = own.identity in self._asked
        if self._now < end.renew_from and not (ended or asked):
            return None
        path = display_path(own.chain)
        is_own = end.depth == len(path)
        return EndingView(end.at, ended, path[: end.depth], is_own, asked)

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
