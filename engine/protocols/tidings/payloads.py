"""What a link can carry, type by type (the table of protocols/tidings.md section 2). Pure.

Every payload has exactly one encoding; lengths are exact. A name is UTF-8 to the payload's end,
may be empty and has at most 128 UTF-16 units. Type 10 is ours, beside that table: a feed of another
form than type 5 has, whose form (u8) comes before key and name. So is the letter ``D`` of a
community of the newest wire version.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from engine.errors import PeerViolation
from engine.model.communities import WireVersion
from engine.model.feeds import FeedForm
from engine.model.limits import NAME_UNITS_MAX
from engine.wire.text import utf16_units
from engine.wire.varint import decode_minimal_varint, encode_varint

KEY_BYTES = 32
REQUEST_BYTES = 102  # three fields of 32 bytes with two bytes of tag and length each
INVITE_BOX_BYTES_MIN = 48  # a sealed box of nothing
TRUST_LINK_BYTES = 137
TRUST_LINKS_MAX = 5

_REQUEST_TAGS = (b"\x0a\x20", b"\x12\x20", b"\x1a\x20")
_REQUEST_FIELD_BYTES = 34
_INVITE_HEAD = b"\x0a\x20"
_INVITE_BOX_TAG = b"\x12"
_INVITE_BOX_TAG_AT = len(_INVITE_HEAD) + KEY_BYTES


class MalformedPayload(ValueError):  # noqa: N818 - a payload is malformed, by whomever
    """A payload of another length or shape than its type's."""


@dataclass(frozen=True, slots=True)
class InviteRequestLink:
    """Somebody asks to be let in: the 102 bytes of a PeerLinks InviteRequest."""

    request: bytes


@dataclass(frozen=True, slots=True)
class InviteLink:
    """An answer to a request: the bytes of a PeerLinks EncryptedInvite."""

    invite: bytes


@dataclass(frozen=True, slots=True)
class PublicChannelLink:
    """A PeerLinks channel that anyone with its key may read."""

    public_key: bytes
    name: str = ""


@dataclass(frozen=True, slots=True)
class CommunityLink:
    """A cable community; the key is the secret that lets one in."""

    key: bytes = field(repr=False)
    wire: WireVersion
    name: str = ""


@dataclass(frozen=True, slots=True)
class FeedLink:
    """A Hypercore feed."""

    public_key: bytes
    name: str = ""
    form: FeedForm = FeedForm.SIGNED


@dataclass(frozen=True, slots=True)
class FolderLink:
    """A shared folder: a feed of files."""

    public_key: bytes
    name: str = ""


@dataclass(frozen=True, slots=True)
class TrustLink:
    """Permission to comment on a feed: 1 to 5 HyperBloom links of 137 bytes, feed's first."""

    feed_key: bytes
    links: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class CommentKeyLink:
    """The key with which somebody would like to comment on a feed."""

    feed_key: bytes
    public_key: bytes


@dataclass(frozen=True, slots=True)
class PeerLink:
    """A peer by its static X25519 key."""

    static_key: bytes


Payload = (
    InviteRequestLink
    | InviteLink
    | PublicChannelLink
    | CommunityLink
    | FeedLink
    | FolderLink
    | TrustLink
    | CommentKeyLink
    | PeerLink
)

_TYPES: dict[type[Payload], int] = {
    InviteRequestLink: 1,
    InviteLink: 2,
    PublicChannelLink: 3,
    CommunityLink: 4,
    FeedLink: 5,
    FolderLink: 6,
    TrustLink: 7,
    CommentKeyLink: 8,
    PeerLink: 9,
}
_FORMED_FEED = 10  # ours, additive
_FORM_NUMBERS = {FeedForm.OLDER: 1, FeedForm.STATIC: 2}
_FORMS = {number: form for form, number in _FORM_NUMBERS.items()}
_WIRE_LETTERS = {WireVersion.S: b"S", WireVersion.M: b"M", WireVersion.DRAFT_8: b"D"}
_WIRES = {letter: wire for wire, letter in _WIRE_LETTERS.items()}


def is_known_type(kind: int) -> bool:
    """Whether ``kind`` is a type number of the table."""
    return kind in _TYPES.values() or kind == _FORMED_FEED


def is_request(data: bytes) -> bool:
    """Whether ``data`` has the exact shape of an encoded InviteRequest."""
    starts = range(0, REQUEST_BYTES, _REQUEST_FIELD_BYTES)
    tags = tuple(data[start : start + 2] for start in starts)
    return len(data) == REQUEST_BYTES and tags == _REQUEST_TAGS


def is_invite(data: bytes) -> bool:
    """Whether ``data`` has the exact shape of an EncryptedInvite: id, box, nothing after."""
    if not data.startswith(_INVITE_HEAD) or data[_INVITE_BOX_TAG_AT:][:1] != _INVITE_BOX_TAG:
        return False
    try:
        size, start = decode_minimal_varint(data, _INVITE_BOX_TAG_AT + 1)
    except PeerViolation:
        return False
    return size >= INVITE_BOX_BYTES_MIN and start + size == len(data)


def invite_of(request_id: bytes, box: bytes) -> bytes:
    """The EncryptedInvite of an id (32 bytes) and a sealed box: what ``/accept-invite`` says."""
    return _INVITE_HEAD + request_id + _INVITE_BOX_TAG + encode_varint(len(box)) + box


def encode_payload(payload: Payload) -> tuple[int, bytes]:
    """Type number and bytes. Raises MalformedPayload where ``decode_payload`` would refuse them."""
    kind = _type_of(payload)
    data = _bytes_of(payload)
    if decode_payload(kind, data) != payload:
        raise MalformedPayload("lengths that do not fit")
    return kind, data


def decode_payload(kind: int, data: bytes) -> Payload:  # noqa: PLR0911 - one table, one row a type
    """The payload of type ``kind`` (a known one). Raises MalformedPayload if it breaks a rule."""
    match kind:
        case 1 if is_request(data):
            return InviteRequestLink(data)
        case 2 if is_invite(data):
            return InviteLink(data)
        case 3:
            return PublicChannelLink(*_key_and_name(data))
        case 4:
            return _decode_community(data)
        case 5 | 10:
            return _decode_feed(kind, data)
        case 6:
            return FolderLink(*_key_and_name(data))
        case 7:
            return _decode_trust(data)
        case 8 if len(data) == 2 * KEY_BYTES:
            return CommentKeyLink(data[:KEY_BYTES], data[KEY_BYTES:])
        case 9 if len(data) == KEY_BYTES:
            return PeerLink(data)
        case _:
            raise MalformedPayload("not the shape of its type")


def _type_of(payload: Payload) -> int:
    if isinstance(payload, FeedLink) and payload.form is not FeedForm.SIGNED:
        return _FORMED_FEED
    return _TYPES[type(payload)]


def _bytes_of(payload: Payload) -> bytes:
    match payload:
        case InviteRequestLink(data) | InviteLink(data) | PeerLink(data):
            return data
        case PublicChannelLink(key, name) | FolderLink(key, name):
            return key + _encode_name(name)
        case FeedLink(key, name, form):
            return _form_of(form) + key + _encode_name(name)
        case CommunityLink(key, wire, name):
            return key + _WIRE_LETTERS[wire] + _encode_name(name)
        case TrustLink(key, links):
            return key + b"".join(links)
        case CommentKeyLink(feed_key, public_key):
            return feed_key + public_key
        case _:
            assert_never(payload)


def _form_of(form: FeedForm) -> bytes:
    """Of a signed feed its type says it."""
    return b"" if form is FeedForm.SIGNED else bytes((_FORM_NUMBERS[form],))


def _encode_name(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")  # reading it back refuses what is no UTF-8


def _key_and_name(data: bytes) -> tuple[bytes, str]:
    if len(data) < KEY_BYTES:
        raise MalformedPayload("a key cut off")
    return data[:KEY_BYTES], _decode_name(data[KEY_BYTES:])


def _decode_name(data: bytes) -> str:
    try:
        name = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedPayload("a name that is no UTF-8") from error
    if utf16_units(name) > NAME_UNITS_MAX:
        raise MalformedPayload("a name of more than 128 units")
    return name


def _decode_feed(kind: int, data: bytes) -> FeedLink:
    if kind != _FORMED_FEED:
        return FeedLink(*_key_and_name(data))
    form = _FORMS.get(data[0]) if data else None
    if form is None:
        raise MalformedPayload("a feed of an unknown form")
    return FeedLink(*_key_and_name(data[1:]), form)


def _decode_community(data: bytes) -> CommunityLink:
    key, letter = data[:KEY_BYTES], data[KEY_BYTES : KEY_BYTES + 1]
    wire = _WIRES.get(letter)
    if wire is None:
        raise MalformedPayload("an unknown wire version")
    return CommunityLink(key, wire, _decode_name(data[KEY_BYTES + 1 :]))


def _decode_trust(data: bytes) -> TrustLink:
    key, chain = data[:KEY_BYTES], data[KEY_BYTES:]
    count, spare = divmod(len(chain), TRUST_LINK_BYTES)
    if spare or not 1 <= count <= TRUST_LINKS_MAX or len(key) != KEY_BYTES:
        raise MalformedPayload("not 1 to 5 links")
    starts = range(0, len(chain), TRUST_LINK_BYTES)
    return TrustLink(key, tuple(chain[start : start + TRUST_LINK_BYTES] for start in starts))
