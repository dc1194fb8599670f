"""Messages: length, type, ids, fields ("Messages"). Pure.

In version S the length counts itself: the smallest number that is the whole message's size
(protocols/cable.md 1.2, A1 and A2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum

from engine.errors import PeerViolation
from engine.model.ids import PostId
from engine.protocols.cable import packets
from engine.protocols.cable.limits import HASHES_ASKED_MAX, MESSAGE_BYTES_MAX
from engine.protocols.cable.packets import UNLIMITED, RequestNumber
from engine.protocols.cable.wire.fields import (
    SECTION,
    Fields,
    written_hashes,
    written_pieces,
    written_text,
)
from engine.protocols.cable.wire.version import Version
from engine.wire.varint import decode_varint, decode_varint_prefix, encode_varint

_LENGTH_BYTES_MAX = 10
_LENGTH_MIN = 2  # the type, and the length itself


class Type(IntEnum):
    """The number of a message's type."""

    HASH_RESPONSE = 0
    DATA_RESPONSE = 1
    REQUEST_BY_HASH = 2
    CANCEL = 3
    TIME_RANGE = 4
    CHANNEL_STATE = 5
    CHANNEL_LIST = 6
    CHANNEL_LIST_RESPONSE = 7
    MODERATION_STATE = 8


# ---- writing ------------------------------------------------------------------------------------


def write_message(version: Version, packet: packets.Packet) -> bytes:
    """A whole message, behind its length."""
    number, request, ttl, rest = _parts(version, packet)
    hops = b"" if ttl is None or not version.has_ttl else encode_varint(ttl)
    header = encode_varint(number) + bytes(version.circuit_bytes) + request
    body = header + hops + rest
    return _length(version, len(body)) + body


def _length(version: Version, size: int) -> bytes:
    if not version.length_counts_itself:
        return encode_varint(size)
    own = 1
    while len(encode_varint(size + own)) != own:
        own += 1
    return encode_varint(size + own)


_Parts = tuple[Type, RequestNumber, int | None, bytes]


def _parts(version: Version, packet: packets.Packet) -> _Parts:
    """Type, request, how many hops it has left (None: it is an answer), and the other fields."""
    match packet:
        case packets.HashResponse(request, hashes):
            return Type.HASH_RESPONSE, request, None, written_hashes(hashes)
        case packets.DataResponse(request, data):
            return Type.DATA_RESPONSE, request, None, written_pieces(data)
        case packets.ChannelListResponse(request, names):
            named = written_pieces(name.encode() for name in names)
            return Type.CHANNEL_LIST_RESPONSE, request, None, named
        case packets.RequestByHash(request, ttl, hashes):
            return Type.REQUEST_BY_HASH, request, ttl, written_hashes(hashes)
        case packets.Cancel(request, ttl, cancels):
            own = version.cancels_by_own_id
            return Type.CANCEL, request, None if own else ttl, b"" if own else cancels
        case _:
            return _asking(version, packet)


def _asking(version: Version, packet: packets.Packet) -> _Parts:
    match packet:
        case packets.TimeRange(request, ttl, channel, start, end, limit):
            times = encode_varint(start) + encode_varint(end)
            rest = written_text(channel) + times + _limit(version, limit)
            return Type.TIME_RANGE, request, ttl, rest
        case packets.ChannelState(request, ttl, channel, limit, updates):
            numbers = (limit, updates) if not version.zero_is_all else (int(updates > 0),)
            rest = written_text(channel) + b"".join(map(encode_varint, numbers))
            return Type.CHANNEL_STATE, request, ttl, rest
        case packets.ChannelList(request, ttl, offset, limit):
            first = b"" if version.lists_in_data else encode_varint(offset)
            return Type.CHANNEL_LIST, request, ttl, first + _limit(version, limit)
        case packets.ModerationState(request, ttl, channels, future, oldest):
            named = written_pieces(name.encode() for name in channels)
            rest = named + encode_varint(future) + encode_varint(oldest)
            return Type.MODERATION_STATE, request, ttl, rest
        case _:
            raise TypeError(packet)


def _limit(version: Version, limit: int) -> bytes:
    return encode_varint(0 if version.zero_is_all and limit >= UNLIMITED else limit)


# ---- reading ------------------------------------------------------------------------------------


def cut_messages(version: Version, data: bytes) -> list[bytes]:
    """Whole messages that were written one behind the other, each by itself."""
    messages: list[bytes] = []
    at = 0
    while at < len(data):
        length, start = decode_varint(data, at)
        end = at + length if version.length_counts_itself else start + length
        messages.append(data[at:end])
        at = end
    return messages


class MessageReader:
    """Cuts a byte stream into whole messages, of one version, and reads them.

    The length is judged before a byte of the message is waited for (A25).
    """

    __slots__ = ("_buffer", "_version")

    def __init__(self, version: Version) -> None:
        self._version = version
        self._buffer = bytearray()

    @property
    def buffered(self) -> int:
        """Bytes fed and not yet given out."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """What was read from the peer, cut anywhere."""
        self._buffer += data

    def next_payload(self) -> bytes | None:
        """The next message without its length, None while it is incomplete.

        Raises PeerViolation for a length that cannot be: the stream has lost its cut.
        """
        decoded = decode_varint_prefix(bytes(self._buffer[:_LENGTH_BYTES_MAX]))
        if decoded is None:
            return None
        length, start = decoded
        end = length if self._version.length_counts_itself else start + length
        if end > MESSAGE_BYTES_MAX or end <= start or end < _LENGTH_MIN:
            raise PeerViolation("a message of an impossible length", SECTION)
        if len(self._buffer) < end:
            return None
        with memoryview(self._buffer) as view:
            payload = bytes(view[start:end])
        del self._buffer[:end]
        return payload


def read_message(version: Version, payload: bytes) -> packets.Packet:
    """The message behind its length. Raises PeerViolation for one that is none."""
    fields = Fields(payload)
    number = fields.number()
    read = _READERS.get(number)
    if read is None or (number > Type.CHANNEL_LIST and not version.knows_moderation):
        return packets.UnknownMessage(number)
    fields.take(version.circuit_bytes)
    packet = read(version, RequestNumber(fields.take(version.request_id_bytes)), fields)
    fields.end()
    return packet


def _ttl(version: Version, fields: Fields) -> int:
    return fields.number() if version.has_ttl else 0


def _read_limit(version: Version, fields: Fields) -> int:
    limit = fields.number()
    return UNLIMITED if version.zero_is_all and not limit else limit


_Read = Callable[[Version, RequestNumber, Fields], packets.Packet]


def _read_hash_response(_: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    return packets.HashResponse(request, tuple(map(PostId, fields.hashes())))


def _read_data_response(_: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    return packets.DataResponse(request, fields.pieces())


def _read_by_hash(version: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    ttl = _ttl(version, fields)
    hashes = fields.hashes(HASHES_ASKED_MAX)
    return packets.RequestByHash(request, ttl, tuple(map(PostId, hashes)))


def _read_cancel(version: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    if version.cancels_by_own_id:
        return packets.Cancel(request, 0, request)
    ttl = _ttl(version, fields)
    return packets.Cancel(request, ttl, RequestNumber(fields.take(version.request_id_bytes)))


def _read_time_range(version: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    ttl, channel = _ttl(version, fields), fields.text()
    start, end = fields.number(), fields.number()
    return packets.TimeRange(request, ttl, channel, start, end, _read_limit(version, fields))


def _read_state(version: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    ttl, channel, first = _ttl(version, fields), fields.text(), fields.number()
    if version.zero_is_all:
        return packets.ChannelState(request, ttl, channel, UNLIMITED, UNLIMITED if first else 0)
    return packets.ChannelState(request, ttl, channel, first, fields.number())


def _read_list(version: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    ttl = _ttl(version, fields)
    offset = 0 if version.lists_in_data else fields.number()
    return packets.ChannelList(request, ttl, offset, _read_limit(version, fields))


def _read_list_response(_: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    return packets.ChannelListResponse(request, _names(fields))


def _read_moderation(version: Version, request: RequestNumber, fields: Fields) -> packets.Packet:
    ttl, channels = _ttl(version, fields), _names(fields)
    future = fields.number()
    return packets.ModerationState(request, ttl, channels, future, fields.number())


def _names(fields: Fields) -> tuple[str, ...]:
    try:
        return tuple(name.decode() for name in fields.pieces())
    except UnicodeDecodeError:
        raise PeerViolation("a name that is no UTF-8", SECTION) from None


_READERS: Mapping[int, _Read] = {
    Type.HASH_RESPONSE: _read_hash_response,
    Type.DATA_RESPONSE: _read_data_response,
    Type.REQUEST_BY_HASH: _read_by_hash,
    Type.CANCEL: _read_cancel,
    Type.TIME_RANGE: _read_time_range,
    Type.CHANNEL_STATE: _read_state,
    Type.CHANNEL_LIST: _read_list,
    Type.CHANNEL_LIST_RESPONSE: _read_list_response,
    Type.MODERATION_STATE: _read_moderation,
}
