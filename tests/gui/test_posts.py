"""What is done with messages of the open channel: reactions, files, deletions, details."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from engine.model import commands, contents
from engine.model.ids import PostId, SpaceId
from engine.model.views import FileView, MemberView, PostView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run, until
from tests.gui.test_pictures import picture
from tests.gui.timeline_scene import reacted
from tests.gui.window_scene import JUNE, channel, dialog_of, settled, shown_texts, started
from ui.main_window.window import MainWindow
from ui.posts.acts import PostActs
from ui.posts.details import PostDetails
from ui.posts.message_link import message_link, read_message_link
from ui.timeline.parts.file_words import (
    file_name,
    icon_of,
    may_be_picture,
    saved_name,
    size_words,
)
from ui.widgets.dialogs import Question


def acts_of(window: MainWindow) -> PostActs:
    return window.pages.channel.acts


def post_of(engine: FakeEngine, space: SpaceId, place: int) -> PostView:
    return engine.spaces[space].history.run(place, place + 1)[0]


def said_contents(engine: FakeEngine) -> list[contents.Content]:
    return [one.content for one in engine.performed if isinstance(one, commands.Say)]


# ---- reactions ----------------------------------------------------------------------------------


def test_one_of_six_emoji_reacts_by_keys_and_by_mouse(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    run(started(window))
    post = post_of(engine, space, 1)

    async def scene() -> None:
        for act in ("mouse", "keys"):
            strip = acts_of(window).choose_reaction(post, QRect(100, 100, 50, 20))
            assert len(strip.buttons) == 7
            assert all(button.accessibleName() for button in strip.buttons)
            if act == "mouse":
                strip.buttons[1].click()
            else:
                QTest.keyClick(strip, Qt.Key.Key_Right)
                QTest.keyClick(strip.buttons[1], Qt.Key.Key_Return)
            await settled(window)

    run(scene())
    first, second = said_contents(engine)
    assert isinstance(first, contents.Reaction)
    assert first.post == post.id
    assert first == second, "the post that was handed in had no reaction of ours yet"
    assert [one.count for one in post_of(engine, space, 1).reactions] == [1]


def test_choosing_what_was_chosen_before_takes_it_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    engine.talk.change(space, post_of(engine, space, 1).id, reactions=(reacted("☺", 1, ours=True),))
    run(started(window))

    async def scene() -> None:
        acts_of(window)._chosen(post_of(engine, space, 1), "☺")
        await settled(window)

    run(scene())
    assert said_contents(engine) == [contents.ReactionTakenBack(post_of(engine, space, 1).id, "☺")]


def test_all_emoji_are_behind_the_six(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    run(started(window))
    post = post_of(engine, space, 1)

    async def scene() -> None:
        strip = acts_of(window).choose_reaction(post, QRect(100, 100, 50, 20))
        strip.more.click()
        picker = acts_of(window)._picker
        assert picker is not None
        assert picker.isVisible()
        picker.chosen.emit("☂")
        picker.close()
        await settled(window)

    run(scene())
    assert said_contents(engine) == [contents.Reaction(post.id, "☂")]


# ---- taking away --------------------------------------------------------------------------------


def test_a_message_deleted_for_me_is_back_after_undo(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "one", "two")
    run(started(window))

    async def scene() -> None:
        acts_of(window).hide(post_of(engine, space, 1))
        await until(lambda: shown_texts(window) == ["", "two"])
        assert window.toast.isVisible()
        assert "Deleted for you" in window.toast.sentence.text()
        window.toast.action.click()
        await until(lambda: shown_texts(window) == ["", "one", "two"])
        await settled(window)

    run(scene())


def test_taking_back_is_asked_about_and_says_that_it_cannot_be_unsent(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    engine.receive(space, Said("mine", EPOCH + 5, author(owner="Garden"), ours=True))
    run(started(window))
    wishes = window.pages.channel.timeline.wishes

    async def scene() -> None:
        wishes.take_back.emit(post_of(engine, space, 1))
        question = await dialog_of(Question)
        texts = [label.text() for label in question.findChildren(type(window.toast.sentence))]
        assert any("cannot be unsent" in text for text in texts)
        question.cancel.click()
        await settled(window)
        assert said_contents(engine) == []
        wishes.take_back.emit(post_of(engine, space, 1))
        (await dialog_of(Question)).proceed.click()
        await settled(window)

    run(scene())
    assert post_of(engine, space, 1).retracted


def test_only_own_messages_can_be_edited_and_taken_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "theirs")
    engine.receive(space, Said("mine", EPOCH + 5, author(owner="Garden"), ours=True))
    run(started(window))
    view = window.pages.channel.timeline

    def entries(place: int) -> set[str]:
        return {action.text() for action in view._menu(place).actions()}

    assert {"Edit", "Take back…"} <= entries(2)
    assert not {"Edit", "Take back…"} & entries(1)
    assert "Reply" in entries(1)


def test_who_may_not_write_is_offered_nothing_that_writes(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    channel(engine, "Garden", "theirs", can_post=False, own_path=None)
    run(started(window))
    view = window.pages.channel.timeline
    words = [action.text() for action in view._menu(1).actions() if action.text()]
    assert words == ["Copy message", "Copy link to message", "Delete for me", "Details…"]
    view.hover_bar.show_for(view.source.run.entries[1].post, QRect(0, 50, 300, 40), view.reading)
    assert not view.hover_bar.reply.isVisible()
    assert view.hover_bar.more.isVisible()


def test_replying_and_editing_begin_in_the_composer(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "theirs")
    engine.receive(space, Said("mine", EPOCH + 5, author(owner="Garden"), ours=True))
    run(started(window))
    page = window.pages.channel

    async def scene() -> None:
        page.timeline.wishes.reply.emit(post_of(engine, space, 1))
        page.composer.edit.setPlainText("yes")
        page.composer.send.click()
        await settled(window)
        page.composer.last_own_wanted.emit()
        await until(lambda: page.composer.edit.toPlainText() == "yes")
        await settled(window)

    run(scene())
    assert said_contents(engine)[0] == contents.Words("yes", post_of(engine, space, 1).id)


# ---- details and links --------------------------------------------------------------------------


def test_the_details_tell_what_is_known(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    engine.receive(space, Said("deep", EPOCH + 5, author("June", "Moss")))
    engine.talk.change(space, post_of(engine, space, 1).id, parents=(PostId(b"p" * 32),))
    run(started(window))
    dialog: PostDetails = acts_of(window).show_details(post_of(engine, space, 1))
    values = {name: field.text() for name, field in dialog.values.items()}
    assert values["author"] == "Moss"
    assert values["path"] == "Garden (owner) \u203a June \u203a Moss"
    assert values["hash"] == post_of(engine, space, 1).id.hex()
    assert values["height"] == "1"
    assert values["parents"] == (b"p" * 8).hex()
    assert "delivery" not in values, "nothing is known of where others' posts are"
    assert values["link"] == message_link(space, post_of(engine, space, 1).id)
    dialog.close()


def test_a_press_on_a_name_shows_who_that_is(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    june = MemberView(JUNE.public_key, "June", ("June",), None, online=False)
    engine.spaces[space].members = (june,)
    run(started(window))
    page = window.pages.channel
    wanted: list[tuple[object, object]] = []
    page.author_wanted.disconnect()
    page.author_wanted.connect(lambda view, member: wanted.append((view, member)))

    async def scene() -> None:
        page.timeline.wishes.author.emit(post_of(engine, space, 1))
        await settled(window)
        page.timeline.wishes.author.emit(post_of(engine, space, 0))
        (await dialog_of(PostDetails)).close()

    run(scene())
    assert wanted == [(page.view, june)]


def test_the_line_that_names_a_message_is_read_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    run(started(window))
    post = post_of(engine, space, 1)
    acts_of(window).copy_link(post)
    line = QGuiApplication.clipboard().text()
    assert read_message_link(f" see {line}.") == (space, post.id)
    assert read_message_link("message 12 in channel 34") is None


def test_a_pasted_line_in_the_find_bar_goes_to_its_message(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", *(f"post {n}" for n in range(60)))
    run(started(window))
    post = post_of(engine, space, 3)
    page = window.pages.channel

    async def scene() -> None:
        page.open_find(message_link(space, post.id))
        await until(lambda: page.timeline.marking.flashed == post.order)
        await settled(window)

    run(scene())


# ---- files --------------------------------------------------------------------------------------


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
    assert [size_words(size) for size in (0, 999, 1_500, 25_000, 3_400_000, 10**13)] == [
        "",
        "999 bytes",
        "1.5 kB",
        "25 kB",
        "3.4 MB",
        "10 TB",
    ]
    assert may_be_picture(FileView("x", "IMAGE/PNG", 5))
    assert not may_be_picture(FileView("x.svg", "image/svg+xml", 5))
    assert not may_be_picture(FileView("x.png", "image/png", 0))
    assert not may_be_picture(FileView("x.png", "image/png", 10**12))
