"""What a report is to be about: channels, days, forms, and what it may say of people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import pairwise

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.model.ids import SpaceId
from engine.model.views import SpaceView
from ui.look.theme import Gap, Theme
from ui.report_service import ReportForm
from ui.reports.words import FORM_WORDS, PRIVACY, PSEUDONYMS, TEXTS
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import plain_name, shown_name
from ui.text.times import day_of
from ui.widgets.buttons import push_button
from ui.widgets.checkbox import CheckBox
from ui.widgets.fields import ChoiceField, DateField
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import row
from ui.widgets.problem import Problem

PERIODS = (
    (QT_TR_NOOP("Everything"), None),
    (QT_TR_NOOP("The last 30 days"), 30),
    (QT_TR_NOOP("The last year"), 365),
    (QT_TR_NOOP("From one day to another"), 0),
)
CHOSEN_DAYS = 3  # the place of the last of them
USUAL = (ReportForm.HTML, ReportForm.PDF)


class Asking(QWidget):
    """``wanted``: everything is chosen."""

    wanted = Signal()

    def __init__(self, theme: Theme, now: Callable[[], float]) -> None:
        """``now`` gives Unix seconds. It is asked whenever a day counts: the page may be there for
        days before a report is made.
        """
        super().__init__()
        self._theme = theme
        self._now = now
        self._has_proposed = False
        self.spaces: dict[SpaceId, CheckBox] = {}
        self.names: dict[SpaceId, str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.S)
        column.addWidget(plain_label(tr("What it is about"), "title"))
        self._places = QVBoxLayout()
        self._places.setSpacing(0)
        column.addLayout(self._places)
        column.addSpacing(Gap.S)
        column.addWidget(plain_label(tr("When"), "title"))
        column.addLayout(flow(*self._days()))
        column.addSpacing(Gap.S)
        column.addWidget(plain_label(tr("What is made"), "title"))
        self.forms = {form: CheckBox(theme, tr(words)) for form, words in FORM_WORDS.items()}
        made = QVBoxLayout()
        made.setSpacing(0)
        for form, box in self.forms.items():
            box.setChecked(form in USUAL)
            made.addWidget(box)
        column.addLayout(made)
        column.addSpacing(Gap.S)
        column.addWidget(plain_label(tr("Privacy"), "title"))
        self.texts = CheckBox(theme, tr("Count the words of messages"))
        self.texts.setAccessibleDescription(tr(TEXTS))
        column.addWidget(self.texts)
        column.addWidget(plain_label(tr(TEXTS), "hint"))
        self.pseudonyms = CheckBox(theme, tr("Replace people's names by numbers"))
        self.pseudonyms.setAccessibleDescription(tr(PSEUDONYMS))
        column.addWidget(self.pseudonyms)
        column.addWidget(plain_label(tr(PSEUDONYMS), "hint"))
        column.addWidget(plain_label(tr(PRIVACY), "hint"))
        self.problem = Problem(theme)
        for words in (self.problem.sentence, self.problem.hint):  # commands to be copied
            words.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
        self.make = push_button(tr("Choose a folder and begin…"), "primary")
        self.make.clicked.connect(self._check)
        column.addWidget(self.problem)
        column.addLayout(row(self.make))

    def _days(self) -> Sequence[QWidget]:
        self.period = ChoiceField(self._theme)
        self.period.setAccessibleName(tr("When"))
        for words, _ in PERIODS:
            self.period.addItem(tr(words))
        self.since, self.until = DateField(self._theme), DateField(self._theme)
        self.since.setAccessibleName(tr("The first day"))
        self.until.setAccessibleName(tr("The last day"))
        for field in (self.since, self.until):
            field.hide()
        self.period.currentIndexChanged.connect(self._show_days)
        return self.period, self.since, self.until

    def _show_days(self) -> None:
        are_chosen = self.period.currentIndex() == CHOSEN_DAYS
        if are_chosen and not self._has_proposed:
            self._propose_days()
        for field in (self.since, self.until):
            field.setVisible(are_chosen)

    def _propose_days(self) -> None:
        """Once, when they are seen first: what stands there after that was chosen."""
        self._has_proposed = True
        for field, day in (
            (self.since, self._today - timedelta(days=30)),
            (self.until, self._today),
        ):
            field.setDate(QDate(day.year, day.month, day.day))

    @property
    def _today(self) -> date:
        return day_of(self._now(), None)

    def show_spaces(self, views: Sequence[SpaceView], chosen: Sequence[SpaceId]) -> None:
        """Those that can be chosen; ``chosen`` are."""
        kept = {*chosen, *self.chosen_spaces}
        for box in self.spaces.values():
            self._places.removeWidget(box)
            box.deleteLater()
        self.spaces = {}
        self.names = {view.id: plain_name(view.name) for view in views}
        for view in views:
            # No count: a timeline's rows are also what is no message, and of which days is open.
            box = self.spaces[view.id] = CheckBox(self._theme, shown_name(view.name))
            box.setChecked(view.id in kept)
            self._places.addWidget(box)
            self.setTabOrder(box, self.period)
        boxes = list(self.spaces.values())
        for before, after in pairwise(boxes):
            self.setTabOrder(before, after)

    # ---- what was chosen --------------------------------------------------------------------

    @property
    def chosen_spaces(self) -> tuple[SpaceId, ...]:
        """In the order in which they are shown."""
        return tuple(space for space, box in self.spaces.items() if box.isChecked())

    @property
    def chosen_forms(self) -> tuple[ReportForm, ...]:
        """In the order in which they are shown."""
        return tuple(form for form, box in self.forms.items() if box.isChecked())

    @property
    def chosen_days(self) -> tuple[date | None, date | None]:
        """The first and the last; None: from the beginning, to the end."""
        if self.period.currentIndex() == CHOSEN_DAYS:
            return _day(self.since), _day(self.until)
        days = PERIODS[self.period.currentIndex()][1]
        return (None if days is None else self._today - timedelta(days=days - 1)), None

    def _check(self) -> None:
        self.problem.clear()
        since, until = self.chosen_days
        if not self.chosen_spaces:
            self.problem.say(tr("Nothing is chosen yet."), tr("Choose a channel or a feed."))
        elif not self.chosen_forms:
            self.problem.say(tr("Nothing would be made."), tr("Choose at least one form."))
        elif since is not None and until is not None and since > until:
            self.problem.say(
                tr("The first day is after the last one."), tr("Choose an earlier first day.")
            )
        else:
            self.wanted.emit()


def _day(field: DateField) -> date:
    chosen = field.date()
    return date(chosen.year(), chosen.month(), chosen.day())
