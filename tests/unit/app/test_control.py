"""The control socket: a running engine for this user's other processes, and for nobody else."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
from pathlib import Path
from typing import Any, cast

import pytest
from typing_extensions import override

from app.control import client, codec, server
from app.control.client import NoWindow, VersionDiffers, connect
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.commands import Command, CreateIdentity
from engine.model.events import EngineClosed, Event
from engine.model.queries import Identities
from tests.fake_engine import FakeEngine
from tests.unit.app.control_house import HELLO, frame, house


@pytest.fixture
def path(short: Path) -> Path:
    return short / "run" / "control.sock"


@pytest.mark.asyncio
async def test_commands_and_queries_are_answered_as_by_the_engine_itself(path: Path) -> None:
    async with house(path) as here:
        remote = await here.enter()
        made = await remote.perform(CreateIdentity("ann"))
        assert await remote.ask(Identities()) == (made,) == tuple(here.engine.identities)
        await remote.close()


@pytest.mark.asyncio
async def test_refusals_and_faults_arrive_as_they_were_raised(path: Path) -> None:
    async with house(path) as here:
        remote = await here.enter()
        await remote.perform(CreateIdentity("ann"))
        with pytest.raises(Refused) as refused:
            await remote.perform(CreateIdentity("ann"))
        assert (refused.value.reason, refused.value.detail) == (Refusal.NAME_TAKEN, "ann")
        here.engine.next_failure = Fault(FaultReason.DISK_FULL, "a disk")
        with pytest.raises(Fault) as fault:
            await remote.perform(CreateIdentity("ben"))
        assert (fault.value.reason, fault.value.detail) == (FaultReason.DISK_FULL, "a disk")
        await remote.close()


@pytest.mark.asyncio
async def test_what_a_command_causes_is_heard_by_who_listened_before(path: Path) -> None:
    async with house(path) as here:
        remote = await here.enter()
        heard: list[Event] = []
        unsubscribe = remote.subscribe(heard.extend)
        await remote.perform(CreateIdentity("ann"))
        assert heard
        unsubscribe()
        count = len(heard)
        await remote.perform(CreateIdentity("ben"))
        assert len(heard) == count
        await remote.close()


@pytest.mark.asyncio
async def test_a_window_is_shown_where_there_is_one(path: Path) -> None:
    async with house(path, window=True) as here:
        remote = await here.enter()
        await remote.show("tidings:AB")
        await remote.show(None)
        assert here.shown == ["tidings:AB", None]
        await remote.close()


@pytest.mark.asyncio
async def test_no_window_is_said_where_there_is_none(path: Path) -> None:
    async with house(path) as here:
        remote = await here.enter()
        with pytest.raises(NoWindow):
            await remote.show(None)
        await remote.close()


@pytest.mark.asyncio
async def test_the_program_can_be_asked_to_end(path: Path) -> None:
    async with house(path) as here:
        remote = await here.enter()
        await remote.stop()
        await here.stopped.wait()
        await remote.close()


@pytest.mark.asyncio
async def test_the_socket_is_its_owners_alone_and_gone_afterwards(path: Path) -> None:
    async with house(path):
        assert [_mode(place) for place in (path, path.parent)] == [0o600, 0o700]
    assert not _is_there(path)
    assert await connect(path) is None


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _is_there(path: Path) -> bool:
    return path.exists()


@pytest.mark.asyncio
async def test_a_socket_left_by_a_crash_is_nobody_and_is_replaced(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    assert await connect(path) is None
    async with house(path) as here:
        await (await here.enter()).close()


@pytest.mark.asyncio
async def test_another_version_is_told_by_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(path) as here:
        monkeypatch.setattr(codec, "PROGRAM_VERSION", "9.9.9")
        reader, writer = await asyncio.open_unix_connection(here.path)
        theirs = codec.unpack_reply(await frame(reader))
        assert theirs == codec.Hello("9.9.9")
        writer.write(HELLO)  # of this version, which is another than the server's now
        assert await reader.read() == b""
        writer.close()


@pytest.mark.asyncio
async def test_a_server_of_another_version_is_not_talked_to(path: Path) -> None:
    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(codec.pack(codec.Hello("9.9.9")))
        writer.close()

    path.parent.mkdir(mode=0o700)
    async with await asyncio.start_unix_server(serve, path):
        with pytest.raises(VersionDiffers) as differs:
            await connect(path)
    assert differs.value.theirs == "9.9.9"


@pytest.mark.asyncio
async def test_who_does_not_answer_counts_as_using_the_profile(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "ANSWER_SECONDS", 0.05)
    path.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as mute:
        mute.bind(str(path))
        mute.listen()
        with pytest.raises(Fault) as fault:
            await connect(path)
    assert fault.value.reason is FaultReason.PROFILE_IN_USE


HOSTILE = {
    "no hello": codec.pack(codec.Subscribe(1)),
    "two hellos": HELLO + HELLO,
    "no JSON": HELLO + (5).to_bytes(4, "big") + b"what?",
    "a frame too long": HELLO + (codec.FRAME_BYTES_MAX + 1).to_bytes(4, "big"),
    "the longest announcement": b"\xff" * 4,
    "deep nesting": HELLO + (200_000).to_bytes(4, "big") + b"[" * 200_000,
    "a reply": HELLO + codec.pack(codec.Done(1, codec.raw(None))),
    "nothing": b"",
    "half a frame": HELLO + (100).to_bytes(4, "big") + b"{",
}


@pytest.mark.asyncio
@pytest.mark.parametrize("said", HOSTILE.values(), ids=HOSTILE)
async def test_a_stranger_who_talks_nonsense_is_cut_off_and_others_go_on(
    path: Path, said: bytes
) -> None:
    async with house(path) as here:
        friend = await here.enter()
        reader, writer = await here.knock()
        writer.write(said)
        writer.write_eof()
        assert await reader.read() == b""
        writer.close()
        assert await friend.ask(Identities()) == ()
        await friend.close()


@pytest.mark.asyncio
async def test_so_many_may_be_inside_and_no_more(path: Path) -> None:
    async with house(path) as here:
        inside = [await here.enter() for _ in range(server.CLIENTS_MAX)]
        reader, writer = await asyncio.open_unix_connection(here.path)
        assert await reader.read() == b""
        writer.close()
        for friend in inside:
            assert await friend.ask(Identities()) == ()
            await friend.close()


@pytest.mark.asyncio
async def test_who_comes_in_and_says_nothing_is_sent_away(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HELLO_SECONDS", 0.05)
    async with house(path) as here:
        reader, writer = await here.knock()
        assert await reader.read() == b""
        writer.close()


@pytest.mark.asyncio
async def test_an_unknown_wish_is_refused_and_the_connection_goes_on(path: Path) -> None:
    async with house(path) as here:
        reader, writer = await here.knock()
        writer.write(HELLO + codec.pack(codec.Do(1, "Unheard", codec.raw({}))))
        failed = codec.unpack_reply(await frame(reader))
        assert isinstance(failed, codec.Failed)
        assert failed.cause == "not_understood"
        writer.write(codec.pack(codec.Do(2, "Identities", codec.raw({}))))
        assert codec.unpack_reply(await frame(reader)) == codec.Done(2, codec.raw(()))
        writer.close()


class SlowEngine(FakeEngine):
    """Its commands take as long as the test lets them."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()

    @override
    async def perform(self, command: Command[Any]) -> Any:  # any command's answer
        self.begun.set()
        await self.may_end.wait()
        return await super().perform(command)


@pytest.mark.asyncio
async def test_an_answer_under_way_goes_out_before_the_socket_closes(path: Path) -> None:
    engine = SlowEngine()
    async with house(path, engine) as here:
        remote = await here.enter()
        idle = await here.enter()
        heard: list[Event] = []
        idle.subscribe(heard.extend)
        asking = asyncio.create_task(remote.perform(CreateIdentity("ann")))
        await engine.begun.wait()
        asyncio.get_running_loop().call_soon(engine.may_end.set)
    assert (await asking).name == "ann"
    await remote.close()
    await idle.close()
    assert heard == [EngineClosed()]


@pytest.mark.asyncio
async def test_who_waits_when_the_program_ends_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LAST_ANSWERS_SECONDS", 0.01)
    engine = SlowEngine()  # its answer never comes
    async with house(path, engine) as here:
        remote = await here.enter()
        asking = asyncio.create_task(remote.perform(CreateIdentity("ann")))
        await engine.begun.wait()
    with pytest.raises(Fault) as fault:
        await asking
    assert fault.value.reason is FaultReason.PROFILE_IN_USE
    with pytest.raises(Fault):
        await remote.ask(Identities())
    await remote.close()


@pytest.mark.parametrize(
    ("user", "heard"), [(os.getuid(), True), (0, True), (os.getuid() + 4_242, False)]
)
def test_only_processes_of_the_same_user_are_heard(user: int, heard: bool) -> None:  # noqa: FBT001 - a table's column
    class Handle:
        def getsockopt(self, *_: int) -> bytes:
            return server._PEER_CREDENTIALS.pack(1, user, user)

    class Writer:
        def get_extra_info(self, name: str) -> Handle:
            assert name == "socket"
            return Handle()

    assert server._is_same_user(cast("asyncio.StreamWriter", Writer())) is heard
