"""Following a feed: a link, a key or a code is previewed; nothing happens before “Follow”."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.address import Address
from engine.model.feed_commands import FollowFeed
from engine.model.feeds import FeedForm, FeedState
from engine.model.found import FoundFolder
from engine.model.ids import PublicKey, SpaceId
from engine.model.peer_commands import AddPeer
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.conftest import Run
from tests.gui.feeds.scene import hall, opened
from tests.gui.window_scene import settled
from ui.equipment import Equipment
from ui.feeds.following import FollowFeedPage
from ui.main_window.window import MainWindow

KEY = PublicKey(key_of("somebody's feed"))
ADDRESS = Address("192.0.2.7", 7_000)


def link(equipment: Equipment, form: FeedForm = FeedForm.SIGNED) -> str:
    return equipment.links.of_feed(KEY, "Tide tables", form, (ADDRESS,))


def followed(engine: FakeEngine) -> list[Any]:  # Any: commands of every kind
    return [one for one in engine.performed if isinstance(one, FollowFeed)]


async def page_over(window: MainWindow, engine: FakeEngine) -> FollowFeedPage:
    await opened(window, engine, engine.feeds.add("Harbour news"))
    return hall(window).show_following()


def test_a_link_is_previewed_and_followed_only_when_asked(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await page_over(window, engine)
        page.scan.look_at_text(link(equipment))
        await settled(window)
        assert page.preview.title.text().strip("\u2068\u2069") == "Tide tables"
        assert page.preview.key.text().replace(" ", "") == KEY.hex()
        assert "192.0.2.7:7000" in page.preview.note.text()
        assert not followed(engine)
        assert not [one for one in engine.performed if isinstance(one, AddPeer)]
        page.follow.click()
        await settled(window)
        assert followed(engine) == [FollowFeed(KEY, "Tide tables", FeedForm.SIGNED, whole=True)]
        assert [one.address for one in engine.performed if isinstance(one, AddPeer)] == [ADDRESS]
        assert window.pages.channel.space == SpaceId(KEY)

    run(scene())


def test_return_pressed_twice_follows_once(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await page_over(window, engine)
        page.scan.look_at_text(link(equipment))
        await settled(window)
        QTest.keyClick(page.name, Qt.Key.Key_Return)
        QTest.keyClick(page.name, Qt.Key.Key_Return)
        await settled(window)
        assert len(followed(engine)) == 1

    run(scene())


def test_a_bare_key_is_taken_for_a_feeds_here(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await page_over(window, engine)
        page.scan.look_at_text(KEY.hex())
        await settled(window)
        assert page.preview.title.text() == "A feed without a name"
        page.follow.click()
        await settled(window)
        assert followed(engine) == [FollowFeed(KEY, None, FeedForm.SIGNED)]

    run(scene())


def test_of_a_bare_key_the_kind_of_feed_is_chosen_with_the_keyboard(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await page_over(window, engine)
        page.scan.look_at_text(KEY.hex())
        await settled(window)
        field = page.kind.field
        assert page.kind.isVisible()
        assert field.currentText() == "Signed by its author, who can add to it"
        assert (field.accessibleName(), field.focusPolicy()) == (
            "Kind of feed",
            Qt.FocusPolicy.StrongFocus,
        )
        QTest.keyClick(field, Qt.Key.Key_End)
        assert page.kind.form is FeedForm.STATIC
        page.follow.click()
        await settled(window)
        assert followed(engine) == [FollowFeed(KEY, None, FeedForm.STATIC)]

    run(scene())


def test_a_link_says_which_kind_of_feed_it_is_of(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await page_over(window, engine)
        page.scan.look_at_text(link(equipment))
        await settled(window)
        assert page.kind.isHidden()

    run(scene())


def test_a_feed_of_which_nothing_came_may_be_followed_as_another_kind(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Tides", key=KEY, state=FeedState.WAITING)
        page = await page_over(window, engine)
        page.scan.look_at_text(KEY.hex())
        await settled(window)
        assert page.follow.text() == "Open it"
        QTest.keyClick(page.kind.field, Qt.Key.Key_End)
        assert page.follow.text() == "Follow"
        page.follow.click()
        await settled(window)
        assert engine.feeds.view(space).form is FeedForm.STATIC

    run(scene())


def test_a_feed_of_which_something_came_is_of_the_kind_it_is(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        engine.feeds.add("Tides", "one", key=KEY, form=FeedForm.OLDER)
        page = await page_over(window, engine)
        page.scan.look_at_text(KEY.hex())
        await settled(window)
        assert page.kind.isHidden()
        assert page.preview.form.text() == "Signed by its author, in the form of 2016"
        assert page.follow.text() == "Open it"

    run(scene())


def test_a_code_is_read_from_a_picture_in_the_clipboard(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await page_over(window, engine)
        content = equipment.codes.picture(link(equipment), ".png", 8)
        picture = QApplication.clipboard().image()
        picture.loadFromData(content)
        QApplication.clipboard().setImage(picture)
        page.scan.paste.clipboard_wanted.emit()
        await settled(window)
        assert page.preview.key.text().replace(" ", "") == KEY.hex()

    run(scene())


def test_only_what_is_read_can_be_fetched(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await page_over(window, engine)
        page.scan.look_at_text(link(equipment, FeedForm.STATIC))
        await settled(window)
        assert not page.preview.form.isHidden()
        page.whole.setChecked(False)
        page.follow.click()
        await settled(window)
        wish = FollowFeed(KEY, "Tide tables", FeedForm.STATIC, whole=False)
        assert followed(engine) == [wish]

    run(scene())


def test_a_feed_that_we_follow_already_is_opened(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Tides", "one", key=KEY)
        await opened(window, engine, engine.feeds.add("Harbour news"))
        page = hall(window).show_following()
        page.scan.look_at_text(link(equipment))
        await settled(window)
        assert page.follow.text() == "Open it"
        page.follow.click()
        await settled(window)
        assert window.pages.channel.space == space
        assert not followed(engine)

    run(scene())


def test_a_link_from_outside_previews_the_feed(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, engine, engine.feeds.add("Harbour news"))
        window.open_link(link(equipment))
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, FollowFeedPage)
        assert page.preview.key.text().replace(" ", "") == KEY.hex()
        assert not followed(engine)

    run(scene())


def test_a_feed_that_was_left_is_followed_again(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        space = engine.feeds.add("Tides", "one", key=KEY)
        engine.feeds._left(SpaceId(KEY), left=True)
        await opened(window, engine, space)
        page = hall(window).show_following()
        page.scan.look_at_text(link(equipment))
        await settled(window)
        page.follow.click()
        await settled(window)
        assert followed(engine)
        assert not engine.spaces[space].view.left

    run(scene())


def test_a_link_of_another_program_may_be_a_folders(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        page = await page_over(window, engine)
        meant: list[object] = []
        page.meant.connect(meant.append)
        page.scan.look_at_text(f"hyper://{KEY.hex()}")
        await settled(window)
        assert not page.preview.others.feed.isVisible()
        page.preview.others.folder.click()
        await settled(window)
        assert meant == [FoundFolder(KEY)]

    run(scene())
