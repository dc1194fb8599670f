"""Bodies of private-channel messages: JSON text to typed bodies and back (tidings.md 3). Pure.

Which texts are valid messages is decided elsewhere (engine/wire/json_text.py). Here a valid text
is read for display: whatever is not one of our forms is ``PlainJson``, shown as it is, and
nothing raises. A form with an unknown key beside it is still that form; the text that was signed
is kept by the store.

Where several marks stand in one body the first in this order counts: unreact, react_to, edits,
retracts, reply_to, files.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from engine.model.body_text import Json, compact_json, whole_text

MENTIONS_MAX = 256  # ours: more names than this in one message are not shown as mentions
FILES_MAX = 64  # ours
NESTING_MAX = 32  # ours (reliability P-5): our forms need 3
ELEMENTS_MAX = 4096  # ours: brackets and commas outside strings; our forms need some 800
EMOJI_CHARACTERS_MAX = 64  # ours: the longest joined emoji have some 20

_HASH = re.compile(r"[0-9a-f]{64}\Z")
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_STRING = re.compile(r'"[^"]*"')
_BRACKET = re.compile(r"[\[\]{}]")


@dataclass(frozen=True, slots=True)
class TextBody:
    """A message. ``mentions`` are public keys, 32 bytes each."""

    text: str
    mentions: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyBody:
    """A message in answer to the one of hash ``reply_to``."""

    text: str
    reply_to: bytes
    mentions: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class ReactionBody:
    """``emoji`` as a reaction to the message of hash ``react_to``."""

    emoji: str
    react_to: bytes


@dataclass(frozen=True, slots=True)
class UnreactBody:
    """One's own reaction ``emoji`` to the message of hash ``unreact``, taken back."""

    emoji: str
    unreact: bytes


@dataclass(frozen=True, slots=True)
class EditBody:
    """The new text of one's own message of hash ``edits``."""

    text: str
    edits: bytes
    mentions: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class RetractBody:
    """Asks others to hide one's own message of hash ``retracts``."""

    retracts: bytes


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """``data`` is a data URL, as it came; nobody has looked inside yet."""

    name: str
    content_type: str
    data: str


@dataclass(frozen=True, slots=True)
class FilesBody:
    """Files, at least one, with or without a text (None and empty are told apart)."""

    files: tuple[AttachedFile, ...]
    text: str | None = None
    mentions: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class PlainJson:
    """A body of another shape, or too deep or too large a number to read: its text, to be shown."""

    json_text: str


Body = (
    TextBody
    | ReplyBody
    | ReactionBody
    | UnreactBody
    | EditBody
    | RetractBody
    | FilesBody
    | PlainJson
)


def parse_body(json_text: str) -> Body:
    """The body that ``json_text`` is. Never raises, for any text; other shapes are PlainJson."""
    if _is_beyond_display(json_text):
        return PlainJson(json_text)
    try:
        value: Json = json.loads(json_text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):  # a ValueError also for integers of over 4,300 digits
        return PlainJson(json_text)
    if not isinstance(value, dict):
        return PlainJson(json_text)
    return _body_of(value) or PlainJson(json_text)


def compose_body(body: Body) -> str:
    """The JSON text to be signed: compact, characters as they are, keys in the notes' own order.

    ``parse_body`` of it gives ``body`` again, but for lone surrogates: reading and writing
    replace them by U+FFFD, as no UTF-8 can hold them.
    """
    if isinstance(body, PlainJson):
        return body.json_text
    return compact_json(_value_of(body))


def _is_beyond_display(json_text: str) -> bool:
    if len(json_text) <= NESTING_MAX:
        return False
    structure = _STRING.sub("", _ESCAPE.sub("", json_text))
    brackets = _BRACKET.findall(structure)
    if len(brackets) + structure.count(",") > ELEMENTS_MAX:
        return True
    depths = itertools.accumulate(1 if bracket in "[{" else -1 for bracket in brackets)
    return max(depths, default=0) > NESTING_MAX


def _refuse_constant(name: str) -> Json:
    raise ValueError(name)


def _body_of(value: Mapping[str, Json]) -> Body | None:
    text = value.get("text")
    if isinstance(text, str):
        text = whole_text(text)
        return _marked_body(value, text) or _files_body(value, text) or _text_body(value, text)
    return _files_body(value, None) if text is None and "text" not in value else None


def _text_body(value: Mapping[str, Json], text: str) -> TextBody:
    return TextBody(text, _mentions_of(value))


def _marked_body(value: Mapping[str, Json], text: str) -> Body | None:
    mentions = _mentions_of(value)
    if (unreact := _hash_of(value, "unreact")) and (emoji := _emoji_of(value.get("emoji"))):
        return UnreactBody(emoji, unreact)
    if (react_to := _hash_of(value, "react_to")) and (emoji := _emoji_of(text)):
        return ReactionBody(emoji, react_to)
    if edits := _hash_of(value, "edits"):
        return EditBody(text, edits, mentions)
    if retracts := _hash_of(value, "retracts"):
        return RetractBody(retracts)
    if reply_to := _hash_of(value, "reply_to"):
        return ReplyBody(text, reply_to, mentions)
    return None


def _files_body(value: Mapping[str, Json], text: str | None) -> FilesBody | None:
    listed = value.get("files")
    if not isinstance(listed, list) or not 1 <= len(listed) <= FILES_MAX:
        return None
    files = [_file_of(entry) for entry in listed]
    known = tuple(file for file in files if file is not None)
    return FilesBody(known, text, _mentions_of(value)) if len(known) == len(listed) else None


def _file_of(entry: Json) -> AttachedFile | None:
    if not isinstance(entry, dict):
        return None
    name, content_type, data = (entry.get(key) for key in ("name", "content-type", "data"))
    if isinstance(name, str) and isinstance(content_type, str) and isinstance(data, str):
        return AttachedFile(whole_text(name), whole_text(content_type), whole_text(data))
    return None


def _hash_of(value: Mapping[str, Json], key: str) -> bytes | None:
    return _bytes_of(value.get(key))


def _bytes_of(entry: Json) -> bytes | None:
    return bytes.fromhex(entry) if isinstance(entry, str) and _HASH.match(entry) else None


def _emoji_of(entry: Json) -> str | None:
    if not isinstance(entry, str) or not 0 < len(entry) <= EMOJI_CHARACTERS_MAX:
        return None
    return whole_text(entry)


def _mentions_of(value: Mapping[str, Json]) -> tuple[bytes, ...]:
    """The well-formed mentions in order; none at all where the list is no list or too long."""
    listed = value.get("mentions")
    if not isinstance(listed, list) or len(listed) > MENTIONS_MAX:
        return ()
    keys = [_bytes_of(entry) for entry in listed]
    return tuple(key for key in keys if key is not None)


def _value_of(
    body: TextBody | ReplyBody | ReactionBody | UnreactBody | EditBody | RetractBody | FilesBody,
) -> Json:
    value: dict[str, Json]
    mentions: tuple[bytes, ...] = ()
    match body:
        case TextBody(text, mentions):
            value = {"text": text}
        case ReplyBody(text, reply_to, mentions):
            value = {"text": text, "reply_to": reply_to.hex()}
        case ReactionBody(emoji, react_to):
            value = {"text": emoji, "react_to": react_to.hex()}
        case UnreactBody(emoji, unreact):
            value = {"text": "", "unreact": unreact.hex(), "emoji": emoji}
        case EditBody(text, edits, mentions):
            value = {"text": text, "edits": edits.hex()}
        case RetractBody(retracts):
            value = {"text": "", "retracts": retracts.hex()}
        case FilesBody(files, caption, mentions):
            value = {} if caption is None else {"text": caption}
            value["files"] = [_file_value(file) for file in files]
        case _:
            assert_never(body)
    if mentions:
        value["mentions"] = [key.hex() for key in mentions]
    return value


def _file_value(file: AttachedFile) -> Json:
    return {"name": file.name, "content-type": file.content_type, "data": file.data}
