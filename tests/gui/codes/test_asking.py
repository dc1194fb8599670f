"""Asking to be let in, from the sentence on what a request reveals to the open channel."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.qr import QrCodes
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model import commands, events, peer_commands
from engine.model.found import FoundInvite, FoundRequest
from engine.model.ids import PeerId, RequestId, SpaceId
from engine.protocols.tidings.payloads import invite_of
from tests.code_scene import OWN_ADDRESS, Scene, click, strike
from tests.fake_history import Said, author
from tests.gui.conftest import Run, until
from ui.invites.asking import REVEALS, AskingPage
from ui.invites.joining import READY, SYNCING
from ui.scanning.reading import texts_in
from ui.widgets.labels import plain_label

DAY = 86_400.0


class Asking:
    """The page in the hands of Ada."""

    def __init__(self, scene: Scene, qtbot: QtBot) -> None:
        self.scene = scene
        self.engine = scene.engine
        self.page = AskingPage(scene.equipment)
        self.finished: list[SpaceId] = []
        self.page.finished.connect(self.finished.append)
        qtbot.addWidget(self.page)
        self.page.resize(1_000, 800)
        self.page.show()

    async def open(self) -> None:
        self.page.open()
        await until(lambda: self.at(self.page.shown) or self.page.proceed.isEnabled())

    async def show_request(self) -> None:
        await self.open()
        await until(self.page.proceed.hasFocus)
        click(self.page.proceed)
        await until(lambda: self.at(self.page.shown))

    def at(self, stage: object) -> bool:
        return self.page.stages.current is stage

    @property
    def said(self) -> str:
        return self.page.problem.sentence.text()


@pytest.fixture
def asking(ada: Scene, qtbot: QtBot) -> Asking:
    return Asking(ada, qtbot)


def test_what_a_request_reveals_is_said_before_one_is_made(asking: Asking, run: Run[Any]) -> None:
    run(asking.open())
    labels = asking.page.intro.findChildren(type(plain_label()))
    assert REVEALS in [label.text() for label in labels]
    assert not asking.engine.requests


def test_continue_shows_the_request_with_its_fingerprint_and_our_address(
    asking: Asking, run: Run[Any]
) -> None:
    run(asking.show_request())
    (request,) = asking.engine.requests
    shown = asking.page.shown
    found = asking.scene.equipment.links.read(shown.code.link)
    assert found == FoundRequest(request.request, (OWN_ADDRESS,))
    assert shown.fingerprint.digits.text().split() == request.fingerprint.split()
    assert len(request.fingerprint.split()) == 6
    assert shown.asked_as.text() == "You ask as Ada."
    assert shown.steps.at == 0


def test_continue_works_by_key(asking: Asking, run: Run[Any]) -> None:
    async def press() -> None:
        await asking.open()
        strike(asking.page.proceed, Qt.Key.Key_Space)
        await until(lambda: asking.at(asking.page.shown))

    run(press())


def test_a_request_from_before_a_restart_is_shown_again(
    ada: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    request = run(ada.engine.perform(commands.RequestInvite("Ada")))
    asking = Asking(ada, qtbot)
    run(asking.open())
    assert asking.page.shown.request == request
    assert ada.engine.requests == [request]


def test_of_several_identities_the_chosen_one_asks(asking: Asking, run: Run[Any]) -> None:
    run(asking.engine.perform(commands.CreateIdentity("Work")))

    async def choose() -> None:
        await asking.open()
        await until(lambda: asking.page.identity.count() == 2)
        assert asking.page.identity.isVisible()
        asking.page.identity.setCurrentText("Ada")
        click(asking.page.proceed)
        await until(lambda: asking.at(asking.page.shown))

    run(choose())
    assert asking.engine.requests[0].identity == "Ada"


def test_without_an_identity_the_page_says_what_is_missing(
    scene: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    asking = Asking(scene, qtbot)

    async def open_page() -> None:
        asking.page.open()
        await until(lambda: bool(asking.said))

    run(open_page())
    assert asking.said == "You have no identity yet."
    assert not asking.page.proceed.isEnabled()


def test_the_expiry_clock_counts_down_and_offers_a_new_request(
    asking: Asking, run: Run[Any]
) -> None:
    run(asking.show_request())
    shown, clock = asking.page.shown, asking.scene.clock
    assert shown.clock.label.text() == "Valid for another 7 days"
    clock.now += 6 * DAY + 3_600
    shown.clock.tick()
    assert shown.clock.label.text() == "Valid for another 23 hours"
    clock.now += DAY
    shown.clock.tick()
    assert shown.clock.label.text() == "Expired"
    assert not shown.code.isVisible()
    asking.engine.now = clock.now

    async def renew() -> None:
        click(shown.renew)
        await until(shown.code.isVisible)

    run(renew())
    assert len(asking.engine.requests) == 2
    assert shown.request == asking.engine.requests[0]


def test_cancelling_asks_first(asking: Asking, run: Run[Any]) -> None:
    run(asking.show_request())
    shown = asking.page.shown

    async def cancel() -> None:
        click(shown.cancel)
        assert asking.engine.requests
        click(shown.keep)
        assert not shown.question.isVisible()
        click(shown.cancel)
        click(shown.really_cancel)
        await until(lambda: asking.at(asking.page.intro))

    run(cancel())
    assert not asking.engine.requests


def test_a_request_cancelled_elsewhere_is_no_longer_shown(asking: Asking, run: Run[Any]) -> None:
    async def cancel() -> None:
        await asking.show_request()
        (request,) = asking.engine.requests
        await asking.engine.perform(commands.CancelInviteRequest(request.request_ids[0]))
        await until(lambda: asking.at(asking.page.intro))

    run(cancel())


def test_a_failure_is_said_beside_the_button_and_can_be_tried_again(
    asking: Asking, run: Run[Any]
) -> None:
    async def fail() -> None:
        await asking.open()
        asking.engine.next_failure = Fault(FaultReason.DISK_FULL)
        click(asking.page.proceed)
        await until(lambda: bool(asking.said))
        await until(asking.page.proceed.isEnabled)

    run(fail())
    assert asking.said == "The disk is full; nothing was saved."


async def _let_in(asking: Asking, expires_at: float | None = None) -> SpaceId:
    """The invite arrives over a connection."""
    await asking.show_request()
    (request,) = asking.engine.requests
    space = asking.engine.add_space("Garden", own_path=("Ada",), expires_at=expires_at)
    asking.engine.requests.clear()
    arrived = events.InviteArrived(space, request.request_ids[0])
    asking.engine.tell(events.RequestsChanged(), arrived, events.SpaceChanged(space))
    await until(lambda: asking.at(asking.page.joining))
    await until(lambda: bool(asking.page.joining.name.text()))
    return space


def test_an_arrived_invite_shows_the_channel_and_the_steps(asking: Asking, run: Run[Any]) -> None:
    space = run(_let_in(asking, expires_at=asking.scene.clock.now + 99 * DAY))
    joining = asking.page.joining
    assert "Garden" in joining.name.text()
    assert "Ada" in joining.path.text()
    assert "2024" in joining.expiry.text()
    assert joining.steps.at == SYNCING

    async def sync() -> None:
        asking.engine.tell(events.Reconciling(space, PeerId(bytes(32)), 1_240))
        await until(lambda: "1,240 posts" in joining.steps.words())
        asking.engine.receive(space, Said("hi", 1.0, author(owner="Garden")))
        asking.engine.tell(events.ReconciliationDone(space, PeerId(bytes(32)), 1, 0))
        await until(lambda: joining.steps.at > READY)

    run(sync())
    click(joining.open_button)
    assert asking.finished == [space]


def test_an_invite_is_noticed_even_if_its_request_was_seen_to_end_before(
    asking: Asking, run: Run[Any]
) -> None:
    async def story() -> None:
        await asking.show_request()
        (request,) = asking.engine.requests
        asking.engine.requests.clear()
        asking.engine.tell(events.RequestsChanged())
        await until(lambda: asking.at(asking.page.intro))
        space = asking.engine.add_space("Garden", own_path=("Ada",))
        asking.engine.tell(events.InviteArrived(space, request.request_ids[0]))
        await until(lambda: asking.at(asking.page.joining))

    run(story())


def test_joining_says_that_a_member_must_be_online(asking: Asking, run: Run[Any]) -> None:
    run(_let_in(asking))
    assert "as soon as a member is online" in asking.page.joining.steps.words()


def test_a_foreign_channel_name_cannot_deceive(asking: Asking, run: Run[Any]) -> None:
    async def arrive() -> None:
        space = await _let_in(asking)
        await asking.engine.perform(commands.RenameSpace(space, "a\u202eb" + "x" * 500))
        await until(lambda: "\u202e" not in asking.page.joining.name.text())
        await until(lambda: "…" in asking.page.joining.name.text())

    run(arrive())
    assert len(asking.page.joining.name.text()) < 40


def test_an_invite_for_another_request_changes_nothing(asking: Asking, run: Run[Any]) -> None:
    async def arrive() -> None:
        await asking.show_request()
        space = asking.engine.add_space("Elsewhere")
        asking.engine.tell(events.InviteArrived(space, RequestId(bytes(32))))
        asking.engine.tell(events.PeersChanged())
        await until(lambda: asking.at(asking.page.shown))

    run(arrive())


# ---- an invite brought by hand --------------------------------------------------------------


async def _bring(asking: Asking, invite: bytes) -> None:
    click(asking.page.shown.bring)
    link = asking.scene.equipment.links.of_invite(invite, [OWN_ADDRESS])
    asking.page.scan.look_at_text(link)
    await until(lambda: asking.at(asking.page.accept))


def test_a_brought_invite_is_accepted_only_after_a_yes(asking: Asking, run: Run[Any]) -> None:
    async def bring() -> None:
        await asking.show_request()
        (request,) = asking.engine.requests
        await _bring(asking, invite_of(request.request_ids[0], bytes(60)))
        kinds = {type(done) for done in asking.engine.performed}
        assert commands.AcceptInvite not in kinds
        assert peer_commands.AddPeer not in kinds
        assert "192.168.1.7:4711" in asking.page.dialling.text()
        click(asking.page.accept_button)
        await until(lambda: bool(asking.engine.peers))

    run(bring())
    assert asking.at(asking.page.joining)
    assert asking.engine.peers[0].address == OWN_ADDRESS


@pytest.mark.parametrize("reason", [Refusal.INVITE_NOT_FOR_US, Refusal.REQUEST_EXPIRED])
def test_an_invite_that_fits_no_request_is_said_and_dials_nobody(
    asking: Asking, run: Run[Any], reason: Refusal
) -> None:
    async def bring() -> None:
        await asking.show_request()
        await _bring(asking, invite_of(bytes(32), bytes(60)))
        asking.engine.next_failure = Refused(reason)
        click(asking.page.accept_button)
        await until(asking.page.accept_problem.isVisible)

    run(bring())
    assert asking.page.accept_problem.sentence.text()
    assert not asking.engine.peers
    assert asking.page.accept_button.isEnabled()


def test_escape_and_the_arrow_close_the_page_and_keep_the_request(
    asking: Asking, run: Run[Any]
) -> None:
    closed: list[bool] = []
    asking.page.closed.connect(lambda: closed.append(True))
    run(asking.show_request())
    click(asking.page.back)
    strike(asking.page, Qt.Key.Key_Escape)
    assert len(closed) == 2
    assert asking.engine.requests


def test_the_facts_stand_under_the_code_where_there_is_no_room_beside_it(
    asking: Asking, run: Run[Any]
) -> None:
    run(asking.show_request())
    shown = asking.page.shown

    def digits_are_beside() -> bool:
        return _left(shown.fingerprint) > _left(shown.code)

    assert digits_are_beside()

    async def narrow() -> None:
        asking.page.resize(460, 800)
        await until(lambda: not digits_are_beside())
        asking.page.resize(1_000, 800)
        await until(digits_are_beside)

    run(narrow())


def _left(widget: QWidget) -> int:
    return widget.mapToGlobal(QPoint(0, 0)).x()


def test_the_code_is_copied_from_the_page(asking: Asking, run: Run[Any]) -> None:
    run(asking.show_request())
    click(asking.page.shown.code.copy)
    assert QGuiApplication.clipboard().text().startswith("tidings:")


def test_in_a_narrow_window_the_code_is_shown_whole(asking: Asking, run: Run[Any]) -> None:
    run(asking.show_request())
    code = asking.page.shown.code

    async def narrow() -> None:
        asking.page.resize(360, 800)
        await until(lambda: code.picture.width() < code.slider.value())

    run(narrow())
    right = code.picture.mapTo(asking.page, QPoint(code.picture.width(), 0)).x()
    assert right <= asking.page.width()
    assert run(texts_in(QrCodes(), code.picture.grab().toImage())) == (code.link.upper(),)


def test_an_invite_opened_as_a_link_is_not_covered_by_the_open_request(
    ada: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    request = run(ada.engine.perform(commands.RequestInvite("Ada")))
    asking = Asking(ada, qtbot)

    async def open_link() -> None:
        asking.page.open()
        asking.page.show_found(FoundInvite(invite_of(request.request_ids[0], bytes(60))))
        await until(lambda: asking.page.identity.count() == 1)
        await until(lambda: len(asking.engine.asked) >= 2)
        click(asking.page.accept_button)
        await until(lambda: asking.at(asking.page.joining))

    run(open_link())
