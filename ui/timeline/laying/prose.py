"""Blocks of prose -> text layouts with places. Where a character is, and what is at a point."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from ui.look.theme import Gap, Theme, Type
from ui.text.markdown import Block, BlockKind, Prose, Span, Style, utf16_length

MARKER_ROOM = "00."  # what a list is indented by; a wider marker moves its own text
MARKER_GAP = 0.4  # ours: of the text's size
QUOTE_INDENT = 14.0
CODE_PADDING = 8.0
BLOCK_GAP = 6.0
RULE_HEIGHT = 9.0


@dataclass(slots=True)
class LaidBlock:
    """A block in its place: offsets count from the prose's start, places from its top left.

    ``marker`` is placed from the corner of ``box``, left of it.
    """

    block: Block
    layout: QTextLayout
    marker: QTextLayout | None
    box: QRectF
    offset: int
    length: int


@dataclass(slots=True)
class LaidProse:
    """All blocks of one post. ``folded`` says that there is more than is laid out."""

    blocks: list[LaidBlock]
    width: float
    height: float
    folded: bool

    def offset_at(self, x: float, y: float) -> int:
        """The offset nearest to a point."""
        best = self._block_near(y)
        if best is None:
            return 0
        local = QPointF(x, y) - best.box.topLeft()
        layout = best.layout
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            if local.y() < line.y() + _line_pitch(layout, number) or (
                number == layout.lineCount() - 1
            ):
                return best.offset + int(line.xToCursor(local.x()))
        return best.offset

    def line_of(self, offset: int) -> tuple[float, float] | None:
        """Top and bottom of the line in which an offset is; None if it is not laid out."""
        for laid in self.blocks:
            if laid.offset <= offset <= laid.offset + laid.length:
                line = laid.layout.lineForTextPosition(offset - laid.offset)
                top = laid.box.top() + line.y() if line.isValid() else 0.0
                return (top, top + line.height()) if line.isValid() else None
        return None

    def link_at(self, x: float, y: float) -> str:
        """The address under a point, or nothing."""
        span = self._span_at(x, y)
        return span.link if span is not None else ""

    def _span_at(self, x: float, y: float) -> Span | None:
        for laid in self.blocks:
            if laid.box.contains(x, y) and any(span.link for span in laid.block.spans):
                offset = self.offset_at(x, y) - laid.offset
                if x > laid.box.left() + _line_width(laid, y):
                    return None
                for span in laid.block.spans:
                    if span.link and span.start <= offset < span.start + span.length:
                        return span
        return None

    def _block_near(self, y: float) -> LaidBlock | None:
        for laid in self.blocks:
            if y < laid.box.bottom() + BLOCK_GAP / 2:
                return laid
        return self.blocks[-1] if self.blocks else None


class ProseLayouts:
    """Lays prose out in the theme's fonts. Made anew when the theme changes."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._body = theme.font(Type.BODY)
        self._heading = theme.font(Type.BODY, QFont.Weight.Bold)
        self._mono = theme.mono_font(Type.BODY)
        self._marker_width = QFontMetricsF(self._body).horizontalAdvance
        self._marker_gap = theme.pixels(Type.BODY) * MARKER_GAP
        self._list_indent = round(self._marker_width(MARKER_ROOM) + self._marker_gap)
        self._pitch = round(theme.pixels(Type.BODY) * theme.line_height)

    def lay_out(self, prose: Prose, width: float, lines_max: int | None) -> LaidProse:
        """The blocks within ``width`` pixels and, if given, at most ``lines_max`` lines."""
        blocks: list[LaidBlock] = []
        top, offset, lines, cut = 0.0, 0, 0, False
        for number, block in enumerate(prose):
            left_lines = None if lines_max is None else lines_max - lines
            if left_lines is not None and left_lines <= 0:
                cut = True
                break
            top += _gap(prose, number)
            laid, whole = self._lay_block(block, QPointF(0.0, top), width, left_lines)
            laid.offset = offset
            blocks.append(laid)
            lines += laid.layout.lineCount()
            top = laid.box.bottom() + (CODE_PADDING if block.kind == BlockKind.CODE else 0.0)
            offset += laid.length + 1
            cut = cut or not whole
        return LaidProse(blocks, width, top, cut)

    def _lay_block(
        self, block: Block, corner: QPointF, width: float, lines_max: int | None
    ) -> tuple[LaidBlock, bool]:
        padding = CODE_PADDING if block.kind == BlockKind.CODE else 0.0
        left = block.quotes * QUOTE_INDENT + block.indent * self._list_indent + padding
        if block.marker:
            left = max(left, self._marker_width(block.marker) + self._marker_gap)
        room = max(40.0, width - left - padding)
        layout = QTextLayout(block.text.replace("\n", "\u2028"), self._font(block))
        option = QTextOption()
        # Words that do not fit break anywhere: one long line shall not leave the column.
        code = block.kind == BlockKind.CODE
        wrap = QTextOption.WrapMode
        option.setWrapMode(wrap.WrapAnywhere if code else wrap.WrapAtWordBoundaryOrAnywhere)
        if code:
            option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        layout.setTextOption(option)
        layout.setFormats([self._format(span) for span in block.spans])
        layout.setCacheEnabled(True)
        height, whole = self._break_lines(layout, room, lines_max)
        if block.kind == BlockKind.RULE:
            height = RULE_HEIGHT
        box = QRectF(corner.x() + left, corner.y() + padding, room, height)
        length = utf16_length(block.text)
        return LaidBlock(block, layout, self._marker(block), box, 0, length), whole

    def _break_lines(
        self, layout: QTextLayout, room: float, lines_max: int | None
    ) -> tuple[float, bool]:
        top = 0.0
        layout.beginLayout()
        whole = True
        while (line := layout.createLine()).isValid():
            line.setLineWidth(room)
            pitch = max(float(self._pitch), line.height())
            line.setPosition(QPointF(0.0, top + (pitch - line.height()) / 2))
            top += pitch
            if lines_max is not None and layout.lineCount() >= lines_max:
                whole = line.textStart() + line.textLength() >= utf16_length(layout.text())
                break
        layout.endLayout()
        return top, whole

    def _font(self, block: Block) -> QFont:
        match block.kind:
            case BlockKind.CODE:
                return self._mono
            case BlockKind.HEADING:
                return self._heading
            case _:
                return self._body

    def _marker(self, block: Block) -> QTextLayout | None:
        """The marker on one line, placed from the block's top left: it ends a gap before it."""
        if not block.marker:
            return None
        layout = QTextLayout(block.marker, self._body)
        layout.beginLayout()
        line = layout.createLine()
        line.setNumColumns(len(block.marker))
        left = -line.naturalTextWidth() - self._marker_gap
        line.setPosition(QPointF(left, (self._pitch - line.height()) / 2))
        layout.endLayout()
        return layout

    def _format(self, span: Span) -> QTextLayout.FormatRange:
        look = QTextCharFormat()
        if Style.BOLD in span.style:
            look.setFontWeight(QFont.Weight.Bold)
        if Style.ITALIC in span.style:
            look.setFontItalic(True)
        if Style.STRIKE in span.style:
            look.setFontStrikeOut(True)
        if Style.CODE in span.style:
            look.setFontFamilies(self._mono.families() or [self._mono.family()])
            look.setBackground(self._theme.colours.code)
        if Style.MENTION in span.style:
            look.setFontWeight(QFont.Weight.DemiBold)
            look.setForeground(self._theme.colours.link)
            look.setBackground(self._theme.colours.mention)
        if span.link:
            look.setForeground(self._theme.colours.link)
            look.setFontUnderline(True)
        ranged = QTextLayout.FormatRange()
        ranged.start, ranged.length, ranged.format = span.start, span.length, look
        return ranged


def _gap(prose: Prose, number: int) -> float:
    if number == 0:
        return 0.0
    above, block = prose[number - 1], prose[number]
    if above.indent and block.indent:
        return float(Gap.XS) / 2
    return BLOCK_GAP


def _line_pitch(layout: QTextLayout, number: int) -> float:
    """From a line's top to the next line's: the space between belongs to the upper one."""
    line = layout.lineAt(number)
    if number + 1 < layout.lineCount():
        return layout.lineAt(number + 1).y() - line.y()
    return line.height()


def _line_width(laid: LaidBlock, y: float) -> float:
    for number in range(laid.layout.lineCount()):
        line = laid.layout.lineAt(number)
        if y - laid.box.top() < line.y() + _line_pitch(laid.layout, number):
            return line.naturalTextWidth()
    return 0.0
