"""Which kind of feed a key is of, where nothing says it: nobody can tell by the key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.model.feeds import FeedForm, FeedView
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.fields import ChoiceField
from ui.widgets.labels import plain_label
from ui.wording.feeds import FORMS


class FormChoice(QWidget):
    """``changed``: another one is chosen."""

    changed = Signal()

    def __init__(self, theme: Theme, forms: Sequence[FeedForm] = tuple(FORMS)) -> None:
        """``forms``: those that it may have; the first one is chosen."""
        super().__init__()
        self._forms = tuple(forms)
        label = plain_label(tr("Kind of feed"))
        hint = tr(
            "A key alone does not say it. If nothing arrives, follow it again as another kind."
        )
        self.field = ChoiceField(theme)
        self.field.setAccessibleName(tr("Kind of feed"))
        self.field.setAccessibleDescription(hint)
        for form in self._forms:
            self.field.addItem(tr(FORMS[form]), form)
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
        return self._forms[self.field.currentIndex()]

    def show_form(self, form: FeedForm) -> None:
        """Chooses that one."""
        self.field.setCurrentIndex(self._forms.index(form))


def may_be_another(known: FeedView | None) -> bool:
    """Whether nothing has proved yet which kind of feed it is. None: it is unknown."""
    return known is None or not (known.own or known.length)
