"""A very long channel: how soon a newcomer has all of it, and how quickly it is read.

The channel is written once, and kept (``tests/benchmarks/window_profile.py``). Nothing is judged
here: ``Outcome`` has the facts.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from app.compose import open_engine
from app.control.client import RemoteEngine, connect
from engine.model.commands import AcceptInvite, CreateIdentity, IssueInvite, RequestInvite
from engine.model.ids import OrderKey, PostId, ProtocolName, SpaceId
from engine.model.queries import Extent, Spaces, Timeline
from tests.benchmarks.reading import measures
from tests.benchmarks.reconciliation import dial
from tests.benchmarks.window_profile import long_profile
from tests.e2e.processes import Person, end_what_is_left
from tests.load.figures import NEVER
from tests.load.process import peak_rss_bytes
from tests.order_keys import BEGINNING

SERVER_HOST, NEWCOMER_HOST = "127.1.0.2", "127.1.0.3"
LOOK_SECONDS = 1.0
PAGE_POSTS = 250


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts. ``seconds``: from the first dial until the newcomer has all that is shown; NEVER
    where it had not when it was given up.

    ``is_same``: whether both show the same posts at the beginning and at the end. ``first_page_ms``
    and ``page_ms``: of the newest page when nothing was read yet, and of any other one.
    """

    posts: int
    seconds: float
    is_same: bool
    peak_rss_bytes: Mapping[str, int]
    first_page_ms: float
    page_ms: float


def run(folder: Path, posts: int, seconds_max: float) -> Outcome:
    """Plays it in ``folder``, to its end. Nothing of it runs on, whatever fails."""
    (folder / "run").mkdir(mode=0o700)
    shutil.copytree(long_profile(posts), folder / "ann")
    ann = Person("ann", folder / "ann", folder / "run", SERVER_HOST)
    ben = Person("ben", folder / "ben", folder / "run", NEWCOMER_HOST)
    space = asyncio.run(_let_in(ann, ben))
    with ExitStack() as stack:
        stack.callback(end_what_is_left, (ann, ben))
        serving, arriving = ann.serve(), ben.serve()
        began = time.perf_counter()
        asyncio.run(dial(ben, ann, ProtocolName.TIDINGS))
        is_there = asyncio.run(_becomes_equal(ann, ben, space, seconds_max))
        seconds = time.perf_counter() - began if is_there else NEVER
        is_same = asyncio.run(_ends(ann, space)) == asyncio.run(_ends(ben, space))
        peaks = {"server": peak_rss_bytes(serving.pid), "newcomer": peak_rss_bytes(arriving.pid)}
        arriving.stop()
        serving.stop()
    read = {str(line["name"]): line for line in measures(posts)}
    return Outcome(
        posts=posts,
        seconds=seconds,
        is_same=is_same,
        peak_rss_bytes=peaks,
        first_page_ms=_ms(read["reading: newest page"]["first_ms"]),
        page_ms=_ms(read["reading: jump"]["median_ms"]),
    )


async def _let_in(ann: Person, ben: Person) -> SpaceId:
    """Ben may read the long channel, and has nothing of it."""
    async with (
        open_engine(ann.paths, lambda *, is_new: None) as anns,
        open_engine(ben.paths, lambda *, is_new: None) as bens,
    ):
        long = max(await anns.engine.ask(Spaces()), key=lambda space: space.posts)
        await bens.engine.perform(CreateIdentity("ben"))
        asked = await bens.engine.perform(RequestInvite())
        issued = await anns.engine.perform(IssueInvite(long.id, asked.request, "Ben"))
        await bens.engine.perform(AcceptInvite(issued.invite))
        return long.id


async def _becomes_equal(ann: Person, ben: Person, space: SpaceId, seconds_max: float) -> bool:
    """Whether Ben has as many posts as Ann within that time."""
    async with _asked(ann) as theirs, _asked(ben) as ours:
        expected, told = (await theirs.ask(Extent(space))).posts, asyncio.Event()
        ours.subscribe(lambda _: told.set())
        try:
            async with asyncio.timeout(seconds_max):
                while (await ours.ask(Extent(space))).posts < expected:
                    await told.wait()
                    await asyncio.sleep(LOOK_SECONDS)  # not at each of thousands of pieces of news
                    told.clear()
        except TimeoutError:
            return False
        return True


async def _ends(whose: Person, space: SpaceId) -> list[PostId]:
    """The first page, and the last."""
    places: list[OrderKey | None] = [BEGINNING, None]
    async with _asked(whose) as engine:
        pages = [await engine.ask(Timeline(space, PAGE_POSTS, after=place)) for place in places]
    return [post.id for page in pages for post in page.posts]


@asynccontextmanager
async def _asked(whose: Person) -> AsyncIterator[RemoteEngine]:
    """The engine of that person's program, as long as it serves."""
    engine = await connect(whose.paths.socket)
    assert engine is not None
    try:
        yield engine
    finally:
        await engine.close()


def _ms(value: object) -> float:
    assert isinstance(value, float)
    return value
