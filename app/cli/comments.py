"""Which comment, or which commenter, is meant on the command line."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from app.cli.arguments import CANDIDATES_MAX, ID_DIGITS, KEY_DIGITS_SHOWN, digits_of
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.comment_queries import PAGE_COMMENTS_MAX, Comments, Network, OneComment
from engine.model.comments import CommentView
from engine.model.ids import PostId, PublicKey, SpaceId


async def comment_of(engine: Engine, space: SpaceId, text: str) -> CommentView:
    """The comment of that id, or of the one that begins so (6 hexadecimal digits or more)."""
    digits = digits_of(text, Refusal.COMMENT_UNKNOWN)
    if len(digits) == ID_DIGITS:
        return await engine.ask(OneComment(space, PostId(bytes.fromhex(digits))))
    meant = [one async for one in all_comments(engine, space) if one.id.hex().startswith(digits)]
    if len(meant) != 1:
        listed = ", ".join(one.id.hex()[:KEY_DIGITS_SHOWN] for one in meant[:CANDIDATES_MAX])
        raise Refused(Refusal.COMMENT_UNKNOWN, f"{text} ({listed})" if listed else text)
    return meant[0]


async def commenter_of(engine: Engine, space: SpaceId, text: str) -> PublicKey:
    """Whoever is known to the feed's network by that key, or by one that begins so.

    Where not all are listed, any whole key is taken: it may be that of one of the others.
    """
    digits = digits_of(text, Refusal.MEMBER_UNKNOWN)
    network = await engine.ask(Network(space))
    if network.further and len(digits) == ID_DIGITS:
        return PublicKey(bytes.fromhex(digits))
    keys = dict.fromkeys((network.feed, *(one.public_key for one in network.trustees)))
    return _only_one([key for key in keys if key.hex().startswith(digits)], text)


def _only_one(meant: Sequence[PublicKey], text: str) -> PublicKey:
    if not meant:
        raise Refused(Refusal.MEMBER_UNKNOWN, text)
    if len(meant) > 1:
        listed = ", ".join(key.hex()[:KEY_DIGITS_SHOWN] for key in meant[:CANDIDATES_MAX])
        raise Refused(Refusal.MEMBER_AMBIGUOUS, listed)
    return meant[0]


async def all_comments(
    engine: Engine, space: SpaceId, entry: int | None = None
) -> AsyncIterator[CommentView]:
    """Every comment, the newest page first; ``entry``: of that block alone."""
    before: PostId | None = None
    while True:
        page = await engine.ask(
            Comments(space, entry, entry is None, before=before, limit=PAGE_COMMENTS_MAX)
        )
        for one in page.comments:
            yield one
        if not page.has_older:
            return
        before = page.comments[0].id
