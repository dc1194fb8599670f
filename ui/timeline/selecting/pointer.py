"""What the mouse does in a timeline: selects text, presses parts of rows, hovers."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QPointF, Qt, QTimer, Signal

from engine.model.ids import OrderKey
from ui.text.markdown import utf16_length
from ui.timeline.laying.hits import Hit, is_pressed
from ui.timeline.laying.layout import Row
from ui.timeline.selecting.selection import Place, Selection, text_of

AUTOSCROLL_MS = 30
AUTOSCROLL_PIXELS = 18.0


class Rows(Protocol):
    """What the pointer asks of the view."""

    def row_at(self, y: float) -> tuple[int, float, Row] | None:
        """The row at a height of the viewport, or the nearest one: index, its top, the row."""

    def viewport_height(self) -> float: ...
    def scroll_by(self, pixels: float) -> None: ...


class Pointer(QObject):
    """The selection and what is under the mouse. ``changed`` asks for a repaint.

    ``pressed`` carries the index of a row and the ``Hit`` in it that was pressed and let go.
    """

    changed = Signal()
    pressed = Signal(int, object)

    def __init__(self, rows: Rows, parent: QObject) -> None:
        super().__init__(parent)
        self._rows = rows
        self.selection: Selection | None = None
        self.hovered: OrderKey | None = None
        self.hit: Hit | None = None
        """The part of the hovered row that is under the mouse."""
        self._dragging = False
        self._pressed: Hit | None = None
        self._began: Place | None = None
        self._at = QPointF()
        self._timer = QTimer(self, interval=AUTOSCROLL_MS)
        self._timer.timeout.connect(self._autoscroll)

    # ---- events -----------------------------------------------------------------------------

    def press(self, at: QPointF, *, extends: bool = False) -> None:
        """The left button went down. ``extends``: what is selected reaches from where the last
        press was to here, wherever the timeline was scrolled meanwhile.
        """
        found = self._rows.row_at(at.y())
        self._at = at
        if found is None:
            self.clear()
            return
        _index, top, row = found
        place = self._place(at)
        hit = row.hit(at.x(), at.y() - top)
        begins = self._began is None or not extends
        self._pressed = hit if begins and is_pressed(hit) else None
        self._dragging = True
        if self._began is None or begins:
            self._began = place
        self.select(Selection(self._began, place))

    def move(self, at: QPointF) -> Qt.CursorShape:
        """The mouse moved; answers the cursor that fits there."""
        self._at = at
        shape = self._hover(at)
        if self._dragging and self.selection is not None:
            self._extend()
            outside = not 0 <= at.y() <= self._rows.viewport_height()
            if outside and not self._timer.isActive():
                self._timer.start()
            elif not outside:
                self._timer.stop()
            return Qt.CursorShape.IBeamCursor
        return shape

    def release(self, at: QPointF) -> None:
        """The left button went up: a part that was pressed and not dragged over is acted on."""
        self._timer.stop()
        pressed, self._pressed = self._pressed, None
        was_dragging, self._dragging = self._dragging, False
        self._hover(at)
        found = self._rows.row_at(at.y())
        if not was_dragging:
            return
        was_press = self.selection is not None and self.selection.is_empty
        if was_press:
            self.selection = None
        # The bar over a row is away while the button is down, whatever is still selected.
        self.changed.emit()
        if not was_press or pressed is None or found is None:
            return
        index, top, row = found
        if row.hit(at.x(), at.y() - top) == pressed:
            self.pressed.emit(index, pressed)

    def select_word(self, at: QPointF) -> None:
        """A double press selects the word there."""
        found = self._rows.row_at(at.y())
        if found is None or found[2].is_system:
            return
        order, offset = self._place(at)
        start, end = _word(found[2], offset)
        self._began = order, start
        self.select(Selection((order, start), (order, end)))

    def select(self, selection: Selection) -> None:
        """Selects that instead."""
        self.selection = selection
        self.changed.emit()

    def leave(self) -> None:
        """The mouse is elsewhere."""
        if self.hovered is not None or self.hit is not None:
            self.hovered = self.hit = None
            self.changed.emit()

    def clear(self) -> None:
        """Selects nothing."""
        self._began = None
        if self.selection is not None:
            self.selection = None
            self.changed.emit()

    @property
    def is_dragging(self) -> bool:
        """Whether the button is down."""
        return self._dragging

    def hit_at(self, at: QPointF) -> tuple[Row, Hit] | None:
        """The part of a row at a point of the viewport."""
        found = self._rows.row_at(at.y())
        if found is None:
            return None
        hit = found[2].hit(at.x(), at.y() - found[1])
        return None if hit is None else (found[2], hit)

    # ---- inside -----------------------------------------------------------------------------

    def _hover(self, at: QPointF) -> Qt.CursorShape:
        found = self._rows.row_at(at.y())
        order, hit = None, None
        shape = Qt.CursorShape.ArrowCursor
        in_sight = 0 <= at.y() <= self._rows.viewport_height()  # a drag may lead out of it
        if in_sight and found is not None and 0 <= at.y() - found[1] < found[2].height:
            _index, top, row = found
            order = row.entry.post.order
            y = at.y() - top
            hit = row.hit(at.x(), y)
            if is_pressed(hit):
                shape = Qt.CursorShape.PointingHandCursor
            elif row.is_over_text(at.x(), y):
                shape = Qt.CursorShape.IBeamCursor
        if (order, hit) != (self.hovered, self.hit):
            self.hovered, self.hit = order, hit
            self.changed.emit()
        return shape

    def _extend(self) -> None:
        assert self.selection is not None
        self.selection = Selection(self.selection.anchor, self._place(self._at))
        self.changed.emit()

    def _autoscroll(self) -> None:
        upwards = self._at.y() < 0
        self._rows.scroll_by(-AUTOSCROLL_PIXELS if upwards else AUTOSCROLL_PIXELS)
        if self.selection is not None:
            self._extend()

    def _place(self, at: QPointF) -> Place:
        found = self._rows.row_at(at.y())
        assert found is not None
        _index, top, row = found
        y = at.y() - top
        order = row.entry.post.order
        if y < row.prose_top:
            return order, 0
        if y > row.prose_top + row.prose.height:
            return order, utf16_length(text_of(row.entry.prose))
        return order, row.text_offset(at.x(), y)


def _word(row: Row, offset: int) -> tuple[int, int]:
    """The word around an offset, within its block."""
    for laid in row.prose.blocks:
        inside = offset - laid.offset
        if 0 <= inside <= laid.length:
            text = laid.layout.text()
            units = text.encode("utf-16-le")
            start = end = inside
            while start > 0 and _is_word(units[2 * start - 2 : 2 * start]):
                start -= 1
            while 2 * end < len(units) and _is_word(units[2 * end : 2 * end + 2]):
                end += 1
            return laid.offset + start, laid.offset + end
    return offset, offset


def _is_word(unit: bytes) -> bool:
    character = unit.decode("utf-16-le", "replace")
    return character.isalnum() or character in "_'-" or character == "\ufffd"
