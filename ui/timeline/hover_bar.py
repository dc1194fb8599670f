"""The bar over the row under the pointer: react, answer, and the rest of the menu."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from engine.model.views import PostView
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.timeline.loading.rows import Reading
from ui.timeline.wishes import PostWishes
from ui.widgets.buttons import IconButton

BUTTON_PIXELS = 32  # ux.md 3.4: what is pressed is no smaller
ICON_PIXELS = 16
OVERLAP = 12  # how far it stands above its row


class HoverBar(QFrame):
    """Follows the pointer from row to row. For the mouse alone: keys have the menu.

    ``menu_wanted`` carries the post and where its button is on the screen (``QRect``).
    """

    menu_wanted = Signal(object, object)

    def __init__(self, theme: Theme, wishes: PostWishes, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._wishes = wishes
        self._post: PostView | None = None
        self.setProperty("surface", "toast")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.react = self._button(theme, "smile-plus", tr("React"))
        self.reply = self._button(theme, "reply", tr("Reply"))
        self.more = self._button(theme, "ellipsis", tr("More"))
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        for button in (self.react, self.reply, self.more):
            row.addWidget(button)
        self.react.clicked.connect(self._choose_reaction)
        self.reply.clicked.connect(self._reply)
        self.more.clicked.connect(self._open_menu)
        self.hide()

    def _button(self, theme: Theme, icon: str, name: str) -> IconButton:
        button = IconButton(theme, icon, name, size=ICON_PIXELS)
        button.setMinimumSize(QSize(BUTTON_PIXELS, BUTTON_PIXELS))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def show_for(self, post: PostView, row: QRect, reading: Reading) -> None:
        """Over the row at ``row`` of the viewport."""
        self._post = post
        can_answer = reading.can_post and not post.retracted and not reading.is_community
        self.react.setVisible(can_answer)
        self.reply.setVisible(can_answer)
        self.adjustSize()
        room = self.parentWidget()
        assert room is not None
        left = min(room.width(), row.right() + 1) - self.width() - Gap.M
        if self.isRightToLeft():
            left = max(0, row.left()) + Gap.M
        top = max(Gap.XS, min(row.top() - OVERLAP, room.height() - self.height()))
        self.move(left, top)
        self.show()
        self.raise_()

    def leave(self) -> None:
        """No row is pointed at, or it moves away from below."""
        self._post = None
        self.hide()

    # ---- inside -----------------------------------------------------------------------------

    def _choose_reaction(self) -> None:
        if self._post is not None:
            self._wishes.choose_reaction.emit(self._post, self._on_screen(self.react))

    def _reply(self) -> None:
        if self._post is not None:
            self._wishes.reply.emit(self._post)

    def _open_menu(self) -> None:
        if self._post is not None:
            self.menu_wanted.emit(self._post, self._on_screen(self.more))

    def _on_screen(self, button: QWidget) -> QRect:
        return QRect(button.mapToGlobal(QPoint(0, 0)), button.size())
