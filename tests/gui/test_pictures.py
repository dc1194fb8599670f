"""Pictures of strangers: what is decoded and what is refused, and that nothing jumps for them."""

from __future__ import annotations

import asyncio
import struct
import threading
import zlib
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QColor, QImage

from engine.errors import Refusal, Refused
from engine.model.contents import Attachment
from engine.model.ids import PostId, SpaceId
from engine.model.queries import OneFile, Query
from engine.model.views import FileView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import JUNE, grown, opened, quiet, read_all, shown
from ui.timeline.loading.run import Entry
from ui.timeline.parts import pictures
from ui.timeline.parts.cards import PICTURE_WIDTH_MAX
from ui.timeline.parts.decoding import Decoded
from ui.timeline.view import TimelineView

BOX = QSize(400, 300)


def picture(width: int, height: int, kind: str = "PNG") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#346856"))
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)  # type: ignore[call-overload]  # takes a device and a format
    return bytes(content.data())


def png_that_claims(width: int, height: int) -> bytes:
    """A header and no pixels to speak of."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 1_000)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )


GIF = (
    b"GIF89a\x02\x00\x02\x00\x80\x00\x00\xff\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x02\x00\x02\x00"
    b"\x00\x02\x02\x84\x51\x00;"
)


# ---- in the timeline ----------------------------------------------------------------------------


def with_picture(engine: FakeEngine, space: SpaceId, place: int, content: bytes) -> None:
    post = engine.spaces[space].history.run(place, place + 1)[0]
    file = FileView("tree.png", "image/png", len(content))
    engine.talk.change(space, post.id, files=(file,))
    engine.talk.files[post.id] = (Attachment("tree.png", "image/png", content),)


def test_a_picture_has_its_room_before_it_is_in_sight_and_is_fetched_once(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 60)
    with_picture(engine, space, 58, picture(300, 120))

    async def scene() -> None:
        await opened(view, space)
        await until(lambda: view.pictures.seen(post.id, 0).pixmap is not None)
        view.grab()
        view.scroll_by(-200)
        view.scroll_by(200)
        await quiet(view)

    post = engine.spaces[space].history.run(58, 59)[0]
    run(scene())
    (card,) = view.row(58).cards
    assert (card.picture.width(), card.picture.height()) == (300, 120)
    assert len([query for query in engine.asked if isinstance(query, OneFile)]) == 1


def test_a_picture_that_comes_late_moves_nothing_that_is_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 60)
    with_picture(engine, space, 57, picture(100, 60))

    async def scene() -> tuple[dict[str, float], dict[str, float]]:
        view.source.prepare = None  # as if the engine took its time
        await opened(view, space)
        before = shown(view)
        post = engine.spaces[space].history.run(57, 58)[0]
        await until(lambda: view.pictures.seen(post.id, 0).pixmap is not None)
        await quiet(view)
        return before, shown(view)

    before, after = run(scene())
    assert before == after
    view.scroll_by(-2_000)
    (card,) = view.row(57).cards
    assert card.picture.height() == 60, "out of sight it takes the room it needs"


def test_the_newest_message_takes_the_room_of_its_picture_while_the_end_is_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 60)
    with_picture(engine, space, 59, picture(300, 290))

    async def scene() -> None:
        view.source.prepare = None  # as if it had just arrived
        await opened(view, space)
        post = engine.spaces[space].history.run(59, 60)[0]
        await until(lambda: view.pictures.seen(post.id, 0).pixmap is not None)
        await quiet(view)

    run(scene())
    (card,) = view.row(59).cards
    assert (card.picture.width(), card.picture.height()) == (300, 290)
    assert view.anchor.stuck, "the end stays where it was"


def test_the_room_of_a_picture_is_known_before_it_has_been_decoded(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = grown(engine, 60)
    with_picture(engine, space, 57, picture(100, 60))
    go_on = threading.Event()
    at_once = pictures._for_screen

    def after_long(data: bytes, box: QSize) -> Decoded | None:
        go_on.wait()
        return at_once(data, box)

    monkeypatch.setattr(pictures, "_for_screen", after_long)
    post = engine.spaces[space].history.run(57, 58)[0]

    async def scene() -> None:
        await opened(view, space)
        await until(lambda: view.pictures.seen(post.id, 0).size == QSize(100, 60))
        assert view.pictures.seen(post.id, 0).pixmap is None
        go_on.set()
        await until(lambda: view.pictures.seen(post.id, 0).pixmap is not None)

    try:
        run(scene())
    finally:
        go_on.set()


def test_a_file_that_only_pretends_to_be_a_picture_becomes_a_card(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 3)
    with_picture(engine, space, 2, b"<svg/>")

    async def scene() -> None:
        await opened(view, space)
        post = engine.spaces[space].history.run(2, 3)[0]
        await until(lambda: view.pictures.seen(post.id, 0).broken)

    run(scene())
    saved: list[int] = []
    view.wishes.save_file.connect(lambda _post, number: saved.append(number))
    view._press_picture(view.source.run.entries[2].post, 0)
    assert saved == [0], "what cannot be shown can be saved"
    view.grab()


def test_previews_are_bounded_however_many_pictures_are_seen(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.timeline.parts.pictures.KEPT_BYTES_MAX", 400 * 300 * 4 * 3)
    space = engine.add_space("Garden")
    engine.receive(space, *(Said(f"post {n}", EPOCH + n, JUNE) for n in range(12)))
    for place in range(12):
        with_picture(engine, space, place, picture(400, 300))
    read_all(engine, space)

    async def scene() -> None:
        await opened(view, space)
        view.pictures.want(view.source.run.entries)
        for entry in view.source.run.entries:  # as if each was scrolled past
            await until(lambda entry=entry: _fetched(view, entry))  # type: ignore[misc]  # bound now
        asked = len(engine.asked)
        view._settle()
        await until(lambda: not view.pictures._busy)
        assert len(engine.asked) <= asked + 3, "they do not push each other out for ever"

    run(scene())
    assert len(view.pictures._pixmaps) <= 3
    assert view.pictures._bytes <= 400 * 300 * 4 * 3


def test_sizes_are_known_of_so_many_pictures_and_no_more(
    view: TimelineView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "SIZES_KEPT_MAX", 3)
    posts = [PostId(bytes([number]) * 32) for number in range(4)]
    for post in posts[:3]:
        view.pictures._keep_size((post, 0), QSize(4, 3))
    assert all(view.pictures.seen(post, 0).size for post in posts[:3])
    view.pictures._keep_size((posts[3], 0), QSize(4, 3))
    assert [bool(view.pictures.seen(post, 0).size) for post in posts] == [False, True, True, True]


def _fetched(view: TimelineView, entry: Entry) -> bool:
    """Whether its picture is known; wanted, as if it were in sight."""
    view.pictures.want([entry])
    return (entry.post.id, 0) in view.pictures._sizes


def test_a_picture_whose_head_is_known_moves_nothing_and_is_not_framed_when_it_comes(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 60)
    content = picture(100, 60)
    with_picture(engine, space, 57, content)
    post = engine.spaces[space].history.run(57, 58)[0]
    known = FileView("tree.png", "image/png", len(content), 100, 60)
    engine.talk.change(space, post.id, files=(known,))

    async def scene() -> None:
        view.source.prepare = None  # as if the engine took its time
        await opened(view, space)
        (card,) = view.row(57).cards
        assert (card.picture.width(), card.picture.height()) == (100, 60), "before it was looked at"
        before = shown(view)
        await until(lambda: view.pictures.seen(post.id, 0).pixmap is not None)
        await quiet(view)
        assert shown(view) == before

    run(scene())
    (card,) = view.row(57).cards
    assert (card.picture.width(), card.picture.height()) == (100, 60)


def test_a_window_that_goes_to_another_screen_gets_its_pictures_for_that_one(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that was being decoded for the screen before."""
    space = grown(engine, 60)
    with_picture(engine, space, 58, picture(1_600, 1_200))
    post = engine.spaces[space].history.run(58, 59)[0]
    decoding, go_on = threading.Event(), threading.Event()
    at_once = pictures._for_screen

    def after_long(data: bytes, box: QSize) -> Decoded | None:
        decoding.set()
        go_on.wait()
        return at_once(data, box)

    monkeypatch.setattr(pictures, "_for_screen", after_long)

    async def scene() -> None:
        view.source.prepare = None
        await opened(view, space)
        await until(decoding.is_set)
        view.pictures.open(space, 2.0)
        go_on.set()
        await until(lambda: view.pictures.seen(post.id, 0).pixmap is not None)

    try:
        run(scene())
    finally:
        go_on.set()
    pixmap = view.pictures.seen(post.id, 0).pixmap
    assert pixmap is not None
    assert (pixmap.devicePixelRatio(), pixmap.width()) == (2.0, 2 * PICTURE_WIDTH_MAX)


def test_a_picture_that_was_absent_in_another_space_is_not_looked_for_in_this_one(
    run: Run[Any], view: TimelineView, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space, other = grown(engine, 60), engine.add_space("Boats")
    with_picture(engine, space, 58, picture(30, 20))
    asked, go_on, ask = asyncio.Event(), asyncio.Event(), engine.ask

    async def absent(query: Query[Any]) -> Any:  # Any: what it answers
        if isinstance(query, OneFile):
            asked.set()
            await go_on.wait()
            raise Refused(Refusal.BLOCKS_MISSING)
        return await ask(query)

    monkeypatch.setattr(engine, "ask", absent)

    async def scene() -> None:
        view.source.prepare = None
        await opened(view, space)
        await asked.wait()
        view.pictures.open(other, 1.0)
        go_on.set()
        await until(lambda: not view.pictures._busy)

    run(scene())
    assert not view.pictures._absent
