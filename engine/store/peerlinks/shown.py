"""How a PeerLinks message looks in the timeline. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.model.ids import PostId, PostKind, PublicKey
from engine.protocols.peerlinks.bodies.said import Said, said, text_alone
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.packets import Json
from engine.protocols.peerlinks.records import MessageStored
from engine.protocols.peerlinks.trust.chain import display_path
from engine.store.timeline.older import ShownAnew
from engine.store.timeline.posts import TimelinePost

OwnKeys = Callable[[], frozenset[PublicKey]]
"""All keys by which a post of that channel is our own."""

IsOurs = Callable[[PostId], bool]
"""Whether a message of that channel is stored as ours."""


def timeline_post(record: MessageStored, own_keys: OwnKeys, is_ours: IsOurs) -> TimelinePost:
    """The row that shows ``record``."""
    message = record.message
    body = message.body.text if isinstance(message.body, Json) else None
    text = "" if body is None else text_alone(body)
    if text is not None:  # nearly all of them
        kind = PostKind.ROOT if body is None else PostKind.MESSAGE
        return _plain_post(record, kind, text, body)
    assert body is not None
    what = said(body)
    return replace(
        _plain_post(record, PostKind.MESSAGE, what.text, body),
        kind=PostKind.MESSAGE if what.mark is None else PostKind.MARK,
        mark=what.mark,
        about=what.about,
        mentions=what.mentions,
        files=what.files,
        plain_json=what.plain_json,
        speaks=None if record.ours else speaks(what, own_keys, is_ours),
    )


def shown_anew(body: str, own_keys: OwnKeys, is_ours: IsOurs, *, ours: bool) -> ShownAnew:
    """The columns of a row of an earlier format, by its body."""
    what = said(body)
    return ShownAnew(
        text=what.text,
        mark=what.mark,
        about=what.about,
        mentions=what.mentions,
        files=what.files,
        plain_json=what.plain_json,
        speaks=None if ours else speaks(what, own_keys, is_ours),
    )


def speaks(what: Said, own_keys: OwnKeys, is_ours: IsOurs) -> bool | None:
    """See ``TimelinePost.speaks``, for what somebody else says."""
    if what.mark is not None or (what.about is None and not what.mentions):
        return None
    mentions_us = bool(what.mentions) and not own_keys().isdisjoint(what.mentions)
    return mentions_us or (what.about is not None and is_ours(what.about))


def _plain_post(record: MessageStored, kind: PostKind, text: str, body: str | None) -> TimelinePost:
    message = record.message
    return TimelinePost(
        channel="",
        order=order_key(message.height, record.hash),
        kind=kind,
        height=message.height,
        parents=message.parents,
        at=message.timestamp,
        received_at=record.received_at,
        author=record.author,
        path=display_path(message.chain),
        ours=record.ours,
        text=text,
        body=body,
    )
