"""As whom one posts, where several of one's identities may: a small button with their picture."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QActionGroup, QIcon
from PySide6.QtWidgets import QToolButton

from engine.model.views import IdentityView
from ui.look.avatars import Avatars
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.names import plain_name
from ui.widgets.labels import menu_text, plain_tip
from ui.widgets.menus import Menu

PICTURE_PIXELS = 22


class IdentityChoice(QToolButton):
    """Hidden unless there is a choice. ``changed``: another identity posts."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._avatars = Avatars(theme)
        self._identities: tuple[IdentityView, ...] = ()
        self._chosen: IdentityView | None = None
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
        return self._chosen.name if self._chosen is not None and self._is_choice else None

    @property
    def _is_choice(self) -> bool:
        return len(self._identities) > 1

    def show_identities(self, identities: Sequence[IdentityView]) -> None:
        """Those that may post here; the first one is used unless another was chosen before."""
        if tuple(identities) == self._identities:
            return
        self._identities = tuple(identities)
        kept = [one for one in identities if one == self._chosen]
        self._choose(next(iter(kept or identities), None))
        self._fill_menu()
        self.setVisible(self._is_choice)

    def _fill_menu(self) -> None:
        self._menu.clear()
        for one in self._identities:
            action = self._menu.addAction(self._picture(one), menu_text(plain_name(one.name)))
            action.setCheckable(True)
            action.setChecked(one == self._chosen)
            action.triggered.connect(lambda _=False, one=one: self._pick(one))
            self._group.addAction(action)

    def _dress(self) -> None:
        """The pictures are drawn in the font of the theme."""
        self._fill_menu()
        self._choose(self._chosen)

    def _pick(self, identity: IdentityView) -> None:
        self._choose(identity)
        self.changed.emit()

    def _choose(self, identity: IdentityView | None) -> None:
        self._chosen = identity
        if identity is not None:
            words = tr("Post as {name}").format(name=plain_name(identity.name))
            self.setIcon(self._picture(identity))
            self.setAccessibleName(words)
            self.setToolTip(plain_tip(words))

    def _picture(self, one: IdentityView) -> QIcon:
        ratio = self.devicePixelRatioF()
        return QIcon(self._avatars.pixmap(one.public_key, one.name, PICTURE_PIXELS, ratio))
