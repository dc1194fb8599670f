"""Asking to be let in: one's own request as a code, and the answer when it comes.

``open()`` it each time it is shown. ``finished`` carries the SpaceId to open, ``closed`` takes the
page away; an open request stays open then, also over a restart, and is shown again.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from engine.errors import Refusal, Refused
from engine.model.commands import AcceptInvite, CancelInviteRequest, RequestInvite
from engine.model.events import InviteArrived
from engine.model.found import FoundInvite
from engine.model.ids import RequestId, SpaceId
from engine.model.queries import Identities, InviteRequests
from engine.model.views import IdentityView, InviteRequestView
from ui.addresses import dial, dialling_sentence, own_addresses
from ui.equipment import Equipment
from ui.invites.joining import JoiningPanel
from ui.invites.request import RequestPanel
from ui.scanning.panel import ScanPanel
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name
from ui.widgets.buttons import push_button
from ui.widgets.fields import ChoiceField
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import COLUMN_WIDTH_MAX, Page, Stages, stage
from ui.widgets.problem import Problem, attempt
from ui.wording.wanted import INVITE

HOW = QT_TR_NOOP(
    "You show a code, your invite request. A member of the channel scans it, checks it and lets"
    " you in. Nothing is sent before that."
)
REVEALS = QT_TR_NOOP(
    "Whoever sees your request learns your public key, this computer's addresses and, once it is"
    " answered, the channel it belongs to."
)
ACCEPTS = QT_TR_NOOP(
    "This is an invite. If it answers your request, you join the channel it is for, and the other"
    " members see the name you were given there."
)
SHOWN_WIDTH_MAX = 1_080  # the code at its largest beside the facts
CHOICE_WIDTH_MAX = 360


class AskingPage(Page):
    """Stages: what a request reveals; the request shown; an invite brought; the channel joined."""

    finished = Signal(object)

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(equipment.theme, tr("Ask to be let in"), parent)
        self._equipment = equipment
        self._bridge = equipment.bridge
        self._invite: FoundInvite | None = None
        self._awaited: InviteRequestView | None = None  # shown last, and not cancelled here
        self._turns = 0  # of the page, so that what was asked before one does not turn it back
        self._make_intro()
        self._make_answer()
        self._make_accept()
        self.shown = RequestPanel(equipment)
        self.shown.cancelled.connect(self._cancel)
        self.shown.renewed.connect(self._proceed)
        self.shown.brought.connect(self._bring_invite)
        self.joining = JoiningPanel(equipment)
        self.joining.opened.connect(self.finished)
        self.problem = Problem(equipment.theme)
        self.stages = Stages(self.intro, self.shown, self.answer, self.accept, self.joining)
        self.stages.changed.connect(self._stage_changed)
        self.column.addWidget(self.problem)
        self.column.addWidget(self.stages)
        self.column.addStretch()
        self._bridge.invite_arrived.connect(self._arrived)
        self._bridge.requests_changed.connect(self._requests_changed)

    def open(self, identity: str | None = None) -> None:
        """Shows the newest open request, or how to make one (for ``identity`` at first)."""
        if not self._has_joined():
            attempt(self._bridge, self._load(identity, self._turns), self.problem)

    # ---- making the stages ------------------------------------------------------------------

    def _make_intro(self) -> None:
        self.intro, column = stage()
        self.identity = ChoiceField(self._equipment.theme)
        self.identity.setAccessibleName(tr("Ask as"))
        self.identity.setMaximumWidth(CHOICE_WIDTH_MAX)
        self._as_label = plain_label(tr("Ask as"))
        self._as_label.setBuddy(self.identity)
        self.proceed = push_button(tr("Continue"), "primary")
        self.proceed.setAccessibleDescription(tr(REVEALS))
        self.proceed.clicked.connect(self._proceed)
        self.have_code = push_button(tr("I was given an invite code"), "flat")
        self.have_code.clicked.connect(self._bring_invite)
        for widget in (
            plain_label(tr(HOW)),
            self._as_label,
            self.identity,
            plain_label(tr(REVEALS)),
        ):
            column.addWidget(widget)
        column.addLayout(flow(self.proceed, self.have_code))

    def _make_answer(self) -> None:
        self.answer, column = stage()
        self.scan = ScanPanel(self._equipment, INVITE)
        self.scan.found.connect(self.show_found)
        self.to_request = push_button(tr("Back to my request"))
        self.to_request.clicked.connect(lambda: self.open(None))
        what = tr("Bring the invite that a member made for you in answer to your request.")
        column.addWidget(plain_label(what))
        column.addWidget(self.scan)
        column.addLayout(flow(self.to_request))

    def _make_accept(self) -> None:
        self.accept, column = stage()
        self.dialling = plain_label(role="hint")
        self.accept_button = push_button(tr("Accept invite"), "primary")
        self.accept_button.clicked.connect(self._accept)
        self.decline = push_button(tr("Not now"))
        self.decline.clicked.connect(self._bring_invite)
        self.accept_problem = Problem(self._equipment.theme)
        for widget in (plain_label(tr(ACCEPTS)), self.dialling, self.accept_problem):
            column.addWidget(widget)
        column.addLayout(flow(self.accept_button, self.decline))

    # ---- the request ------------------------------------------------------------------------

    async def _load(self, identity: str | None, turns: int) -> None:
        """``turns``: the page's when this was wished for; once it was turned again, nothing."""
        self._fill_identities(await self._bridge.ask(Identities()), identity)
        requests = await self._open_requests(identity)
        if turns != self._turns:
            return
        if requests:
            await self._show_request(requests[0])
            return
        self.shown.clear()
        self.stages.show_stage(self.intro)
        has_identity = self.identity.count() > 0
        if not has_identity:
            self.problem.show_problem(Refused(Refusal.NO_IDENTITY))
        self.proceed.setEnabled(has_identity)
        self.proceed.setFocus()

    async def _open_requests(self, identity: str | None) -> tuple[InviteRequestView, ...]:
        now = self._equipment.now()
        return tuple(
            view
            for view in await self._bridge.ask(InviteRequests())
            if view.expires_at > now and identity in {None, view.identity} and view.renews is None
        )

    def _fill_identities(self, identities: tuple[IdentityView, ...], chosen: str | None) -> None:
        self.identity.clear()
        for identity in reversed(identities):
            self.identity.addItem(plain_name(identity.name), identity.name)
        self.identity.setCurrentIndex(max(0, self.identity.findData(chosen)))
        several = len(identities) > 1
        self.identity.setVisible(several)
        self._as_label.setVisible(several)

    def _proceed(self) -> None:
        busy = (self.proceed, self.shown.renew)
        attempt(self._bridge, self._request_invite(), self.problem, *busy)

    async def _request_invite(self) -> None:
        identity: str = self.identity.currentData()
        opened = await self._open_requests(identity)
        request = opened[0] if opened else await self._bridge.perform(RequestInvite(identity))
        await self._show_request(request)

    async def _show_request(self, request: InviteRequestView) -> None:
        turns = self._turns
        self.shown.request = self._awaited = request  # from here on an answer to it is noticed
        addresses = await own_addresses(self._bridge)
        if turns == self._turns:
            link = self._equipment.links.of_request(request.request, addresses)
            self.shown.show_request(request, link)
            self.stages.show_stage(self.shown)

    def _cancel(self) -> None:
        if self.shown.request is not None:
            work = self._cancelled(self.shown.request.request_ids[0])
            attempt(self._bridge, work, self.problem, self.shown.really_cancel)

    async def _cancelled(self, request: RequestId) -> None:
        await self._bridge.perform(CancelInviteRequest(request))
        self._awaited = None
        await self._load(None, self._turns)

    def _requests_changed(self, _event: object) -> None:
        if self.stages.current is self.shown:
            attempt(self._bridge, self._look_after_request(), self.problem)

    async def _look_after_request(self) -> None:
        """Leaves the shown request if it was cancelled elsewhere (the command line can)."""
        shown = self.shown.request
        requests = await self._bridge.ask(InviteRequests())
        ids = {request_id for view in requests for request_id in view.request_ids}
        is_still_shown = self.shown.request is shown and self.stages.current is self.shown
        if shown is not None and is_still_shown and not ids.intersection(shown.request_ids):
            await self._load(None, self._turns)

    # ---- the answer -------------------------------------------------------------------------

    def _bring_invite(self) -> None:
        self.problem.clear()
        self.scan.clear()
        self.stages.show_stage(self.answer)
        self.scan.take_focus()

    def show_found(self, found: FoundInvite) -> None:
        """Asks whether to take up an invite that was brought or opened as a link."""
        self._invite = found
        self.dialling.setText(dialling_sentence(found.addresses))
        self.dialling.setVisible(bool(found.addresses))
        self.accept_problem.clear()
        self.stages.show_stage(self.accept)
        self.accept_button.setFocus()

    def _accept(self) -> None:
        if self._invite is not None:
            attempt(self._bridge, self._take(self._invite), self.accept_problem, self.accept_button)

    async def _take(self, invite: FoundInvite) -> None:
        accepted = await self._bridge.perform(AcceptInvite(invite.invite))
        self._join(accepted.space)
        await dial(self._bridge, invite.addresses)

    def _arrived(self, event: InviteArrived) -> None:
        # It may have left the page before: answers to questions overtake events.
        if self._awaited is not None and event.request_id in self._awaited.request_ids:
            self._awaited = None
            self._join(event.space)

    def _has_joined(self) -> bool:
        return self.stages.current is self.joining

    def _join(self, space: SpaceId) -> None:
        self.shown.clear()
        self.scan.clear()
        self.problem.clear()
        self.stages.show_stage(self.joining)
        self.joining.show_space(space)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        """Who has seen that they were let in begins anew the next time."""
        if self._has_joined() and self.isHidden():  # itself, and not the window around it
            self.stages.show_stage(self.intro)
        super().hideEvent(event)

    def _stage_changed(self) -> None:
        self._turns += 1
        self.widen(SHOWN_WIDTH_MAX if self.stages.current is self.shown else COLUMN_WIDTH_MAX)
