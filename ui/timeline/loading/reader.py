"""Posts -> entries: texts are read on another thread, and what was read before is kept.

A hostile text takes a tenth of a second; the window shall not wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.model.feed_queries import Blocks
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Members
from engine.model.views import PostView
from ui.bridge import Bridge
from ui.models.members import bare_name
from ui.text.names import plain_name
from ui.timeline.loading.rows import data_file, is_data
from ui.timeline.loading.run import Entry, entry_of, taken_over

AT_ONCE_CHARACTERS_MAX = 400  # ours: a text so short is read on the window's own thread


@dataclass(slots=True)
class _Names:
    """What the members of ``space`` are called as they are shown; ``is_whole``: all were asked."""

    space: SpaceId | None
    known: dict[PublicKey, str] = field(default_factory=dict)
    is_whole: bool = False


class EntryReader:
    """Reads for one space at a time: that which it was turned to last."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._names = _Names(None)

    def turn_to(self, space: SpaceId | None) -> None:
        """``space`` is read from now on. What is still being read of the one before leaves nothing
        behind: who is in both may be called otherwise here.
        """
        self._names = _Names(space)

    async def read(
        self, space: SpaceId, posts: Sequence[PostView], known: Sequence[Entry]
    ) -> list[Entry]:
        """The entries of ``posts``; those of ``known`` that still hold are the very same."""
        kept = {entry.post.id: entry for entry in known}
        entries = [_still(kept.get(post.id), post) for post in posts]
        fresh = [post for post, entry in zip(posts, entries, strict=True) if entry is None]
        if not fresh:
            return [entry for entry in entries if entry is not None]
        fresh = await self._with_data(space, fresh)
        names = await self._names_for(space, fresh)
        made = iter(await _read(fresh, names))
        return [next(made) if entry is None else entry for entry in entries]

    async def read_on(self, entry: Entry, parts: int) -> Entry:
        """``entry`` with the first ``parts`` stretches of its text.

        All of them are read anew: what a mark means may hang on any that comes before it.
        """
        loop, names = asyncio.get_running_loop(), dict(self._names.known)
        return await loop.run_in_executor(None, entry_of, entry.post, parts, names)

    async def _with_data(self, space: SpaceId, posts: Sequence[PostView]) -> list[PostView]:
        """Blocks of bytes are shown as a file each, named by their number and size."""
        blocks = [post.height for post in posts if is_data(post) and not post.files]
        sizes: dict[int, int] = {}
        if blocks:
            found = await self._bridge.ask(Blocks(space, blocks[0], blocks[-1] + 1))
            sizes = {block.index: block.size or 0 for block in found}
        return [
            replace(post, files=(data_file(post, sizes.get(post.height, 0)),))
            if is_data(post)
            else post
            for post in posts
        ]

    async def _names_for(
        self, space: SpaceId, posts: Sequence[PostView]
    ) -> Mapping[PublicKey, str]:
        """Members' names, asked for once, and only where a post speaks to somebody."""
        names = self._names if self._names.space == space else _Names(space)
        known = names.known
        for post in posts:
            if post.author.path:
                known[post.author.public_key] = plain_name(post.author.path[-1])
        wanted = any(key not in known for post in posts for key in post.mentions)
        if wanted and not names.is_whole:
            names.is_whole = True
            for member in await self._bridge.ask(Members(space)):
                known.setdefault(member.public_key, bare_name(member))
        return dict(known) if wanted or any(post.mentions for post in posts) else known


def _still(entry: Entry | None, post: PostView) -> Entry | None:
    """What was read of that post before, if it holds; a block of bytes never changes."""
    if entry is None or is_data(post):
        return entry
    return taken_over(entry, post)


async def _read(posts: Sequence[PostView], names: Mapping[PublicKey, str]) -> list[Entry]:
    if all(len(post.text) <= AT_ONCE_CHARACTERS_MAX for post in posts) and len(posts) == 1:
        return [entry_of(post, 1, names) for post in posts]
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(None, lambda: [entry_of(post, 1, names) for post in posts])
