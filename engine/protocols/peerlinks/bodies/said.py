"""What a message's body says, as a timeline needs it (tidings.md 3). Pure; never raises.

One reading for all: what is stored, what is counted as news, and what may be spoken of.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

import msgspec

from engine.model.body_text import is_text_body
from engine.model.ids import PostId, PublicKey
from engine.model.marks import Mark
from engine.model.views import FileContent, FileView
from engine.protocols.peerlinks.bodies.data_urls import file_data
from engine.protocols.peerlinks.bodies.forms import (
    AttachedFile,
    EditBody,
    FilesBody,
    PlainJson,
    ReactionBody,
    ReplyBody,
    RetractBody,
    TextBody,
    UnreactBody,
    parse_body,
)
from engine.wire.picture_size import picture_size

NAME_CHARACTERS_MAX = 255  # ours: of a file's name and of its type; ``OneFile`` has them whole
_KEPT_CHARACTERS_MAX = 4_096  # ours: bodies whose reading is remembered for the next who asks
_KEPT = 512  # ours


@dataclass(frozen=True, slots=True)
class Said:
    """``text`` is what a person reads, of a reaction its emoji.

    ``about`` is the post that a mark or an answer (without ``mark``) speaks of.
    """

    text: str
    mark: Mark | None = None
    about: PostId | None = None
    mentions: tuple[PublicKey, ...] = ()
    files: tuple[FileView, ...] = ()
    plain_json: bool = False
    """``text`` is the whole body, which is of no form that is known."""


class _OnlyText(msgspec.Struct, forbid_unknown_fields=True):
    text: str


_TEXT_BEGINS = '{"text":"'
_ONLY_TEXT = msgspec.json.Decoder(_OnlyText)


def said(body: str) -> Said:
    """What ``body``, a valid JSON text, says."""
    plain = text_alone(body)
    if plain is not None:
        return Said(plain)
    return _read(body) if len(body) > _KEPT_CHARACTERS_MAX else _read_and_kept(body)


def attached_file(body: str, number: int) -> FileContent | None:
    """The file of that number, from 0, with its bytes; None if the body carries none there."""
    parsed = parse_body(body)
    if not isinstance(parsed, FilesBody) or not 0 <= number < len(parsed.files):
        return None
    file = parsed.files[number]
    data = file_data(file.data)
    return None if data is None else FileContent(file.name, file.content_type, data)


def speaks_of_nothing(body: str) -> bool:
    """Whether ``body``, a valid JSON text, is found at a glance to be a text alone.

    That is so of most: where the quote behind the text's first is that of the end.
    """
    return body.startswith(_TEXT_BEGINS) and body.find('"', len(_TEXT_BEGINS)) == len(body) - 2


def text_alone(body: str) -> str | None:
    """The text of ``{"text": ...}`` alone and compact; None for any other body.

    Most are so, and ``parse_body`` is slower.
    """
    try:
        text = _ONLY_TEXT.decode(body).text
        return text if is_text_body(body, text) else None
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None


def _read(body: str) -> Said:  # noqa: PLR0911 - one a form
    parsed = parse_body(body)
    match parsed:
        case TextBody(text, mentions):
            return Said(text, mentions=_keys(mentions))
        case ReplyBody(text, reply_to, mentions):
            return Said(text, about=PostId(reply_to), mentions=_keys(mentions))
        case ReactionBody(emoji, react_to):
            return Said(emoji, Mark.REACTION, PostId(react_to))
        case UnreactBody(emoji, unreact):
            return Said(emoji, Mark.TAKEN_BACK, PostId(unreact))
        case EditBody(text, edits, mentions):
            return Said(text, Mark.EDIT, PostId(edits), _keys(mentions))
        case RetractBody(retracts):
            return Said("", Mark.RETRACTION, PostId(retracts))
        case FilesBody(files, caption, mentions):
            seen = tuple(_seen(file) for file in files)
            return Said(caption or "", mentions=_keys(mentions), files=seen)
        case PlainJson(json_text):
            return Said(json_text, plain_json=True)
        case _:
            assert_never(parsed)


_read_and_kept = lru_cache(maxsize=_KEPT)(_read)


def _keys(mentions: tuple[bytes, ...]) -> tuple[PublicKey, ...]:
    return tuple(PublicKey(key) for key in dict.fromkeys(mentions))


def _seen(file: AttachedFile) -> FileView:
    data = file_data(file.data)
    return FileView(
        file.name[:NAME_CHARACTERS_MAX],
        file.content_type[:NAME_CHARACTERS_MAX],
        0 if data is None else len(data),
        *(picture_size(data or b"") or (0, 0)),
        size_known=data is not None,
    )
