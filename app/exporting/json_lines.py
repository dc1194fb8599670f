"""An export as JSON lines: a POST object of cli.md a line, of every signed post.

Comments on a feed are COMMENT objects, with ``"kind": "comment"`` behind the id.

Marks (reactions, edits, retractions) are posts here, as they were signed. What our user deleted for
themselves is left out, and so is every mark about it. Of whom they hide all posts are, marks too.
What its author took back has no words any more, nor have the edits of it: they are still signed in
their bodies, but whoever takes something back does not want it handed on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO

import msgspec

from app.bodies import with_body
from app.exporting.told import is_left_out
from engine.api import Engine
from engine.model.comments import CommentView
from engine.model.ids import PostId, PostKind
from engine.model.marks import Mark
from engine.model.views import PostView, SpaceView

_WITH_BODY = frozenset({PostKind.MESSAGE, PostKind.MARK})


class _Author(msgspec.Struct, frozen=True):
    public_key: str
    path: tuple[str, ...]


class _Post(msgspec.Struct, frozen=True):
    """The names and the order of ``app.cli.shapes.post``; a test compares them."""

    id: str
    kind: str
    height: int
    parents: tuple[str, ...]
    timestamp: float
    author: _Author
    text: str
    body: str | None
    received_at: float
    ours: bool
    reached: int
    retracted: bool


class _Comment(msgspec.Struct, frozen=True):
    """The names and the order of ``app.cli.comment_shapes.comment``, and a kind."""

    id: str
    kind: str
    author: str
    path: tuple[str, ...]
    at: float
    text: str
    entry: int | None
    reply_to: str | None
    expires_at: float | None
    received_at: float
    ours: bool
    edited_at: float | None
    retracted: bool
    hidden: bool


class JsonLines:
    """See ``Form``."""

    everything = True

    def __init__(self, engine: Engine, space: SpaceView) -> None:
        """``engine`` is asked for what a page leaves out."""
        self._engine = engine
        self._space = space
        self._encoder = msgspec.json.Encoder()
        self._left_out: set[PostId] = set()
        self._taken_back: set[PostId] = set()

    def begin(self, file: BinaryIO) -> None:
        """Nothing stands before the first line."""

    async def write(self, file: BinaryIO, posts: Sequence[PostView]) -> int:
        """See ``Form``."""
        kept = [post for post in posts if self._is_kept(post)]
        whole = [await self._whole(post) for post in kept]
        file.write(self._encoder.encode_lines([_line(post) for post in whole]))
        return len(whole)

    def write_comments(self, file: BinaryIO, comments: Sequence[CommentView]) -> None:
        """See ``Form``."""
        file.write(self._encoder.encode_lines([_comment_line(one) for one in comments]))

    def end(self, file: BinaryIO) -> None:
        """Nothing stands behind the last line."""

    def _is_kept(self, post: PostView) -> bool:
        if post.hidden or (post.target is not None and post.target in self._left_out):
            self._left_out.add(post.id)
            return False
        return not is_left_out(post, self._space)

    async def _whole(self, post: PostView) -> PostView:
        """With its body, which a page has only where it is short; without words, taken back."""
        if post.retracted or (post.mark is Mark.EDIT and post.target in self._taken_back):
            self._taken_back.add(post.id)
            return replace(post, text="", body=None)
        if post.kind not in _WITH_BODY:
            return post
        return await with_body(self._engine, self._space.id, post)


def _line(post: PostView) -> _Post:
    author = _Author(post.author.public_key.hex(), post.author.path)
    return _Post(
        post.id.hex(),
        str(post.kind),
        post.height,
        tuple([parent.hex() for parent in post.parents]),
        post.timestamp,
        author,
        post.text,
        post.body,
        post.received_at,
        post.ours,
        post.reached,
        post.retracted,
    )


def _comment_line(one: CommentView) -> _Comment:
    return _Comment(
        one.id.hex(),
        "comment",
        one.author.hex(),
        tuple([key.hex() for key in one.path]),
        one.at,
        one.text,
        one.entry,
        None if one.reply_to is None else one.reply_to.hex(),
        one.expires_at,
        one.received_at,
        one.ours,
        one.edited_at,
        one.retracted,
        one.hidden,
    )
