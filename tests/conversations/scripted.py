"""A peer that says what a script tells it to, right or wrong, to a real machine.

It knows the packets and their boxes, but none of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.crypto import boxes, ed25519
from engine.crypto.blake2b import hash32
from engine.crypto.entropy import SeededEntropy
from engine.model.ids import PeerId, SpaceId
from engine.protocols.contract import Close, Role
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.conversation.scope import Shares, everything
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.messages import (
    decode_hello,
    decode_packet,
    decode_request_content,
    decode_response_content,
    encode_hello,
    encode_packet,
    encode_request_content,
    encode_request_tbs,
    encode_response_content,
    encode_shake,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Chain,
    Layout,
    Packet,
    Query,
    QueryResponse,
    RequestContent,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.records import Channel
from engine.wire.frames import FrameReader, encode_frame
from tests.conversations.play import End, Person, Play

LOW_ID = PeerId(bytes(32))
"""Nobody's; less than 2^255 from any id below the middle."""


class ScriptedPeer:
    """Talks to a machine of ``person``. ``packets`` are what that machine said, oldest first."""

    def __init__(
        self,
        play: Play,
        person: Person,
        *,
        peer_id: PeerId | None = None,
        ours: bool = True,
        shares: Shares = everything,
    ) -> None:
        """``shares``: what it lists, where its id is proven."""
        self.play = play
        self.person = person
        self.peer_id = peer_id or PeerId(hash32(b"a scripted peer"))
        self.ours = ours
        self.entropy = SeededEntropy(b"a scripted peer")
        self.packets: list[Packet] = []
        self.bare: list[bytes] = []
        self._greeted = False
        self._frames = FrameReader(1 << 30)
        self.end: End = play.open(person)
        if shares is not everything:
            self.end.machine = person.protocol.connect(self.end.id, Role.LISTENER, shares)
        self.end.heard = self._hear
        play.start(self.end)

    def _hear(self, data: bytes) -> None:
        self._frames.feed(data)
        for payload in self._frames:
            # The first frame is the Hello, the Shake may be next; all else are packets.
            if len(self.bare) == 0 or (len(self.bare) == 1 and payload[:1] == b"\x08"):
                self.bare.append(payload)
            else:
                self.packets.append(decode_packet(payload))

    # ---- speaking -------------------------------------------------------------------------------

    def sends(self, *payloads: bytes) -> None:
        """Frames of exactly this."""
        self.sends_raw(b"".join(encode_frame(payload) for payload in payloads))

    def sends_raw(self, data: bytes) -> None:
        """Bytes, framed or not."""
        self.play.deliver(self.end, data)
        self.play.run()

    def says(self, *packets: Packet) -> None:
        """Well-formed packets."""
        self.sends(*(encode_packet(packet) for packet in packets))

    def greets(self) -> ScriptedPeer:
        """The whole greeting, whoever shakes."""
        self.sends(encode_hello(self.peer_id, ours=self.ours))
        if we_shake(self.peer_id, self.person.peer_id):
            self.sends(encode_shake(False))  # noqa: FBT003 - the message is that boolean
        assert self.end.ready
        return self

    # ---- asking ---------------------------------------------------------------------------------

    def asks(
        self,
        channel: Channel,
        content: Query | Bulk,
        secret_key: bytes,
        chain: Chain = (),
        *,
        seq: int = 0,
        layout: Layout = Layout.DOCUMENT,
    ) -> QueryResponse | BulkResponse | None:
        """Asks and gives the answer that came at once; None for one without a box."""
        keys = boxes.from_seed(self.entropy(32))
        tbs = encode_request_tbs(content, chain, keys.public_key, layout)
        before = len(self.packets)
        self.says(self.sealed(channel, tbs, secret_key, seq))
        answers = [one for one in self.packets[before:] if isinstance(one, SyncResponse)]
        assert len(answers) <= 1
        if not answers or not answers[0].box:
            return None
        opened = boxes.open_sealed(answers[0].box, keys)
        assert opened is not None
        return decode_response_content(opened)

    def sealed(self, channel: Channel, tbs: bytes, secret_key: bytes, seq: int) -> SyncRequest:
        """The request around ``tbs``, signed by that key."""
        content = encode_request_content(tbs, ed25519.sign(tbs, secret_key))
        nonce = self.entropy(24)
        box = boxes.secretbox(content, nonce, symmetric_key(channel.public_key))
        return SyncRequest(channel.id, seq, nonce, box)

    # ---- being asked ----------------------------------------------------------------------------

    def requests(self) -> list[SyncRequest]:
        """All requests so far, oldest first."""
        return [one for one in self.packets if isinstance(one, SyncRequest)]

    def opened(self, request: SyncRequest, channel: Channel) -> RequestContent:
        """What is asked in it."""
        key = symmetric_key(channel.public_key)
        content = boxes.open_secretbox(request.box, request.nonce, key)
        assert content is not None
        return decode_request_content(content)

    def asked(self, channel: Channel) -> list[Query | Bulk]:
        """What was asked about this channel, oldest first."""
        return [
            self.opened(one, channel).content
            for one in self.requests()
            if one.channel_id == channel.id
        ]

    def answers(
        self,
        channel: Channel,
        content: QueryResponse | BulkResponse,
        *,
        request: SyncRequest | None = None,
    ) -> None:
        """Answers ``request``, or the last one about this channel that asks for such an answer.

        If there is none, the last one of all: a wrong answer.
        """
        kind = Query if isinstance(content, QueryResponse) else Bulk
        asked = request or self._last_asking_for(kind, channel)
        self.says(self.sealed_answer(channel, content, asked))

    def _last_asking_for(self, kind: type[Query | Bulk], channel: Channel) -> SyncRequest:
        """From the last one on: to open them all for each answer takes long."""
        mine = [one for one in self.requests() if one.channel_id == channel.id]
        for one in reversed(mine):
            if isinstance(self.opened(one, channel).content, kind):
                return one
        return mine[-1]

    def sealed_answer(
        self, channel: Channel, content: QueryResponse | BulkResponse, request: SyncRequest
    ) -> SyncResponse:
        """The packet that answers ``request``, not sent."""
        key = self.opened(request, channel).response_public_key
        ephemeral = boxes.from_seed(self.entropy(32))
        box = boxes.seal_with(encode_response_content(content), key, ephemeral)
        return SyncResponse(channel.id, request.seq, box)

    def knows_nothing_of(self, space: SpaceId) -> None:
        """Answers the last request about it without a box."""
        mine = [one for one in self.requests() if one.channel_id == space]
        self.says(SyncResponse(space, mine[-1].seq, b""))

    # ---- what became of it ----------------------------------------------------------------------

    @property
    def closed(self) -> Close | None:
        """How the machine ended the conversation, if it did."""
        return self.end.closed

    def said(self, kind: type[Packet]) -> Sequence[Packet]:
        """The packets of that kind, oldest first."""
        return [one for one in self.packets if isinstance(one, kind)]

    @property
    def their_id(self) -> PeerId:
        """From their Hello."""
        return decode_hello(self.bare[0]).peer_id
