"""Which messages of a BulkResponse become part of the channel (note 2, "Message receive"). Pure.

Judged is a portion of what came (``accepting``). All rules but the signatures are looked at first;
then all signatures of the portion, links included, are verified in one go. One broken rule and
nothing of the portion counts; the portions before it stay.

Exactly one root, signed by the channel's key itself (D8). A message a little ahead of our clock is
held back: neither stored, nor passed on, nor held against the peer: the wrong clock may be ours. So
is what builds on it, also where that has ripened meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.crypto.ed25519 import SignedItem, VerifyMany
from engine.errors import PeerViolation
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.peerlinks.limits import (
    FUTURE_LEEWAY_SECONDS,
    HELD_BACK_SECONDS_MAX,
    JSON_UNITS_MAX,
    PARENT_SPREAD_SECONDS_MAX,
)
from engine.protocols.peerlinks.messages import CanonicalMessage, read_message
from engine.protocols.peerlinks.packets import ChannelMessage, Json, Root
from engine.protocols.peerlinks.records import Channel, MessageStored, Place, Records
from engine.protocols.peerlinks.trust.chain import (
    VerifiedLinks,
    chain_signed_items,
    demand_window,
    leaf_key,
)
from engine.wire.json_text import is_json
from engine.wire.text import utf16_units

_SECTION = "Channels, messages, and identities"
_NOTHING: Mapping[PostId, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Accepted:
    """A message that passed every rule; its parents are stored or were accepted before it."""

    hash: PostId
    message: ChannelMessage
    wire: bytes = field(repr=False)
    author: PublicKey

    def stored(self, channel: SpaceId, received_at: float, *, ours: bool) -> MessageStored:
        """The record that keeps it."""
        return MessageStored(
            channel, self.hash, self.message, self.wire, received_at, self.author, ours
        )


@dataclass(frozen=True, slots=True)
class AlreadyStored:
    """We have it, or it came twice in the portion."""

    hash: PostId


@dataclass(frozen=True, slots=True)
class HeldBack:
    """Ahead of our clock by 120 s to 10 min, or built on such: acceptable from ``until`` on."""

    hash: PostId
    until: float


Verdict = Accepted | AlreadyStored | HeldBack


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Judges received messages. ``verified`` is shared with whoever else checks chains."""

    records: Records
    verify_many: VerifyMany
    verified: VerifiedLinks

    def judge(
        self,
        channel: Channel,
        wires: Sequence[bytes],
        now: float,
        held_back: Mapping[PostId, float] = _NOTHING,
    ) -> list[Verdict]:
        """One verdict for each of the encoded messages, in order; later ones may build on earlier.

        ``held_back``: what was before, and until when. Raises PeerViolation for the first broken
        rule, and then nothing may be stored.
        """
        read = [read_message(wire) for wire in wires]
        known = self.records.known(channel.id, [one.hash for one in read])
        fresh = [one for one in read if one.hash not in known]
        bulk = self._bulk(fresh, channel, now, held_back)
        verdicts: list[Verdict] = []
        for one in read:
            verdict = AlreadyStored(one.hash) if one.hash in known else bulk.judge(one)
            verdicts.append(verdict)
        self._demand_signatures(bulk)
        # Last, for it costs most: a claimed chain allows any length, a proven one does so rightly.
        for one in bulk.to_verify:
            _demand_json(one.message)
        return verdicts

    def _bulk(
        self,
        fresh: Sequence[CanonicalMessage],
        channel: Channel,
        now: float,
        held_back: Mapping[PostId, float],
    ) -> _Bulk:
        parents = list(dict.fromkeys(parent for one in fresh for parent in one.message.parents))
        places = self.records.places(channel.id, parents)
        brings_root = any(not one.message.parents for one in fresh)
        return _Bulk(
            channel,
            now,
            held_back,
            {place.hash: place for place in places},
            has_root=brings_root and self.records.has_height(channel.id, 0),
        )

    def _demand_signatures(self, bulk: _Bulk) -> None:
        links: dict[SignedItem, None] = {}
        key, channel = bulk.channel.public_key, bulk.channel.id
        for one in bulk.to_verify:
            chain = one.message.chain
            links.update(dict.fromkeys(chain_signed_items(chain, key, channel, self.verified)))
        messages = [
            SignedItem(one.message.signature, one.tbs, leaf_key(one.message.chain, key))
            for one in bulk.to_verify
        ]
        if not all(self.verify_many([*links, *messages])):
            raise PeerViolation("a message or link its author did not sign", _SECTION)
        for link in links:
            self.verified.remember(link)


@dataclass(slots=True)
class _Bulk:
    """One portion being judged. ``places`` grows by what it brings itself."""

    channel: Channel
    now: float
    held_back: Mapping[PostId, float]
    places: dict[PostId, Place]
    has_root: bool
    judged: dict[PostId, Verdict] = field(default_factory=dict)
    to_verify: list[CanonicalMessage] = field(default_factory=list)

    def judge(self, one: CanonicalMessage) -> Verdict:
        """Every rule but the signatures. PeerViolation for the first broken one."""
        match self.judged.get(one.hash):
            case None:
                verdict = self._judge_new(one)
                self.judged[one.hash] = verdict
                self.to_verify.append(one)
                return verdict
            case HeldBack() as held:
                return held
            case _:
                return AlreadyStored(one.hash)

    def _judge_new(self, one: CanonicalMessage) -> Accepted | HeldBack:
        message = one.message
        demand_window(message.chain, message.timestamp)
        _demand_body(message)
        if message.timestamp > self.now + FUTURE_LEEWAY_SECONDS:
            # Before the parents: those of a message held back may be held back, too.
            if message.timestamp > self.now + HELD_BACK_SECONDS_MAX:
                raise PeerViolation("a timestamp in the future", _SECTION)
            return HeldBack(one.hash, message.timestamp - FUTURE_LEEWAY_SECONDS)
        waits = [until for until in map(self._waits_until, message.parents) if until is not None]
        if waits:
            return HeldBack(one.hash, max(waits))
        if message.parents:
            self._demand_parents(message)
        else:
            self._demand_only_root(message)
        self.places[one.hash] = Place(one.hash, message.height, message.timestamp)
        author = leaf_key(message.chain, self.channel.public_key)
        return Accepted(one.hash, message, one.wire, author)

    def _waits_until(self, parent: PostId) -> float | None:
        if parent in self.places:
            return None
        match self.judged.get(parent):
            case HeldBack(_, until):
                return until
            case _:
                return self.held_back.get(parent)

    def _demand_parents(self, message: ChannelMessage) -> None:
        places = self.places
        parents = [places[parent] for parent in message.parents if parent in places]
        if len(parents) < len(message.parents):
            raise PeerViolation("a parent that was not delivered before", _SECTION)
        times = [parent.timestamp for parent in parents]
        latest = max(times)
        if latest - min(times) > PARENT_SPREAD_SECONDS_MAX:
            raise PeerViolation("parents more than 30 days apart", _SECTION)
        if message.height != max([parent.height for parent in parents]) + 1:
            raise PeerViolation("a height that is not the parents' plus 1", _SECTION)
        if message.timestamp < latest:
            raise PeerViolation("a timestamp before a parent's", _SECTION)

    def _demand_only_root(self, message: ChannelMessage) -> None:
        if message.height != 0:
            raise PeerViolation("a root of another height than 0", _SECTION)
        if self.has_root:
            raise PeerViolation("a second root", _SECTION)
        self.has_root = True


def _demand_body(message: ChannelMessage) -> None:
    match message.body:
        case Root():
            if message.parents:
                raise PeerViolation("a root with parents", _SECTION)
            if message.chain:
                # Published peers accept it; the document lets the identity create its channel (D8).
                raise PeerViolation("a root not signed by the channel's key", _SECTION)
        case Json(text):
            if not message.parents:
                raise PeerViolation("a message without parents that is no root", _SECTION)
            units_max = JSON_UNITS_MAX.get(len(message.chain))
            if units_max is not None and utf16_units(text) > units_max:
                raise PeerViolation("a text too long for its author's chain", _SECTION)


def _demand_json(message: ChannelMessage) -> None:
    match message.body:
        case Root():
            pass
        case Json(text):
            if not is_json(text):
                raise PeerViolation("a body that is not JSON", _SECTION)
