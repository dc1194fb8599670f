"""What is too long for the control socket, or is not read by whom it was sent to."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.control import codec, server
from app.control.client import AnswerTooLong
from app.exporting.history import export_history
from engine.errors import Refusal, Refused
from engine.model.arrivals import ArrivedPost
from engine.model.commands import CreateIdentity, Say
from engine.model.contents import Words
from engine.model.events import PeersChanged
from engine.model.ids import PostId, PublicKey
from engine.model.queries import Identities, OnePost, Timeline
from tests.unit.app.control_house import HELLO, frame, house


@pytest.fixture
def path(short: Path) -> Path:
    return short / "run" / "control.sock"


@pytest.mark.asyncio
async def test_an_answer_that_fits_no_frame_is_said_to_be_too_long(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(path) as here:
        for number in range(20):
            await here.engine.perform(CreateIdentity(f"identity {number}"))
        remote = await here.enter()
        monkeypatch.setattr(codec, "FRAME_BYTES_MAX", 500)
        with pytest.raises(AnswerTooLong):
            await remote.ask(Identities())
        await remote.close()


@pytest.mark.asyncio
async def test_one_post_may_be_longer_than_any_other_answer(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(path) as here:
        space = here.engine.add_space("ann")
        remote = await here.enter()
        monkeypatch.setattr(codec, "FRAME_BYTES_MAX", 20_000)
        said = [await remote.perform(Say(space, Words("x" * 15_000))) for _ in range(2)]
        assert await remote.ask(OnePost(space, said[0].id)) == said[0]
        with pytest.raises(AnswerTooLong):
            await remote.ask(Timeline(space, 2))
        page = await remote.ask(Timeline(space, 1))
        assert page.posts[0].text == said[1].text
        await remote.close()


def test_one_post_as_it_arrived_may_be_as_long() -> None:
    one = ArrivedPost(
        0,
        PostId(b""),
        "message",
        0,
        (),
        0,
        0,
        PublicKey(b""),
        "",
        0,
        "",
        None,
        (),
        0,
        0,
        hidden=False,
    )
    assert codec.room_for((one,)) == codec.ANSWER_BYTES_MAX
    assert codec.room_for((one, one)) == codec.FRAME_BYTES_MAX
    assert codec.room_for(()) == codec.FRAME_BYTES_MAX


@pytest.mark.asyncio
async def test_what_is_too_long_though_it_is_one_alone_is_refused_in_plain_words(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(path) as here:
        space = here.engine.add_space("ann")
        remote = await here.enter()
        await remote.perform(Say(space, Words("x" * 15_000)))
        monkeypatch.setattr(codec, "ANSWER_BYTES_MAX", 10_000)
        with pytest.raises(Refused) as refused:
            await export_history(remote, space, path.parent / "out.csv")
        assert refused.value.reason is Refusal.ANSWER_TOO_LONG
        assert list(path.parent.glob("out*")) == []
        await remote.close()


@pytest.mark.asyncio
async def test_what_fits_no_frame_is_refused_and_the_connection_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(path) as here:
        remote = await here.enter()
        monkeypatch.setattr(codec, "FRAME_BYTES_MAX", 500)
        with pytest.raises(Refused) as refused:
            await remote.perform(CreateIdentity("x" * 500))
        assert refused.value.reason is Refusal.TEXT_TOO_LONG
        assert await remote.ask(Identities()) == ()
        await remote.close()


@pytest.mark.asyncio
async def test_news_during_a_huge_answer_does_not_cut_off_who_waits_for_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "UNREAD_BYTES_MAX", 10_000)
    async with house(path) as here:
        space = here.engine.add_space("ann")
        post = await here.engine.perform(Say(space, Words("x" * (8 << 20))))
        reader, writer = await here.knock()
        asked = codec.Do(2, "OnePost", codec.raw(OnePost(space, post.id)))
        writer.write(HELLO + codec.pack(codec.Subscribe(1)) + codec.pack(asked))
        await frame(reader)
        head = await reader.readexactly(4)  # the answer is on its way, and no socket holds it
        here.engine.tell(PeersChanged())
        answer = codec.unpack_reply(await reader.readexactly(int.from_bytes(head, "big")))
        assert isinstance(answer, codec.Done)
        writer.close()


@pytest.mark.asyncio
async def test_who_does_not_read_its_events_is_cut_off(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "UNREAD_BYTES_MAX", 10_000)
    async with house(path) as here:
        reader, writer = await here.knock()
        writer.write(HELLO + codec.pack(codec.Subscribe(1)))
        await frame(reader)
        here.engine.tell(*[PeersChanged()] * 50_000)  # megabytes: more than any socket holds
        here.engine.tell(PeersChanged())
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await _read_to_the_end(reader)
        writer.close()


async def _read_to_the_end(reader: asyncio.StreamReader) -> None:
    while True:
        await frame(reader)
