"""As whom one posts, where several of one's identities may: a small button with their picture."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QActionGroup, QIcon
from PySide6.QtWidgets import QToolButton

from engine.model.ids import PublicKey
from engine.model.views import IdentityView, PosterView
from ui.composing.whose import Whose
from ui.look.avatars import Avatars
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.names import plain_name
from ui.widgets.labels import menu_text, show_tip
from ui.widgets.menus import Menu

PICTURE_PIXELS = 22


class IdentityChoice(QToolButton):
    """Hidden unless there is a choice (``Whose``). ``changed``: another identity posts, or may post
    more. ``picked``: the person has just said which.

    While a post is changed there is no choice: the button shows who signs, and cannot be pressed.

    The menu stays as it is under the person's hand while it is open; what came to be known by then
    is offered when it is opened again.
    """

    changed = Signal()
    picked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._avatars = Avatars(theme)
        self._whose = Whose()
        self._signer: PublicKey | None = None
        self._menu = Menu(self)
        self._menu.aboutToShow.connect(self._fill_if_behind)
        self._is_behind = False
        """Whether the menu offers what was known when it was opened."""
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
        is_meant = self._whose.is_kept or len(self._whose.posters) > 1
        return self._whose.chosen if is_meant else None

    @property
    def meant(self) -> IdentityView | None:
        """Whose is what is written now; None: nothing is, or that is not known yet."""
        return None if self._whose.meant is None else self._whose.meant.identity

    @property
    def picked_by_hand(self) -> PosterView | None:
        """Who stays, whoever else may post."""
        return self._whose.picked

    @property
    def why_not(self) -> str:
        """Why nothing new can be posted before another one is picked; empty where it can, and
        before it is known.
        """
        chosen = self._whose.chosen
        if chosen is None or self._signer is not None or not self._whose.is_gone:
            return ""
        words = tr("{name} may not post here any more. Choose another identity.")
        return words.format(name=plain_name(chosen.identity.name))

    def begin_anew(self, picked: PosterView | None = None) -> None:
        """Another space is open: who may post in it is not known yet. ``picked`` was picked there
        before; None: nobody was.
        """
        self._menu.close()  # who is picked in it may post in the space before
        self._become(Whose(picked=picked))

    def recall(self, picked: PosterView) -> None:
        """See ``Whose.recalling``."""
        self._become(self._whose.recalling(picked))

    def show_posters(self, posters: Sequence[PosterView]) -> None:
        """Those that may post here; the first one is used unless another was chosen before."""
        self._become(self._whose.knowing(posters))

    def hold(self, *, on: bool) -> None:
        """See ``Whose.holding``."""
        self._become(self._whose.holding(on=on))

    def mean(self, identity: IdentityView) -> None:
        """See ``Whose.meaning``."""
        self._become(self._whose.meaning(identity))

    def bind(self, signer: PublicKey | None) -> None:
        """A post is changed, which only ``signer`` can do, who wrote it; None: a new one is
        written. Whoever was chosen before is so afterwards.
        """
        self._signer = signer
        self._show()

    def _become(self, whose: Whose) -> None:
        was, self._whose = self._whose, whose
        if _shown(was) != _shown(whose):
            self._dress()
            self.changed.emit()

    def _fill_if_behind(self) -> None:
        if self._is_behind:
            self._fill_menu()

    def _fill_menu(self) -> None:
        self._is_behind = self._menu.isVisible()
        if self._is_behind:
            return
        self._menu.clear()
        for one in self._whose.posters:
            name = menu_text(plain_name(one.identity.name))
            action = self._menu.addAction(self._picture(one.identity), name)
            action.setCheckable(True)
            action.setChecked(one == self._whose.chosen)
            action.triggered.connect(lambda _=False, one=one: self._pick(one))
            self._group.addAction(action)

    def _dress(self) -> None:
        """The pictures are drawn in the font of the theme."""
        self._fill_menu()
        self._show()

    def _pick(self, poster: PosterView) -> None:
        self._whose = self._whose.picking(poster)
        self._show()
        self.changed.emit()
        self.picked.emit()

    def _show(self) -> None:
        """Nobody is named who would not sign: none at all where the author may not post now."""
        whose = self._whose
        poster, words = whose.chosen, tr("Post as {name}")
        if self._signer is not None:
            by_key = {one.key: one for one in whose.posters}
            poster, words = by_key.get(self._signer), tr("Edit as {name}")
        if poster is not None:
            named = self.why_not or words.format(name=plain_name(poster.identity.name))
            self.setIcon(self._picture(poster.identity))
            self.setAccessibleName(named)
            show_tip(self, named)
        self.setEnabled(self._signer is None)
        is_choice = len(whose.posters) > 1 or bool(self.why_not)
        if poster is None or whose.is_known:  # before it stays as it is: the field beside it, too
            self.setVisible(poster is not None and is_choice)

    def _picture(self, one: IdentityView) -> QIcon:
        ratio = self.devicePixelRatioF()
        return QIcon(self._avatars.pixmap(one.public_key, one.name, PICTURE_PIXELS, ratio))


def _shown(whose: Whose) -> tuple[object, ...]:
    return (whose.posters, whose.is_known, whose.chosen)
