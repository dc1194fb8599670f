"""What of the composer is seen: its frame with the field and the buttons, or why one cannot write.

It decides nothing; ``ui.channel.composer`` connects it.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.attaching.chips import Chips
from ui.composing.about import NOTHING, About, quote_of
from ui.composing.field import MessageEdit
from ui.composing.identity_choice import IdentityChoice
from ui.composing.note import Note
from ui.composing.reply_bar import ReplyBar
from ui.look.theme import Gap, Theme
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import IconButton, IconPushButton, push_button
from ui.widgets.labels import plain_label, show_tip
from ui.wording.states import WayIn

_WAYS_IN = {
    WayIn.ASK: QT_TR_NOOP("Request an invite"),
    WayIn.BACK: QT_TR_NOOP("Take part again"),
}


class Face(QWidget):
    """Over the field what it is about and the files; beside it the buttons; under it a note.

    ``way_wanted`` carries the ``WayIn`` that is pressed where the person may not write.
    """

    way_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.edit = MessageEdit(theme)
        self.edit.setAccessibleName(tr("Message"))
        self.bar = ReplyBar(theme)
        self.chips = Chips(theme)
        self.identities = IdentityChoice(theme)
        self.attach = IconButton(theme, "paperclip", _attach_words())
        self.emoji = IconButton(theme, "smile", tr("Emoji"))
        self.send = IconButton(theme, "send-horizontal", tr("Send (Enter)"))
        self.send.setEnabled(False)
        self.preview = IconButton(theme, "eye", tr("Preview"))
        self.preview.setCheckable(True)
        self.preview.hide()
        self.post = IconPushButton(theme, "send-horizontal", tr("Post"), "primary")
        show_tip(self.post, tr("Post (Ctrl+Enter)"))
        self.post.hide()
        self.note = Note()
        self.reason = plain_label(role="hint")
        self._way = WayIn.NONE
        self.way_in: QPushButton = push_button("")
        self.way_in.clicked.connect(lambda: self.way_wanted.emit(self._way))
        self.field = self._make_field()
        self.closed = self._make_closed()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.XS)
        column.addWidget(self.field)
        column.addWidget(self.closed)
        column.addWidget(self.note)
        self.closed.hide()
        self.edit.framed.connect(self._show_frame)

    def _make_field(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("surface", "composer")
        column = QVBoxLayout(frame)
        column.setContentsMargins(3, 3, 3, 3)
        column.setSpacing(Gap.XS)
        column.addWidget(self.bar)
        column.addWidget(self.chips)
        row = QHBoxLayout()
        row.setSpacing(0)
        for button in (self.identities, self.attach):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        row.addSpacing(Gap.XS)
        row.addWidget(self.edit, 1, Qt.AlignmentFlag.AlignVCenter)
        beside: tuple[QWidget, ...] = (self.preview, self.emoji, self.send, self.post)
        for widget in beside:
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(row)
        return frame

    def _make_closed(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("surface", "card")
        row = QHBoxLayout(frame)
        row.setContentsMargins(Gap.M, Gap.XS, Gap.XS, Gap.XS)
        row.addWidget(self.reason, 1)
        row.addWidget(self.way_in, 0, Qt.AlignmentFlag.AlignVCenter)
        return frame

    def allow(self) -> None:
        """The person may write."""
        goes_on_here = self.way_in.hasFocus()
        self.closed.hide()
        self.field.show()
        if goes_on_here:
            self.edit.setFocus()

    def take_files(self, no_files: str, *, ever: bool) -> None:
        """``no_files`` says why no file can be sent, if none can.

        ``ever``: elsewhere in the same kind of space they can.
        """
        self.attach.setVisible(ever)
        self.attach.setEnabled(not no_files)
        self.attach.name(no_files or _attach_words())

    def forbid(self, reason: str, way: WayIn) -> None:
        """They may not write; ``way`` is what can be done about it."""
        self.reason.setText(reason)
        self._way = way
        self.way_in.setText(tr(_WAYS_IN.get(way, "")))
        self.way_in.setVisible(way is not WayIn.NONE)
        self.field.hide()
        self.closed.show()

    def publish(self, *, on: bool) -> None:
        """Entries of a feed are written here, or messages."""
        self.preview.setVisible(on)
        self.post.setVisible(on)
        self.send.setVisible(not on)
        self.edit.setAccessibleName(tr("Entry") if on else tr("Message"))

    def say_how_to_send(self, *, by_enter: bool) -> None:
        """By Enter, or by Ctrl+Enter."""
        self.send.name(tr("Send (Enter)") if by_enter else tr("Send (Ctrl+Enter)"))

    def show_about(self, about: About, title: str) -> None:
        """Which post is answered or changed."""
        self.identities.bind(None if about.edits is None else about.edits.author.public_key)
        if about == NOTHING:
            self.bar.hide()
            return
        icon = "reply" if about.edits is None else "pencil"
        self.bar.say(icon, title, quote_of(about))

    def show_send(self, *, ready: bool) -> None:
        """Whether there is something that can be sent."""
        self.send.setEnabled(ready)
        self.post.setEnabled(ready)
        self.send.show_icon("send-horizontal", "accent" if ready else "text3")

    def _show_frame(self, framed: bool) -> None:  # noqa: FBT001 - a signal's value
        self.field.setProperty("focused", framed)
        self.field.style().polish(self.field)


def _attach_words() -> str:
    return tr("Attach files. Place and camera notes inside pictures are left out.")
