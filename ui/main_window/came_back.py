"""What was written where one is no more, and was refused: its text and why wait in the field there,
which nobody has a reason to look at. So it is told where one is, with the way back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from engine.model.ids import SpaceId
from ui.main_window.pages import Pages
from ui.models.spaces import SpacesModel
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.widgets.toast import Toast

NOT_SENT = QT_TR_NOOP("What you wrote in {name} was not sent.")
NOT_DONE = QT_TR_NOOP("What you wished in {name} was not done.")


class CameBack(QObject):
    """Tells it in the toast, in place of nothing else: what is said there may be news as well."""

    def __init__(
        self,
        toast: Toast,
        pages: Pages,
        spaces: SpacesModel,
        open_space: Callable[[SpaceId], object],
    ) -> None:
        """``open_space`` shows a space."""
        super().__init__(pages)
        self._toast = toast
        self._pages = pages
        self._spaces = spaces
        self._open_space = open_space
        self._early: list[tuple[str, SpaceId, str]] = []
        """What came before anything was shown here, of a window whose place this one took."""
        pages.turned.connect(self._say_early)

    def tell(self, what: str, space: SpaceId, why: str) -> None:
        """``what`` is a sentence for the name of ``space``, not translated yet."""
        # Else the reason would stand under the field of the window before alone.
        self._pages.channel.composer.fitting.tell_in(space, why)
        if not self._spaces.titled():
            self._early.append((what, space, why))
        elif not (self._pages.shows_space and self._pages.space == space):
            self._say(what, space, why)

    def _say_early(self) -> None:
        """Also of the space that is opened first: a page may be about to be shown over it."""
        if self._spaces.titled():
            early, self._early = self._early, []
            for one in early:
                self._say(*one)

    def _say(self, what: str, space: SpaceId, why: str) -> None:
        for view in self._spaces.titled():
            if view.id == space:  # else it was erased, with all that was written there
                sentence = f"{tr(what).format(name=shown_name(view.name))} {why}"
                show = partial(self._open_space, space)
                self._toast.say_last("circle-alert", "danger", tr("Show"), sentence, show)
