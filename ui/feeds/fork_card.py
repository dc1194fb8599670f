"""The card of a feed or a folder of which two histories were signed: what that means, and both."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout

from engine.model.feeds import ForkView
from ui.look.theme import Gap
from ui.text.language import tr
from ui.text.numbers import number
from ui.text.times import clock, day_words
from ui.widgets.labels import plain_label
from ui.widgets.page import card


class ForkCard:
    """``frame`` is hidden as long as there is one history. ``means`` and ``do`` are for people."""

    def __init__(self, means: str, do: str) -> None:
        self.frame, column = card()
        column.addWidget(plain_label(tr("Two histories"), role="title"))
        self.words = plain_label()
        column.addWidget(self.words)
        column.addWidget(plain_label(means, role="hint"))
        self._histories = QVBoxLayout()
        self._histories.setSpacing(Gap.XS)
        column.addLayout(self._histories)
        self._do = plain_label(do)
        column.addWidget(self._do)
        self.frame.hide()

    def say(self, fork: ForkView | None, words: str, *, own: bool) -> None:
        """``words``: the warning, if it is not said elsewhere; ``own``: nobody is to be asked."""
        self.frame.setVisible(fork is not None)
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self._do.setVisible(not own)
        if fork is None or self._histories.count():
            return
        for line in history_words(fork):
            label = plain_label(line)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._histories.addWidget(label)


def history_words(fork: ForkView) -> list[str]:
    """Both histories, ours first, and when that was noticed."""
    titles = (tr("The history that is here"), tr("The other history"))
    lines = [
        tr("{title}: {blocks} blocks, fingerprint {hash}").format(
            title=title, blocks=number(length), hash=tree.hex()[:16]
        )
        for title, length, tree in zip(titles, fork.lengths, fork.tree_hashes, strict=False)
    ]
    shared = tr("Both begin with the same {blocks} blocks.").format(blocks=number(fork.common))
    noticed = tr("Noticed on {day} at {time}.").format(
        day=day_words(fork.noticed_at), time=clock(fork.noticed_at, None)
    )
    return [*lines, f"{shared} {noticed}"]
