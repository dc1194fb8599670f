"""A profile moves to another computer: all of it, at the showing of a code, to nobody else."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from app.backups import restoring
from app.compose import Opened, open_engine
from app.moving import giving
from app.moving.code import ADDRESSES_MAX, PREFIX, SECRET_BYTES, MoveCode, decode_code, encode_code
from app.moving.giving import STRANGERS_MAX, Giving
from app.moving.line import Line, open_line
from app.moving.messages import RECEIVED
from app.moving.taking import take
from engine.api import Engine
from engine.crypto.noise import Side
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.address import Address
from engine.model.backup_commands import HandOver
from engine.model.commands import Command, Say
from engine.model.contents import Words
from engine.model.feed_commands import ContinueFeed, CreateFeed
from engine.model.feed_queries import OneFeed
from engine.model.feeds import FeedState
from engine.store.backup.beside import FOLDER_PREFIX
from engine.store.backup.placing import STAGING_NAME, take_up
from engine.store.database import Database
from engine.wire.base32 import encode_base32
from tests.fake_engine import FakeEngine
from tests.full_profile import Made, everything, fill, opened, paths_in

HOST = "127.0.0.1"
SECRET = bytes(range(SECRET_BYTES))
R = TypeVar("R")
NEW = "the new computer's words"

pytestmark = pytest.mark.asyncio


def new_words(*, is_new: bool) -> str | None:
    return NEW


class Two:
    """Two computers. The first has a profile of everything."""

    def __init__(self, folder: Path) -> None:
        self.here, self.there = paths_in(folder / "here"), paths_in(folder / "there")
        self.directory = folder / "shared"
        self.directory.mkdir()
        self.there.profile.mkdir(mode=0o700, parents=True)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[tuple[Opened, Made]]:
        async with opened(self.here) as there:
            yield there, await fill(there.engine, self.here, self.directory)

    def left_over(self) -> list[str]:
        """Of what only passes through."""
        beside = [path.name for path in self.here.profile.parent.iterdir()]
        return [name for name in beside if name.startswith(FOLDER_PREFIX)]


@pytest.fixture
def two(tmp_path: Path) -> Two:
    return Two(tmp_path)


async def begun(running: Opened, two: Two) -> tuple[Giving, asyncio.Task[None], MoveCode]:
    made = Giving(running.engine, two.here.profile)
    await made.open(HOST)
    return made, asyncio.create_task(made.wait()), decode_code(made.code)


async def refusal_of(task: asyncio.Task[None]) -> Refusal:
    with pytest.raises(Refused) as caught:
        await task
    return caught.value.reason


async def test_everything_is_there_and_the_feeds_go_on_there_alone(two: Two) -> None:
    async with two.running() as (running, made):
        before = await everything(running.engine, made)
        _, task, code = await begun(running, two)
        await take(two.there, code, NEW)
        await task
        assert take_up(two.there.profile)
        with pytest.raises(Refused) as refused:
            await running.engine.perform(Say(made.feed, Words("a second life")))
        assert refused.value.reason is Refusal.FEED_ELSEWHERE
    async with open_engine(two.there, new_words) as there:
        assert await everything(there.engine, made) == before
        await there.engine.perform(Say(made.feed, Words("at once")))
        assert there.peer_id != running.peer_id
    assert two.left_over() == []
    assert not (two.there.profile / "incoming").exists()


async def test_who_does_not_know_the_secret_gets_nothing(two: Two) -> None:
    async with two.running() as (running, made):
        _, task, code = await begun(running, two)
        wrong = MoveCode(bytes(SECRET_BYTES), code.addresses)
        with pytest.raises(Refused) as refused:
            await take(two.there, wrong, NEW)
        assert refused.value.reason is Refusal.MOVE_NOBODY
        assert (await running.engine.ask(OneFeed(made.feed))).state is FeedState.CURRENT
        await take(two.there, code, NEW)  # the right one still may
        await task


async def test_after_some_strangers_nobody_is_let_in(two: Two) -> None:
    async with two.running() as (running, made):
        _, task, code = await begun(running, two)
        wrong = MoveCode(bytes(SECRET_BYTES), code.addresses)
        for _ in range(STRANGERS_MAX):
            with pytest.raises(Refused):
                await take(two.there, wrong, NEW)
        assert await refusal_of(task) is Refusal.MOVE_NOBODY
        with pytest.raises(Refused):
            await take(two.there, code, NEW)
        assert (await running.engine.ask(OneFeed(made.feed))).state is FeedState.CURRENT


async def connected(code: MoveCode) -> Line:
    address = code.addresses[0]
    reader, writer = await asyncio.open_connection(address.host, address.port)
    line = await open_line(reader, writer, Side.INITIATOR, code.psk, bytes_of)
    assert line is not None
    return line


def bytes_of(count: int) -> bytes:
    return bytes(range(count))


async def test_a_line_that_breaks_on_the_way_changes_nothing(two: Two) -> None:
    async with two.running() as (running, made):
        _, task, code = await begun(running, two)
        line = await connected(code)
        await line.receive()  # the offer, and no more
        line._writer.transport.abort()
        outcome = await refusal_of(task)
        feed = await running.engine.ask(OneFeed(made.feed))
        # A small file may lie in the machine's buffers whole: then nobody can know.
        if outcome is Refusal.MOVE_BROKEN:
            assert feed.state is FeedState.CURRENT
        else:
            assert outcome is Refusal.MOVE_UNSURE
            assert feed.restored
    assert two.left_over() == []


async def test_where_no_word_comes_back_both_wait(two: Two) -> None:
    """All was sent: the other computer may have it, so nothing goes on here by itself."""
    async with two.running() as (running, made):
        _, task, code = await begun(running, two)
        line = await connected(code)
        size = int((await line.receive()).split(b'"size":')[1].split(b",")[0])
        while size:
            size -= len(await line.receive())
        line.close()
        assert await refusal_of(task) is Refusal.MOVE_UNSURE
        assert (await running.engine.ask(OneFeed(made.feed))).restored
    assert two.left_over() == []


async def test_another_word_than_that_it_has_come_is_none(two: Two) -> None:
    async with two.running() as (running, _):
        _, task, code = await begun(running, two)
        line = await connected(code)
        size = int((await line.receive()).split(b'"size":')[1].split(b",")[0])
        while size:
            size -= len(await line.receive())
        await line.send(RECEIVED + b"?")
        assert await refusal_of(task) is Refusal.MOVE_UNSURE
        line.close()


async def test_a_disk_that_cannot_take_the_file_gives_the_feeds_back(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def nowhere(profile: Path) -> Iterator[Path]:
        yield profile / "not there"

    monkeypatch.setattr(giving, "made_beside", nowhere)
    async with two.running() as (running, made):
        _, task, code = await begun(running, two)
        with pytest.raises(Refused):
            await take(two.there, code, NEW)
        assert await refusal_of(task) is Refusal.FILE_UNWRITABLE
        assert (await running.engine.ask(OneFeed(made.feed))).state is FeedState.CURRENT
    assert not (two.there.profile / STAGING_NAME).exists()


async def test_where_no_file_can_be_made_nothing_is_given_up(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_options: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    async with two.running() as (running, made):
        _, task, code = await begun(running, two)
        with pytest.raises(Refused):
            await take(two.there, code, NEW)
        with pytest.raises(Fault) as caught:
            await task
        assert caught.value.reason is FaultReason.DISK_READ_ONLY
        assert (await running.engine.ask(OneFeed(made.feed))).state is FeedState.CURRENT


class Late:
    """An engine whose answers to ``kind`` are done, and come only after ``goes_on``."""

    def __init__(self, engine: Engine, kind: type[Command[Any]]) -> None:
        self._engine = engine
        self._kind = kind
        self.done, self.goes_on = asyncio.Event(), asyncio.Event()
        self.ask, self.subscribe = engine.ask, engine.subscribe

    async def perform(self, command: Command[R]) -> R:
        answer = await self._engine.perform(command)
        if isinstance(command, self._kind):
            self.done.set()
            await self.goes_on.wait()
        return answer


@pytest.mark.parametrize("kind", [HandOver, ContinueFeed])
async def test_who_calls_it_off_again_and_again_has_all_feeds_back(
    two: Two, kind: type[Command[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the feeds are given up, and while they are taken back."""

    async def breaks(*_: object) -> None:
        raise Refused(Refusal.MOVE_BROKEN)

    monkeypatch.setattr(Giving, "_send", breaks)
    async with two.running() as (running, made):
        other = await running.engine.perform(CreateFeed("another one"))
        late = Late(running.engine, kind)
        giving_away = Giving(late, two.here.profile)
        await giving_away.open(HOST)
        task = asyncio.create_task(giving_away.wait())
        line = await connected(decode_code(giving_away.code))
        await late.done.wait()
        for _ in range(3):
            task.cancel()
            await asyncio.sleep(0)
        late.goes_on.set()
        with suppress(asyncio.CancelledError, Refused):
            await task
        line.close()
        for space in (made.feed, made.folder, other.space):
            assert not (await running.engine.ask(OneFeed(space))).restored
    assert two.left_over() == []


async def test_who_calls_it_off_while_the_profile_is_laid_ready_has_nothing_of_it(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next who takes the lock would put in place what was not wanted any more."""
    began, goes_on = asyncio.Event(), threading.Event()
    loop, prepare = asyncio.get_running_loop(), restoring._prepare

    def held_up(database: Database) -> None:
        loop.call_soon_threadsafe(began.set)
        goes_on.wait()
        prepare(database)

    monkeypatch.setattr(restoring, "_prepare", held_up)
    async with two.running() as (running, _):
        _, giver, code = await begun(running, two)
        taker = asyncio.create_task(take(two.there, code, NEW))
        await began.wait()
        taker.cancel()
        loop.call_soon(goes_on.set)
        with pytest.raises(asyncio.CancelledError):
            await taker
        assert await refusal_of(giver) is Refusal.MOVE_UNSURE
    assert not take_up(two.there.profile)


async def test_at_all_addresses_those_of_both_families_are_listened_at(two: Two) -> None:
    waiting = Giving(FakeEngine(), two.here.profile)
    await waiting.open()
    assert waiting._server is not None
    assert waiting._line is not None
    port = waiting._server.sockets[0].getsockname()[1]
    code = MoveCode(decode_code(waiting.code).secret, (Address(HOST, port),))
    (await connected(code)).close()
    (await waiting._line).close()
    waiting.close()


async def test_a_second_one_who_knows_it_is_not_let_in(two: Two) -> None:
    async with two.running() as (running, _):
        _, task, code = await begun(running, two)
        first = await connected(code)
        await first.receive()
        with suppress(Refused, OSError):
            await take(two.there, code, NEW)
            raise AssertionError("two have it")
        task.cancel()
        with suppress(asyncio.CancelledError, Refused):
            await task
        first.close()


async def test_nobody_is_waited_for_longer_than_that(two: Two) -> None:
    async with two.running() as (running, made):
        waiting = Giving(running.engine, two.here.profile)
        await waiting.open(HOST)
        with pytest.raises(Refused) as refused:
            await waiting.wait(0.01)
        assert refused.value.reason is Refusal.MOVE_NOBODY
        assert (await running.engine.ask(OneFeed(made.feed))).state is FeedState.CURRENT


# ---- the code -----------------------------------------------------------------------------------


async def test_the_code_comes_back_as_it_was_shown() -> None:
    addresses = (
        Address("192.168.1.20", 41_000),
        Address("fd00::1", 1),
        Address("10.0.0.9", 65_535),
    )
    code = MoveCode(SECRET, addresses)
    text = encode_code(code)
    assert decode_code(text) == code
    assert decode_code(f"  {text[:30]}\n{text[30:].lower()} ") == code
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:-"), "a small QR code"
    assert SECRET.hex() not in repr(code)


async def test_of_many_addresses_the_first_are_shown() -> None:
    many = tuple(Address("10.0.0.1", port) for port in range(1, 9))
    assert decode_code(encode_code(MoveCode(SECRET, many))).addresses == many[:ADDRESSES_MAX]


async def test_an_address_that_is_no_ip_is_left_out() -> None:
    one, other = Address("garden.example", 1), Address("10.0.0.1", 2)
    assert decode_code(encode_code(MoveCode(SECRET, (one, other)))).addresses == (other,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "TIDINGS-MOVE:",
        "TIDINGS:SOMETHING",
        "TIDINGS-MOVE:!!!!",
        encode_code(MoveCode(SECRET, (Address("10.0.0.1", 1),)))[:-3],
        encode_code(MoveCode(SECRET, ())),
        "TIDINGS-MOVE:" + "A" * 10_000,
    ],
)
async def test_anything_else_is_no_code(text: str) -> None:
    with pytest.raises(Refused) as refused:
        decode_code(text)
    assert refused.value.reason is Refusal.MOVE_CODE_INVALID


async def test_the_code_of_a_later_program_is_told() -> None:
    with pytest.raises(Refused) as refused:
        decode_code(PREFIX + encode_base32(b"\x02whatever"))
    assert refused.value.reason is Refusal.FILE_NEWER
