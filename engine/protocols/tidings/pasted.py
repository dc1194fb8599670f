"""What somebody pasted, typed or scanned (the list in protocols/tidings.md section 2). Pure.

Codes are found amid chat text, quotes and broken lines. Nothing is opened, fetched or done; who
calls this asks the user before acting. A text that holds none of our things is told apart by what
it seems to be, so that one sentence can say what was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from urllib.parse import parse_qs

from engine.model.communities import SEEDED_ROLES_MAX, MemberRole, SeededRole, WireVersion
from engine.model.found import (
    Found,
    FoundChannel,
    FoundCommentKey,
    FoundCommunity,
    FoundFeed,
    FoundFolder,
    FoundInvite,
    FoundPeer,
    FoundRequest,
    FoundTrustLink,
)
from engine.model.ids import PublicKey
from engine.model.limits import NAME_UNITS_MAX
from engine.protocols.tidings.links import (
    SCHEME,
    TEXT_CHARACTERS_MAX,
    Link,
    LinkError,
    LinkProblem,
    decode_link,
)
from engine.protocols.tidings.payloads import (
    INVITE_BOX_BYTES_MIN,
    KEY_BYTES,
    CommentKeyLink,
    CommunityLink,
    FeedLink,
    FolderLink,
    InviteLink,
    InviteRequestLink,
    PeerLink,
    PublicChannelLink,
    TrustLink,
    invite_of,
    is_invite,
    is_request,
)
from engine.wire.base58 import decode_base58
from engine.wire.text import MalformedText, cut_to_units

PASTED_CHARACTERS_MAX = 16_384  # ours: a code and the conversation around it


class Seems(StrEnum):
    """What a text without any of our things seems to be. The values are stable codes."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    WEB_ADDRESS = "web_address"
    UNKNOWN_SCHEME = "unknown_scheme"
    CODE_TRUNCATED = "code_truncated"
    CODE_DAMAGED = "code_damaged"
    CODE_NEWER = "code_newer"
    LINK_DAMAGED = "link_damaged"
    """A link or command of PeerLinks, cable or Hypercore whose key cannot be read."""
    UNKNOWN_BYTES = "unknown_bytes"
    """Base58 or hex of something that is neither request, invite nor key; often one cut short."""
    PLAIN_TEXT = "plain_text"


@dataclass(frozen=True, slots=True)
class PastedLink:
    """One of our things. ``suggested_name``: the NAME of ``/invite NAME ...``, for whom it is.

    ``or_folder``: a feed, as far as ``hyper://`` and ``dat://`` tell; it may be a shared folder.
    ``roles``: those that ``cabal://KEY?admin=..&mod=..`` gives along with the key.
    """

    link: Link
    suggested_name: str = ""
    or_folder: bool = False
    roles: tuple[SeededRole, ...] = ()


@dataclass(frozen=True, slots=True)
class PastedKey:
    """A bare key of 32 bytes: of a channel, a feed or a folder, as the place it is entered says."""

    key: bytes


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """None of our things. ``problem`` is set where a code of ours was found but cannot be read."""

    seems: Seems
    problem: LinkProblem | None = None


Pasted = PastedLink | PastedKey | NotUnderstood

_CODE = re.compile(r"(?<![A-Za-z0-9])(?i:tidings):(?=[A-Z2-7])")
_CODE_BEGUN = re.compile(r"(?<![A-Za-z0-9])(?i:tidings):[A-Za-z0-9]")
_PIECE = re.compile(r"[^A-Z2-7]*")
_CODE_RUN = re.compile(r"[A-Z2-7]+")
_PIECES_MAX = 64  # ours: 2,000 characters in lines of 32
_CODES_MAX = 8  # ours: who pastes more than so many beginnings of codes has pasted none
_INVITE = re.compile(r"(?<!\S)/invite[ \t]+(\S+)\s+(\S+)")
_ACCEPT = re.compile(r"(?<!\S)/accept-invite\s+(\S+)\s+(\S+)")
_PEERLINKS = re.compile(r"(?i:peerlinks)://feed/([0-9A-Za-z]+)/?(?:\?([^\s\"'<>]*))?")
_KEYED = re.compile(
    r"(?<![A-Za-z0-9])(cabal|hyper|dat)://([0-9A-Za-z]+)/?(?:\?([^\s\"'<>]*))?", re.IGNORECASE
)
_ROLES = {"admin": MemberRole.ADMIN, "mod": MemberRole.MODERATOR}
_WEB = re.compile(r"(?<![A-Za-z0-9])(?:https?://|www\.)\S", re.IGNORECASE)
_OTHER_SCHEME = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,30}://\S")
# The quotes and brackets that people and chats put around a code.
_WORD_EDGES = "\"'`´‘’‚“”„«»‹›<>()[]{}.,;:!?*_~|"  # noqa: RUF001 - meant
_HEX = re.compile(r"(?:[0-9a-fA-F]{2})+")
_BYTES_WORD_CHARACTERS_MIN = (
    40  # ours: 32 bytes have 43 or 44 characters but for rare leading zeros
)


def read_pasted(text: str) -> Pasted:
    """What ``text`` holds, the first of: our code, a command or link of the list, bare bytes.

    Never raises. At most 16,384 characters are looked at; more is NotUnderstood(TOO_LONG).
    """
    if len(text) > PASTED_CHARACTERS_MAX:
        return NotUnderstood(Seems.TOO_LONG)
    trimmed = text.strip().strip(_WORD_EDGES).strip()
    if not trimmed:
        return NotUnderstood(Seems.EMPTY)
    first_failure: NotUnderstood | None = None
    for read in _READERS:
        found = read(text)
        if found is not None and not isinstance(found, NotUnderstood):
            return found
        first_failure = first_failure or found
    # A bare word is only trusted where nothing else was meant: it may be half of a broken command.
    return first_failure or _read_bare_bytes(text) or _seems(text)


def found_of(link: Link) -> Found:  # noqa: PLR0911 - one table, one row a payload
    """``link`` in the engine's public words."""
    match link.payload:
        case InviteRequestLink(request):
            return FoundRequest(request, link.addresses)
        case InviteLink(invite):
            return FoundInvite(invite, link.addresses)
        case PublicChannelLink(key, name):
            return FoundChannel(PublicKey(key), name, link.addresses)
        case PeerLink(key):
            return FoundPeer(key, link.addresses)
        case FeedLink(key, name, form):
            return FoundFeed(PublicKey(key), name, form, link.addresses)
        case FolderLink(key, name):
            return FoundFolder(PublicKey(key), name, link.addresses)
        case CommunityLink(key, wire, name):
            return FoundCommunity(key, wire, name, link.addresses)
        case TrustLink(feed, links):
            return FoundTrustLink(PublicKey(feed), links, link.addresses)
        case CommentKeyLink(feed, key):
            return FoundCommentKey(PublicKey(feed), PublicKey(key), link.addresses)


def _read_code(text: str) -> Pasted | None:
    failure: NotUnderstood | None = None
    for start in islice(_CODE.finditer(text), _CODES_MAX):
        found = _decode_at(text, start.end())
        if isinstance(found, PastedLink):
            return found
        failure = failure or found
    return failure


def _decode_at(text: str, start: int) -> PastedLink | NotUnderstood:
    """The code from ``start`` on; one that ends early is tried again with the next piece joined on.

    So lines broken by a mail program, with their quote marks, mend themselves.
    """
    problem: LinkProblem | None = None
    for code in _growing_codes(text, start):
        try:
            return PastedLink(decode_link(SCHEME + code))
        except LinkError as error:
            problem = problem or error.problem
            if error.problem is not LinkProblem.TRUNCATED:
                break
    return _failure_of(problem or LinkProblem.TRUNCATED)


def _growing_codes(text: str, start: int) -> Iterator[str]:
    code, place = "", start
    for _ in range(_PIECES_MAX):
        run = _CODE_RUN.match(text, place)
        if run is None or len(code) > TEXT_CHARACTERS_MAX:
            return
        code += run[0]
        yield code
        gap = _PIECE.match(text, run.end())
        if gap is None or gap[0].strip(" \t\r\n>|"):
            return
        place = gap.end()


def _failure_of(problem: LinkProblem) -> NotUnderstood:
    match problem:
        case LinkProblem.TRUNCATED:
            return NotUnderstood(Seems.CODE_TRUNCATED, problem)
        case LinkProblem.UNKNOWN_VERSION | LinkProblem.UNKNOWN_TYPE:
            return NotUnderstood(Seems.CODE_NEWER, problem)
        case _:
            return NotUnderstood(Seems.CODE_DAMAGED, problem)


def _read_invite_command(text: str) -> Pasted | None:
    found = _INVITE.search(text)
    if found is None:
        return None
    for data in _bytes_of(found[2]):
        if is_request(data):
            return PastedLink(Link(InviteRequestLink(data)), _name_of(found[1]))
    return NotUnderstood(Seems.LINK_DAMAGED)


def _read_accept_command(text: str) -> Pasted | None:
    found = _ACCEPT.search(text)
    if found is None:
        return None
    for request_id in _bytes_of(found[1]):
        for box in _bytes_of(found[2]):
            if len(request_id) == KEY_BYTES and len(box) >= INVITE_BOX_BYTES_MIN:
                return PastedLink(Link(InviteLink(invite_of(request_id, box))))
    return NotUnderstood(Seems.LINK_DAMAGED)


def _read_peerlinks_url(text: str) -> Pasted | None:
    found = _PEERLINKS.search(text)
    if found is None:
        return None
    key = _key_of(found[1])
    if key is None:
        return NotUnderstood(Seems.LINK_DAMAGED)
    names = parse_qs(found[2] or "").get("name", [""])
    return PastedLink(Link(PublicChannelLink(key, _name_of(names[0]))))


def _read_keyed_url(text: str) -> Pasted | None:
    found = _KEYED.search(text)
    if found is None:
        return None
    key = _key_of(found[2])
    if key is None:
        return NotUnderstood(Seems.LINK_DAMAGED)
    if found[1].lower() == "cabal":
        link = Link(CommunityLink(key, WireVersion.M))
        return PastedLink(link, roles=_roles_of(found[3] or ""))
    return PastedLink(Link(FeedLink(key)), or_folder=True)


def _roles_of(parameters: str) -> tuple[SeededRole, ...]:
    """Members named more than once have the highest role; a key that cannot be read has none."""
    given: dict[bytes, SeededRole] = {}
    values = parse_qs(parameters)
    for word, role in _ROLES.items():
        for key in _keys_in(values.get(word, [])):
            given.setdefault(key, SeededRole(PublicKey(key), role))
    return tuple(islice(given.values(), SEEDED_ROLES_MAX))


def _keys_in(values: Sequence[str]) -> Iterator[bytes]:
    for word in ",".join(values).split(","):
        key = _key_of(word)
        if key is not None:
            yield key


def _read_bare_bytes(text: str) -> Pasted | None:
    words = [word.strip(_WORD_EDGES) for word in text.split()]
    failure: NotUnderstood | None = None
    for candidate in ("".join(words), *words):
        if len(candidate) < _BYTES_WORD_CHARACTERS_MIN:
            continue
        for data in _bytes_of(candidate):
            if (found := _thing_of(data)) is not None:
                return found
            if candidate in words:  # prose without its blanks may look like base58, too
                failure = NotUnderstood(Seems.UNKNOWN_BYTES)
    return failure


def _thing_of(data: bytes) -> PastedLink | PastedKey | None:
    if is_request(data):
        return PastedLink(Link(InviteRequestLink(data)))
    if is_invite(data):
        return PastedLink(Link(InviteLink(data)))
    return PastedKey(data) if len(data) == KEY_BYTES else None


_READERS: tuple[Callable[[str], Pasted | None], ...] = (
    _read_code,
    _read_invite_command,
    _read_accept_command,
    _read_peerlinks_url,
    _read_keyed_url,
)


def _bytes_of(word: str) -> list[bytes]:
    """What ``word`` may stand for: hex first, which would rarely also be base58, then base58."""
    bare = word.strip(_WORD_EDGES)
    readings = []
    if len(bare) <= TEXT_CHARACTERS_MAX and _HEX.fullmatch(bare):
        readings.append(bytes.fromhex(bare))
    with suppress(MalformedText):
        readings.append(decode_base58(bare))
    return readings


def _key_of(word: str) -> bytes | None:
    return next((data for data in _bytes_of(word) if len(data) == KEY_BYTES), None)


def _name_of(name: str) -> str:
    """``name`` as a link may carry it: no lone surrogates, and cut to 128 UTF-16 units."""
    return cut_to_units(name.encode("utf-8", "replace").decode("utf-8"), NAME_UNITS_MAX)


def _seems(text: str) -> NotUnderstood:
    if _CODE_BEGUN.search(text):
        return NotUnderstood(Seems.CODE_DAMAGED, LinkProblem.NOT_BASE32)
    if text.strip().lower() == SCHEME.lower():
        return NotUnderstood(Seems.CODE_TRUNCATED, LinkProblem.TRUNCATED)
    if _WEB.search(text):
        return NotUnderstood(Seems.WEB_ADDRESS)
    if _OTHER_SCHEME.search(text):
        return NotUnderstood(Seems.UNKNOWN_SCHEME)
    return NotUnderstood(Seems.PLAIN_TEXT)
