"""Making, joining and sharing a community: previewed first, honest about what a key is."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.model.address import Address
from engine.model.communities import MemberRole, SeededRole, WireVersion
from engine.model.community_commands import CreateCommunity, JoinCommunity
from engine.model.found import FoundChannel
from engine.model.peer_commands import AddPeer
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.gui.communities.scene import garden, hall, opened, view_of
from tests.gui.conftest import Run
from tests.gui.window_scene import settled
from ui.codes.following import FollowingPage
from ui.communities.joining import JoinCommunityPage
from ui.communities.making import NewCommunityPage
from ui.communities.words import FOR_EVER
from ui.equipment import Equipment
from ui.main_window.window import MainWindow

KEY = bytes(range(32))
ADDRESS = Address("192.0.2.7", 7_000)


def joined(engine: FakeEngine) -> list[Any]:  # Any: commands of every kind
    return [one for one in engine.performed if isinstance(one, JoinCommunity)]


def labels(page: Any) -> str:  # Any: pages of every kind
    return "\n".join(one.text() for one in page.findChildren(QLabel) if not one.isHidden())


def test_a_link_is_previewed_and_joined_only_when_asked(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        page = hall(window).show_joining()
        link = equipment.links.of_community(KEY, WireVersion.S, "Seed library", (ADDRESS,))
        page.scan.look_at_text(link)
        await settled(window)
        assert page.community_name.text().strip("\u2068\u2069") == "Seed library"
        assert "as its specification has it" in page.wire.text()
        assert "192.0.2.7:7000" in page.dialling.text()
        assert not joined(engine)
        page.nickname.setText("Jun")
        QTest.keyClick(page.nickname, Qt.Key.Key_Return)
        await settled(window)
        assert joined(engine) == [JoinCommunity(KEY, "Seed library", WireVersion.S, "Jun")]
        assert [one.address for one in engine.performed if isinstance(one, AddPeer)] == [ADDRESS]
        view = window.pages.channel.view
        assert view is not None
        assert (view.name, view.community) == (
            "Seed library#default",
            engine.communities.view_of_key(KEY).id,
        )

    run(scene())


def test_a_key_of_cabal_says_how_it_speaks_and_which_roles_it_brings(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        page = hall(window).show_joining()
        admin = key_of("somebody")
        page.scan.look_at_text(f"cabal://{KEY.hex()}?admin={admin.hex()}")
        await settled(window)
        assert "cabal programs" in page.wire.text()
        assert admin.hex()[:8] in page.roles_words.text()
        assert not page.roles.isHidden()
        QTest.mouseClick(page.join, Qt.MouseButton.LeftButton)
        await settled(window)
        (command,) = joined(engine)
        assert command.wire is WireVersion.M
        assert command.roles == (SeededRole(admin, MemberRole.ADMIN),)
        assert "Moderation" in window.toast.sentence.text()

    run(scene())


def test_one_that_is_known_is_only_opened(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, next(iter(engine.spaces)))
        view = view_of(engine, there)
        window.open_link(equipment.links.of_community(view.key, view.wire, "Other name", ()))
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, JoinCommunityPage)
        assert "already" in page.dialling.text()
        QTest.mouseClick(page.join, Qt.MouseButton.LeftButton)
        await settled(window)
        assert not joined(engine)
        assert window.pages.space == there.space

    run(scene())


def test_a_link_of_one_that_is_known_gives_nobody_a_role_and_does_not_say_so(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine, wire=WireVersion.M)
        await opened(window, there.space)
        page = hall(window).show_joining()
        key, admin = view_of(engine, there).key, key_of("somebody")
        page.scan.look_at_text(f"cabal://{key.hex()}?admin={admin.hex()}")
        await settled(window)
        assert page.roles.isHidden()
        assert "roles that the link names are not given" in page.dialling.text()
        QTest.mouseClick(page.join, Qt.MouseButton.LeftButton)
        await settled(window)
        assert not joined(engine)
        assert "Moderation" not in window.toast.sentence.text()

    run(scene())


def test_a_bare_key_may_be_a_community(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        window.pages.show_found(FoundChannel(key_of("bare"), "", only_key=True), ())
        await settled(window)
        page = window.pages.stack.currentWidget()
        assert isinstance(page, FollowingPage)
        QTest.mouseClick(page.preview.others.community, Qt.MouseButton.LeftButton)
        await settled(window)
        assert isinstance(window.pages.stack.currentWidget(), JoinCommunityPage)

    run(scene())


def test_what_is_refused_is_said_and_nothing_is_lost(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        page = hall(window).show_joining()
        view = view_of(engine, there)
        engine.communities.change(there.id, left=True)
        page.scan.look_at_text(equipment.links.of_community(view.key, WireVersion.M, "", ()))
        await settled(window)
        page.nickname.setText("Jun")
        QTest.mouseClick(page.join, Qt.MouseButton.LeftButton)
        await settled(window)
        assert not page.problem.isHidden()
        assert page.nickname.text() == "Jun"

    run(scene())


def test_a_community_is_made_with_a_name_and_a_nickname(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        await opened(window, garden(engine).space)
        page = hall(window).show_joining()
        QTest.mouseClick(page.make, Qt.MouseButton.LeftButton)
        new = window.pages.stack.currentWidget()
        assert isinstance(new, NewCommunityPage)
        QTest.mouseClick(new.make, Qt.MouseButton.LeftButton)
        assert not new.problem.isHidden()
        QTest.keyClicks(new.name, "Seed library")
        QTest.keyClicks(new.nickname, "Jun")
        QTest.mouseClick(new.wire.buttons[WireVersion.M.value], Qt.MouseButton.LeftButton)
        assert "cabal programs" in new.wire_words.text()
        QTest.keyClick(new.nickname, Qt.Key.Key_Return)
        await settled(window)
        assert CreateCommunity("Seed library", WireVersion.M, "Jun") in engine.performed
        view = window.pages.channel.view
        assert view is not None
        assert view.name == "Seed library#default"
        assert "Seed library" in [str(r.name) for r in window.sidebar.model.communities]

    run(scene())


def test_sharing_says_that_whoever_has_the_link_is_in_for_ever(
    window: MainWindow, engine: FakeEngine, equipment: Equipment, run: Run[None]
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        QTest.mouseClick(hall(window).pane.share, Qt.MouseButton.LeftButton)
        await settled(window)
        page: Any = window.pages.stack.currentWidget()
        assert FOR_EVER in labels(page)
        view = view_of(engine, there)
        assert page.code.link == equipment.links.of_community(view.key, view.wire, "Garden", ())
        QTest.mouseClick(page.code.copy, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == page.code.link

    run(scene())


def test_only_a_community_of_cabal_offers_its_bare_key(
    window: MainWindow, engine: FakeEngine, run: Run[None]
) -> None:
    async def scene() -> None:
        plain, cabal = garden(engine), garden(engine, wire=WireVersion.M)
        await opened(window, plain.space)
        page = hall(window).show_sharing(view_of(engine, plain))
        assert not page.bare.isVisible()
        page = hall(window).show_sharing(view_of(engine, cabal))
        await settled(window)
        QTest.mouseClick(page.bare, Qt.MouseButton.LeftButton)
        key = view_of(engine, cabal).key.hex()
        assert QGuiApplication.clipboard().text() == f"cabal://{key}"

    run(scene())
