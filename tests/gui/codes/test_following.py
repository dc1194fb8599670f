"""Following a public channel: by link, by key; a preview before anything happens."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.model import commands
from engine.model.found import FoundFeed, FoundFolder
from engine.model.ids import PublicKey, SpaceId
from engine.wire.base58 import encode_base58
from tests.code_scene import OWN_ADDRESS, Scene, click, strike
from tests.gui.conftest import Run, until
from ui.codes.following import FollowingPage

KEY = PublicKey(bytes(range(32)))


class Following:
    """The page in Ada's hands."""

    def __init__(self, scene: Scene, qtbot: QtBot) -> None:
        self.scene = scene
        self.engine = scene.engine
        self.page = FollowingPage(scene.equipment)
        self.finished: list[SpaceId] = []
        self.page.finished.connect(self.finished.append)
        qtbot.addWidget(self.page)
        self.page.show()

    async def bring(self, text: str) -> None:
        self.page.open()
        self.page.scan.look_at_text(text)
        await until(lambda: self.page.preview.isVisible() or self.page.scan.problem.isVisible())


@pytest.fixture
def following(ada: Scene, qtbot: QtBot) -> Following:
    return Following(ada, qtbot)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (KEY.hex(), ""),
        (encode_base58(KEY), ""),
        (f"peerlinks://feed/{encode_base58(KEY)}?name=coast%20news", "coast news"),
    ],
)
def test_a_key_or_link_is_previewed(
    following: Following, run: Run[Any], text: str, name: str
) -> None:
    run(following.bring(text))
    assert following.page.name.text() == name
    assert following.page.preview.key.text().replace(" ", "") == KEY.hex()
    assert not any(isinstance(done, commands.FollowChannel) for done in following.engine.performed)


def test_our_own_link_is_followed_and_its_address_dialled(
    following: Following, run: Run[Any]
) -> None:
    link = following.scene.equipment.links.of_channel(KEY, "coast news", [OWN_ADDRESS])

    async def follow() -> None:
        await following.bring(link)
        assert not following.engine.peers
        click(following.page.follow)
        await until(lambda: bool(following.finished))

    run(follow())
    view = following.engine.view(following.finished[0])
    assert (view.name, view.public_key) == ("coast news", KEY)
    assert following.engine.peers[0].address == OWN_ADDRESS


def test_a_channel_without_a_name_needs_one(following: Following, run: Run[Any]) -> None:
    async def follow() -> None:
        await following.bring(KEY.hex())
        strike(following.page.name, Qt.Key.Key_Return)

    run(follow())
    assert following.page.problem.sentence.text() == "Write a name first."
    assert not following.finished


def test_a_channel_one_has_already_is_said(following: Following, run: Run[Any]) -> None:
    run(following.engine.perform(commands.FollowChannel(KEY, "mine")))

    async def follow() -> None:
        await following.bring(KEY.hex())
        following.page.name.setText("again")
        click(following.page.follow)
        await until(following.page.problem.isVisible)

    run(follow())
    assert following.page.problem.sentence.text().startswith("You have that already")
    assert not following.finished


def test_a_request_is_not_a_channel(following: Following, run: Run[Any]) -> None:
    request = b"".join(tag + bytes(32) for tag in (b"\x0a\x20", b"\x12\x20", b"\x1a\x20"))
    run(following.bring(following.scene.equipment.links.of_request(request, ())))
    words = following.page.scan.problem.sentence.text()
    assert "an invite request was found, a public channel or its key is needed" in words


def test_a_bare_key_may_be_a_feeds_or_a_folders(following: Following, run: Run[Any]) -> None:
    meant: list[object] = []
    following.page.meant.connect(meant.append)
    run(following.bring(KEY.hex()))
    click(following.page.preview.others.feed)
    click(following.page.preview.others.folder)
    assert meant == [FoundFeed(KEY), FoundFolder(KEY)]


def test_a_link_says_what_it_is(following: Following, run: Run[Any]) -> None:
    run(following.bring(f"peerlinks://feed/{encode_base58(KEY)}?name=coast"))
    assert not following.page.preview.others.isVisible()


def test_its_owner_is_called_as_the_link_says_whatever_we_call_it(
    following: Following, run: Run[Any]
) -> None:
    async def follow() -> None:
        await following.bring(f"peerlinks://feed/{encode_base58(KEY)}?name=coast%20news")
        following.page.name.setText("Noisy boss")
        click(following.page.follow)
        await until(lambda: bool(following.finished))

    run(follow())
    view = following.engine.view(following.finished[0])
    assert (view.name, view.given_name) == ("Noisy boss", "coast news")
