"""What a person says, as the body that is signed; and what a post that it speaks of is. Pure.

Used where something is said, and where it is only weighed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.errors import Refusal, Refused
from engine.model.contents import (
    Attachment,
    Content,
    Edit,
    Files,
    Reaction,
    ReactionTakenBack,
    Retraction,
    Words,
)
from engine.model.ids import PostId, PublicKey
from engine.model.views import Weight
from engine.protocols.peerlinks.bodies.data_urls import file_url, file_url_units
from engine.protocols.peerlinks.bodies.forms import (
    EMOJI_CHARACTERS_MAX,
    FILES_MAX,
    MENTIONS_MAX,
    AttachedFile,
    Body,
    EditBody,
    FilesBody,
    ReactionBody,
    ReplyBody,
    RetractBody,
    TextBody,
    UnreactBody,
    compose_body,
)
from engine.protocols.peerlinks.bodies.said import Said, said
from engine.protocols.peerlinks.limits import JSON_UNITS_MAX, OWN_JSON_BYTES_MAX
from engine.protocols.peerlinks.messages import decode_message
from engine.protocols.peerlinks.packets import Chain, Json
from engine.protocols.peerlinks.trust.chain import leaf_key
from engine.protocols.peerlinks.trust.rights import Right, holds_now
from engine.wire.text import utf16_units

_MEDIA_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]{1,127}/[a-z0-9!#$&^_.+-]{1,127}", re.IGNORECASE)
_ANY_TYPE = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A post that is spoken of."""

    author: PublicKey
    what: Said
    is_root: bool
    is_retracted: bool = False


Find = Callable[[PostId], Spoken | None]
"""The stored post of that id in the channel; None if there is none."""

Reacting = Callable[[PostId, str], Container[PublicKey]]
"""Whose reaction of that emoji to the post counts."""

UrlOf = Callable[[str, bytes], str]
"""The data URL of a file of that type."""


def spoken_in(wire: bytes, channel_key: PublicKey) -> Spoken:
    """The post of that encoding."""
    message = decode_message(wire)
    author = leaf_key(message.chain, channel_key)
    match message.body:
        case Json(text):
            return Spoken(author, said(text), is_root=False)
        case _:
            return Spoken(author, Said(""), is_root=True)


def units_max(chain: Chain) -> int:
    """How long a body may be that is posted through ``chain``, in UTF-16 units."""
    return JSON_UNITS_MAX.get(len(chain), OWN_JSON_BYTES_MAX)


def about(content: Content) -> PostId | None:
    """The post that a mark changes the look of; None for what is a post itself."""
    match content:
        case Reaction(post) | ReactionTakenBack(post) | Edit(post) | Retraction(post):
            return post
        case Words() | Files():
            return None
        case _:
            assert_never(content)


def authors_meant(content: Content, find: Find, reacting: Reacting) -> Container[PublicKey]:
    """Who alone can say it: whoever wrote the post, or has reacted to it; empty: anybody can."""
    match content:
        case Edit(post) | Retraction(post):
            spoken = find(post)
            return () if spoken is None else (spoken.author,)
        case ReactionTakenBack(post, emoji):
            return reacting(post, emoji.strip())
        case Words() | Files() | Reaction():
            return ()
        case _:
            assert_never(content)


def right_to_say(
    right: Right, rights: Sequence[Right], authors: Container[PublicKey], now: float
) -> Right:
    """Instead of ``right``, where it is none of ``authors``, the one of ``rights`` that is."""
    own = (one for one in (right, *rights) if PublicKey(one.key_pair.public_key) in authors)
    return next((one for one in own if holds_now(one.chain, now)), right)


def compose(content: Content, find: Find, key: PublicKey) -> str:
    """The JSON text that says it, for the author ``key``. Refused as ``Say`` is, but for length."""
    return compose_body(_body(content, find, key, file_url))


def weigh(content: Content, find: Find, right: Right) -> Weight:
    """How long that text is, without encoding the files in it."""
    key = PublicKey(right.key_pair.public_key)
    units = utf16_units(compose_body(_body(content, find, key, lambda _type, _data: "")))
    if isinstance(content, Files):
        units += sum(file_url_units(_type_of(file), len(file.data)) for file in content.files)
    return Weight(units, units_max(right.chain))


def _body(content: Content, find: Find, key: PublicKey, url_of: UrlOf) -> Body:
    match content:
        case Words(text, reply_to, mentions):
            return _words(text, reply_to, _mentions(mentions), find)
        case Files(files, text, mentions):
            return _files(files, text, _mentions(mentions), url_of)
        case Reaction(post, emoji):
            _demand_there(_post(find, post), post)
            return ReactionBody(_emoji(emoji), post)
        case ReactionTakenBack(post, emoji):
            _post(find, post)
            return UnreactBody(_emoji(emoji), post)
        case Edit(post, text, mentions):
            spoken = _demand_there(_own_post(find, post, key), post)
            if not spoken.what.files:
                _demand_text(text)
            return EditBody(text, post, _mentions(mentions))
        case Retraction(post):
            _own_post(find, post, key)
            return RetractBody(post)
        case _:
            assert_never(content)


def _words(text: str, reply_to: PostId | None, mentions: tuple[bytes, ...], find: Find) -> Body:
    _demand_text(text)
    if reply_to is None:
        return TextBody(text, mentions)
    _post(find, reply_to)
    return ReplyBody(text, reply_to, mentions)


def _files(
    files: Sequence[Attachment], text: str, mentions: tuple[bytes, ...], url_of: UrlOf
) -> Body:
    if not files:
        raise Refused(Refusal.TEXT_EMPTY)
    if len(files) > FILES_MAX:
        raise Refused(Refusal.FILE_TOO_LARGE, f"more than {FILES_MAX} files")
    attached = [
        AttachedFile(file.name, _type_of(file), url_of(_type_of(file), file.data)) for file in files
    ]
    return FilesBody(tuple(attached), text or None, mentions)


def _type_of(file: Attachment) -> str:
    """As it may stand in a data URL."""
    return file.content_type if _MEDIA_TYPE.fullmatch(file.content_type) else _ANY_TYPE


def _demand_text(text: str) -> None:
    if not text.strip():
        raise Refused(Refusal.TEXT_EMPTY)


def _emoji(text: str) -> str:
    emoji = text.strip()
    _demand_text(emoji)
    if len(emoji) > EMOJI_CHARACTERS_MAX:
        raise Refused(Refusal.TEXT_TOO_LONG, f"{EMOJI_CHARACTERS_MAX} characters of a reaction")
    return emoji


def _mentions(keys: Iterable[PublicKey]) -> tuple[bytes, ...]:
    """Each once; of too many nobody would read any."""
    return tuple(dict.fromkeys(keys))[:MENTIONS_MAX]


def _post(find: Find, post: PostId) -> Spoken:
    """Refused where there is no such row in the timeline."""
    spoken = find(post)
    if spoken is None or spoken.what.mark is not None:
        raise Refused(Refusal.POST_UNKNOWN, post.hex())
    return spoken


def _own_post(find: Find, post: PostId, key: PublicKey) -> Spoken:
    spoken = _post(find, post)
    if spoken.author != key:
        raise Refused(Refusal.POST_NOT_OURS, post.hex())
    if spoken.is_root:
        raise Refused(Refusal.CONTENT_UNSUPPORTED)
    return spoken


def _demand_there(spoken: Spoken, post: PostId) -> Spoken:
    """Of what was taken back nothing would be seen."""
    if spoken.is_retracted:
        raise Refused(Refusal.POST_TAKEN_BACK, post.hex())
    return spoken
