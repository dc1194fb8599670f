"""What is looked for, and where: a field, and the box of channels beside it or under it.

Beside it only where both have room, in whatever size the text is: long names of channels never
take the room of what is being written.
"""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QBoxLayout, QLineEdit
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.arranged import Arranged
from ui.widgets.clearing import let_clear
from ui.widgets.fields import ChoiceField

WORDS_MAX = 256  # reliability.md D-2
WORDS_SEEN = 32  # ours: so many characters of the words are seen at once beside the box
MARKS_PIXELS = 56  # of the glass and the cross in the field
CHANNEL_WIDTH = 180
UNBOUNDED = 16_777_215  # Qt's own


class Asked(Arranged):
    """``words`` and ``channel``, each in its place."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.words = QLineEdit()
        self.words.setMaxLength(WORDS_MAX)
        self.words.setPlaceholderText(tr("Words in any message"))
        self.words.setAccessibleName(tr("Search for"))
        let_clear(self.words, theme)
        self._glass = QAction(self)
        self.words.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.channel = ChoiceField(theme)
        self.channel.setAccessibleName(tr("Search in"))
        self.channel.setMinimumWidth(CHANNEL_WIDTH)
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(Gap.S)
        self._line.addWidget(self.words, 1)
        self._line.addWidget(self.channel)
        self._dress()
        theme.changed.connect(self._dress)

    def _dress(self) -> None:
        self._glass.setIcon(self._theme.icon("search", "text3"))

    @override
    def arrange(self) -> None:
        """As the class says."""
        of_words = self.words.fontMetrics().averageCharWidth() * WORDS_SEEN + MARKS_PIXELS
        left = self.width() - of_words - Gap.S
        fits = left >= max(CHANNEL_WIDTH, self.channel.minimumSizeHint().width())
        self.channel.setMaximumWidth(left if fits else UNBOUNDED)
        below, beside = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._line.setDirection(beside if fits else below)
