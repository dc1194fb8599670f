"""Letting somebody in: read their request, compare, confirm, and hand the invite over.

Made with the SpaceView of a private channel where ``can_invite`` holds. ``finished`` carries its
SpaceId, ``closed`` takes the page away. Nothing is signed, sent or dialled before “Confirm and
invite”.
"""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QTime, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.errors import Refusal, Refused
from engine.model.commands import IssueInvite
from engine.model.found import FoundRequest
from engine.model.limits import CHAIN_LINKS_MAX, LINK_VALID_DAYS, NAME_UNITS_MAX
from engine.model.queries import Members, PreviewRequest
from engine.model.views import IssuedInviteView, MemberView, RequestPreview, SpaceView
from ui.addresses import dial, dialling_sentence, own_addresses
from ui.equipment import Equipment
from ui.invites.fingerprint import Fingerprint
from ui.invites.issued import IssuedPanel
from ui.models.members import bare_name
from ui.scanning.panel import ScanPanel
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name, shown_name
from ui.text.times import day_words
from ui.widgets.buttons import push_button
from ui.widgets.fields import DateField
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import COLUMN_WIDTH_MAX, Page, Stages, stage
from ui.widgets.problem import Problem, attempt
from ui.wording.wanted import REQUEST

COMPARE = QT_TR_NOOP(
    "Compare these digits with the ones on the other person's screen, best aloud. If they differ,"
    " somebody changed the request on its way: do not confirm."
)
VALID_DAYS_MAX = 3_650  # ours: a date picker needs an end
DAY_SECONDS = 86_400.0
KEY_HEX_SHOWN = 16
ISSUED_WIDTH_MAX = 1_080
FIELD_WIDTH_MAX = 360


class IssuingPage(Page):
    """Stages: bring the request; compare and confirm; the invite on its way."""

    finished = Signal(object)

    def __init__(
        self, equipment: Equipment, space: SpaceView, parent: QWidget | None = None
    ) -> None:
        title = tr("Invite to {channel}")
        super().__init__(equipment.theme, title.format(channel=shown_name(space.name)), parent)
        self.setAccessibleName(title.format(channel=plain_name(space.name)))
        self._equipment = equipment
        self._bridge = equipment.bridge
        self._space = space
        self._request: FoundRequest | None = None
        self._usual_end = 0.0
        self._make_scan()
        self._make_confirm()
        self.issued = IssuedPanel(equipment)
        self.issued.done.connect(lambda: self.finished.emit(space.id))
        self.issued.another.connect(self._again)
        self.stages = Stages(self.scanning, self.confirming, self.issued)
        self.stages.changed.connect(self._stage_changed)
        self.column.addWidget(self.stages)
        self.column.addStretch()
        self._bridge.invite_delivered.connect(self.issued.delivered)

    # ---- making the stages ------------------------------------------------------------------

    def _make_scan(self) -> None:
        self.scanning, column = stage()
        self.scan = ScanPanel(self._equipment, REQUEST)
        self.scan.found.connect(self.show_found)
        what = tr(
            "Ask the person you want to let in for their invite request: the code that Tidings"
            " shows them when they ask to be let in. Then bring it here."
        )
        column.addWidget(plain_label(what))
        column.addWidget(self.scan)

    def _make_confirm(self) -> None:
        self.confirming, column = stage()
        self.fingerprint = Fingerprint(self._equipment.theme, tr(COMPARE))
        self.asker = plain_label(role="hint")
        self.known = plain_label(role="warn")
        self._make_name()
        self._make_until()
        self.rights = plain_label()
        self.dialling = plain_label(role="hint")
        self.confirm_problem = Problem(self._equipment.theme)
        self.confirm = push_button(tr("Confirm and invite"), "primary")
        self.confirm.clicked.connect(self._confirm)
        # Return is the button: pressed twice it does nothing while the first is under way.
        self.name.returnPressed.connect(self.confirm.click)
        self.decline = push_button(tr("Do not invite"))
        self.decline.clicked.connect(self._again)
        name_label = plain_label(tr("Their name in this channel"))
        name_label.setBuddy(self.name)
        until_label = plain_label(tr("They may post until"))
        until_label.setBuddy(self.until)
        for widget in (
            self.fingerprint,
            self.asker,
            self.known,
            name_label,
            self.name,
            self.name_problem,
            until_label,
            self.until,
            self.until_problem,
            self.rights,
            self.dialling,
            self.confirm_problem,
        ):
            column.addWidget(widget)
        column.addLayout(flow(self.confirm, self.decline))

    def _make_name(self) -> None:
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setMaximumWidth(FIELD_WIDTH_MAX)
        self.name.setPlaceholderText(tr("How others will see them"))
        self.name.setAccessibleName(tr("Their name in this channel"))
        self.name_problem = Problem(self._equipment.theme)
        self.name.textChanged.connect(self.name_problem.clear)

    def _make_until(self) -> None:
        self.until = DateField(self._equipment.theme)
        self.until.setMaximumWidth(FIELD_WIDTH_MAX)
        self.until.setAccessibleName(tr("They may post until, this day included"))
        self.until.setAccessibleDescription(tr("99 days are usual"))
        self.until_problem = Problem(self._equipment.theme)
        self.until.dateChanged.connect(self.until_problem.clear)

    # ---- reading the request ----------------------------------------------------------------

    def show_found(self, found: FoundRequest) -> None:
        """Shows what a request asks for; nothing is done yet."""
        attempt(self._bridge, self._preview(found), self.scan.problem)

    async def _preview(self, found: FoundRequest) -> None:
        preview = await self._bridge.ask(PreviewRequest(found.request))
        if preview.own:
            raise Refused(Refusal.REQUEST_OWN)
        if preview.public_key == self._space.public_key:
            raise Refused(Refusal.REQUEST_OF_OWNER)  # before a page that has them confirm it
        members = await self._bridge.ask(Members(self._space.id))
        known = [member for member in members if member.public_key == preview.public_key]
        self._request = found
        self._show_preview(found, preview)
        self._show_known(known[0] if known else None)
        self.stages.show_stage(self.confirming)
        self.name.setFocus()

    def _show_preview(self, found: FoundRequest, preview: RequestPreview) -> None:
        self.fingerprint.show_digits(preview.fingerprint)
        where = tr("They are online now.") if preview.online else tr("They are not connected yet.")
        key = preview.public_key.hex()[:KEY_HEX_SHOWN]
        begins = tr("Their public key begins with {digits}.").format(digits=key)
        self.asker.setText(f"{begins} {where}")
        self.name.setText(found.suggested_name)
        self._set_dates()
        self.rights.setText(_rights_sentence(self._space))
        self.dialling.setText(dialling_sentence(found.addresses))
        self.dialling.setVisible(bool(found.addresses))
        for problem in (self.name_problem, self.until_problem, self.confirm_problem):
            problem.clear()

    def _show_known(self, member: MemberView | None) -> None:
        """Whoever is a member already would be renamed: that is said before it happens."""
        self.known.setVisible(member is not None)
        if member is not None:
            name = bare_name(member)
            self.known.setText(
                tr(
                    "They are already a member of this channel, as {name}. A new invite changes"
                    " until when they may post; under another name, everybody sees them by that"
                    " name from then on."
                ).format(name=shown_name(name))
            )
            self.name.setText(member.path[-1] if member.path else name)

    def _set_dates(self) -> None:
        now = self._equipment.now()
        ends = now + VALID_DAYS_MAX * DAY_SECONDS
        if self._space.expires_at is not None:
            ends = min(ends, self._space.expires_at)
        self._usual_end = min(now + LINK_VALID_DAYS * DAY_SECONDS, ends)
        self.until.setDateRange(_day_of(now), _day_of(ends))
        self.until.setDate(_day_of(self._usual_end))

    def _valid_to(self) -> float:
        """The end of the chosen day, or of our own right if that comes first.

        On the day that was offered it is the usual end to the second (PeerLinks note 1).
        """
        day = self.until.date()
        if day == _day_of(self._usual_end):
            return self._usual_end
        chosen = float(QDateTime(day.addDays(1), QTime(0, 0)).addSecs(-1).toSecsSinceEpoch())
        own = self._space.expires_at
        return chosen if own is None else min(chosen, own)

    # ---- issuing ----------------------------------------------------------------------------

    def _confirm(self) -> None:
        if not self.name.text().strip():
            self.name_problem.say(tr("Write a name first."), tr("It is how the members see them."))
            self.name.setFocus()
        elif self._request is not None:
            work = self._issue(self._request)
            attempt(self._bridge, work, self.confirm_problem, self.confirm, self.decline)

    async def _issue(self, request: FoundRequest) -> None:
        name = self.name.text().strip()
        wish = IssueInvite(self._space.id, request.request, name, self._valid_to())
        try:
            issued = await self._bridge.perform(wish)
        except Refused as refused:
            self._say_where_it_belongs(refused)
            return
        await self._show_issued(issued, name)
        await dial(self._bridge, request.addresses)

    def _say_where_it_belongs(self, refused: Refused) -> None:
        match refused.reason:
            case Refusal.NAME_INVALID | Refusal.NAME_UNSEEN | Refusal.NAME_TAKEN:
                self.name_problem.show_problem(refused)
                self.name.setFocus()
            case Refusal.VALIDITY_INVALID:
                self.until_problem.show_problem(refused)
                self.until.setFocus()
            case _:
                self.confirm_problem.show_problem(refused)

    async def _show_issued(self, issued: IssuedInviteView, name: str) -> None:
        link = self._equipment.links.of_invite(issued.invite, await own_addresses(self._bridge))
        self.issued.show_issued(issued, name, link)
        self.stages.show_stage(self.issued)

    def _again(self) -> None:
        self._request = None
        self.scan.clear()
        self.stages.show_stage(self.scanning)
        self.scan.take_focus()

    def _stage_changed(self) -> None:
        self.widen(ISSUED_WIDTH_MAX if self.stages.current is self.issued else COLUMN_WIDTH_MAX)


def _day_of(at: float) -> QDate:
    return QDateTime.fromSecsSinceEpoch(int(at)).date()


def _rights_sentence(space: SpaceView) -> str:
    """What the invited person will be able to do, and that it cannot be taken back."""
    steps = CHAIN_LINKS_MAX - len(space.own_path or ()) - 1
    match steps:
        case 0:
            able = tr(
                "They will be able to read everything in this channel, also what was written"
                " before, and to post, but not invite others."
            )
        case 1:
            able = tr(
                "They will be able to read everything in this channel, also what was written"
                " before, to post, and invite others, who cannot invite any further."
            )
        case _:
            able = tr(
                "They will be able to read everything in this channel, also what was written"
                " before, to post, and invite others, up to {steps} steps further."
            ).format(steps=steps)
    sentences = [able, tr("A member cannot be removed before that date.")]
    if space.expires_at is not None:
        ends = tr("Your own right ends on {day}.")
        sentences.append(ends.format(day=day_words(space.expires_at)))
    return " ".join(sentences)
