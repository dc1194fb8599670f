"""Somebody who may comment, on the page about it: who, through whom, until when, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from engine.model.comments import NetworkView, TrusteeView
from ui.comments.words import Names, name_of, path_words, trustee_line
from ui.look.theme import Theme
from ui.text.language import tr
from ui.widgets.buttons import IconPushButton
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label, show_tip
from ui.widgets.page import card


@dataclass(frozen=True, slots=True)
class RowReading:
    """Who reads it, and when; ``feed`` is what the feed is called."""

    network: NetworkView
    names: Names
    feed: str
    now: float


class TrusteeRow(QFrame):
    """One person, by their key; what is said of them may change. Its signals carry the view."""

    again_wanted = Signal(object)
    follow_wanted = Signal(object)
    hide_wanted = Signal(object)
    """Fold them away, or show them again."""

    def __init__(self, theme: Theme, one: TrusteeView, reading: RowReading) -> None:
        super().__init__()
        self._one = one
        self.key = one.public_key
        self.name = plain_label(role="name")
        show_tip(self.name, self.key.hex())
        self.path = plain_label(role="hint")
        self.line = plain_label(role="meta")
        self.again = IconPushButton(theme, "user-plus", tr("Another permission…"), "flat")
        self.again.clicked.connect(lambda: self.again_wanted.emit(self._one))
        self.follow = IconPushButton(theme, "rss", tr("Follow their feed…"), "flat")
        self.follow.clicked.connect(lambda: self.follow_wanted.emit(self._one))
        self.hide_all = IconPushButton(theme, *_hiding(hidden=one.hidden), "flat")
        self.hide_all.clicked.connect(lambda: self.hide_wanted.emit(self._one))
        frame, inside = card()
        inside.addWidget(self.name)
        inside.addWidget(self.path)
        inside.addWidget(self.line)
        inside.addLayout(flow(*self.buttons))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(frame)
        self.show_view(one, reading)

    @property
    def buttons(self) -> tuple[QWidget, ...]:
        """In the order in which the keyboard goes through them."""
        return self.again, self.follow, self.hide_all

    def show_view(self, one: TrusteeView, reading: RowReading) -> None:
        """As it is now. What is the same stays as it is, under a finger and the keyboard."""
        network, names = reading.network, reading.names
        if one.hidden != self._one.hidden:
            self.hide_all.say(*_hiding(hidden=one.hidden))
        self._one = one
        name = name_of(self.key, names, network.own_key)
        path = path_words(one.path, names, network.own_key, reading.feed)
        line = trustee_line(one, reading.now)
        self.name.setText(name)
        self.path.setText(path)
        self.line.setText(line)
        self.setAccessibleName(f"{name}. {path} {line}")
        is_other = self.key != network.own_key
        self.again.setVisible(network.may_trust and is_other)
        self.follow.setVisible(is_other and self.key not in names.named)
        self.hide_all.setVisible(is_other)


def _hiding(*, hidden: bool) -> tuple[str, str]:
    """The icon and the words of what would change that."""
    if hidden:
        return "eye", tr("Show what they say")
    return "eye-off", tr("Hide what they say")
