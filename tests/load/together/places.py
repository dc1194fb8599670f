"""What several share, and how something is said there and heard."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from engine.model.commands import Say
from engine.model.comment_commands import WriteComment
from engine.model.comment_queries import Comments
from engine.model.contents import Words
from engine.model.ids import PostKind, SpaceId
from engine.model.queries import Timeline
from tests.files_there import files_there
from tests.load.together.programs import Program
from tests.order_keys import BEGINNING

POSTS_MAX = 250  # more than anybody says in one place

FOLDER = "folder"


class Place(Protocol):
    """``writers`` may say something, which ``readers`` come to hear; they are among them."""

    @property
    def kind(self) -> str: ...
    @property
    def writers(self) -> Sequence[Program]: ...
    @property
    def readers(self) -> Sequence[Program]: ...

    async def say(self, who: Program, what: str) -> None:
        """Stored when this returns."""

    async def heard(self, by: Program) -> Sequence[str]:
        """All that was said, in the order in which it is shown there."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A ``Place``: a timeline of a private channel, a community's channel, or a feed."""

    kind: str
    space: SpaceId
    writers: Sequence[Program]
    readers: Sequence[Program]

    async def say(self, who: Program, what: str) -> None:
        """See ``Place``."""
        await who.engine.perform(Say(self.space, Words(what)))

    async def heard(self, by: Program) -> Sequence[str]:
        """See ``Place``."""
        page = await by.engine.ask(Timeline(self.space, POSTS_MAX, after=BEGINNING))
        assert not page.after
        said = [post for post in page.posts if post.kind is not PostKind.INFO]  # but no names
        return [post.text for post in said if post.text]


@dataclass(frozen=True, slots=True)
class Commented:
    """A ``Place``: what is said beside a feed."""

    space: SpaceId
    writers: Sequence[Program]
    readers: Sequence[Program]
    kind: str = "comments"

    async def say(self, who: Program, what: str) -> None:
        """See ``Place``."""
        await who.engine.perform(WriteComment(self.space, what))

    async def heard(self, by: Program) -> Sequence[str]:
        """See ``Place``."""
        page = await by.engine.ask(Comments(self.space, everything=True, limit=POSTS_MAX))
        return [comment.text for comment in page.comments]


@dataclass(frozen=True, slots=True)
class Shared:
    """A ``Place``, a folder: what is said is written into a file of the owner's directory."""

    writers: Sequence[Program]
    readers: Sequence[Program]
    directories: dict[str, Path] = field(default_factory=dict)
    """Of each reader, by name."""
    kind: str = FOLDER

    async def say(self, who: Program, what: str) -> None:
        """See ``Place``."""
        file = self.directories[who.name] / f"{what}.txt"
        await asyncio.to_thread(file.write_text, what, "utf-8")

    async def heard(self, by: Program) -> Sequence[str]:
        """See ``Place``. By name."""
        files = await asyncio.to_thread(files_there, self.directories[by.name])
        return sorted(content.decode() for content in files.values())
