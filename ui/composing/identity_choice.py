"""As whom one posts, where several of one's identities may: a small button with their picture."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QActionGroup, QIcon
from PySide6.QtWidgets import QToolButton

from engine.model.ids import PublicKey
from engine.model.views import IdentityView, PosterView
from ui.look.avatars import Avatars
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.names import plain_name
from ui.widgets.labels import menu_text, plain_tip
from ui.widgets.menus import Menu

PICTURE_PIXELS = 22


class IdentityChoice(QToolButton):
    """Hidden unless there is a choice. ``changed``: another identity posts, or may post more.

    While a post is changed there is none: the button shows who signs, and cannot be pressed.
    """

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._avatars = Avatars(theme)
        self._posters: tuple[PosterView, ...] = ()
        self._chosen: PosterView | None = None
        self._signer: PublicKey | None = None
        self._menu = Menu(self)
        self._group = QActionGroup(self._menu)
        self.setIconSize(QSize(PICTURE_PIXELS, PICTURE_PIXELS))
        self.setMinimumSize(theme.hit, theme.hit)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(self._menu)
        theme.changed.connect(self._dress)
        self.hide()

    @property
    def identity(self) -> str | None:
        """The name of the identity that was chosen; None: the engine's own choice holds."""
        chosen = self.chosen
        return None if chosen is None else chosen.identity.name

    @property
    def chosen(self) -> PosterView | None:
        """The same with what it may post."""
        return self._chosen if len(self._posters) > 1 else None

    def show_posters(self, posters: Sequence[PosterView]) -> None:
        """Those that may post here; the first one is used unless another was chosen before."""
        if tuple(posters) == self._posters:
            return
        self._posters = tuple(posters)
        was = None if self._chosen is None else self._chosen.identity
        kept = [one for one in posters if one.identity == was]
        self._chosen = next(iter(kept or posters), None)
        self._dress()
        self.changed.emit()

    def bind(self, signer: PublicKey | None) -> None:
        """A post is changed, which only ``signer`` can do, who wrote it; None: a new one is
        written. Whoever was chosen before is so afterwards.
        """
        self._signer = signer
        self._show()

    def _fill_menu(self) -> None:
        self._menu.clear()
        for one in self._posters:
            name = menu_text(plain_name(one.identity.name))
            action = self._menu.addAction(self._picture(one.identity), name)
            action.setCheckable(True)
            action.setChecked(one == self._chosen)
            action.triggered.connect(lambda _=False, one=one: self._pick(one))
            self._group.addAction(action)

    def _dress(self) -> None:
        """The pictures are drawn in the font of the theme."""
        self._fill_menu()
        self._show()

    def _pick(self, poster: PosterView) -> None:
        self._chosen = poster
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        """Nobody is named who would not sign: none at all where the author may not post now."""
        poster, words = self._chosen, tr("Post as {name}")
        if self._signer is not None:
            by_key = {one.key: one for one in self._posters}
            poster, words = by_key.get(self._signer), tr("Edit as {name}")
        if poster is not None:
            named = words.format(name=plain_name(poster.identity.name))
            self.setIcon(self._picture(poster.identity))
            self.setAccessibleName(named)
            self.setToolTip(plain_tip(named))
        self.setEnabled(self._signer is None)
        self.setVisible(poster is not None and len(self._posters) > 1)

    def _picture(self, one: IdentityView) -> QIcon:
        ratio = self.devicePixelRatioF()
        return QIcon(self._avatars.pixmap(one.public_key, one.name, PICTURE_PIXELS, ratio))
