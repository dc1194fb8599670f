"""What a link or key opens, before anything is done: its name, its key, and what to call it.

The same for a public channel, a feed and a shared folder. What only one of them has stands in
``own``, between the name and what it means to go on.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from engine.model.address import Address
from engine.model.ids import PublicKey
from engine.model.limits import NAME_UNITS_MAX
from ui.addresses import dialling_sentence
from ui.codes.other_readings import OtherReadings
from ui.look.theme import Gap, Theme, Type
from ui.text.keys import grouped_key
from ui.text.language import tr
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.page import card
from ui.widgets.problem import Problem

FIELD_WIDTH_MAX = 360


class Preview(QWidget):
    """``wanted``: Enter, or the button that goes on. ``another_wanted``: something else is brought.

    ``others`` offers what the key may be besides, if its page fills it.
    """

    wanted = Signal()
    another_wanted = Signal()

    def __init__(self, theme: Theme, name_spoken: str, proceed: str, means: str) -> None:
        """``name_spoken``: what the field is for, and who sees that name if nobody else does.
        ``means``: what going on means for others.
        """
        super().__init__()
        self.title = plain_label(role="title")
        self.form = plain_label(role="hint")
        self.form.hide()
        self.key = plain_label()
        self.key.setFont(theme.mono_font(Type.UI))
        self.others = OtherReadings()
        self.name = QLineEdit()
        self.name.setMaxLength(NAME_UNITS_MAX)
        self.name.setMaximumWidth(FIELD_WIDTH_MAX)
        self.name.setAccessibleName(name_spoken)
        self.problem = Problem(theme)
        self.name.textChanged.connect(self.problem.clear)
        self.own = QVBoxLayout()
        self.own.setSpacing(Gap.M)
        self.means = plain_label(means)
        self.note = plain_label(role="hint")
        self.proceed = push_button(proceed, "primary")
        self.proceed.clicked.connect(self.wanted)
        # Enter is the button: pressed twice it does nothing while the first is under way.
        self.name.returnPressed.connect(self.proceed.click)
        self.other = push_button(tr("Another one"), "flat")
        self.other.clicked.connect(self.another_wanted)
        self._lay_out(name_spoken)

    def _lay_out(self, name_spoken: str) -> None:
        frame, inside = card()
        caption = plain_label(tr("Public key"), role="hint")
        for line in (self.title, self.form, caption, self.key):
            inside.addWidget(line)
        label = plain_label(name_spoken)
        label.setBuddy(self.name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.M)
        above: tuple[QWidget, ...] = (frame, self.others, label, self.name)
        for widget in above:
            column.addWidget(widget)
        column.addLayout(self.own)
        for widget in (self.problem, self.means, self.note):
            column.addWidget(widget)
        column.addLayout(flow(self.proceed, self.other))

    def show_found(
        self, title: str, key: PublicKey, name: str, addresses: Sequence[Address]
    ) -> None:
        """Shows something else: what it calls itself, and ``name`` to begin with in the field."""
        self.title.setText(title)
        self.key.setText(grouped_key(key))
        self.name.setText(name)
        self.say(dialling_sentence(addresses) if addresses else "")
        self.problem.clear()

    def say(self, words: str) -> None:
        """What is to be known before going on; nothing, if it is empty."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def call_to(self, words: str) -> None:
        """What the button that goes on does now."""
        self.proceed.setText(words)
        self.proceed.setAccessibleName(words)
