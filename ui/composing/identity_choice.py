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
from ui.widgets.labels import menu_text, show_tip
from ui.widgets.menus import Menu

PICTURE_PIXELS = 22


class IdentityChoice(QToolButton):
    """Hidden unless there is a choice. ``changed``: another identity posts, or may post more.
    ``picked``: the person has just said which.

    Whoever was picked by hand stays chosen, even where they may not post any more, and so does
    whoever would post it while something is written, be they the only one: what was written under
    one name never goes out under another unasked. While a post is changed there is no choice: the
    button shows who signs, and cannot be pressed.

    The menu stays as it is under the person's hand while it is open; what came to be known by then
    is offered when it is opened again.
    """

    changed = Signal()
    picked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._avatars = Avatars(theme)
        self._posters: tuple[PosterView, ...] = ()
        self._is_known = False
        """Whether ``_posters`` was told of this space."""
        self._chosen: PosterView | None = None
        self._by_hand = False
        self._is_held = False
        """Whether something is written, which is whoever's is chosen."""
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
        is_meant = self.is_kept or len(self._posters) > 1
        return self._chosen if is_meant else None

    @property
    def meant(self) -> IdentityView | None:
        """Whose is what is written now; None: that is not known yet."""
        return None if self._chosen is None else self._chosen.identity

    @property
    def picked_by_hand(self) -> PosterView | None:
        """The same where it stays, whoever else may post."""
        return self._chosen if self._by_hand else None

    @property
    def is_kept(self) -> bool:
        """Whether whoever is chosen stays, even where they may not post any more."""
        return self._by_hand or self._is_held

    @property
    def why_not(self) -> str:
        """Why nothing new can be posted before another one is picked; empty where it can, and
        before it is known.
        """
        if self._chosen is None or self._signer is not None or not self._is_known:
            return ""
        if self._may_post(self._chosen):
            return ""
        words = tr("{name} may not post here any more. Choose another identity.")
        return words.format(name=plain_name(self._chosen.identity.name))

    def begin_anew(self, picked: PosterView | None = None) -> None:
        """Another space is open: who may post in it is not known yet. ``picked`` was picked there
        before; None: nobody was.
        """
        self._is_known = False
        if picked is None and self._chosen is None and not self._posters:
            return
        self._menu.close()  # who is picked in it may post in the space before
        self._posters, self._chosen, self._by_hand = (), picked, picked is not None
        self._dress()
        self.changed.emit()

    def show_posters(self, posters: Sequence[PosterView]) -> None:
        """Those that may post here; the first one is used unless another was chosen before."""
        was_known, self._is_known = self._is_known, True
        if tuple(posters) == self._posters and (was_known or self._chosen is None):
            return
        self._posters = tuple(posters)
        if self._chosen is None or not (self.is_kept or self._may_post(self._chosen)):
            self._chosen = next(iter(posters), None)
        else:
            self._chosen = self._as_now(self._chosen)
        self._dress()
        self.changed.emit()

    def hold(self, *, on: bool) -> None:
        """Something is written, or nothing is any more: then whoever may post is free again."""
        if on == self._is_held:
            return
        self._is_held = on
        chosen = self._chosen
        if self.is_kept or chosen is None or not self._is_known or self._may_post(chosen):
            return
        self._chosen = next(iter(self._posters), None)
        self._dress()
        self.changed.emit()

    def mean(self, identity: IdentityView) -> None:
        """What is written is that identity's, until another one is picked."""
        poster = PosterView(identity, identity.public_key)
        if self._chosen is not None and _is_same(self._chosen, poster):
            return
        self._chosen = self._as_now(poster)
        self._dress()
        self.changed.emit()

    def bind(self, signer: PublicKey | None) -> None:
        """A post is changed, which only ``signer`` can do, who wrote it; None: a new one is
        written. Whoever was chosen before is so afterwards.
        """
        self._signer = signer
        self._show()

    def _fill_if_behind(self) -> None:
        if self._is_behind:
            self._fill_menu()

    def _fill_menu(self) -> None:
        self._is_behind = self._menu.isVisible()
        if self._is_behind:
            return
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
        self._chosen, self._by_hand = self._as_now(poster), True
        self._show()
        self.changed.emit()
        self.picked.emit()

    def _may_post(self, poster: PosterView) -> bool:
        return any(_is_same(one, poster) for one in self._posters)

    def _as_now(self, poster: PosterView) -> PosterView:
        """The same as was told of it last."""
        return next((one for one in self._posters if _is_same(one, poster)), poster)

    def _show(self) -> None:
        """Nobody is named who would not sign: none at all where the author may not post now."""
        poster, words = self._chosen, tr("Post as {name}")
        if self._signer is not None:
            by_key = {one.key: one for one in self._posters}
            poster, words = by_key.get(self._signer), tr("Edit as {name}")
        if poster is not None:
            named = self.why_not or words.format(name=plain_name(poster.identity.name))
            self.setIcon(self._picture(poster.identity))
            self.setAccessibleName(named)
            show_tip(self, named)
        self.setEnabled(self._signer is None)
        is_choice = len(self._posters) > 1 or bool(self.why_not)
        if poster is None or self._is_known:  # before it stays as it is: the field beside it, too
            self.setVisible(poster is not None and is_choice)

    def _picture(self, one: IdentityView) -> QIcon:
        ratio = self.devicePixelRatioF()
        return QIcon(self._avatars.pixmap(one.public_key, one.name, PICTURE_PIXELS, ratio))


def _is_same(one: PosterView, other: PosterView) -> bool:
    """By the key: what else is told of an identity may change, such as its own channel."""
    return one.identity.public_key == other.identity.public_key
