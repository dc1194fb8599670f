"""A feed published in one window and followed in another: two real engines, TCP on loopback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.model.feed_commands import AppendBlocks
from engine.model.feeds import FeedForm, FeedState
from tests.gui.conftest import Run, until
from tests.gui.desks import Desk, followed, published
from tests.gui.window_scene import settled, shown_texts


def test_what_one_publishes_another_reads_live(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    author, reader = desk("Juniper", "127.0.0.71"), desk("Wren", "127.0.0.72")

    async def scene() -> None:
        link = await published(author, "# First", "Second, with **weight**")
        await followed(reader, link)
        await until(lambda: shown_texts(reader.window) == ["# First", "Second, with **weight**"])
        await until(lambda: reader.state is FeedState.CURRENT)
        assert reader.window.pages.channel.head.name.text() == "Harbour news"
        author.window.pages.close_page()
        composer = author.window.pages.channel.composer
        composer.edit.write("Third, live")
        composer.face.post.click()
        await until(lambda: shown_texts(reader.window)[-1:] == ["Third, live"])
        await until(
            lambda: author.window.pages.channel.head.members.text().startswith("Seeded by 1")
        )
        await settled(author.window)
        await settled(reader.window)

    run(scene())


def test_of_a_feed_that_is_not_had_whole_comes_what_is_read(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    author, reader = desk("Juniper", "127.0.0.79"), desk("Wren", "127.0.0.80")

    async def scene() -> None:
        link = await published(author, "entry 0")
        feed = author.hall.desk.feed
        assert feed is not None
        entries = tuple(f"entry {number}".encode() for number in range(1, 120))
        await author.equipment.bridge.perform(AppendBlocks(feed.space, entries))
        await followed(reader, link, whole=False)
        await until(lambda: shown_texts(reader.window) == [f"entry {n}" for n in range(70, 120)])
        timeline = reader.window.pages.channel.timeline
        timeline.to_beginning()
        await until(lambda: shown_texts(reader.window)[:1] == ["entry 20"])
        timeline.to_beginning()
        await until(lambda: shown_texts(reader.window)[:1] == ["entry 0"])
        timeline.to_newest()
        await author.equipment.bridge.perform(AppendBlocks(feed.space, (b"entry 120",)))
        await until(lambda: shown_texts(reader.window)[-1:] == ["entry 120"])
        await until(lambda: reader.state is FeedState.CURRENT)
        await settled(reader.window)

    run(scene())


def test_a_paused_feed_takes_nothing_until_it_is_resumed(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    author, reader = desk("Juniper", "127.0.0.73"), desk("Wren", "127.0.0.74")

    async def scene() -> None:
        await followed(reader, await published(author, "one"))
        await until(lambda: shown_texts(reader.window) == ["one"])
        feed = reader.hall.desk.feed
        assert feed is not None
        reader.hall.acts.pause(feed)
        await until(lambda: reader.state is FeedState.PAUSED)
        author.window.pages.close_page()
        composer = author.window.pages.channel.composer
        composer.edit.write("two")
        composer.face.post.click()
        await until(lambda: len(shown_texts(author.window)) == 2)
        await settled(reader.window)
        assert shown_texts(reader.window) == ["one"]
        reader.hall.acts.resume(feed)
        await until(lambda: shown_texts(reader.window) == ["one", "two"])

    run(scene())


def test_a_file_that_only_what_is_read_is_fetched_of_comes_when_it_is_saved(
    desk: Callable[[str, str], Desk], run: Run[Any], tmp_path: Path
) -> None:
    author, reader = desk("Juniper", "127.0.0.75"), desk("Wren", "127.0.0.76")

    async def scene() -> None:
        link = await published(author, "one")
        author.window.pages.close_page()
        composer = author.window.pages.channel.composer
        path = tmp_path / "chart.bin"
        path.write_bytes(bytes(range(256)) * 700)
        composer.attach([path])
        await until(lambda: bool(composer.attachments.waiting))
        composer.edit.write("The chart")
        composer.face.post.click()
        await until(lambda: len(shown_texts(author.window)) == 2)
        await followed(reader, link)
        await until(lambda: "The chart" in shown_texts(reader.window))
        page = reader.window.pages.channel
        post = page.source.run.entries[-1].post
        assert post.files[0].size == 179_200
        target = tmp_path / "saved.bin"
        assert page.space is not None
        await page.acts.saving.save(page.space, post, 0, target)
        assert target.read_bytes() == path.read_bytes()

    run(scene())


def test_a_fixed_feed_is_followed_by_its_fingerprint(
    desk: Callable[[str, str], Desk], run: Run[Any], tmp_path: Path
) -> None:
    author, reader = desk("Juniper", "127.0.0.77"), desk("Wren", "127.0.0.78")

    async def scene() -> None:
        page = author.hall.show_new()
        page.name.setText("Charts")
        page.kind.buttons["fixed"].click()
        path = tmp_path / "chart.txt"
        path.write_text("depths", "utf-8")
        page.attach([path])
        await until(lambda: bool(page.attachments.waiting))
        page.make.click()
        await until(lambda: len(shown_texts(author.window)) == 1)
        await until(lambda: author.hall.desk.feed is not None)
        feed = author.hall.desk.feed
        assert feed is not None
        assert feed.form is FeedForm.STATIC
        code = author.hall.show_code(feed)
        await until(lambda: bool(code.code.link))
        await followed(reader, code.code.link)
        there = reader.window.pages.channel.source.run
        # Its blocks come in any order: the piece of the file may be there before its entry.
        await until(lambda: any(one.post.files for one in there.entries))
        assert [entry.post.files[0].name for entry in there.entries] == ["chart.txt"]

    run(scene())
