"""Safety codes side by side: ours as digits and picture, theirs by scanning, and what follows.

The engine says what the code is (``SafetyCode``); the person says that both are equal, or a scan
does, and the mark is theirs to set and to take back.
"""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.commands import VerifyMember
from engine.model.found import FoundSafetyCode
from engine.model.queries import PostingIdentities, SafetyCode
from engine.model.views import MemberView, SafetyCodeView, SpaceView
from ui.codes.code_view import CodePicture
from ui.equipment import Equipment
from ui.invites.fingerprint import Fingerprint
from ui.look.theme import Gap
from ui.people.words import (
    DIFFERENT,
    DIFFERENT_MEANS,
    EQUAL,
    EQUAL_MEANS,
    UNVERIFIED,
    VERIFIED,
    WHY_COMPARE,
)
from ui.scanning.panel import ScanPanel
from ui.text.language import tr
from ui.text.names import plain_name, shown_name
from ui.widgets.buttons import IconPushButton, push_button
from ui.widgets.fields import ChoiceField
from ui.widgets.flow import flow
from ui.widgets.labels import change_role, plain_label
from ui.widgets.page import FittingPicture, SideBySide, card
from ui.widgets.problem import Problem, attempt
from ui.widgets.sight import bring_into_sight
from ui.wording.wanted import SAFETY_CODE

CODE_SIDE_PIXELS = 220  # ours: 30 digits are a coarse code, read from here by every camera
CODE_SIDE_PIXELS_MIN = 160


class Outcome(Enum):
    """What came of comparing."""

    NOT_COMPARED = auto()
    EQUAL = auto()
    DIFFERENT = auto()


class Comparing(QWidget):
    """All of it for one member."""

    def __init__(self, equipment: Equipment, space: SpaceView, member: MemberView) -> None:
        super().__init__()
        self._equipment = equipment
        self._space = space
        self._member = member
        self._code: SafetyCodeView | None = None
        self.outcome = Outcome.NOT_COMPARED
        theme = equipment.theme
        self.as_whom = ChoiceField(theme)
        self.as_whom.setAccessibleName(tr("Which of your identities they know"))
        self.as_whom.currentIndexChanged.connect(lambda _place: self._ask())
        self.as_whom.hide()
        self.digits = Fingerprint(theme, tr("Read them to each other, group by group."))
        self.digits.heading.setText(tr("Safety code"))
        self.picture = _Picture()
        self.picture.code.setAccessibleName(tr("The safety code as a QR code"))
        self.scan = IconPushButton(theme, "scan-qr-code", tr("Scan their code"), "primary")
        self.scan.clicked.connect(self._toggle_panel)
        self.equal = push_button(tr("The digits are equal"))
        self.equal.clicked.connect(lambda: self._found(Outcome.EQUAL))
        self.take_back = push_button(tr("Take the mark back"))
        self.take_back.clicked.connect(lambda: self._verify(verified=False))
        self.take_back.hide()
        self.panel = ScanPanel(equipment, SAFETY_CODE)
        self.panel.found.connect(self._scanned)
        self.panel.hide()
        self.problem = Problem(theme)
        self._lay_out_verdict()
        self._lay_out()

    # ---- its parts --------------------------------------------------------------------------

    def _lay_out_verdict(self) -> None:
        theme = self._equipment.theme
        self.verdict, column = card()
        self.verdict_title = plain_label(role="title")
        self.verdict_words = plain_label(role="hint")
        self.mark = IconPushButton(theme, "shield-check", tr("Mark as verified"), "primary")
        self.mark.clicked.connect(lambda: self._verify(verified=True))
        self.again = push_button(tr("Compare again"))
        self.again.clicked.connect(lambda: self._found(Outcome.NOT_COMPARED))
        column.addWidget(self.verdict_title)
        column.addWidget(self.verdict_words)
        column.addLayout(flow(self.mark, self.again))
        self.verdict.hide()

    def _lay_out(self) -> None:
        facts = QVBoxLayout()
        facts.setSpacing(Gap.S)
        facts.addWidget(self.digits)
        facts.addSpacing(Gap.S)
        facts.addLayout(flow(self.scan, self.equal, self.take_back))
        facts.addStretch()
        self.state = plain_label(role="hint")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.M)
        column.addWidget(plain_label(tr(WHY_COMPARE)))
        column.addWidget(self.state)
        column.addWidget(self.as_whom)
        column.addWidget(SideBySide(self.picture, facts))
        column.addWidget(self.verdict)
        column.addWidget(self.panel)
        column.addWidget(self.problem)

    # ---- the code ---------------------------------------------------------------------------

    def open(self) -> None:
        """Asks for the code, and as whom the person may be known there."""
        attempt(self._equipment.bridge, self._open(), self.problem)

    async def _open(self) -> None:
        posters = await self._equipment.bridge.ask(PostingIdentities(self._space.id))
        self.as_whom.blockSignals(True)  # noqa: FBT003 - Qt's own setter
        self.as_whom.clear()
        for own in (one.identity for one in posters):
            name = tr("They know you as {name}").format(name=plain_name(own.name))
            self.as_whom.addItem(name, own.name)
        self.as_whom.blockSignals(False)  # noqa: FBT003 - Qt's own setter
        self.as_whom.setVisible(len(posters) > 1)
        await self._load()

    def _ask(self) -> None:
        attempt(self._equipment.bridge, self._load(), self.problem)

    async def _load(self) -> None:
        chosen = self.as_whom.currentData()
        name = chosen if isinstance(chosen, str) else None
        query = SafetyCode(self._space.id, self._member.public_key, name)
        code = self._code = await self._equipment.bridge.ask(query)
        self.digits.show_digits(code.digits)
        self.picture.code.show_matrix(self._equipment.codes.matrix(code.payload))
        self._show_state(verified=code.verified)

    # ---- comparing --------------------------------------------------------------------------

    def _toggle_panel(self) -> None:
        self.panel.setVisible(self.panel.isHidden())
        self.verdict.hide()
        if self.panel.isVisible():
            self.panel.take_focus()
            bring_into_sight(self.panel, self.panel.tabs)
        else:
            self.panel.clear()

    def _scanned(self, found: FoundSafetyCode) -> None:
        if self._code is not None:
            is_equal = found.digits == self._code.payload
            self._found(Outcome.EQUAL if is_equal else Outcome.DIFFERENT)

    def _found(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.panel.clear()
        self.panel.hide()
        self.verdict.setVisible(outcome is not Outcome.NOT_COMPARED)
        is_equal = outcome is Outcome.EQUAL
        name = shown_name(self._name)
        title, words = (EQUAL, EQUAL_MEANS) if is_equal else (DIFFERENT, DIFFERENT_MEANS)
        self.verdict_title.setText(tr(title))
        self.verdict_words.setText(tr(words).format(name=name))
        change_role(self.verdict_words, "hint" if is_equal else "error")
        is_marked = self._code is not None and self._code.verified
        self.mark.setVisible(is_equal and not is_marked)
        self.again.setVisible(not is_equal or is_marked)
        if outcome is Outcome.NOT_COMPARED:
            self._go_on_at(self.scan)
        else:
            self._go_on_at(self.mark if is_equal and not is_marked else self.again)

    def _go_on_at(self, target: QWidget) -> None:
        target.setFocus()
        # Its title last: where the window is too low for all of it, that is what counts.
        bring_into_sight(target, self.verdict, self.verdict_title)

    def _verify(self, *, verified: bool) -> None:
        work = self._verified(verified=verified)
        attempt(self._equipment.bridge, work, self.problem, self.mark, self.take_back)

    async def _verified(self, *, verified: bool) -> None:
        await self._equipment.bridge.perform(VerifyMember(self._member.public_key, verified))
        await self._load()
        self._found(Outcome.NOT_COMPARED)

    def _show_state(self, *, verified: bool) -> None:
        words = VERIFIED if verified else UNVERIFIED
        self.state.setText(tr(words).format(name=shown_name(self._name)))
        change_role(self.state, "good" if verified else "hint")
        self.equal.setVisible(not verified)
        self.take_back.setVisible(verified)

    @property
    def _name(self) -> str:
        return self._member.path[-1] if self._member.path else self._member.name


class _Picture(FittingPicture):
    """The code as a picture of one size."""

    def __init__(self) -> None:
        super().__init__()
        self.code = CodePicture()
        self.code.resize_to(CODE_SIDE_PIXELS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.code)
        column.addStretch()

    @override
    def fit(self, width: int) -> None:
        self.code.resize_to(min(CODE_SIDE_PIXELS, max(CODE_SIDE_PIXELS_MIN, width)))
