"""Messages ("Messages"): a length that counts itself, a type, an id, fields."""

from __future__ import annotations

from dataclasses import dataclass

HASH_RESPONSE, DATA_RESPONSE, BY_HASH, CANCEL, RANGE, STATE, LIST = range(7)


def varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the high bit says that more follow."""
    out = bytearray()
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    out.append(value)
    return bytes(out)


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The value, and where it ends. IndexError where the data does."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value += (byte % 128) << shift
        shift += 7
        if byte < 128:
            return value, at


def sized(data: bytes) -> bytes:
    """Behind its length."""
    return varint(len(data)) + data


def message(kind: int, body: bytes) -> bytes:
    """ "number of bytes in this message, including the msg_len field"."""
    rest = varint(kind) + body
    total = len(rest) + 1
    while len(varint(total)) + len(rest) != total:
        total = len(varint(total)) + len(rest)
    return varint(total) + rest


@dataclass(frozen=True)
class Message:
    """One that was read. ``numbers``: ttl, then the others of its kind in their order."""

    kind: int
    id: bytes
    hashes: tuple[bytes, ...] = ()
    data: tuple[bytes, ...] = ()
    channel: str = ""
    numbers: tuple[int, ...] = ()


def read_message(data: bytes) -> Message:
    """A whole message, its length included."""
    length, at = read_varint(data, 0)
    assert length == len(data), "the length is not that of the message"
    kind, at = read_varint(data, at)
    number, at = data[at : at + 4], at + 4
    if kind == HASH_RESPONSE:
        count, at = read_varint(data, at)
        assert len(data) == at + 32 * count
        return Message(kind, number, _hashes(data, at, count))
    if kind == DATA_RESPONSE:
        pieces: list[bytes] = []
        size, at = read_varint(data, at)
        while size:
            pieces.append(data[at : at + size])
            size, at = read_varint(data, at + size)
        assert at == len(data)
        return Message(kind, number, data=tuple(pieces))
    if kind == CANCEL:
        assert at == len(data)
        return Message(kind, number)
    return _read_request(kind, number, data, at)


def _read_request(kind: int, number: bytes, data: bytes, at: int) -> Message:
    ttl, at = read_varint(data, at)
    if kind == BY_HASH:
        count, at = read_varint(data, at)
        assert len(data) == at + 32 * count
        return Message(kind, number, _hashes(data, at, count), numbers=(ttl,))
    channel = ""
    if kind in (RANGE, STATE):
        size, at = read_varint(data, at)
        channel, at = data[at : at + size].decode(), at + size
    numbers = [ttl]
    for _ in range({RANGE: 3, STATE: 2, LIST: 1}[kind]):
        value, at = read_varint(data, at)
        numbers.append(value)
    assert at == len(data)
    return Message(kind, number, channel=channel, numbers=tuple(numbers))


def _hashes(data: bytes, at: int, count: int) -> tuple[bytes, ...]:
    return tuple(data[at + 32 * n : at + 32 * (n + 1)] for n in range(count))


def write_message(said: Message) -> bytes:
    """As it goes over the wire."""
    body = said.id + b"".join(map(varint, said.numbers[:1]))
    if said.kind in (RANGE, STATE):
        body += sized(said.channel.encode())
    body += b"".join(map(varint, said.numbers[1:]))
    if said.kind in (HASH_RESPONSE, BY_HASH):
        body += varint(len(said.hashes)) + b"".join(said.hashes)
    if said.kind == DATA_RESPONSE:
        body += b"".join(map(sized, said.data)) + varint(0)
    return message(said.kind, body)
