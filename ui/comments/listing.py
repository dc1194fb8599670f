"""The comments that are shown, one below the other, the newest last.

A comment keeps its card while it is shown: what comes in, or changes, leaves the keyboard, an open
menu and a selection elsewhere alone, and what is read stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.comments import CommentView
from engine.model.ids import PostId
from ui.comments.card import CardReading, CommentCard
from ui.look.avatars import Avatars
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.lines import read_line
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label

EXCERPT_CHARACTERS = 80
_ABOVE_CARDS = 3


class CommentListing(QScrollArea):
    """Its signals carry a ``CommentView``; ``older_wanted`` asks for those that precede,
    ``answered_wanted`` carries the PostId of one that is not shown and is to be.
    """

    reply_wanted = Signal(object)
    edit_wanted = Signal(object)
    retract_wanted = Signal(object)
    hide_wanted = Signal(object)
    older_wanted = Signal()
    answered_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._avatars = Avatars(theme)
        self.cards: list[CommentCard] = []
        self.nobody = plain_label(role="hint")
        self.nobody.setContentsMargins(Gap.L, Gap.S, Gap.L, Gap.S)
        self.older = push_button(tr("Older comments"), "flat")
        self.older.clicked.connect(self.older_wanted)
        self.too_old = plain_label(tr("The comment that you look for is older than these."), "hint")
        self.too_old.setContentsMargins(Gap.L, Gap.S, Gap.L, Gap.S)
        self.older.clicked.connect(self.too_old.hide)
        listed = QWidget()
        self._list = QVBoxLayout(listed)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self._list.addWidget(self.older)
        self._list.addWidget(self.too_old)
        self._list.addWidget(self.nobody)
        self._list.addStretch()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(listed)
        self.setAccessibleName(tr("Comments"))
        self._of_all = True
        self._below: int | None = None
        """Pixels behind what is in sight, as long as the person has not moved it."""
        self._led_to: CommentCard | None = None
        """What the person was led to, as long: it is put in sight whatever comes around it."""
        self.verticalScrollBar().rangeChanged.connect(self._keep_place)
        self.verticalScrollBar().actionTriggered.connect(self._let_go)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Others are shown from now on; which is not known yet."""
        self._take_away(frozenset())
        self.nobody.hide()
        self.older.hide()
        self.too_old.hide()

    def show_views(
        self, views: Sequence[CommentView], reading: CardReading, *, of_all: bool, has_older: bool
    ) -> None:
        """These, oldest first. ``of_all``: of all entries, so that each says which it is about."""
        bar = self.verticalScrollBar()
        first = self.cards[0].view.id if self.cards else None
        is_at_end = first is None or self.is_at_end
        is_older = first is not None and bool(views) and views[0].id != first
        below = bar.maximum() - bar.value()
        self._of_all = of_all
        self._place(views, reading)
        self._say_what_they_answer()
        self.nobody.setVisible(not views)
        self.older.setVisible(has_older)
        # What is read keeps its place above the end, where something came in before it.
        self._below = 0 if is_at_end else below if is_older else None

    @property
    def is_at_end(self) -> bool:
        """Whether the newest is in sight."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def _keep_place(self) -> None:
        """The cards have taken their room, which they do later, and maybe bit by bit."""
        if self._led_to is not None:
            self.ensureWidgetVisible(self._led_to)
        elif self._below is not None:
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum() - self._below)

    @override
    def focusNextPrevChild(self, forward: bool) -> bool:
        is_reached = super().focusNextPrevChild(forward)
        reached = self._reached
        # The keyboard moves what is read as the scroll bar does, but not within one comment.
        if reached is not None and reached is not self._led_to:
            self._led_to = None
            self._below = self._below if reached is self.cards[-1] else None
        return is_reached

    @property
    def _reached(self) -> CommentCard | None:
        """The comment in which the keyboard is."""
        focus = self.focusWidget()
        for card in self.cards:
            if focus is not None and (card is focus or card.isAncestorOf(focus)):
                return card
        return None

    def _let_go(self) -> None:
        self._below = self._led_to = None

    def _place(self, views: Sequence[CommentView], reading: CardReading) -> None:
        self._take_away(frozenset(view.id for view in views))
        known = {card.view.id: card for card in self.cards}
        self.cards = [self._card(view, known.get(view.id), reading) for view in views]
        for place, card in enumerate(self.cards, _ABOVE_CARDS):
            if self._list.indexOf(card) != place:
                self._list.removeWidget(card)
                self._list.insertWidget(place, card)
        before: QWidget = self.older
        for card in self.cards:  # as they stand, so the keyboard goes
            for widget in (card, card.more, card.text, card.unfold):
                QWidget.setTabOrder(before, widget)
                before = widget

    def _take_away(self, kept: frozenset[PostId]) -> None:
        if self._led_to is not None and self._led_to.view.id not in kept:
            self._led_to = None
        for card in self.cards:
            if card.view.id not in kept:
                self._list.removeWidget(card)
                card.hide()
                card.deleteLater()
        self.cards = [card for card in self.cards if card.view.id in kept]

    def _card(
        self, view: CommentView, card: CommentCard | None, reading: CardReading
    ) -> CommentCard:
        if card is not None:
            card.show_view(view, reading)
            return card
        card = CommentCard(self._theme, self._avatars, view, reading)
        card.reply_wanted.connect(self.reply_wanted)
        card.edit_wanted.connect(self.edit_wanted)
        card.retract_wanted.connect(self.retract_wanted)
        card.hide_wanted.connect(self.hide_wanted)
        card.answered_wanted.connect(self._go_to_answered)
        return card

    def read_as(self, reading: CardReading) -> None:
        """The same ones, for who knows more of people by now, or may do something else."""
        for card in self.cards:
            card.show_view(card.view, reading)
        self._say_what_they_answer()

    def _say_what_they_answer(self) -> None:
        known: dict[PostId | None, CommentCard] = {}
        known.update((card.view.id, card) for card in self.cards)
        for card in self.cards:
            view, answered = card.view, known.get(card.view.reply_to)
            parts = []
            if view.reply_to is not None:
                words = tr("answers another comment") if answered is None else _answers(answered)
                parts.append(words)
            if self._of_all and view.entry is not None:
                parts.append(tr("on entry {number}").format(number=view.entry))
            card.say_what_it_answers(" · ".join(parts))

    def _go_to_answered(self, view: CommentView) -> None:
        if view.reply_to is not None and not self.go_to(view.reply_to):
            self.answered_wanted.emit(view.reply_to)

    def go_to(self, comment: PostId) -> bool:
        """Puts that one in sight; whether it is shown."""
        self.too_old.hide()
        for card in self.cards:
            if card.view.id == comment:
                self._let_go()
                self._led_to = card
                self.ensureWidgetVisible(card)
                card.setFocus()
                return True
        return False

    def say_older(self) -> None:
        """What is looked for precedes those that are shown: the person may go on from there."""
        self._let_go()
        self.too_old.show()
        self.ensureWidgetVisible(self.older)
        self.older.setFocus()


def _answers(answered: CommentCard) -> str:
    text = read_line(answered.text.text(), EXCERPT_CHARACTERS)
    return tr("answers {name}: {text}").format(name=answered.called, text=text)
