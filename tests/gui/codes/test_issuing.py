"""Letting somebody in: bring the request, compare, confirm, hand over."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QDate, QDateTime, Qt, QTime
from pytestqt.qtbot import QtBot

from engine.errors import Refusal, Refused
from engine.model import commands, events
from engine.model.found import FoundInvite
from engine.model.ids import PublicKey, RequestId, SpaceId
from engine.model.views import MemberView, SpaceView
from tests.code_scene import OWN_ADDRESS, Scene, click, strike, type_text
from tests.fake_admission import fingerprint_of
from tests.gui.conftest import Run, until
from ui.invites.issuing import IssuingPage

DAY = 86_400.0
REQUEST = b"".join(tag + bytes(range(32)) for tag in (b"\x0a\x20", b"\x12\x20", b"\x1a\x20"))


class Issuing:
    """The page in the hands of a member."""

    def __init__(self, scene: Scene, qtbot: QtBot, space: SpaceView) -> None:
        self.scene = scene
        self.engine = scene.engine
        self.page = IssuingPage(scene.equipment, space)
        self.finished: list[SpaceId] = []
        self.page.finished.connect(self.finished.append)
        qtbot.addWidget(self.page)
        self.page.resize(1_000, 900)
        self.page.show()

    def at(self, stage: object) -> bool:
        return self.page.stages.current is stage

    async def bring(self, request: bytes = REQUEST, text: str = "") -> None:
        link = self.scene.equipment.links.of_request(request, [OWN_ADDRESS])
        self.page.scan.look_at_text(text or link)
        await until(lambda: self.at(self.page.confirming) or bool(self.scan_said))

    async def confirm(self) -> None:
        click(self.page.confirm)
        await until(lambda: self.at(self.page.issued) or self.page.confirm.isEnabled())

    @property
    def scan_said(self) -> str:
        return self.page.scan.problem.sentence.text()

    @property
    def issued(self) -> list[commands.IssueInvite]:
        return [done for done in self.engine.performed if isinstance(done, commands.IssueInvite)]


@pytest.fixture
def issuing(ada: Scene, qtbot: QtBot) -> Issuing:
    space = ada.engine.add_space("Garden")
    return Issuing(ada, qtbot, ada.engine.view(space))


def test_a_scanned_request_is_shown_with_the_fingerprint_and_nothing_is_done(
    issuing: Issuing, run: Run[Any]
) -> None:
    run(issuing.bring())
    page = issuing.page
    assert page.fingerprint.digits.text().split() == fingerprint_of(REQUEST).split()
    assert "They are not connected yet" in page.asker.text()
    assert REQUEST[:8].hex() in page.asker.text()
    assert "192.168.1.7:4711" in page.dialling.text()
    assert not issuing.issued
    assert not issuing.engine.peers


def test_what_they_may_do_and_that_it_cannot_be_undone_is_said(
    issuing: Issuing, run: Run[Any]
) -> None:
    run(issuing.bring())
    words = issuing.page.rights.text()
    assert "read everything" in words
    assert "up to 2 steps further" in words
    assert "cannot be removed before that date" in words


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("Bo",), "who cannot invite any further"),
        (("Bo", "Cy"), "but not invite others"),
    ],
)
def test_how_far_they_may_invite_follows_from_our_own_place(
    ada: Scene, qtbot: QtBot, run: Run[Any], path: tuple[str, ...], words: str
) -> None:
    space = ada.engine.add_space("Garden", own_path=path)
    issuing = Issuing(ada, qtbot, ada.engine.view(space))
    run(issuing.bring())
    assert words in issuing.page.rights.text()


def test_ninety_nine_days_are_offered(issuing: Issuing, run: Run[Any]) -> None:
    run(issuing.bring())
    today = QDate(2023, 11, 14)
    assert issuing.page.until.date() == today.addDays(99)
    assert issuing.page.until.minimumDate() == today


def test_the_usual_end_is_ninety_nine_days_from_now_and_not_a_moment_later(
    issuing: Issuing, run: Run[Any]
) -> None:
    async def issue() -> None:
        await issuing.bring()
        type_text(issuing.page.name, "Bo")
        await issuing.confirm()

    run(issue())
    assert issuing.issued[0].valid_to == issuing.scene.clock.now + 99 * DAY


@pytest.mark.parametrize("days", [98, 100])
def test_another_day_is_included_to_its_end(issuing: Issuing, run: Run[Any], days: int) -> None:
    chosen = QDate(2023, 11, 14).addDays(days)

    async def issue() -> None:
        await issuing.bring()
        issuing.page.until.setDate(chosen)
        type_text(issuing.page.name, "Bo")
        await issuing.confirm()

    run(issue())
    last_second = QDateTime(chosen, QTime(23, 59, 59)).toSecsSinceEpoch()
    assert issuing.issued[0].valid_to == last_second


def test_nobody_can_be_let_in_for_longer_than_oneself(
    ada: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    ends = ada.clock.now + 10 * DAY
    space = ada.engine.add_space("Garden", expires_at=ends)
    issuing = Issuing(ada, qtbot, ada.engine.view(space))

    async def issue() -> None:
        await issuing.bring()
        assert issuing.page.until.date() == issuing.page.until.maximumDate()
        type_text(issuing.page.name, "Bo")
        await issuing.confirm()

    run(issue())
    assert issuing.issued[0].valid_to == ends


def test_confirming_needs_a_name(issuing: Issuing, run: Run[Any]) -> None:
    async def confirm() -> None:
        await issuing.bring()
        click(issuing.page.confirm)

    run(confirm())
    assert issuing.page.name_problem.sentence.text() == "Write a name first."
    assert not issuing.issued


def test_confirming_issues_the_invite_dials_the_asker_and_offers_the_code_at_once(
    issuing: Issuing, run: Run[Any]
) -> None:
    async def confirm() -> None:
        await issuing.bring()
        type_text(issuing.page.name, "Bo")
        await issuing.confirm()
        await until(lambda: bool(issuing.engine.peers))

    run(confirm())
    (wish,) = issuing.issued
    assert (wish.request, wish.display_name) == (REQUEST, "Bo")
    assert issuing.engine.peers[0].address == OWN_ADDRESS
    panel = issuing.page.issued
    found = issuing.scene.equipment.links.read(panel.code.link)
    assert isinstance(found, FoundInvite)
    assert found.addresses == (OWN_ADDRESS,)
    assert panel.code.isVisible()
    assert "both of you are online" in panel.steps.words()


def test_return_in_the_name_field_confirms(issuing: Issuing, run: Run[Any]) -> None:
    async def confirm() -> None:
        await issuing.bring()
        type_text(issuing.page.name, "Bo")
        strike(issuing.page.name, Qt.Key.Key_Return)
        await until(lambda: issuing.at(issuing.page.issued))

    run(confirm())
    assert len(issuing.issued) == 1


def test_return_pressed_twice_issues_one_invite(issuing: Issuing, run: Run[Any]) -> None:
    async def confirm() -> None:
        await issuing.bring()
        type_text(issuing.page.name, "Bo")
        strike(issuing.page.name, Qt.Key.Key_Return)
        strike(issuing.page.name, Qt.Key.Key_Return)
        await until(lambda: issuing.at(issuing.page.issued))

    run(confirm())
    assert len(issuing.issued) == 1


def test_the_steps_follow_the_delivery(issuing: Issuing, run: Run[Any]) -> None:
    space = next(iter(issuing.engine.spaces))
    request_id = RequestId(REQUEST[:32])
    steps = issuing.page.issued.steps

    async def deliver() -> None:
        await issuing.bring()
        type_text(issuing.page.name, "Bo")
        await issuing.confirm()
        assert steps.at == 1
        other = RequestId(bytes(32))
        issuing.engine.tell(events.InviteDelivered(space, other, taken=True))
        issuing.engine.tell(events.InviteDelivered(space, request_id, taken=False))
        await until(lambda: steps.at == 2)
        issuing.engine.tell(events.InviteDelivered(space, request_id, taken=True))
        await until(lambda: steps.at == 3)

    run(deliver())
    click(issuing.page.issued.finish)
    assert issuing.finished == [issuing.page._space.id]


def test_news_that_come_before_the_page_is_turned_are_not_lost(
    issuing: Issuing, run: Run[Any]
) -> None:
    space = next(iter(issuing.engine.spaces))
    heard: list[object] = []
    issuing.scene.bridge.invite_delivered.connect(heard.append)

    async def deliver() -> None:
        await issuing.bring()
        request_id = RequestId(REQUEST[:32])
        issuing.engine.tell(events.InviteDelivered(space, request_id, taken=True))
        await until(lambda: bool(heard))
        type_text(issuing.page.name, "Bo")
        await issuing.confirm()

    run(deliver())
    assert issuing.page.issued.steps.at == 3


def test_ones_own_request_is_refused_in_words(ada: Scene, qtbot: QtBot, run: Run[Any]) -> None:
    request = run(ada.engine.perform(commands.RequestInvite("Ada"))).request
    space = ada.engine.add_space("Garden")
    issuing = Issuing(ada, qtbot, ada.engine.view(space))
    run(issuing.bring(request))
    assert issuing.scan_said == "This request is one of your own."


def test_the_owner_of_the_channel_is_not_let_in_once_more(
    ada: Scene, qtbot: QtBot, run: Run[Any]
) -> None:
    owner = MemberView(PublicKey(REQUEST[:32]), "Ann", (), None, online=True)
    space = ada.engine.add_space("Garden", public_key=owner.public_key, own_path=("Ben",))
    ada.engine.spaces[space].members = (owner,)
    issuing = Issuing(ada, qtbot, ada.engine.view(space))
    run(issuing.bring())
    assert issuing.scan_said == "They own this channel: nobody needs to let them in."
    assert issuing.at(issuing.page.scanning)


@pytest.mark.parametrize(
    ("reason", "place"),
    [
        (Refusal.NAME_INVALID, "name_problem"),
        (Refusal.NAME_UNSEEN, "name_problem"),
        (Refusal.VALIDITY_INVALID, "until_problem"),
        (Refusal.CHAIN_FULL, "confirm_problem"),
        (Refusal.CHAIN_EXPIRED, "confirm_problem"),
        (Refusal.REQUEST_EXPIRED, "confirm_problem"),
    ],
)
def test_a_refusal_stands_where_it_belongs(
    issuing: Issuing, run: Run[Any], reason: Refusal, place: str
) -> None:
    problem = getattr(issuing.page, place)

    async def confirm() -> None:
        await issuing.bring()
        type_text(issuing.page.name, "Bo")
        issuing.engine.next_failure = Refused(reason)
        click(issuing.page.confirm)
        await until(problem.isVisible)
        await until(issuing.page.confirm.isEnabled)

    run(confirm())
    assert not issuing.engine.peers


def test_the_name_that_came_with_a_request_is_proposed(issuing: Issuing, run: Run[Any]) -> None:
    run(issuing.bring(text=f"/invite Bo {REQUEST.hex()}"))
    assert issuing.page.name.text() == "Bo"


def test_declining_goes_back_and_forgets(issuing: Issuing, run: Run[Any]) -> None:
    run(issuing.bring())
    click(issuing.page.decline)
    assert issuing.at(issuing.page.scanning)
    assert not issuing.page.scan.paste.field.toPlainText()


def test_its_controls_have_names(issuing: Issuing, run: Run[Any]) -> None:
    run(issuing.bring())
    page = issuing.page
    for control in (page.name, page.until, page.confirm, page.decline, page.back):
        assert control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_who_is_a_member_already_is_not_renamed_without_a_word(
    issuing: Issuing, run: Run[Any]
) -> None:
    wren = MemberView(PublicKey(REQUEST[:32]), "Wren", ("Wren",), None, online=True)
    issuing.engine.spaces[issuing.page._space.id].members = (wren,)
    run(issuing.bring())
    page = issuing.page
    assert page.known.isVisible()
    assert "already a member of this channel, as \u2068Wren\u2069" in page.known.text()
    assert "another name" in page.known.text()
    assert page.name.text() == "Wren"
    assert not issuing.issued


def test_of_somebody_new_nothing_is_said(issuing: Issuing, run: Run[Any]) -> None:
    moss = MemberView(PublicKey(b"m" * 32), "Moss", ("Moss",), None, online=True)
    issuing.engine.spaces[issuing.page._space.id].members = (moss,)
    run(issuing.bring())
    assert not issuing.page.known.isVisible()
    assert issuing.page.name.text() == ""


def test_confirming_needs_no_scrolling_sideways_in_a_narrow_window_with_the_largest_text(
    issuing: Issuing, run: Run[Any], qtbot: QtBot
) -> None:
    issuing.scene.theme.choose_text_percent(200)
    issuing.page.resize(560 - 56, 900)  # beside the rail
    run(issuing.bring())
    sideways = issuing.page.room.horizontalScrollBar()
    qtbot.waitUntil(lambda: sideways.maximum() == 0)
    digits = issuing.page.fingerprint.digits
    assert digits.width() >= digits.sizeHint().width()
    assert digits.text().split() == fingerprint_of(REQUEST).split()
