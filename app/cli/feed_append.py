"""``tidings feed append`` and ``tidings feed post``: blocks of any bytes, and entries with files.

What is given at once is appended at once, all or none, up to APPENDED_BYTES_MAX; more follows in
further steps. Lines of standard input are appended as they come, so that a feed can follow a log.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from app.cli import feed_shapes, posting, shapes
from app.cli.amounts import bytes_of, in_words
from app.cli.arguments import space_of, text_of
from app.cli.failures import CommandFailed, failure_of, usage
from app.cli.feeds import FeedArgument, demand_own, feed_of
from app.cli.printing import facts, moment
from app.cli.session import Call, run
from engine.errors import Refusal, Refused
from engine.model.commands import Say
from engine.model.contents import Content, Files, Words
from engine.model.feed_commands import AppendBlocks
from engine.model.feeds import APPENDED_BYTES_MAX, BLOCK_BYTES_MAX, FeedLength
from ui.feeds.fixed import batches

STANDARD_INPUT = "-"
CUT_HINT = "“--cut 65536” cuts it into blocks of that many bytes; or share a folder."
_CHUNK_BYTES = 1_048_576

CutOption = Annotated[
    str | None, typer.Option(metavar="BYTES", help="Cut files into blocks of that size.")
]


def add_to(app: typer.Typer) -> None:
    """Puts both commands among the others of the noun."""
    app.command("append")(append)
    app.command("post")(post)


def append(
    context: typer.Context,
    feed: FeedArgument,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|-", help="Each file is one block; “-” is standard input."),
    ] = None,
    *,
    text: Annotated[str | None, typer.Option(help="A block of that text.")] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="Each line is a block, without its line end.")
    ] = False,
    cut: CutOption = None,
) -> None:
    """Append blocks of any bytes to a feed of yours. Returns once they are stored for good."""
    if (text is None) == (not files):
        raise usage("Give either files, “-” for standard input, or “--text TEXT”.")
    if cut is not None and (lines or text is not None):
        raise usage("“--cut” goes with files alone.")

    async def work(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        demand_own(view)
        told = FeedLength(view.length, view.byte_length)
        async for blocks in _groups(files or (), text, cut, lines=lines):
            for batch in batches(blocks):
                told = await call.engine.perform(AppendBlocks(view.space, tuple(batch)))
        pairs = [("blocks", f"{told.length:,}"), ("size", in_words(told.byte_length))]
        call.output.document(feed_shapes.length(told), lambda: facts(pairs))

    run(context, work)


def post(
    context: typer.Context,
    feed: FeedArgument,
    text: Annotated[str, typer.Argument(help="What to publish; “-” reads standard input.")],
    *,
    file: Annotated[list[Path] | None, typer.Option(help="A file to put beside the text.")] = None,
) -> None:
    """Publish an entry in a feed of yours: a text, and files beside it."""
    written = text_of(text)

    async def work(call: Call) -> None:
        demand_own(await feed_of(call.engine, feed))
        space = await space_of(call.engine, feed)
        content: Content = Words(written)
        if file:
            content = Files(posting.attachments_of(file, space), written)
        stored = await call.engine.perform(Say(space.id, content))
        call.output.document(
            shapes.post(stored),
            lambda: facts(
                [
                    ("published", moment(stored.timestamp)),
                    ("block", f"{stored.height:,}"),
                    ("id", stored.id.hex()),
                ]
            ),
        )

    run(context, work)


def pieces_of_files(files: Sequence[Path], cut: str | None) -> Iterator[bytes]:
    """Each file whole, or cut. Before the first: Refused if one is not there, CommandFailed if one
    is too long.

    A file that goes away or grows meanwhile is refused when its turn comes.
    """
    size = BLOCK_BYTES_MAX if cut is None else _cut_of(cut)
    for path in files:
        _demand_fitting(path, None if cut is not None else BLOCK_BYTES_MAX)
    for path in files:
        try:
            with path.open("rb") as opened:
                piece = opened.read(size)
                yield piece  # an empty file is an empty block
                while following := opened.read(size):
                    if cut is None:
                        raise _uncut(str(path))
                    yield following
        except OSError as error:
            raise Refused(Refusal.FILE_UNREADABLE, f"{path} ({error.strerror})") from error


def _cut_of(text: str) -> int:
    size = bytes_of(text)
    if not 0 < size <= BLOCK_BYTES_MAX:
        raise usage(f"A block has 1 to {BLOCK_BYTES_MAX:,} bytes.")
    return size


def _demand_fitting(path: Path, bytes_max: int | None) -> None:
    try:
        size = path.stat().st_size
        is_folder = path.is_dir()
    except OSError as error:
        raise Refused(Refusal.FILE_UNREADABLE, f"{path} ({error.strerror})") from error
    if is_folder:
        raise Refused(Refusal.FILE_UNREADABLE, f"{path} (it is a folder)")
    if bytes_max is not None and size > bytes_max:
        raise _uncut(str(path))


def _uncut(what: str) -> CommandFailed:
    """A file, or all of standard input, that is too long for one block."""
    told = failure_of(Refused(Refusal.BLOCK_TOO_LONG, what))
    return CommandFailed(replace(told, hint=CUT_HINT))


# ---- what is appended at once -------------------------------------------------------------------


async def _groups(
    files: Sequence[str], text: str | None, cut: str | None, *, lines: bool
) -> AsyncIterator[Iterable[bytes]]:
    """Blocks that are there now, again and again while standard input goes on."""
    if text is not None:
        whole = text_of(text).encode()
        yield whole.splitlines() if lines else (whole,)
    elif lines:
        for name in files:
            async for group in _lines_of(name):
                yield group
    elif STANDARD_INPUT in files:
        if len(files) > 1:
            raise usage("“-” stands alone, unless each line is a block.")
        async for pieces in _input_pieces(cut):
            yield pieces
    else:
        yield pieces_of_files([Path(name) for name in files], cut)


async def _lines_of(name: str) -> AsyncIterator[list[bytes]]:
    rest = b""
    chunks = _input_chunks() if name == STANDARD_INPUT else _file_chunks(Path(name))
    async for chunk in chunks:
        *found, rest = (rest + chunk).split(b"\n")
        if len(rest) > BLOCK_BYTES_MAX + 1:  # with a carriage return at its end
            raise Refused(Refusal.BLOCK_TOO_LONG, "a line")
        if found:
            yield [line.removesuffix(b"\r") for line in found]
    if rest:
        yield [rest.removesuffix(b"\r")]


async def _input_chunks() -> AsyncIterator[bytes]:
    while chunk := await asyncio.to_thread(_some_input):
        yield chunk


def _some_input() -> bytes:
    """What is there, without waiting for more; empty at the end."""
    stdin = sys.stdin.buffer
    assert isinstance(stdin, io.BufferedIOBase)  # which the type of ``buffer`` does not tell
    return stdin.read1(_CHUNK_BYTES)


async def _file_chunks(path: Path) -> AsyncIterator[bytes]:
    try:
        with path.open("rb") as opened:
            while chunk := opened.read(_CHUNK_BYTES):
                yield chunk
    except OSError as error:
        raise Refused(Refusal.FILE_UNREADABLE, f"{path} ({error.strerror})") from error


async def _input_pieces(cut: str | None) -> AsyncIterator[Sequence[bytes]]:
    """Standard input as one block, or cut: then it may be longer than memory."""
    if cut is None:
        yield (await asyncio.to_thread(_input_as_block),)
        return
    size = _cut_of(cut)
    at_once = APPENDED_BYTES_MAX // size * size
    while content := await asyncio.to_thread(sys.stdin.buffer.read, at_once):
        yield [content[at : at + size] for at in range(0, len(content), size)]


def _input_as_block() -> bytes:
    content = sys.stdin.buffer.read(BLOCK_BYTES_MAX + 1)
    if len(content) > BLOCK_BYTES_MAX:
        raise _uncut("standard input")
    return content
