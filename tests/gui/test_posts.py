"""What is done with messages of the open channel: reactions, files, deletions, details."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtTest import QTest

from engine.model import commands, contents
from engine.model.ids import PostId
from engine.model.queries import Search
from engine.model.views import IdentityView, MemberView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author, key_of
from tests.gui.communities.scene import garden, opened
from tests.gui.conftest import Run, until
from tests.gui.posts_scene import acts_of, post_of, said_contents
from tests.gui.timeline_scene import reacted
from tests.gui.window_scene import CTRL, JUNE, channel, dialog_of, settled, shown_texts, started
from ui.main_window.window import MainWindow
from ui.posts.details import PostDetails
from ui.text.message_link import message_link, read_message_link
from ui.widgets.dialogs import Question

# ---- reactions ----------------------------------------------------------------------------------


def test_the_chosen_identity_reacts_and_whichever_reacted_takes_it_back(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    engine.identities.append(IdentityView("Zed", key_of("Zed"), None))
    run(started(window))
    identities = window.pages.channel.composer.face.identities

    async def scene() -> None:
        next(one for one in identities.menu().actions() if one.text() == "Juniper").trigger()
        for wanted in (True, False):
            acts_of(window).react(post_of(engine, space, 1), "👍", wanted)
        await settled(window)

    run(scene())
    said = [one for one in engine.performed if isinstance(one, commands.Say)]
    assert [one.identity for one in said] == ["Juniper", None]


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
        acts_of(window)._chosen(space, post_of(engine, space, 1), "☺")
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
        acts_of(window).hide((post_of(engine, space, 1),))
        await until(lambda: shown_texts(window) == ["", "two"])
        assert window.toast.isVisible()
        assert "Deleted for you" in window.toast.sentence.text()
        window.toast.action.click()
        await until(lambda: shown_texts(window) == ["", "one", "two"])
        await settled(window)

    run(scene())


@pytest.mark.parametrize("typed", ["", "abc"])
def test_ctrl_z_in_the_composer_takes_back_what_was_done_unless_something_was_typed(
    run: Run[Any], window: MainWindow, engine: FakeEngine, typed: str
) -> None:
    space = channel(engine, "Garden", "one", "two")
    run(started(window))
    edit = window.pages.channel.composer.edit

    async def scene() -> None:
        window.activateWindow()
        await until(window.isActiveWindow)
        edit.setFocus()
        QTest.keyClicks(edit, typed)
        acts_of(window).hide((post_of(engine, space, 1),))
        await until(lambda: shown_texts(window) == ["", "two"])
        QTest.keyClick(edit, Qt.Key.Key_Z, CTRL)
        await settled(window)

    run(scene())
    assert shown_texts(window) == (["", "two"] if typed else ["", "one", "two"])
    assert not edit.toPlainText()


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
    assert words == [
        "Copy message",
        "Copy link to message",
        "Hide June",
        "Delete for me",
        "Details…",
    ]
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


def test_nobody_lets_an_owner_into_what_is_theirs(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden")
    engine.receive(space, Said("mine", EPOCH + 5, author(owner="Garden")))
    run(started(window))
    dialog = acts_of(window).show_details(post_of(engine, space, 1))
    assert "path" not in dialog.values
    dialog.close()


def test_nobody_is_let_into_a_community_by_anybody(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    there = garden(engine)
    engine.receive(there.space, Said("deep", EPOCH + 5, author("June")))
    run(opened(window, there.space))
    dialog = acts_of(window).show_details(post_of(engine, there.space, 0))
    assert dialog.values["author"].text().startswith("June")
    assert "path" not in dialog.values
    dialog.close()


def test_what_is_not_deleted_is_no_success(
    run: Run[Any], window: MainWindow, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel(engine, "Garden", *(f"post {n}" for n in range(1_000)))
    icons: list[str] = []
    pixmap = window.theme.pixmap

    def noted(name: str, *how: Any) -> QPixmap:  # Any: size, colour and ratio
        icons.append(name)
        return pixmap(name, *how)

    async def scene() -> None:
        await started(window)
        view = window.pages.channel.timeline
        view.setFocus()
        monkeypatch.setattr(window.theme, "pixmap", noted)
        view.select_all()
        QTest.keyClick(view, Qt.Key.Key_Delete)
        await settled(window)

    run(scene())
    assert window.toast.sentence.text().startswith("Nothing was deleted")
    assert icons[-1] == "circle-alert"


def test_a_press_on_a_name_shows_who_that_is(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    space = channel(engine, "Garden", "hello")
    june = MemberView(JUNE.public_key, "June", ("June",), None, online=False)
    engine.spaces[space].members = (june,)
    run(started(window))
    page = window.pages.channel
    wanted: list[tuple[object, object]] = []
    page.authors.member_wanted.disconnect()
    page.authors.member_wanted.connect(lambda view, member: wanted.append((view, member)))

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
        await until(lambda: not page.looking.finding.is_pending)
        await settled(window)
        assert page.timeline.marking.flashed == post.order

    run(scene())
    assert not [query for query in engine.asked if isinstance(query, Search)]


def test_a_pasted_line_of_another_channel_goes_there_once(
    run: Run[Any], window: MainWindow, engine: FakeEngine
) -> None:
    garden = channel(engine, "Garden", "one", "two")
    other = channel(engine, "Orchard", "three")
    run(started(window))
    post = post_of(engine, garden, 1)
    line = message_link(garden, post.id)
    page = window.pages.channel

    async def scene() -> None:
        window.open_space(other)
        await settled(window)
        page.open_find()
        page.looking.bar.edit.setText(line)
        await until(lambda: page.timeline.marking.flashed == post.order)
        await settled(window)
        assert page.source.space == garden
        window.open_space(other)
        await settled(window)
        page.open_find()
        await settled(window)
        assert page.source.space == other

    run(scene())
