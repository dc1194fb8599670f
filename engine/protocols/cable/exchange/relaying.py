"""Requests of others' peers that this connection's peer is asked, and what it answers. Pure.

Whatever it says is inspected: hashes that we hold or do not want are not given on, and posts only
if exactly they were asked for (protocols/cable.md A10; reliability C-2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.crypto.ed25519 import SignedItem
from engine.errors import PeerViolation
from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.asking.acceptance import Piece
from engine.protocols.cable.exchange.budget import Recently
from engine.protocols.cable.exchange.circle import Forward, Relayed, RequestKey
from engine.protocols.cable.exchange.doing import Doing
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.limits import PASSED_MAX, TOLD_MAX
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.posts import Post
from engine.protocols.cable.wire.posts import read_post

_BY_HASHES = (packets.TimeRange, packets.ChannelState)


@dataclass(slots=True)
class _Relay:
    origin: ConnectionId
    lacks: dict[PostId, None] = field(default_factory=dict)


class Relaying:
    """Of one conversation."""

    __slots__ = ("_place", "_relays", "called_off")

    def __init__(self, place: Place) -> None:
        self._place = place
        self.called_off = Recently(TOLD_MAX)
        """Posts that nobody waits for any more; the answer may be on its way."""
        self._relays: dict[RequestKey, _Relay] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for what this peer says."""
        return not self._relays

    def forward(self, letter: Forward) -> list[Doing]:
        """What is said to the peer for somebody else."""
        packet = letter.packet
        if isinstance(packet, packets.Cancel):
            return self._cancel(letter.origin, packet)
        key = (type(packet), packet.id)
        if key in self._relays or len(self._relays) >= PASSED_MAX:
            return [*self._answer(letter.origin, key)]
        lacks = packet.hashes if isinstance(packet, packets.RequestByHash) else ()
        self._relays[key] = _Relay(letter.origin, dict.fromkeys(lacks))
        return [packet]

    def look(self) -> list[Doing]:
        """Whoever asked may be gone."""
        doings: list[Doing] = []
        for key, relay in list(self._relays.items()):
            if not self._place.circle.has(relay.origin):
                self._call_off(key)
                doings.append(packets.Cancel(self._place.cancel_number(key[1]), 0, key[1]))
        return doings

    def heard_hashes(self, number: RequestNumber, hashes: Sequence[PostId]) -> list[Doing]:
        """Of a channel's posts or state, a bounded number; none: that was all."""
        for kind in _BY_HASHES:
            relay = self._relays.get((kind, number))
            if relay is None:
                continue
            if not hashes:
                del self._relays[kind, number]
                return [*self._answer(relay.origin, (kind, number))]
            # What we hold we have said ourselves, and what we refuse is not given on.
            fresh = tuple(self._place.records.unknown(self._place.id, hashes))
            return [*self._answer(relay.origin, (kind, number), fresh)] if fresh else []
        return []

    def has_data(self, number: RequestNumber) -> bool:
        """Whether posts with that number are for somebody else."""
        return (packets.RequestByHash, number) in self._relays

    def strange(self, number: RequestNumber, pieces: Sequence[Piece]) -> int:
        """How many of them nobody has asked for with that number."""
        relay = self._relays.get((packets.RequestByHash, number))
        lacks = {} if relay is None else relay.lacks
        return sum(piece.hash not in lacks for piece in pieces)

    def heard_data(self, number: RequestNumber, pieces: Sequence[Piece]) -> list[Doing]:
        """Posts by their hash; none: that was all."""
        key: RequestKey = (packets.RequestByHash, number)
        relay = self._relays.get(key)
        if relay is None:
            return []
        if not pieces:
            del self._relays[key]
            return [*self._answer(relay.origin, key)]
        asked = [piece for piece in pieces if piece.hash in relay.lacks]
        for piece in asked:
            relay.lacks.pop(piece.hash, None)
        fair = self._fair(asked)
        if not relay.lacks:
            del self._relays[key]
        if not fair:
            return [] if relay.lacks else [*self._answer(relay.origin, key)]
        hashes = tuple(piece.hash for piece in fair)
        data = tuple(piece.data for piece in fair)
        effects = self._place.circle.post(
            relay.origin, Relayed(self._place.connection, key, hashes, data)
        )
        return [*effects, *([] if relay.lacks else self._answer(relay.origin, key))]

    def _fair(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Those that may be given on: we vouch for what we pass. Not what somebody wrote whom we
        block (protocols/cable.md 4.1), nor what nobody signed.
        """
        fair: list[Piece] = []
        items: list[SignedItem] = []
        for piece in pieces:
            try:
                post, item = read_post(self._place.version, piece.data)
            except PeerViolation:
                continue
            if self._may_pass(post):
                fair.append(piece)
                items.append(item)
        verdicts = self._place.surroundings.verify_many(items)
        return [piece for piece, holds in zip(fair, verdicts, strict=True) if holds]

    def _may_pass(self, post: Post) -> bool:
        place = self._place
        return place.records.standing(place.id, post.author) is not Standing.BLOCKED

    def _cancel(self, origin: ConnectionId, cancel: packets.Cancel) -> list[Doing]:
        said: list[Doing] = []
        for kind in (*_BY_HASHES, packets.RequestByHash):
            key: RequestKey = (kind, cancel.cancels)
            relay = self._relays.get(key)
            if relay is not None and relay.origin == origin:
                self._call_off(key)
                said = [cancel]
        return said

    def _call_off(self, key: RequestKey) -> None:
        self.called_off.add(self._relays.pop(key).lacks)

    def _answer(
        self, origin: ConnectionId, key: RequestKey, hashes: tuple[PostId, ...] = ()
    ) -> Sequence[Doing]:
        return self._place.circle.post(origin, Relayed(self._place.connection, key, hashes))
