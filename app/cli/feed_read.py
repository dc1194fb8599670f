"""``tidings feed read``: blocks or bytes of a feed, fetched if they are not here.

What is here is read first, offline; only for what is missing an engine goes online.

The one document of JSON comes when all of it is here. So it is read twice, and not held: a feed is
of any length. Where a part goes between the two, the document stays without its end: it is no JSON.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Annotated

import typer
from typing_extensions import override

from app.cli import feed_shapes
from app.cli.failures import CommandFailed, ExitStatus, Failure, usage
from app.cli.feeds import FeedArgument, feed_of
from app.cli.printing import answering, print_text
from app.cli.session import Call, run, run_online
from app.cli.shapes import Shape
from app.cli.spans import Span, span_of
from app.cli.waiting import demand_patience, nothing_came, until
from app.control.client import AnswerTooLong
from engine.api import Engine
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.events import BlocksArrived, Event, FeedForked, SpaceChanged
from engine.model.feed_commands import SeekBlocks, SeekBytes
from engine.model.feed_queries import PAGE_BLOCKS_MAX, READ_BYTES_MAX, Blocks, Bytes, OneFeed
from engine.model.feeds import FeedState, FeedView
from engine.model.ids import SpaceId

PATIENCE_SECONDS = 30.0  # ours


def add_to(app: typer.Typer) -> None:
    """Puts the command among the others of the noun."""
    app.command("read")(read)


def read(
    context: typer.Context,
    feed: FeedArgument,
    blocks: Annotated[
        str | None, typer.Argument(metavar="START[:END]", help="Which blocks; without it: all.")
    ] = None,
    *,
    in_bytes: Annotated[
        str | None, typer.Option("--bytes", metavar="START:END", help="Bytes instead of blocks.")
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="Give up when nothing came for S seconds.")
    ] = PATIENCE_SECONDS,
    go_on: Annotated[
        bool, typer.Option("--follow", help="Go on with what is appended, until interrupted.")
    ] = False,
    no_discovery: Annotated[
        bool, typer.Option("--no-discovery", help="Only dial: open no port, announce nothing.")
    ] = False,
) -> None:
    """Write a feed's content, one block after another; what is not here is fetched.

    Without an END it goes to where the feed is known here to end; “tidings sync” asks others first.
    With --follow and --json each block is an object on a line of its own.
    """
    demand_patience(timeout)
    if in_bytes is not None and blocks is not None:
        raise usage("Give either blocks or “--bytes”.")
    reading: _Reading
    if in_bytes is None:
        reading = _BlockReading(Span(0, None) if blocks is None else span_of(blocks))
    else:
        reading = _ByteReading(span_of(in_bytes))

    if go_on:
        reading.demand_endless()

    async def read_here(call: Call) -> None:
        view = await feed_of(call.engine, feed)
        reading.begin(call, view)
        await reading.go_on(call.engine)
        await reading.tell(call.engine)

    async def fetch(call: Call) -> None:
        await reading.fetch(call.engine, timeout)
        await reading.tell(call.engine)

    async def follow(call: Call) -> None:
        await reading.follow(call.engine)

    run(context, read_here)
    if go_on:
        run_online(context, follow, discovery=not no_discovery)
        return
    if not reading.is_done:
        reading.demand_coming()
        if timeout <= 0:
            raise nothing_came(reading.missing, timeout)
        run_online(context, fetch, discovery=not no_discovery)


class _Reading(ABC):
    """What is read, as far as it has come: ``at`` is the first that was not written yet."""

    def __init__(self, span: Span) -> None:
        self.at = self._start = span.start
        self.is_done = False
        self._end = span.end
        self._given_end = span.end
        self._space: SpaceId
        self._view: FeedView
        self._goes_on = False
        self._is_cautioned = False
        self._sought_end: int | None = None
        self._call: Call
        self._list: Callable[[Shape], None] | None = None

    def demand_endless(self) -> None:
        """It goes on for ever. CommandFailed (usage) for a range with an end."""
        if self._given_end is not None:
            raise usage("What is followed has no end: give START alone, with its colon.")
        self._goes_on = True

    def begin(self, call: Call, view: FeedView) -> None:
        """Refused where nobody can ever have it: beyond the end of what is ours or static."""
        self._call, self._space, self._view = call, view.space, view
        ends = view.own or not view.signed
        self._take_length(self._length_of(view))
        beyond = self._end is not None and max(self._end, self.at) > self._length_of(view)
        if ends and self._length_of(view) and beyond and self._given_end is not None:
            raise _not_there(self._words(view))
        if view.own and self._end is None:
            self.is_done = True  # empty, and only we could change that

    def demand_coming(self) -> None:
        """CommandFailed where what is missing does not come, however long one waits."""
        view, common = self._view, self._common
        if common is not None and self.at >= common:
            why = f"its author signed two histories from block {common:,} on"
            raise _not_coming(self.missing, why, "What both share stays readable.")
        if view.state is FeedState.LEFT:
            hint = f"“tidings feed follow {view.key.hex()}” follows it again."
            raise _not_coming(self.missing, "the feed is not followed any more", hint)
        comes_from_here = view.own and self.at >= self._length_of(view)
        if view.paused and not comes_from_here:
            hint = f"“tidings feed resume {view.key.hex()}” goes on with it."
            raise _not_coming(self.missing, "the feed is paused", hint)

    @property
    def _common(self) -> int | None:
        """From there on nothing of a forked feed comes."""
        return None

    async def go_on(self, engine: Engine) -> None:
        """Writes what is here, up to the first that is not. Once it is said where it goes on in one
        of two histories.
        """
        await self._write_here(engine)
        common = self._common
        if common is not None and self.at > common and not self._is_cautioned:
            self._is_cautioned = True
            what = f"From block {common:,} on this is one of two histories that its author signed."
            self._call.output.caution("feed_forked", what)

    async def _write_here(self, engine: Engine) -> None:
        while not self.is_done and self._end is not None:
            if self.at >= self._end:
                self.is_done = True
            elif not await self._step(engine, self._end):
                return

    async def fetch(self, engine: Engine, patience_seconds: float) -> None:
        """Waits for the rest, and writes it as it comes. CommandFailed if it does not."""
        await self._seek(engine)

        async def look() -> bool | None:
            before = self._end
            self._take_length(self._length_of(await engine.ask(OneFeed(self._space))))
            if self._end != before:
                await self._seek(engine)
            await self.go_on(engine)
            return True if self.is_done else None

        if await until(engine, look, self._is_news, patience_seconds) is None:
            await self._give_up(engine)
            raise nothing_came(self.missing, patience_seconds)

    async def follow(self, engine: Engine) -> None:
        """Writes what is here and what comes, until the engine ends, or all of a fixed feed is
        written. CommandFailed where nothing comes any more.
        """
        self._sought_end = self.at

        async def look() -> bool | None:
            self._view = await engine.ask(OneFeed(self._space))
            self._take_length(self._length_of(self._view))
            if self._end != self._sought_end:
                await self._seek(engine)
            self._sought_end = self._end
            self.is_done = False
            await self.go_on(engine)
            is_whole = self.is_done and not self._view.signed and self._view.length > 0
            if not is_whole:
                self.demand_coming()
            return is_whole or None

        try:
            await until(engine, look, self._is_news, None)
        except Fault as fault:
            if fault.reason not in {FaultReason.ENGINE_CLOSED, FaultReason.PROFILE_IN_USE}:
                raise

    async def tell(self, engine: Engine) -> None:
        """The document, where one is wanted, once all of it is here. CommandFailed if some of that
        has gone since.
        """
        if not self.is_done or self._goes_on or not self._call.output.as_json:
            return
        end, self.at = self.at, self._start
        with self._call.output.listing() as self._list:
            while self.at < end:
                if not await self._step(engine, end):
                    raise nothing_came(self.missing, 0.0)

    @property
    @abstractmethod
    def missing(self) -> str:
        """What is not here, as the subject of a sentence with its verb."""

    @abstractmethod
    def _length_of(self, view: FeedView) -> int: ...
    @abstractmethod
    def _words(self, view: FeedView) -> str: ...
    @abstractmethod
    async def _step(self, engine: Engine, end: int) -> bool:
        """Writes some of what is here; False where the next is missing."""

    @abstractmethod
    async def _seek(self, engine: Engine) -> None: ...
    @abstractmethod
    async def _give_up(self, engine: Engine) -> None:
        """What is not here stays wanted, and comes when somebody has it."""

    def _take_length(self, length: int) -> None:
        if self._given_end is None and length:
            self._end = max(length, self._end or 0)

    def _is_news(self, event: Event) -> bool:
        match event:
            case BlocksArrived(space) | SpaceChanged(space) | FeedForked(space):
                return space == self._space
            case _:
                return False

    def _write(self, data: bytes, shape: Shape) -> None:
        if self._call.output.as_json and self._goes_on:
            self._call.output.line(shape, lambda: "")
        elif self._call.output.as_json:
            if self._list is not None:
                self._list(shape)
        elif sys.stdout.isatty():  # somebody else's bytes must not steer it
            print_text(data.decode("utf-8", "replace"))
        else:
            with answering():
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()


class _BlockReading(_Reading):
    _limit = PAGE_BLOCKS_MAX
    _sought = (0, 0)

    @property
    @override
    def missing(self) -> str:
        return f"Block {self.at} is"

    @property
    @override
    def _common(self) -> int | None:
        return None if self._view.fork is None else self._view.fork.common

    @override
    def _length_of(self, view: FeedView) -> int:
        return view.length

    @override
    def _words(self, view: FeedView) -> str:
        return f"“{view.name}” has {view.length:,} blocks"

    @override
    async def _step(self, engine: Engine, end: int) -> bool:
        until_block = min(end, self.at + self._limit)
        try:
            page = await engine.ask(Blocks(self._space, self.at, until_block))
        except AnswerTooLong:
            if self._limit == 1:
                raise
            self._limit = max(1, self._limit // 8)
            return True
        for block in page:
            if block.data is None:
                return False
            self._write(block.data, feed_shapes.block(block))
            self.at += 1
        return bool(page)

    @override
    async def _seek(self, engine: Engine) -> None:
        end = self.at + 1 if self._end is None else self._end
        self._sought = self.at, end
        await engine.perform(SeekBlocks(self._space, *self._sought))

    @override
    async def _give_up(self, engine: Engine) -> None:
        """But a block that perhaps never is does not."""
        if self.at >= (await engine.ask(OneFeed(self._space))).length:
            await engine.perform(SeekBlocks(self._space, *self._sought, wanted=False))


class _ByteReading(_Reading):
    @property
    @override
    def missing(self) -> str:
        return f"Byte {self.at} is"

    @override
    def _length_of(self, view: FeedView) -> int:
        return view.byte_length

    @override
    def _words(self, view: FeedView) -> str:
        return f"“{view.name}” has {view.byte_length:,} bytes"

    @override
    async def _step(self, engine: Engine, end: int) -> bool:
        until_byte = min(end, self.at + READ_BYTES_MAX // 4)
        try:
            data = await engine.ask(Bytes(self._space, self.at, until_byte))
        except Refused as refused:
            if refused.reason is not Refusal.BLOCKS_MISSING:
                raise
            return False
        if not data:
            return False
        shape = {"index": None, "start": self.at, "size": len(data), "bytes": data.hex()}
        self._write(data, shape)
        self.at += len(data)
        return True

    @override
    async def _seek(self, engine: Engine) -> None:
        end = self.at + 1 if self._end is None else self._end
        await engine.perform(SeekBytes(self._space, self.at, end))

    @override
    async def _give_up(self, engine: Engine) -> None:
        """Nothing to take back."""


def _not_coming(missing: str, why: str, hint: str) -> CommandFailed:
    message = f"{missing} not here, and does not come: {why}."
    return CommandFailed(Failure(ExitStatus.NO_PEER, "blocks_missing", message, hint))


def _not_there(how_much: str) -> CommandFailed:
    hint = "They are counted from 0, and the end is not included."
    return CommandFailed(Failure(ExitStatus.REFUSED, "block_unknown", f"{how_much}.", hint))
