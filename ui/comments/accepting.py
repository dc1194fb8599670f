"""A permission to comment that was brought: what it lets us do, and taking it up.

It previews; nothing is stored before “Take it up”. A feed that is not followed, or not any more, is
followed then, if the permission holds and is for us.
"""

from __future__ import annotations

from math import inf

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.model.comment_commands import AcceptTrust, CheckTrust
from engine.model.feed_commands import FollowFeed
from engine.model.feeds import FeedForm, FeedState, FeedView
from engine.model.found import FoundTrustLink
from ui.addresses import dial, dialling_sentence
from ui.codes.form_choice import FormChoice, may_be_another
from ui.equipment import Equipment
from ui.look.theme import Type
from ui.text.keys import grouped_key
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.numbers import number
from ui.text.times import day_words
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import Page, card
from ui.widgets.problem import Problem, attempt

MEANS = QT_TR_NOOP(
    "With it you may comment on the feed, and let others comment where the chain is not too long. "
    "Your comments carry your key and go to everybody who follows the feed."
)

_SIGNED_FORMS = (FeedForm.SIGNED, FeedForm.OLDER)  # a fixed one has no author who could sign it


class AcceptTrustPage(Page):
    """``finished`` carries the NetworkView, as it is behind it."""

    finished = Signal(object)

    def __init__(
        self,
        equipment: Equipment,
        found: FoundTrustLink,
        known: FeedView | None,
        parent: QWidget | None = None,
    ) -> None:
        """``known``: the feed that it is for, followed or left; None: it is unknown."""
        super().__init__(equipment.theme, tr("A permission to comment"), parent)
        self._equipment = equipment
        self._found = found
        self._known = known
        self._follows = known is not None and known.state is not FeedState.LEFT
        frame, inside = card()
        unknown = tr("A feed that you do not follow yet")
        name = shown_name(known.name) if known is not None and known.name else unknown
        inside.addWidget(plain_label(name, role="title"))
        inside.addWidget(plain_label(tr("Public key of the feed"), role="hint"))
        key = plain_label(grouped_key(found.feed))
        key.setFont(equipment.theme.mono_font(Type.UI))
        inside.addWidget(key)
        inside.addWidget(plain_label(steps_words(len(found.links)), role="hint"))
        self.holds = plain_label(holds_words(found.valid_to, equipment.now()), role="hint")
        self.holds.setVisible(found.valid_to is not None)
        inside.addWidget(self.holds)
        self.kind = FormChoice(equipment.theme, _SIGNED_FORMS)
        self._ask_kind()
        self.problem = Problem(equipment.theme)
        self.accept = push_button("", "primary")
        self._name_button()
        self.accept.clicked.connect(self._accept)
        where = plain_label(dialling_sentence(found.addresses), role="hint")
        where.setVisible(bool(found.addresses))
        for widget in (frame, plain_label(tr(MEANS)), self.kind, where, self.problem):
            self.column.addWidget(widget)
        self.column.addLayout(flow(self.accept))
        self.column.addStretch()

    def open(self) -> None:
        """It is in sight."""
        self.accept.setFocus()

    def _ask_kind(self) -> None:
        """Of a feed that will be followed, where nothing has told it."""
        known = self._known
        if self._follows or not may_be_another(known):
            self.kind.hide()
        elif known is not None and known.form in _SIGNED_FORMS:
            self.kind.show_form(known.form)

    def _name_button(self) -> None:
        both = tr("Follow the feed and take it up")
        words = tr("Take it up") if self._follows else both
        self.accept.setText(words)
        self.accept.setAccessibleName(words)

    def _accept(self) -> None:
        attempt(self._equipment.bridge, self._accepted(), self.problem, self.accept)

    async def _accepted(self) -> None:
        bridge, found, followed = self._equipment.bridge, self._found, self._follows
        if not followed:
            await self._follow()
        network = await bridge.perform(AcceptTrust(found.feed, found.links))
        if followed:
            await dial(bridge, found.addresses)
        self.finished.emit(network)

    async def _follow(self) -> None:
        """Not for a permission that lets somebody else comment, or nobody any more."""
        bridge, found = self._equipment.bridge, self._found
        await bridge.perform(CheckTrust(found.feed, found.links))
        whole = self._known is None or self._known.whole
        form = self.kind.form if may_be_another(self._known) else None
        await bridge.perform(FollowFeed(found.feed, form=form, whole=whole))
        self._follows = True  # whatever is refused from here on
        self._name_button()
        self.kind.hide()
        await dial(bridge, found.addresses)


def holds_words(valid_to: float | None, now: float) -> str:
    """Until when it lets us comment, by its own words."""
    if valid_to is None:
        return ""
    if valid_to == inf:
        return tr("It does not end.")
    words = tr("It ended on {day}.") if valid_to <= now else tr("It holds until {day}.")
    return words.format(day=day_words(valid_to))


def steps_words(links: int) -> str:
    """How far from the author it leads."""
    if links == 1:
        return tr("Given by the feed's author.")
    words = tr("Given by somebody who is {count} steps from the feed's author.")
    return (
        words.format(count=number(links - 1))
        if links > 2
        else tr("Given by somebody whom the feed's author trusts.")
    )
