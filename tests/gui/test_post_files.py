"""Files of a message: saved, shown large, and harmless by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from engine.model import contents
from engine.model.ids import SpaceId
from engine.model.views import FileView, PostView
from tests.fake_engine import FakeEngine
from tests.gui.conftest import Run, until
from tests.gui.posts_scene import acts_of, post_of
from tests.gui.test_pictures import picture
from tests.gui.window_scene import channel, settled, started
from ui.main_window.window import MainWindow
from ui.timeline.parts.file_words import (
    file_name,
    file_words,
    icon_of,
    may_be_picture,
    saved_name,
)

JOINED = [
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt",  # Persian, with its non-joiner
    "\U0001f468\u200d\U0001f469\u200d\U0001f467.png",  # a family
    "\u2764\ufe0f\u200d\U0001f525.png",  # a heart on fire
]


def with_file(engine: FakeEngine, space: SpaceId, name: str, kind: str, data: bytes) -> PostView:
    post = post_of(engine, space, 1)
    engine.talk.files[post.id] = (contents.Attachment(name, kind, data),)
    return engine.talk.change(space, post.id, files=(FileView(name, kind, len(data)),))


def test_a_file_is_saved_where_the_person_says_under_a_harmless_name(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    tmp_path: Path,
    opened_addresses: list[str],
) -> None:
    space = channel(engine, "Garden", "see")
    post = with_file(engine, space, "../plan.pdf", "application/pdf", b"%PDF-content")
    run(started(window))

    async def scene() -> None:
        dialog: QFileDialog = acts_of(window).saving.ask(space, post, 0)
        assert Path(dialog.selectedFiles()[0]).name == "plan.pdf"
        dialog.fileSelected.emit(str(tmp_path / "plan.pdf"))
        dialog.close()
        await until(lambda: "Saved as" in window.toast.sentence.text())

    run(scene())
    assert (tmp_path / "plan.pdf").read_bytes() == b"%PDF-content"
    assert opened_addresses == []


def test_a_place_that_cannot_be_written_is_told(
    run: Run[Any], window: MainWindow, engine: FakeEngine, tmp_path: Path
) -> None:
    space = channel(engine, "Garden", "see")
    post = with_file(engine, space, "plan.pdf", "application/pdf", b"content")
    run(started(window))
    failures: list[object] = []
    window._bridge.failed.connect(failures.append)

    async def scene() -> None:
        window._bridge.start(
            acts_of(window).saving.save(space, post, 0, tmp_path / "none" / "plan.pdf")
        )
        await until(lambda: bool(failures))

    run(scene())


def with_files(
    engine: FakeEngine, space: SpaceId, *files: contents.Attachment, lost: int = 0
) -> PostView:
    """``lost`` more are named that cannot be had: what their author attached is no file."""
    post = post_of(engine, space, 1)
    engine.talk.files[post.id] = files
    views = [FileView(file.name, file.content_type, len(file.data)) for file in files]
    views += [FileView("lost.bin", "application/zip", 0)] * lost
    return engine.talk.change(space, post.id, files=tuple(views))


def plain_file(name: str, data: bytes) -> contents.Attachment:
    return contents.Attachment(name, "text/plain", data)


def test_all_files_of_a_message_are_saved_into_one_folder_and_none_is_written_over(
    run: Run[Any],
    window: MainWindow,
    engine: FakeEngine,
    tmp_path: Path,
    opened_addresses: list[str],
) -> None:
    space = channel(engine, "Garden", "see")
    files = [plain_file(f"{n}.txt", b"%d" % n) for n in range(30)]
    same = [plain_file("../plan.txt", b"one"), plain_file("plan.txt", b"two")]
    post = with_files(engine, space, *files, *same)
    (tmp_path / "plan.txt").write_bytes(b"mine")
    run(started(window))

    async def scene() -> None:
        dialog: QFileDialog = acts_of(window).saving.ask_folder(space, post)
        dialog.fileSelected.emit(str(tmp_path))
        dialog.close()
        await until(lambda: "32 files saved" in window.toast.sentence.text())

    run(scene())
    assert [(tmp_path / f"{n}.txt").read_bytes() for n in range(30)] == [
        b"%d" % n for n in range(30)
    ]
    plans = {path.name: path.read_bytes() for path in tmp_path.glob("plan*")}
    assert plans == {"plan.txt": b"mine", "plan (2).txt": b"one", "plan (3).txt": b"two"}
    assert opened_addresses == []


def test_what_cannot_be_had_of_many_files_is_told_and_the_others_are_saved(
    run: Run[Any], window: MainWindow, engine: FakeEngine, tmp_path: Path
) -> None:
    space = channel(engine, "Garden", "see")
    post = with_files(engine, space, plain_file("a.txt", b"a"), lost=2)
    run(started(window))

    async def scene() -> None:
        window._bridge.start(acts_of(window).saving.save_all(space, post, tmp_path))
        await until(lambda: "1 of 3 files" in window.toast.sentence.text())

    run(scene())
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_folder_that_cannot_be_written_to_is_told_once(
    run: Run[Any], window: MainWindow, engine: FakeEngine, tmp_path: Path
) -> None:
    space = channel(engine, "Garden", "see")
    post = with_files(engine, space, plain_file("a.txt", b"a"), plain_file("b.txt", b"b"))
    run(started(window))
    failures: list[object] = []
    window._bridge.failed.connect(failures.append)

    async def scene() -> None:
        window._bridge.start(acts_of(window).saving.save_all(space, post, tmp_path / "none"))
        await until(lambda: bool(failures))

    run(scene())
    assert len(failures) == 1


def test_a_picture_is_shown_large_in_the_window_itself(
    run: Run[Any], window: MainWindow, engine: FakeEngine, opened_addresses: list[str]
) -> None:
    space = channel(engine, "Garden", "see")
    post = with_file(engine, space, "tree.png", "image/png", picture(640, 360))
    run(started(window))

    async def scene() -> None:
        dialog = acts_of(window).show_picture(post, 0)
        await until(lambda: not dialog.canvas._pixmap.isNull())
        assert not dialog.told.isVisible()
        assert dialog.canvas.accessibleName() == "Picture tree.png"
        dialog.grab()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: not dialog.isVisible())

    run(scene())
    assert opened_addresses == []


def test_a_picture_that_comes_after_its_window_is_on_the_screen_as_a_whole(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "see")
    post = with_file(engine, space, "tree.png", "image/png", picture(4000, 3000))
    free = QGuiApplication.primaryScreen().availableGeometry()
    run(started(window))

    async def scene() -> None:
        dialog = acts_of(window).show_picture(post, 0)
        dialog.move(free.center())  # as small as it is yet, it has room there
        await until(lambda: not dialog.canvas._pixmap.isNull())
        assert free.contains(dialog.frameGeometry())
        assert dialog.width() > free.width() // 2
        dialog.close()

    run(scene())


def test_a_picture_or_details_closed_before_they_are_known_do_no_harm(
    run: Run[Any], window: MainWindow, engine: FakeEngine, qapp: QApplication
) -> None:
    space = channel(engine, "Garden", "see")
    post = with_file(engine, space, "tree.png", "image/png", picture(640, 360))
    run(started(window))

    async def scene() -> None:
        for dialog in (
            acts_of(window).show_picture(post, 0),
            acts_of(window).show_details(replace(post, ours=True)),
        ):
            dialog.close()
            qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        await settled(window)

    run(scene())
    assert not window.toast.isVisible()


def test_what_is_no_picture_is_said_to_be_none(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "see")
    post = with_file(engine, space, "tree.png", "image/png", b"<svg/>")
    run(started(window))

    async def scene() -> None:
        dialog = acts_of(window).show_picture(post, 0)
        await until(lambda: "no picture" in dialog.told.text())
        dialog.close()

    run(scene())


@pytest.mark.parametrize(
    ("name", "shown", "saved"),
    [
        ("plan.pdf", "plan.pdf", "plan.pdf"),
        ("../../etc/passwd", "passwd", "passwd"),
        ("C:\\Windows\\x.exe", "x.exe", "x.exe"),
        ("a\u202egpj.exe", "agpj.exe", "agpj.exe"),
        ("a\x00b\n.txt", "ab.txt", "ab.txt"),
        ("", "Unnamed file", "Unnamed file"),
        ("...", "...", "file"),
        ("CON.txt", "CON.txt", "file-CON.txt"),
        ('a<b>:"c|?*.txt', 'a<b>:"c|?*.txt', "a_b___c___.txt"),
        (".bashrc", ".bashrc", "bashrc"),
        *((name, name, name) for name in JOINED),
        ("\u200dread\u200cme\u200d.\u200dtxt", "readme.txt", "readme.txt"),
        ("\u06cc\u200c\u200c\u062e", "\u06cc\u062e", "\u06cc\u062e"),
        ("a\u202e\u200db \u200d c", "ab c", "ab c"),
    ],
)
def test_names_of_files_are_harmless(name: str, shown: str, saved: str) -> None:
    assert (file_name(name), saved_name(name)) == (shown, saved)


def test_a_long_name_keeps_its_suffix() -> None:
    name = file_name("x" * 5_000 + ".tar")
    assert len(name) <= 121
    assert name.endswith("….tar")


def test_what_stands_on_a_card() -> None:
    assert icon_of(FileView("a.zip", "image/png", 1)) == "file-archive"
    assert icon_of(FileView("noname", "audio/x", 1)) == "file-music"
    assert icon_of(FileView("noname", "nonsense" * 100, 1)) == "file"
    sized = [FileView("a", "", size) for size in (0, 1, 999, 1_500, 25_000, 3_400_000, 10**13)]
    assert [file_words(file) for file in sized] == [
        "File · 0 bytes",
        "File · 1 byte",
        "File · 999 bytes",
        "File · 1.5 kB",
        "File · 25 kB",
        "File · 3.4 MB",
        "File · 10 TB",
    ]
    assert file_words(FileView("a", "", 0, size_known=False)) == "File"
    assert may_be_picture(FileView("x", "IMAGE/PNG", 5))
    assert not may_be_picture(FileView("x.svg", "image/svg+xml", 5))
    assert not may_be_picture(FileView("x.png", "image/png", 0))
    assert not may_be_picture(FileView("x.png", "image/png", 10**12))
