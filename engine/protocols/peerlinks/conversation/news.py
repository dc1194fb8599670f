"""What is told of messages that were just accepted or posted: new posts, and posts that changed.

Pure. A mark (protocols/tidings.md 3) is no post of its own: it changes the look of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.model.events import POSTS_NAMED_MAX, Event, PostsArrived, PostsChanged, SpaceChanged
from engine.model.ids import PostId
from engine.model.marks import Mark
from engine.protocols.contract import Effect, Emit
from engine.protocols.peerlinks.bodies.said import Said, said, speaks_of_nothing
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.packets import Json
from engine.protocols.peerlinks.records import Channel, MessageStored, Records
from engine.protocols.peerlinks.trust.rights import own_keys

_NOTHING = Said("")
_CHANGES = frozenset({Mark.EDIT, Mark.RETRACTION})


def news_of(records: Records, channel: Channel, stored: Sequence[MessageStored]) -> list[Effect]:
    """The events for these, all of ``channel``."""
    read = [(record, _said(record)) for record in stored]
    posts = [(record, what) for record, what in read if what.mark is None]
    events: list[Event] = []
    if posts:
        events.append(_arrived(records, channel, posts))
    changed = [what.about for _, what in read if what.mark is not None and what.about is not None]
    if changed:
        events.append(posts_changed(channel, changed))
    if any(what.mark in _CHANGES for _, what in read):
        events.append(SpaceChanged(channel.id))  # others of the unread may speak to us
    return [Emit(event) for event in events]


def posts_changed(channel: Channel, posts: Iterable[PostId]) -> PostsChanged:
    """The event that names them, or none of them where they are many."""
    named = tuple(dict.fromkeys(posts))
    return PostsChanged(channel.id, named if len(named) <= POSTS_NAMED_MAX else ())


def _arrived(
    records: Records, channel: Channel, posts: Sequence[tuple[MessageStored, Said]]
) -> PostsArrived:
    orders = [order_key(record.message.height, record.hash) for record, _ in posts]
    hidden = records.hidden_authors(channel.id)
    awaited = [what for one, what in posts if not one.ours and one.author not in hidden]
    mentions = _speaking(records, channel, posts, awaited)
    own = len(posts) - len(awaited)
    return PostsArrived(channel.id, len(posts), min(orders), max(orders), own, mentions)


def _speaking(
    records: Records,
    channel: Channel,
    posts: Sequence[tuple[MessageStored, Said]],
    awaited: Sequence[Said],
) -> int:
    """How many of ``awaited`` speak to one of ours."""
    if not any(what.mentions or what.about is not None for what in awaited):
        return 0
    answered = [what.about for what in awaited if what.about is not None]
    ours = records.own_among(channel.id, answered) if answered else frozenset[PostId]()
    ours |= {record.hash for record, _ in posts if record.ours}
    keys = own_keys(records.identities(), channel)
    return sum(what.about in ours or not keys.isdisjoint(what.mentions) for what in awaited)


def _said(record: MessageStored) -> Said:
    body = record.message.body
    if not isinstance(body, Json) or speaks_of_nothing(body.text):
        return _NOTHING
    return said(body.text)
