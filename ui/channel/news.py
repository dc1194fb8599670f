"""What floats over a timeline: ways to the newest posts, to the first unread one, to late ones; and
that others are on their way.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import QLabel, QWidget

from engine.model.events import PostsArrived
from engine.model.ids import OrderKey
from engine.model.views import LateView, SpaceView
from ui.channel.read_through import ReadThrough
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.numbers import number
from ui.timeline.view import TimelineView
from ui.widgets.buttons import IconPushButton
from ui.widgets.labels import plain_label
from ui.widgets.toast import announce


class News(QObject):
    """Places buttons over ``view`` and keeps them there."""

    def __init__(self, theme: Theme, view: TimelineView) -> None:
        super().__init__(view)
        self._view = view
        self.through = ReadThrough(view)
        self._late: LateView | None = None
        self._mention: OrderKey | None = None
        self._mention_above = False
        self._room = QSize()
        self._catches_up = False
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
        view.newcomers.changed.connect(self._show_news)
        view.stuck_changed.connect(self._show_news)
        view.settled.connect(self._show_ways)
        view.newcomers.older_arrived.connect(self._count_above)
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
        extent = self._view.source.extent
        self._late = extent.late
        self._mention = extent.first_mention
        self._show_ways()

    def _show_ways(self) -> None:
        """The unread line, and a message that speaks to the person, while they are out of sight."""
        if self._room != self._view.viewport().size():
            self._place()
        run, seen = self._view.source.run, self._view.in_sight()
        if not seen:
            for button in (self.up, self.unread, self.mention):
                button.hide()
            return
        first = run.entries[seen[0][0]].post.order
        last = run.entries[seen[-1][0]].post.order
        unread = self._view.reading.unread_from
        if self._mention is not None and first <= self._mention <= last:
            self._mention = None
        self._show_late(first)
        self._show_mention(first)
        is_above = unread is not None and unread < first and not self.through.is_done
        if is_above == self.unread.isHidden():
            self.unread.setVisible(is_above)
            self._place()

    def _show_mention(self, top: OrderKey) -> None:
        """Where it leads: up, where the message stands above ``top``, the topmost in sight."""
        shown = self._mention is not None, self._mention is not None and self._mention < top
        if shown != (not self.mention.isHidden(), self._mention_above):
            self.mention.setVisible(shown[0])
            self._mention_above = shown[1]
            self._place()

    def _go_to_mention(self) -> None:
        if self._mention is not None:
            self._view.show_post(self._mention)

    # ---- what came in above -----------------------------------------------------------------

    def catch_up(self, *, on: bool) -> None:
        """While more and more is coming in, nothing is said of what comes in above."""
        self._catches_up = on
        self._show_ways()

    def tell(self, view: SpaceView) -> None:
        """Of the open space: what is unread, and what came in below what was read, and was not in
        sight yet.
        """
        self.through.tell_unread(view.unread)
        if not self._view.reading.newest_first:
            self._late = view.late
        self._show_ways()

    def _count_above(self, event: PostsArrived) -> None:
        """With the newest first, what comes in above is what is new."""
        if self._view.reading.newest_first and not self._catches_up:
            late = self._late
            known, first = (0, event.first) if late is None else (late.count, late.first)
            self._late = LateView(known + event.count, min(first, event.first), event.last)
            self._show_ways()

    def _show_late(self, top: OrderKey) -> None:
        """Says so as long as the first of them stands above ``top``, the topmost in sight."""
        late = self._late
        if late is not None and top <= late.first and self._view.reading.newest_first:
            late = self._late = None
        is_above = late is not None and late.first < top and not self._catches_up
        words = self._late_words(late.count) if is_above and late is not None else ""
        if (is_above, words or self.up.text()) != (not self.up.isHidden(), self.up.text()):
            self.up.setText(words or self.up.text())
            self.up.setAccessibleName(self.up.text())
            self.up.setVisible(is_above)
            self._place()

    def _late_words(self, count: int) -> str:
        if self._view.reading.newest_first:
            return tr("{count} new").format(count=number(count))
        if count == 1:
            return tr("1 older message arrived above")
        return tr("{count} older messages arrived above").format(count=number(count))

    def _go_to_late(self) -> None:
        if self._late is not None:
            self._view.show_post(self._late.first)

    # ---- places -----------------------------------------------------------------------------

    def _place(self) -> None:
        room = self._view.viewport()
        self._room = room.size()
        top = Gap.M
        above: list[QWidget] = [self.up, self.unread]
        below: list[QWidget] = [self.down]
        (above if self._mention_above else below).append(self.mention)
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
