"""Which kind of feed a key is of, where nothing says it: nobody can tell by the key."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.model.feeds import FeedForm
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.fields import ChoiceField
from ui.widgets.labels import plain_label
from ui.wording.feeds import FORMS


class FormChoice(QWidget):
    """``changed``: another one is chosen."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        label = plain_label(tr("Kind of feed"))
        hint = tr(
            "A key alone does not say it. If nothing arrives, follow it again as another kind."
        )
        self.field = ChoiceField(theme)
        self.field.setAccessibleName(tr("Kind of feed"))
        self.field.setAccessibleDescription(hint)
        for form, words in FORMS.items():
            self.field.addItem(tr(words), form)
        self.field.currentIndexChanged.connect(self.changed)
        label.setBuddy(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.XS)
        for widget in (label, self.field, plain_label(hint, "meta")):
            column.addWidget(widget)

    @property
    def form(self) -> FeedForm:
        """The chosen one."""
        return tuple(FORMS)[self.field.currentIndex()]

    def show_form(self, form: FeedForm) -> None:
        """Chooses that one."""
        self.field.setCurrentIndex(tuple(FORMS).index(form))
