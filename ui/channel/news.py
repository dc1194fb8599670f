"""What floats over a timeline: ways to the newest posts, to the first unread one, to late ones; and
that others are on their way.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from engine.model.events import PostsArrived
from engine.model.ids import OrderKey
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.numbers import number
from ui.timeline.view import TimelineView
from ui.widgets.buttons import IconPushButton
from ui.widgets.labels import plain_label
from ui.widgets.toast import announce

LATE_MS = 8_000  # ours


class News(QObject):
    """Places buttons over ``view`` and keeps them there."""

    def __init__(self, theme: Theme, view: TimelineView) -> None:
        super().__init__(view)
        self._view = view
        self._late = 0
        self._late_first: OrderKey | None = None
        self._mention: OrderKey | None = None
        self._room = QSize()
        self.catching_up = False
        self.is_gathering = False
        """Whether posts are on their way that the reader has come to."""
        self._coming_above = True
        self.coming = self._label()
        self.down = self._button(theme, "arrow-down", tr("Newest"))
        self.down.clicked.connect(view.to_end)
        self.up = self._button(theme, "arrow-up", "")
        self.up.clicked.connect(self._go_to_late)
        self.unread = self._button(theme, "arrow-up", tr("First unread"))
        self.unread.clicked.connect(view.to_first_unread)
        self.mention = self._button(theme, "at-sign", tr("Speaks to you"))
        self.mention.clicked.connect(self._go_to_mention)
        self._timer = QTimer(self, singleShot=True, interval=LATE_MS)
        self._timer.timeout.connect(self._forget_late)
        view.newcomers.changed.connect(self._show_news)
        view.stuck_changed.connect(self._show_news)
        view.settled.connect(self._show_ways)
        view.newcomers.older_arrived.connect(self._show_late)
        view.source.opened.connect(self._on_opened)

    def _button(self, theme: Theme, icon: str, words: str) -> IconPushButton:
        button = IconPushButton(theme, icon, words)
        button.setParent(self._view)
        button.hide()
        return button

    def _label(self) -> QLabel:
        label = plain_label(role="meta", parent=self._view)
        label.setProperty("surface", "toast")
        label.setWordWrap(False)
        label.setMargin(Gap.S)
        label.hide()
        return label

    # ---- on their way -----------------------------------------------------------------------

    def show_coming(self, words: str, *, above: bool = True) -> None:
        """Posts are being fetched that belong ``above`` what is seen, or below; "": none are."""
        if (words, above) == (self.coming.text(), self._coming_above):
            return
        self._coming_above = above
        self.coming.setText(words)
        self.coming.setVisible(bool(words))
        if words:
            announce(self.coming, words)
        self._place()

    # ---- towards the end --------------------------------------------------------------------

    def _show_news(self) -> None:
        news = self._view.newcomers
        text = tr("{count} new").format(count=number(news.count)) if news.count else tr("Newest")
        if news.mentions == 1:
            text = tr("{new}, 1 speaks to you").format(new=text)
        elif news.mentions:
            text = tr("{new}, {count} speak to you").format(new=text, count=news.mentions)
        self.down.setText(text)
        spoken = tr("Go to the newest message, {news}").format(news=text)
        self.down.setAccessibleName(spoken if news.count else text)
        away = not self._view.anchor.stuck and self._view.source.is_open
        self.down.setVisible(away and not self._view.reading.newest_first)
        self._place()

    # ---- towards what is unread -------------------------------------------------------------

    def _on_opened(self, _at: object) -> None:
        self._forget_late()
        extent = self._view.source.extent
        self._mention = extent.first_mention
        self._show_ways()

    def _show_ways(self) -> None:
        """The unread line, and a message that speaks to the person, while they are out of sight."""
        if self._room != self._view.viewport().size():
            self._place()
        run, seen = self._view.source.run, self._view.in_sight()
        if not seen:
            self.unread.hide()
            self.mention.hide()
            return
        first = run.entries[seen[0][0]].post.order
        last = run.entries[seen[-1][0]].post.order
        unread = self._view.reading.unread_from
        if self._mention is not None and first <= self._mention <= last:
            self._mention = None
        shown = unread is not None and unread < first, self._mention is not None
        if shown != (not self.unread.isHidden(), not self.mention.isHidden()):
            self.unread.setVisible(shown[0])
            self.mention.setVisible(shown[1])
            self._place()

    def _go_to_mention(self) -> None:
        if self._mention is not None:
            self._view.show_post(self._mention)

    # ---- what came in above -----------------------------------------------------------------

    def _show_late(self, event: PostsArrived) -> None:
        # Older entries of a feed that the reader has come to are no news.
        is_read = self.is_gathering and not self._view.reading.newest_first
        if self.catching_up or is_read:
            return
        self._late += event.count
        first = self._late_first
        self._late_first = event.first if first is None else min(first, event.first)
        if self._view.reading.newest_first:
            self.up.setText(tr("{count} new").format(count=number(self._late)))
        else:
            words = tr("{count} older messages arrived above").format(count=number(self._late))
            self.up.setText(tr("1 older message arrived above") if self._late == 1 else words)
        self.up.setAccessibleName(self.up.text())
        self.up.show()
        self._timer.start()
        self._place()

    def _go_to_late(self) -> None:
        first = self._late_first
        self._forget_late()
        if first is not None:
            self._view.show_post(first)

    def _forget_late(self) -> None:
        self._late, self._late_first = 0, None
        self.up.hide()

    # ---- places -----------------------------------------------------------------------------

    def _place(self) -> None:
        room = self._view.viewport()
        self._room = room.size()
        top = Gap.M
        above: list[QWidget] = [self.up, self.unread]
        below: list[QWidget] = [self.down, self.mention]
        (above if self._coming_above else below).insert(0, self.coming)
        for widget in above:
            if not widget.isHidden():
                self._put(widget, top)
                top += widget.height() + Gap.S
        bottom = room.height() - Gap.M
        for widget in below:
            if not widget.isHidden():
                widget.adjustSize()
                bottom -= widget.height()
                self._put(widget, bottom)
                bottom -= Gap.S

    def _put(self, widget: QWidget, y: int) -> None:
        widget.adjustSize()
        widget.move((self._view.viewport().width() - widget.width()) // 2, y)
        widget.raise_()
