"""How a PeerLinks message looks in the timeline. Pure."""

from __future__ import annotations

from typing import assert_never

import msgspec

from engine.model.body_text import text_body
from engine.model.ids import PostKind
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.packets import Json, Root
from engine.protocols.peerlinks.records import MessageStored
from engine.protocols.tidings.bodies import (
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
from engine.store.timeline.timeline import TimelinePost


class _OnlyText(msgspec.Struct, forbid_unknown_fields=True):
    text: str


_ONLY_TEXT = msgspec.json.Decoder(_OnlyText)


def timeline_post(record: MessageStored) -> TimelinePost:
    """The row that shows ``record``."""
    message = record.message
    body = message.body.text if isinstance(message.body, Json) else None
    return TimelinePost(
        channel="",
        order=order_key(message.height, record.hash),
        kind=PostKind.ROOT if isinstance(message.body, Root) else PostKind.MESSAGE,
        height=message.height,
        parents=message.parents,
        at=message.timestamp,
        received_at=record.received_at,
        author=record.author,
        path=tuple([link.display_name for link in message.chain]),
        ours=record.ours,
        text="" if body is None else text_of(body),
        body=body,
    )


def text_of(body: str) -> str:
    """What a person reads of a message's JSON text; a body of no form of ours as it is."""
    plain = _only_text(body)
    if plain is not None:
        return plain
    parsed = parse_body(body)
    match parsed:
        case TextBody(text) | ReplyBody(text) | EditBody(text):
            return text
        case ReactionBody(emoji):
            return emoji
        case UnreactBody() | RetractBody():
            return ""
        case FilesBody(files, text):
            caption = [text] if text else []
            return "\n".join(caption + [file.name for file in files])
        case PlainJson(json_text):
            return json_text
        case _:
            assert_never(parsed)


def _only_text(body: str) -> str | None:
    """The text of ``{"text": ...}`` alone and compact: most are, and ``parse_body`` is slower."""
    try:
        text = _ONLY_TEXT.decode(body).text
        return text if text_body(text) == body else None
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None
