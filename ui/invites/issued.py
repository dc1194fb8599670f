"""An invite made by us, on its way: delivered, or still waiting, and as a code to hand over.

Mounted inside ``issuing``. ``done`` and ``another`` are the two ways on.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from engine.model.events import InviteDelivered
from engine.model.ids import RequestId
from engine.model.views import IssuedInviteView
from ui.codes.code_view import CodeView
from ui.equipment import Equipment
from ui.invites.steps import Steps
from ui.look.theme import Gap
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.times import day_words
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import SideBySide

MADE, DELIVERED, TAKEN = 1, 2, 3
NEEDS_BOTH = QT_TR_NOOP("It goes out as soon as both of you are online at the same time.")
FALLBACK = QT_TR_NOOP(
    "Or hand the invite over yourself: show this code or send its text. Only the person who asked"
    " can use it: in Tidings, “I was given an invite code”."
)


class IssuedPanel(QWidget):
    """Steps, and the invite itself as a code, from the first moment until it was taken up."""

    done = Signal()
    another = Signal()

    def __init__(self, equipment: Equipment) -> None:
        super().__init__()
        self._request_ids: tuple[RequestId, ...] = ()
        self._heard: dict[RequestId, bool] = {}
        self.heading = plain_label(role="title")
        self.until = plain_label(role="hint")
        self.steps = Steps(
            equipment.theme, tr("Request checked"), tr("Invite delivered"), tr("Invite taken up")
        )
        self.code = CodeView(equipment, "invite", tr("the invite"))
        self.finish = push_button(tr("Done"), "primary")
        self.finish.clicked.connect(self.done)
        self.more = push_button(tr("Invite somebody else"))
        self.more.clicked.connect(self.another)
        facts = QVBoxLayout()
        facts.setSpacing(Gap.L)
        self.fallback = plain_label(tr(FALLBACK), role="hint")
        for widget in (self.heading, self.until, self.steps, self.fallback):
            facts.addWidget(widget)
        facts.addLayout(flow(self.finish, self.more))
        facts.addStretch()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(SideBySide(self.code, facts, QBoxLayout.Direction.BottomToTop))

    def show_issued(self, issued: IssuedInviteView, name: str, link: str) -> None:
        """``name`` is the display name given, ``link`` the invite's text form."""
        self._request_ids = issued.request_ids
        self.heading.setText(tr("{name} is invited").format(name=shown_name(name)))
        until = tr("The invite lets them post until {day}.")
        self.until.setText(until.format(day=day_words(issued.valid_to)))
        self.code.show_link(link)
        self.steps.reach(0)
        self._reach(DELIVERED if issued.delivered else MADE)
        self._reach_heard()
        self.finish.setFocus()

    def delivered(self, event: InviteDelivered) -> None:
        """News of any invite. Some may come before ``show_issued``: they are remembered."""
        self._heard[event.request_id] = event.taken or self._heard.get(event.request_id, False)
        self._reach_heard()

    def _reach_heard(self) -> None:
        for request_id in self._request_ids:
            if request_id in self._heard:
                self._reach(TAKEN if self._heard[request_id] else DELIVERED)

    def _reach(self, step: int) -> None:
        """Never backward: a second copy may go out after the first was taken up."""
        if step >= self.steps.at:
            notes = {MADE: tr(NEEDS_BOTH), DELIVERED: tr("Waiting for them to take it up…")}
            self.steps.reach(step, notes.get(step, ""))
            for widget in (self.fallback, self.code):
                widget.setVisible(step < TAKEN)
