"""The timeline's widget: what it shows (``canvas``), and what wheel, keys and pointer do to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from engine.model.ids import OrderKey, SpaceId
from engine.model.views import PostView
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.markdown import links_in
from ui.timeline.canvas import TimelineCanvas
from ui.timeline.deleting import Deleting
from ui.timeline.hover_bar import HoverBar
from ui.timeline.laying import hits
from ui.timeline.laying.layout import Row
from ui.timeline.loading.rows import Reading
from ui.timeline.loading.source import TimelineSource
from ui.timeline.menu import OnView, Place, PostMenu, below
from ui.timeline.selecting.copying import Copying
from ui.timeline.selecting.selection import ALL, copied_rows, reaches_beyond
from ui.timeline.stepping import Stepping
from ui.timeline.tips import tip_of
from ui.timeline.wishes import PostWishes
from ui.widgets.labels import plain_tip

NOTCH_PIXELS = 72.0  # ours: three lines and a bit, as browsers do
_COMING_BACK = frozenset({Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason})
"""Why the keys go elsewhere only for a while: a menu, a dialog, another window."""


class TimelineView(TimelineCanvas):
    """Turns events of the desktop into places, selections, copies, and ``wishes`` about posts."""

    def __init__(
        self, source: TimelineSource, theme: Theme, reading: Reading, parent: QWidget | None = None
    ) -> None:
        super().__init__(source, theme, reading, parent)
        self.wishes = PostWishes(self)
        self.copying = Copying(source, self._shelf.away, self)
        self.stepping = Stepping(self)
        self.deleting = Deleting(self, self.wishes, self.stepping)
        self.hover_bar = HoverBar(theme, self.wishes, self.viewport())
        self.hover_bar.menu_wanted.connect(self._open_menu_of)
        self.pointer.pressed.connect(self._on_pressed)
        self.pointer.changed.connect(self._place_hover_bar)
        self.settled.connect(self._place_hover_bar)
        self.turned.connect(self.close_menus)
        self.turned.connect(self.hover_bar.leave)
        self.wishes.go_to.connect(self.show_post)

    # ---- which way it runs ----------------------------------------------------------------------

    def face(self, *, newest_first: bool) -> None:
        """Which way the space runs that is shown next; what ran the other way is closed."""
        facing = self.source.facing
        if newest_first is not facing.newest_first:
            self._remember_place()
            self.source.close()
            facing.newest_first = newest_first

    def forget_place(self, space: SpaceId) -> None:
        """It is shown from its beginning the next time."""
        self._left_at.pop(space, None)

    def show_told(self, order: OrderKey, words: str = "") -> None:
        """As ``show_post``, of a key that the engine gave, whichever way the timeline runs."""
        self.show_post(self.source.facing.turned(order), words)

    def tell_seen(self) -> None:
        """Tells once more what is in sight, if it stays there for a moment."""
        if not self._seen_timer.isActive():
            self._seen_timer.start()

    def to_newest(self) -> None:
        """Goes to the newest post, at whichever end it stands."""
        (self.to_beginning if self.source.facing.newest_first else self.to_end)()

    # ---- copying --------------------------------------------------------------------------------

    def selected_text(self) -> str:
        """What is loaded of it, as it is copied; empty if nothing is selected."""
        selection = self.pointer.selection
        run, reading = self.source.run, self.reading
        away = self._shelf.away(run, reading)
        return copied_rows(run, selection, reading, away) if selection else ""

    def copy(self) -> None:
        """Puts the selection on the clipboard; without one, the text of the keyboard's row.

        What of it is not loaded is asked for first.
        """
        selection = self.pointer.selection
        if selection is not None and reaches_beyond(self.source.run, selection):
            self.copying.copy(selection, self.reading)
            return
        text = self.selected_text()
        if not text and not self.stepping.returns():
            focused = self._focused_row()
            text = focused.entry.post.text if focused and not focused.is_away else ""
        if text:
            self.copying.give_up()
            QGuiApplication.clipboard().setText(text)

    @property
    def _has_selected(self) -> bool:
        selection = self.pointer.selection
        if selection is not None and reaches_beyond(self.source.run, selection):
            return True
        return bool(self.selected_text())

    def select_all(self) -> None:
        """Selects all posts, loaded or not."""
        if len(self.source.run):
            self.pointer.select(ALL)

    @override
    def focused_place(self) -> int | None:
        """Of a row that was only pressed: as long as it is in sight, for nothing else shows it."""
        order, run = self.marking.focused, self.source.run
        if order is None or not run.holds(order):
            return None
        place = run.index_of(order)
        return place if self.marking.is_ringed or self.stepping.shows(place) else None

    def _focused_row(self) -> Row | None:
        place = self.focused_place()
        return None if place is None else self.row(place)

    @override
    def is_selected(self, place: int) -> bool:
        selection = self.pointer.selection
        order = self.source.run.entries[place].post.order
        return selection is not None and selection.first[0] <= order <= selection.last[0]

    @override
    def away_words(self, place: int) -> str | None:
        row = self.row(place)
        if not row.is_away:
            return None
        return row.shape.fold_text or tr("Folded away")

    # ---- what is pressed ------------------------------------------------------------------------

    def _on_pressed(self, index: int, hit: hits.Hit) -> None:  # noqa: C901, PLR0912 - one line a part
        post = self.source.run.entries[index].post
        match hit:
            case hits.More():
                self.show_more(index)
            case hits.Fold():
                self.toggle_folded(index)
            case hits.Address(address):
                self.wishes.open_link.emit(address)
            case hits.Quoted(_, order):
                if order is not None:
                    self.wishes.go_to.emit(order)
            case hits.Reacted(emoji):
                self._toggle(post, emoji)
            case hits.Talked():
                self.wishes.comments.emit(post)
            case hits.Picture(number):
                self._press_picture(post, number)
            case hits.SaveFile(number):
                self.wishes.save_file.emit(post, number)
            case hits.Author():
                self.wishes.author.emit(post)
            case hits.Day(day):
                self.wishes.choose_date.emit(day, self._screen_rect(index))
            case hits.Time() | hits.Edited() | hits.State():
                self.wishes.details.emit(post)
            case _:
                assert_never(hit)

    def _toggle(self, post: PostView, emoji: str) -> None:
        if self.reading.can_post:
            ours = any(one.ours for one in post.reactions if one.emoji == emoji)
            self.wishes.react.emit(post, emoji, not ours)

    def _press_picture(self, post: PostView, number: int) -> None:
        """One that cannot be shown can still be saved."""
        broken = self.pictures.seen(post.id, number).broken
        (self.wishes.save_file if broken else self.wishes.show_picture).emit(post, number)

    def tip_at(self, at: QPointF) -> str:
        """What a tool tip at a point of the viewport says."""
        found = self.pointer.hit_at(at)
        return tip_of(found[0], found[1], self.reading) if found is not None else ""

    # ---- menus ----------------------------------------------------------------------------------

    def context_menu(self, at: QPoint) -> PostMenu:
        """What can be done at a point of the viewport."""
        found = self.row_at(at.y())
        hit = self.pointer.hit_at(QPointF(at))
        links = (hit[1].address,) if hit and isinstance(hit[1], hits.Address) else ()
        return self._menu(found[0] if found is not None else None, links)

    def _menu(self, index: int | None, pointed: Sequence[str] = ()) -> PostMenu:
        """``pointed``: the link under the pointer; without one, all of the row are offered."""
        menu = PostMenu(self, self._theme, self.wishes)
        row = None if index is None else self.row(index)
        rect = QRect() if index is None else self._screen_rect(index)
        folded = row is not None and not row.more.isEmpty()
        is_message = row is not None and row.is_message
        links = pointed or (links_in(row.entry.prose) if row and is_message else ())
        place = Place(links, folded, rect)
        selected = self.copy if self._has_selected else None
        view = OnView(selected, lambda: self.show_more(index) if index is not None else None)
        if row is not None and index is not None and row.fold is not None:
            menu.add_fold(opened=row.shape.opened, toggle=lambda: self.toggle_folded(index))
            if row.is_away:
                menu.add_whoever_is_hidden(row.entry.post, self.reading)
        menu.fill(row.entry.post if row and is_message else None, place, self.reading, view)
        return menu

    def _open_menu_of(self, post: PostView, on_screen: QRect) -> None:
        place = self.source.run.place_of(post.id)
        if place is not None:
            self._open_menu(self._menu(place), on_screen.bottomLeft())

    def _open_focused_menu(self) -> bool:
        if self.stepping.returns():
            return True
        place = self.focused_place()
        if place is None:
            return False
        self._open_menu(self._menu(place), below(self._screen_rect(place)))
        return True

    def _open_menu(self, menu: PostMenu, at: QPoint) -> None:
        menu.aboutToHide.connect(menu.deleteLater)
        if not menu.isEmpty():
            menu.popup(at)

    def close_menus(self) -> None:
        """What they would do to a message is no more of the channel that is meant."""
        for menu in self.findChildren(PostMenu):
            menu.close()

    def _screen_rect(self, index: int) -> QRect:
        rect = self.rect_of(self.source.run.entries[index].post.order) & self.viewport().rect()
        return QRect(self.viewport().mapToGlobal(rect.topLeft()), rect.size())

    # ---- the bar over a row ---------------------------------------------------------------------

    def _place_hover_bar(self) -> None:
        order = self.pointer.hovered
        busy = self.pointer.is_dragging or self.glide.is_moving
        rect = self.rect_of(order) if order is not None and not busy else QRect()
        if rect.isEmpty() or order is None:
            self.hover_bar.leave()
            return
        row = self.row(self.source.run.index_of(order))
        post = row.entry.post
        if row.is_message:
            # The text, also in wide windows; what is said of the delivery stays in sight.
            near = min(rect.width(), round(row.width - row.mark.width()))
            if row.is_mirrored:
                rect.setLeft(rect.right() + 1 - near)
            else:
                rect.setWidth(near)
            self.hover_bar.show_for(post, rect, self.reading)
        else:
            self.hover_bar.leave()

    # ---- Qt's events ----------------------------------------------------------------------------

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.WindowActivate, QEvent.Type.Show}:
            self._seen_timer.start()  # what came while nobody looked is seen now
        return super().event(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        pixels = event.pixelDelta().y()
        if pixels:
            self.glide.stop()
            self.scroll_by(-pixels)
        elif self._theme.reduced_motion:
            self.scroll_by(-event.angleDelta().y() / 120 * NOTCH_PIXELS)
        else:
            self.glide.push(-event.angleDelta().y() / 120 * NOTCH_PIXELS)
        event.accept()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif not self._press_key(Qt.Key(event.key()), extends=_extends(event)):
            super().keyPressEvent(event)

    def _press_key(self, key: Qt.Key, *, extends: bool) -> bool:  # noqa: C901 - one line a key
        match key:
            case Qt.Key.Key_Space:
                self.turn_page(1)
            case Qt.Key.Key_PageUp:
                self.stepping.turn_page(-1, extends=extends)
            case Qt.Key.Key_PageDown:
                self.stepping.turn_page(1, extends=extends)
            case Qt.Key.Key_Home:
                self.stepping.go_to_end(-1, extends=extends)
            case Qt.Key.Key_End:
                self.stepping.go_to_end(1, extends=extends)
            case Qt.Key.Key_Up:
                self.stepping.step(-1, extends=extends)
            case Qt.Key.Key_Down:
                self.stepping.step(1, extends=extends)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                return self._open_focused_menu()
            case Qt.Key.Key_Delete:
                return self.stepping.returns() or self.deleting.delete()
            case Qt.Key.Key_Escape if self.pointer.selection is not None:
                self.pointer.clear()
            case Qt.Key.Key_Escape if self.marking.is_ringed:
                self.marking.focus(None)
            case _:
                return False
        return True

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.marking.is_ringed and event.reason() not in _COMING_BACK:
            self.marking.focus(None)
        self.viewport().update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in {Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton}:
            self._make_current(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton:
            self.glide.stop()
            self.pointer.press(event.position(), extends=_extends(event))

    def _make_current(self, y: float) -> None:
        """Keys act on the row there, on none where there is none."""
        found = self.row_at(y)
        if found is None or not 0 <= y - found[1] < found[2].height:
            self.marking.focus(None)
            return
        self.marking.focus(found[2].entry.post.order, by_keys=False)
        self.speaker.tell_focus(found[0])

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.viewport().setCursor(self.pointer.move(event.position()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pointer.release(event.position())

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointer.select_word(event.position())

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.pointer.leave()
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.tip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), plain_tip(tip), self)
            return True
        return super().viewportEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._open_focused_menu()
        else:
            self._open_menu(self.context_menu(event.pos()), event.globalPos())


def _extends(event: QKeyEvent | QMouseEvent) -> bool:
    """Whether what is selected shall reach from where it began to here."""
    return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
