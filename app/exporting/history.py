"""Writes one history to a file, whose ending says in which form.

``.jsonl`` is for programs: every signed post of the space, one object a line, as ``channel read
--json`` has it. ``.csv`` and ``.html`` are for people: what a timeline shows, with reactions,
edits and answers in their places. Behind a feed's entries stand the comments on it, as they are
now. What our user deleted for themselves, or hides, is in none of them, nor are the words of what
was taken back; what others have folded away for them (a moderator, or whom they follow) is in all,
and marked where people read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import BinaryIO, Protocol

from app.exporting.comments import comments_of
from app.exporting.json_lines import JsonLines
from app.exporting.naming import Naming, naming_in
from app.exporting.pages import pages_of
from app.exporting.table import Table
from app.exporting.web_page import WebPage
from app.exporting.writing import whole_file
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.comments import CommentView
from engine.model.ids import SpaceId, SpaceKind
from engine.model.queries import Extent, Space
from engine.model.views import PostView

SUFFIXES = (".jsonl", ".csv", ".html")

Told = Callable[[int, int], None]
"""Hears how many posts were looked at so far, and about how many there are."""


class Form(Protocol):
    """One form of an export. Its methods are called in this order; all write UTF-8."""

    everything: bool

    def begin(self, file: BinaryIO) -> None: ...
    async def write(self, file: BinaryIO, posts: Sequence[PostView]) -> int:
        """Writes them; how many it has not left out."""

    def write_comments(self, file: BinaryIO, comments: Sequence[CommentView]) -> None: ...
    def end(self, file: BinaryIO) -> None: ...


def _json_lines(engine: Engine, naming: Naming) -> Form:
    return JsonLines(engine, naming.space)


def _table(_engine: Engine, naming: Naming) -> Form:
    return Table(naming)


def _web_page(engine: Engine, naming: Naming) -> Form:
    return WebPage(engine, naming)


FORMS: Mapping[str, Callable[[Engine, Naming], Form]] = {
    ".jsonl": _json_lines,
    ".csv": _table,
    ".html": _web_page,
}


async def export_history(
    engine: Engine, space: SpaceId, path: Path, told: Told = lambda _done, _all: None
) -> int:
    """How many posts stand in the file now; comments are not counted.

    The file is replaced whole, or stays what it was. Refused with FILE_UNWRITABLE, also for another
    ending than those of ``SUFFIXES``; SPACE_UNKNOWN. Cancelling leaves nothing behind.
    """
    make = FORMS.get(path.suffix.lower())
    if make is None:
        endings = ", ".join(SUFFIXES)
        raise Refused(Refusal.FILE_UNWRITABLE, f"{path} (its name must end in one of {endings})")
    view = await engine.ask(Space(space))
    form = make(engine, await naming_in(engine, view))
    length = (await engine.ask(Extent(space))).posts
    done = written = 0
    with whole_file(path) as file:
        form.begin(file)
        # Closed at once where writing fails: it has asked for one more page.
        async with aclosing(pages_of(engine, space, everything=form.everything)) as pages:
            async for posts in pages:
                written += await form.write(file, posts)
                done += len(posts)
                told(done, max(done, length))
        if view.kind is SpaceKind.FEED:
            await _write_comments(engine, space, form, file)
        form.end(file)
    return written


async def _write_comments(engine: Engine, space: SpaceId, form: Form, file: BinaryIO) -> None:
    async with aclosing(comments_of(engine, space)) as pages:
        async for comments in pages:
            form.write_comments(file, [one for one in comments if not one.hidden])
