"""PeerLinks: packets, posts, requests, responses, letters."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import PeerViolation
from engine.protocols.peerlinks.messages import (
    envelope,
    greeting,
    letters,
    posts,
    requests,
    responses,
    trust,
)
from engine.wire.frames import FrameReader
from tests.fuzz.readers.streams import cut_anywhere
from tests.fuzz.target import Target, same_again

_FRAME_BYTES_MAX = 1 << 20  # so that one is more than what is kept in one piece


class _Frames:
    def __init__(self) -> None:
        self._reader = FrameReader(_FRAME_BYTES_MAX)

    def feed(self, data: bytes) -> None:
        self._reader.feed(data)

    def whole(self) -> Iterator[object]:
        while (payload := self._reader.next_payload()) is not None:
            yield payload


def _post(data: bytes) -> None:
    """One signed message has one hash, however it was encoded (P-4)."""
    read = posts.read_message(data)
    assert posts.read_message(read.wire) == read
    assert posts.encode_message(read.message) == read.wire
    assert posts.message_tbs(read.message) == read.tbs


TARGET = Target(
    "peerlinks",
    (
        cut_anywhere(_Frames),
        greeting.decode_hello,
        greeting.decode_shake,
        same_again(envelope.decode_packet, envelope.encode_packet),
        _post,
        requests.decode_request_content,
        same_again(responses.decode_response_content, responses.encode_response_content),
        same_again(letters.decode_invite_request, letters.encode_invite_request),
        same_again(letters.decode_encrypted_invite, letters.encode_encrypted_invite),
        letters.decode_invite,
        same_again(letters.decode_renewal, letters.encode_renewal),
        same_again(trust.decode_link, trust.encode_link),
    ),
    (PeerViolation,),
    ("engine.protocols.peerlinks.messages", "engine.wire.frames", "engine.wire.protobuf_scan"),
)
