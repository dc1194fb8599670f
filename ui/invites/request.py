"""One's own open request, shown: its code, fingerprint, what is left of its time, its progress.

Mounted inside ``asking``. It shows and asks; the page does.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.model.views import InviteRequestView
from ui.codes.code_view import CodeView
from ui.equipment import Equipment
from ui.invites.fingerprint import Fingerprint
from ui.invites.joining import SHOWN, joining_steps
from ui.look.theme import Gap
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name
from ui.widgets.buttons import push_button
from ui.widgets.expiry_clock import ExpiryClock
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import SideBySide, stage

COMPARE = QT_TR_NOOP("The member who lets you in sees the same digits. Compare them, best aloud.")
STAYS = QT_TR_NOOP("You may close this page: your request stays open, also after a restart.")


class RequestPanel(QWidget):
    """``cancelled`` only after a second press; ``renewed`` once the request has expired."""

    cancelled = Signal()
    renewed = Signal()
    brought = Signal()

    def __init__(self, equipment: Equipment) -> None:
        """``brought``: an invite was handed over as a code."""
        super().__init__()
        self.request: InviteRequestView | None = None
        self.code = CodeView(equipment, "invite-request", tr("your invite request"))
        self.fingerprint = Fingerprint(equipment.theme, tr(COMPARE))
        self.clock = ExpiryClock(equipment.now)
        self.clock.expired.connect(self._expired)
        self.steps = joining_steps(equipment.theme)
        self.asked_as = plain_label(role="hint")
        self.bring = push_button(tr("I was given an invite code"))
        self.bring.clicked.connect(self.brought)
        self.renew = push_button(tr("Make a new request"), "primary")
        self.renew.clicked.connect(self.renewed)
        self.cancel = push_button(tr("Cancel request"), "danger")
        self.cancel.clicked.connect(lambda: self._ask(asking=True))
        self._make_question()
        self._lay_out()

    def _make_question(self) -> None:
        self.question, column = stage()
        self.really_cancel = push_button(tr("Cancel it for good"), "danger")
        self.really_cancel.clicked.connect(self.cancelled)
        self.keep = push_button(tr("Keep it open"))
        self.keep.clicked.connect(lambda: self._ask(asking=False))
        words = tr("Cancel this request? The code will be worth nothing afterwards.")
        column.addWidget(plain_label(words, role="warn"))
        column.addLayout(flow(self.really_cancel, self.keep))

    def _lay_out(self) -> None:
        facts = QVBoxLayout()
        facts.setSpacing(Gap.L)
        for widget in (self.asked_as, self.fingerprint, self.clock, self.steps):
            facts.addWidget(widget)
        facts.addWidget(plain_label(tr(STAYS), role="hint"))
        facts.addLayout(flow(self.renew, self.bring, self.cancel))
        facts.addWidget(self.question)
        facts.addStretch()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(SideBySide(self.code, facts))

    def show_request(self, request: InviteRequestView, link: str) -> None:
        """``link`` is the request's text form with our addresses."""
        self.request = request
        self.code.show_link(link)
        self.fingerprint.show_digits(request.fingerprint)
        self.asked_as.setText(tr("You ask as {name}.").format(name=plain_name(request.identity)))
        self.steps.reach(SHOWN, tr("Waiting for a member's answer…"))
        self._set_expired(expired=False)
        self._ask(asking=False)
        self.clock.run_until(request.expires_at)

    def clear(self) -> None:
        """No request is shown any more."""
        self.request = None
        self.clock.stop()

    def _expired(self) -> None:
        self._set_expired(expired=True)
        self._ask(asking=False)
        self.steps.reach(SHOWN, tr("Nobody answered in time."))

    def _set_expired(self, *, expired: bool) -> None:
        self.code.setVisible(not expired)
        self.renew.setVisible(expired)
        self.cancel.setVisible(not expired)

    def _ask(self, *, asking: bool) -> None:
        self.question.setVisible(asking)
        self.cancel.setEnabled(not asking)
        if asking:
            self.keep.setFocus()
