"""How much of the disk a feed may take: a number that is asked for, or the profile's setting."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.model.feeds import FeedView
from ui.look.theme import Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.numbers import size_words
from ui.widgets.checkbox import CheckBox
from ui.widgets.dialogs import Question
from ui.widgets.fields import NumberField
from ui.widgets.labels import plain_label

MEGABYTE = 1_000_000
MEGABYTES_LEAST, MEGABYTES_MOST = 1, 10_000_000  # ours: a limit of nothing is no feed
SENTENCE = QT_TR_NOOP(
    "When it is reached, what you have read longest ago is erased here to make room for what is "
    "new. Others keep theirs, and what was erased can be downloaded again while somebody has it."
)
OWN = QT_TR_NOOP("Of your own feed nothing is ever erased: the limit is for feeds of others.")


class LimitQuestion(Question):
    """``limit_bytes`` is what was chosen, None for as much as the profile allows."""

    def __init__(self, parent: QWidget, theme: Theme, feed: FeedView) -> None:
        title = tr("Storage for {name}").format(name=shown_name(feed.name))
        super().__init__(parent, title, tr(SENTENCE), tr("Set the limit"))
        used = tr("It takes {size} now.").format(size=size_words(feed.downloaded_bytes))
        self.insert(plain_label(used, "hint"))
        self.limited = CheckBox(theme, tr("A limit of its own"))
        self.megabytes = NumberField(MEGABYTES_LEAST, MEGABYTES_MOST)
        self.megabytes.setSingleStep(100)
        self.megabytes.setSuffix(" " + tr("MB"))
        self.megabytes.setGroupSeparatorShown(True)
        self.megabytes.setAccessibleName(tr("Limit in megabytes"))
        self.usual = plain_label(tr("Otherwise it takes as much as the settings allow."), "meta")
        for widget in (self.limited, self.megabytes, self.usual):
            self.insert(widget)
        if feed.own:
            self.insert(plain_label(tr(OWN), "meta"))
        self._show(feed)

    def _show(self, feed: FeedView) -> None:
        limit = feed.limit_bytes
        at_first = max(feed.byte_length, MEGABYTE * 100)
        self.megabytes.setValue((at_first if limit is None else limit) // MEGABYTE)
        self.limited.setChecked(limit is not None)
        self.limited.toggled.connect(self.megabytes.setEnabled)
        self.megabytes.setEnabled(limit is not None)
        (self.limited if limit is None else self.megabytes).setFocus()

    @property
    def limit_bytes(self) -> int | None:
        """What stands there now."""
        chosen = self.limited.isChecked()
        return self.megabytes.value() * MEGABYTE if chosen else None
