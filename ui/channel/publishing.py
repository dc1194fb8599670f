"""The composer where the open space is a feed of ours: an entry instead of a message.

Enter begins a line and Ctrl+Enter posts: what is published cannot be taken back. A preview shows
how the Markdown will look, and how much of an entry's room its text and files take is said.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from engine.model.feeds import BLOCK_BYTES_MAX, ENTRY_BYTES_MAX
from ui.channel.composer import Composer
from ui.feeds.preview import Preview
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.numbers import size_words

FORM_BYTES = 4_096  # ours: the names around text and files, and what JSON adds to a text
SHOWN_FROM_BYTES = 10_000  # ours: the size of a few words is not worth a word


class Publishing(QObject):
    """Changes one composer to and fro."""

    def __init__(self, theme: Theme, composer: Composer) -> None:
        super().__init__(composer)
        self._composer = composer
        self.preview = Preview(theme)
        composer.insert_above(self.preview)
        composer.face.preview.toggled.connect(self._toggle)
        composer.edit.textChanged.connect(self._changed)
        composer.attachments.changed.connect(self._changed)

    @property
    def is_on(self) -> bool:
        """Whether what is written becomes an entry of a feed."""
        return self._composer.publishes

    def be(self, *, on: bool) -> None:
        """A feed of ours is open, or something else."""
        if on != self._composer.publishes:
            self._composer.publish(on=on)
            if not on:
                self.preview.hide()
        if on:
            self._composer.edit.say_when_empty(
                tr("Write an entry; Markdown is shown as such"), tr("Write an entry")
            )
            self._toggle(self._composer.face.preview.isChecked())
            self._changed()

    def _toggle(self, shown: bool) -> None:  # noqa: FBT001 - a signal's value
        self.preview.setVisible(shown and self.is_on)
        self._changed()

    def _changed(self) -> None:
        if not self.is_on:
            return
        text = self._composer.edit.toPlainText()
        if not self.preview.isHidden():
            self.preview.show_text(text)
        self._say_size(text)

    def _say_size(self, text: str) -> None:
        words = len(text.encode("utf-8", "replace"))
        files = sum(len(one.attachment.data) for one in self._composer.attachments.waiting)
        size = words + files
        if words > BLOCK_BYTES_MAX - FORM_BYTES:
            self._composer.weigh_entry(
                tr("This text is too long for one entry: {size}. Attach it as a file.").format(
                    size=size_words(words)
                ),
                fits=False,
            )
        elif size > ENTRY_BYTES_MAX - FORM_BYTES:
            sentence = tr(
                "Too much for one entry: {size} of at most {most}. Post it in several entries, or "
                "share a folder."
            )
            most = size_words(ENTRY_BYTES_MAX)
            self._composer.weigh_entry(
                sentence.format(size=size_words(size), most=most), fits=False
            )
        else:
            shown = tr("This entry takes {size}.").format(size=size_words(size))
            self._composer.weigh_entry(shown if size > SHOWN_FROM_BYTES else "", fits=True)
