"""One conversation: greeting, packets, and both halves of a synchronization.

Whatever is waited for, packets of the other side are served meanwhile. ``ViolationError`` means
that the other side does not keep to the document: it was told so, and the connection is closed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from typing import Self, TypeVar

from tests.interop.document_peer import keys
from tests.interop.document_peer.channel import Channel
from tests.interop.document_peer.line import GREETING_SECONDS, Line, LineClosedError
from tests.interop.document_peer.packets import (
    REASON_CODEPOINTS_MAX,
    EncryptedInvite,
    Error,
    Notification,
    SyncRequest,
    SyncResponse,
    decode_hello,
    decode_packet,
    decode_shake,
    encode_hello,
    encode_shake,
)
from tests.interop.document_peer.person import Person
from tests.interop.document_peer.requests import (
    Bulk,
    BulkResponse,
    Query,
    QueryResponse,
    Request,
    decode_response,
    encode_request,
)
from tests.interop.document_peer.synchronization import Limits, Synchronization
from tests.interop.document_peer.trust import ViolationError, leaf_key
from tests.interop.document_peer.wire import MalformedError

R = TypeVar("R")

PATIENCE_SECONDS = 30.0  # far beyond what anything takes
LOOK_SECONDS = 0.02  # how long a frame is waited for between two looks
HALF_OF_ALL_IDS = 1 << 255
SEQ_LIMIT = 1 << 32  # an unsigned integer of C


class ComplainedError(Exception):
    """The other side sent an Error; its text is the reason."""


class Placing(Enum):
    """Where a request has its chain; the document has two places for it."""

    BOTH = "in the SyncRequest, and in its Query or Bulk"
    OUTER = "in the SyncRequest"
    INNER = "in the Query or Bulk"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of the other side that was answered, for the test to look at."""

    channel: bytes
    seq: int
    request: Request | None
    """None where the channel was unknown."""


USUAL = Limits()


class Conversation:
    """Opened by ``begin``. All of it may raise ViolationError, ComplainedError, LineClosedError."""

    def __init__(self, person: Person, line: Line, limits: Limits = USUAL) -> None:
        self.placing = Placing.BOTH
        self.person = person
        self.limits = limits
        self.remote = b""
        self.asked: list[Asked] = []
        self.notified: list[bytes] = []
        self.invites: list[EncryptedInvite] = []
        self._line = line
        self._is_closed = False
        self._seqs: dict[bytes, int] = {}
        self._news: dict[bytes, None] = {}
        self._answers: dict[tuple[bytes, int], SyncResponse] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends it."""
        if not self._is_closed:
            self._is_closed = True
            self.person.live.discard(self.remote)
            self._line.close()

    # ---- the initialization sequence

    def begin(self) -> None:
        """Greets, and issues queries for every channel, as the document asks for at that point."""
        assert self.greet(), "a duplicate"
        for channel in tuple(self.person.channels.values()):
            self.synchronize(channel)

    def greet(self) -> bool:
        """False if it was found to be a duplicate: then it is closed."""
        self._line.send(encode_hello(self.person.peer_id))
        self.remote = self._checked(decode_hello)
        if self._is_ours_to_shake():
            is_duplicate = self.remote in self.person.live
            self._line.send(encode_shake(is_duplicate=is_duplicate))
        else:
            is_duplicate = self._checked(decode_shake)
        if is_duplicate:
            self._is_closed = True  # the other connection with this peer goes on
            self._line.close()
        else:
            self.person.live.add(self.remote)
        return not is_duplicate

    def _is_ours_to_shake(self) -> bool:
        local = int.from_bytes(self.person.peer_id, "big")
        remote = int.from_bytes(self.remote, "big")
        least_shakes = abs(local - remote) < HALF_OF_ALL_IDS
        return (local < remote) == least_shakes

    def _checked(self, read: Callable[[bytes], R]) -> R:
        """The next message of the sequence."""
        message = self._line.receive(GREETING_SECONDS)
        assert message is not None, "nobody greets us"
        with self._complaining():
            return read(message)

    # ---- living

    def live_until(self, look: Callable[[], R | None], what: str = "") -> R:
        """Serves, and synchronizes what there is news of, until ``look`` finds anything true."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (found := look()):
            assert time.monotonic() < deadline, f"never came: {what}"
            self._serve_one(LOOK_SECONDS)
            self._follow_news()
        return found

    def live_until_closed(self) -> None:
        """The other side ends it."""
        try:
            self.live_until(lambda: False, "the end")
        except LineClosedError:
            return

    def _follow_news(self) -> None:
        while self._news:
            channel = self.person.channels[next(iter(self._news))]
            del self._news[channel.id]
            self.synchronize(channel)

    def _serve_one(self, seconds: float) -> None:
        message = self._line.receive(seconds)
        if message is not None:
            with self._complaining():
                self._serve(message)

    @contextmanager
    def _complaining(self) -> Iterator[None]:
        """What breaks the document is told to the other side, which then is left."""
        try:
            yield
        except (ViolationError, MalformedError) as error:
            if not self._is_closed:
                self.complain(str(error)[:REASON_CODEPOINTS_MAX])
            raise ViolationError(str(error)) from error

    def _serve(self, message: bytes) -> None:
        match decode_packet(message):
            case Error(reason):
                if len(reason) > REASON_CODEPOINTS_MAX:
                    raise ViolationError("a reason of 1024 code points or more")
                self.close()
                raise ComplainedError(reason)
            case EncryptedInvite() as invite:
                self.invites.append(invite)
                channel = self.person.takes_invite(invite)
                if channel is not None:
                    self._news[channel.id] = None
            case SyncRequest() as request:
                self._line.send(self._answer(request).encode())
            case SyncResponse() as response:
                self._answers[response.channel_id, response.seq] = response
            case Notification(channel_id):
                self.notified.append(channel_id)
                if channel_id in self.person.channels:
                    self._news[channel_id] = None

    # ---- invites and news

    def send_invite(self, channel: Channel, request: bytes, name: str) -> None:
        """Lets the asker in, who is the other side."""
        peer_id, invite = self.person.invites(channel, request, name)
        assert peer_id == self.remote
        self._line.send(invite.encode())

    def post(self, channel: Channel, *texts: str) -> None:
        """And tells of it."""
        self.person.posts(channel, texts)
        self._line.send(Notification(channel.id).encode())

    def complain(self, reason: str) -> None:
        """An Error; then it is over."""
        self._line.send(Error(reason).encode())
        self.close()

    # ---- answering

    def _answer(self, packet: SyncRequest) -> SyncResponse:
        channel = self.person.channels.get(packet.channel_id)
        if channel is None:
            self.asked.append(Asked(packet.channel_id, packet.seq, None))
            return SyncResponse(packet.channel_id, packet.seq, b"")
        key = keys.symmetric_key(channel.pub_key)
        content = keys.open_secret_box(packet.box, packet.nonce, key)
        if content is None:
            raise ViolationError("a request box that does not open")
        request = Request.decode(content)
        self.asked.append(Asked(packet.channel_id, packet.seq, request))
        if not channel.is_feed:
            self._check_asker(channel, request)
        answer: QueryResponse | BulkResponse
        if isinstance(request.content, Query):
            answer = channel.answer_query(request.content)
        else:
            answer = channel.answer_bulk(request.content)
        sealed = keys.seal(answer.encode(), request.response_pub_key)
        return SyncResponse(packet.channel_id, packet.seq, sealed)

    def _check_asker(self, channel: Channel, request: Request) -> None:
        """The chain of the request, and that of the Query or Bulk in it, MUST be valid now."""
        now = self.person.now
        for chain in (request.chain, request.content.chain):
            leaf = leaf_key(chain, channel.pub_key, channel.id, now)
            if not keys.is_signed(request.signature, request.signed, leaf):
                raise ViolationError("a request its sender did not sign")

    # ---- asking

    def synchronize(self, channel: Channel) -> int:
        """Until the other side has nothing more; how many messages came."""
        chain = () if channel.is_feed else self.person.chains[channel.id]
        with self._complaining():
            came = Synchronization(
                channel,
                chain,
                self.limits,
                lambda content: self._ask(channel, content),
                self.person.now,
            ).run()
        if came:
            self._line.send(Notification(channel.id).encode())
        return came

    def _ask(self, channel: Channel, content: Query | Bulk) -> QueryResponse | BulkResponse | None:
        box = keys.BoxPair()
        tbs = self._placed(content, box.public).tbs()
        # "Empty for Feeds": who only reads has no key that any chain leads to, and signs nothing.
        signature = b"" if channel.is_feed else self.person.pair.sign(tbs)
        encoded = encode_request(tbs, signature)
        nonce, sealed = keys.secret_box(encoded, keys.symmetric_key(channel.pub_key))
        seq = self._seqs.get(channel.id, 0)
        self._seqs[channel.id] = (seq + 1) % SEQ_LIMIT
        self._line.send(SyncRequest(channel.id, seq, nonce, sealed).encode())
        return _opened(self._wait_for_answer(channel.id, seq), box)

    def _placed(self, content: Query | Bulk, response_pub_key: bytes) -> Request:
        outer = () if self.placing is Placing.INNER else content.chain
        inner = () if self.placing is Placing.OUTER else content.chain
        return Request(outer, replace(content, chain=inner), response_pub_key)

    def _wait_for_answer(self, channel_id: bytes, seq: int) -> SyncResponse:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (channel_id, seq) not in self._answers:
            assert time.monotonic() < deadline, "a request was not answered"
            self._serve_one(LOOK_SECONDS)
        return self._answers.pop((channel_id, seq))


def _opened(response: SyncResponse, box: keys.BoxPair) -> QueryResponse | BulkResponse | None:
    if not response.box:
        return None
    content = box.open(response.box)
    if content is None:
        raise ViolationError("a response box that does not open")
    return decode_response(content)
