"""Requests and responses as sealed packets, and which of ours wait for an answer. Pure.

A request is signed by the leaf of its chain and boxed under the channel's symmetric key; its answer
is sealed to a key made for that one request ("Synchronization"). ``seq`` counts a channel's
requests on one connection from 0 and wraps as a uint32.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.crypto import boxes, ed25519
from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.limits import (
    NONCE_BYTES,
    PAGE_BOX_BYTES_MAX,
    REQUEST_BOX_BYTES_MAX,
    REQUEST_BOX_BYTES_MIN,
    REQUEST_TIMEOUT_SECONDS,
)
from engine.protocols.peerlinks.messages import (
    decode_request_content,
    decode_response_content,
    encode_request_content,
    encode_request_tbs,
    encode_response_content,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Layout,
    Query,
    QueryResponse,
    RequestContent,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.records import Channel
from engine.protocols.peerlinks.trust.rights import Right

SECTION = "Synchronization"

_SEQ_LIMIT = 1 << 32


@dataclass(frozen=True, slots=True)
class Outstanding:
    """A request of ours without an answer. ``keys`` open that answer and nothing else."""

    channel: SpaceId
    seq: int
    asked: Query | Bulk
    keys: boxes.BoxKeyPair = field(repr=False)
    deadline: float


@dataclass(frozen=True, slots=True)
class Answered:
    """``response`` is None where the peer does not know the channel, or does not let us in."""

    request: Outstanding
    response: QueryResponse | BulkResponse | None


class Requests:
    """Our requests on one connection."""

    __slots__ = ("_entropy", "_next_seq", "_outstanding", "_patient_until")

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._next_seq: dict[SpaceId, int] = {}
        self._outstanding: dict[tuple[SpaceId, int], Outstanding] = {}
        self._patient_until = 0.0

    @property
    def deadline(self) -> float | None:
        """When the oldest one has waited too long; None if none waits."""
        # All wait equally long, and a dict keeps the order in which they were asked.
        oldest = next(iter(self._outstanding.values()), None)
        return None if oldest is None else max(oldest.deadline, self._patient_until)

    def wait_until(self, deadline: float) -> None:
        """The peer is in the middle of an answer: nothing has waited too long before that."""
        self._patient_until = deadline

    @property
    def has_asked(self) -> bool:
        """Whether any request of ours ever went out."""
        return bool(self._next_seq)

    @property
    def waits_for_several(self) -> bool:
        """Whether more than one message may come in one answer."""
        asked = (one.asked for one in self._outstanding.values())
        return any(isinstance(one, Bulk) and len(one.hashes) > 1 for one in asked)

    def ask(
        self, channel: Channel, right: Right | None, asked: Query | Bulk, layout: Layout, now: float
    ) -> SyncRequest:
        """The packet that asks. Without a ``right`` it is an anonymous reader's."""
        seq = self._next_seq.get(channel.id, 0)
        self._next_seq[channel.id] = (seq + 1) % _SEQ_LIMIT
        keys = boxes.from_seed(self._entropy(boxes.SEED_BYTES))
        self._outstanding[channel.id, seq] = Outstanding(
            channel.id, seq, asked, keys, now + REQUEST_TIMEOUT_SECONDS
        )
        if right is None:
            throw_away = ed25519.from_seed(self._entropy(ed25519.SEED_BYTES))
            right = Right(PublicKey(throw_away.public_key), (), throw_away.secret_key)
        tbs = encode_request_tbs(asked, right.chain, keys.public_key, layout)
        content = encode_request_content(tbs, ed25519.sign(tbs, right.secret_key))
        nonce = self._entropy(NONCE_BYTES)
        box = boxes.secretbox(content, nonce, symmetric_key(channel.public_key))
        return SyncRequest(channel.id, seq, nonce, box)

    def take(self, response: SyncResponse) -> Answered:
        """What was answered. Raises PeerViolation if it was not asked, or is not what was asked."""
        request = self._outstanding.pop((response.channel_id, response.seq), None)
        if request is None:
            raise PeerViolation("an answer to nothing that was asked", SECTION)
        if not response.box:
            return Answered(request, None)
        if isinstance(request.asked, Query) and len(response.box) > PAGE_BOX_BYTES_MAX:
            raise PeerViolation("a box larger than any page", SECTION)
        opened = boxes.open_sealed(response.box, request.keys)
        if opened is None:
            raise PeerViolation("a response box that does not open", SECTION)
        content = decode_response_content(opened)
        wanted = QueryResponse if isinstance(request.asked, Query) else BulkResponse
        if not isinstance(content, wanted):
            raise PeerViolation("a response of another kind than the request", SECTION)
        return Answered(request, content)


def open_request(request: SyncRequest, channel: Channel) -> RequestContent:
    """What a peer asks. Raises PeerViolation if the box or its content is not well formed."""
    content = try_open_request(request, channel)
    if content is None:
        raise PeerViolation("a request box that does not open", SECTION)
    return content


def try_open_request(request: SyncRequest, channel: Channel) -> RequestContent | None:
    """As ``open_request``, but None where the box does not open."""
    if len(request.box) < REQUEST_BOX_BYTES_MIN:
        raise PeerViolation("a request box without content", SECTION)
    if len(request.box) > REQUEST_BOX_BYTES_MAX:
        raise PeerViolation("a box larger than any question", SECTION)
    key = symmetric_key(channel.public_key)
    opened = boxes.open_secretbox(request.box, request.nonce, key)
    return None if opened is None else decode_request_content(opened)


def seal_response(
    request: SyncRequest,
    response_public_key: bytes,
    content: QueryResponse | BulkResponse,
    entropy: Entropy,
) -> SyncResponse:
    """The answer for the one who asked. Raises PeerViolation for a key nobody can own."""
    ephemeral = boxes.from_seed(entropy(boxes.SEED_BYTES))
    box = boxes.seal_with(encode_response_content(content), response_public_key, ephemeral)
    return SyncResponse(request.channel_id, request.seq, box)


def unknown_channel(request: SyncRequest) -> SyncResponse:
    """The answer of who does not know the channel: no box. It is no error."""
    return SyncResponse(request.channel_id, request.seq, b"")
