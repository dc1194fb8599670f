"""What can be done with a post: its menu, whether by mouse, by the menu key or by Enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.model.ids import PostKind
from engine.model.views import PostView
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.numbers import number as number_words
from ui.timeline.loading.rows import Reading, author_name
from ui.timeline.parts.file_words import file_name, may_be_picture
from ui.timeline.wishes import PostWishes
from ui.widgets.labels import menu_text
from ui.widgets.menus import Menu

INSIDE = 64  # pixels from where a row begins
FILES_MAX = 8  # ours: more would be no menu any more
LINKS_MAX = 64  # ours: they stand in a menu of their own, which scrolls
NAME_CHARACTERS_MAX = 40


@dataclass(frozen=True, slots=True)
class Place:
    """Where a menu was asked for: the links there, whether the row is folded, and the row's place
    on the screen.
    """

    links: Sequence[str]
    folded: bool
    on_screen: QRect


@dataclass(frozen=True, slots=True)
class OnView:
    """What the view itself does. None: there is nothing to do it to."""

    copy_selection: Callable[[], object] | None
    show_more: Callable[[], object]


class PostMenu(Menu):
    """A menu whose entries have icons and act through ``PostWishes``."""

    def __init__(self, parent: QWidget, theme: Theme, wishes: PostWishes) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wishes = wishes

    def fill(self, post: PostView | None, place: Place, reading: Reading, view: OnView) -> None:
        """Entries for ``post`` (None: no message is there) at that place."""
        if view.copy_selection is not None:
            self.add("copy", tr("Copy selection"), view.copy_selection)
        self._add_links(place.links)
        if post is None:
            return
        self.addSeparator()
        if reading.can_post and not post.retracted and not reading.is_community:
            self._add_answers(post, place.on_screen)
        if post.reply is not None and post.reply.order is not None:
            order = post.reply.order
            self.add(
                "message-square",
                tr("Go to the message it answers"),
                lambda: self._wishes.go_to.emit(order),
            )
        if reading.comments is not None:
            self.add("message-square", tr("Comments…"), lambda: self._wishes.comments.emit(post))
        if place.folded:
            self.add("chevron-down", tr("Show more"), view.show_more)
        self._add_files(post)
        self._add_copies(post)
        if reading.is_community:
            self._add_of_community(post, reading)
        else:
            self._add_own(post, reading)
        self.addSeparator()
        self.add(
            "info",
            tr("Details…"),
            lambda: self._wishes.details.emit(post),
        )

    def add_fold(self, *, opened: bool, toggle: Callable[[], object]) -> None:
        """Opens or closes what is folded away."""
        words = tr("Fold away") if opened else tr("Show what is folded away")
        self.add("eye-off" if opened else "eye", words, toggle)

    def add_whoever_is_hidden(self, post: PostView, reading: Reading) -> None:
        """Shows them again, where it was our user who hid them."""
        if post.folded is not None and not reading.is_community:
            self._add_hiding(post, author_name(post, reading))

    def add(self, icon: str, words: str, act: Callable[[], object]) -> None:
        """One entry."""
        action = self.addAction(self._theme.icon(icon), menu_text(words))
        action.triggered.connect(lambda _checked=False: act())

    def _add_links(self, links: Sequence[str]) -> None:
        """One can be opened and copied here; of several each can be opened, to be copied there."""
        clipboard = QGuiApplication.clipboard()
        follow = self._wishes.open_link.emit
        if len(links) == 1:
            self.add("external-link", tr("Open link…"), partial(follow, links[0]))
            self.add("link", tr("Copy link"), partial(clipboard.setText, links[0]))
        elif links:
            listed = PostMenu(self, self._theme, self._wishes)
            listed.setTitle(menu_text(tr("Open link")))
            listed.setIcon(self._theme.icon("external-link"))
            for link in links[:LINKS_MAX]:
                listed.add("external-link", _shortened(link), partial(follow, link))
            self.addMenu(listed)

    def _add_answers(self, post: PostView, on_screen: QRect) -> None:
        self.add("reply", tr("Reply"), lambda: self._wishes.reply.emit(post))
        self.add(
            "smile-plus",
            tr("React…"),
            lambda: self._wishes.choose_reaction.emit(post, on_screen),
        )

    def _add_files(self, post: PostView) -> None:
        for number, file in enumerate(post.files[:FILES_MAX]):
            short = _shortened(file_name(file.name))
            if may_be_picture(file):
                show = partial(self._wishes.show_picture.emit, post, number)
                self.add("image", tr("Show {name}").format(name=short), show)
            words = tr("Save {name} as…").format(name=short)
            self.add("download", words, partial(self._wishes.save_file.emit, post, number))
        if len(post.files) > 1:
            words = tr("Save all {count} files…").format(count=number_words(len(post.files)))
            self.add("folder", words, partial(self._wishes.save_files.emit, post))

    def _add_copies(self, post: PostView) -> None:
        clipboard = QGuiApplication.clipboard()
        is_block = post.kind is PostKind.BLOCK
        if post.text:
            words = tr("Copy text") if is_block else tr("Copy message")
            self.add("copy", words, lambda: clipboard.setText(post.text))
        if not is_block:
            self.add("link", tr("Copy link to message"), lambda: self._wishes.copy_link.emit(post))

    def _add_of_community(self, post: PostView, reading: Reading) -> None:
        """What members can do with a message, where nothing is answered or changed."""
        wishes = self._wishes
        self.addSeparator()
        if post.ours and reading.can_post and not post.retracted:
            self.add(
                "trash-2", tr("Delete for everybody…"), lambda: wishes.delete_for_all.emit(post)
            )
        elif not post.ours:
            words = tr("Who is {name}?").format(name=author_name(post, reading))
            self.add("user", words, lambda: wishes.author.emit(post))
            if reading.can_post and post.folded is None:
                hide = partial(wishes.moderate.emit, post, True)  # noqa: FBT003 - a signal's value
                self.add("eye-off", tr("Hide this message…"), hide)
                words = tr("Hide {name}…").format(name=author_name(post, reading))
                self.add("user", words, lambda: wishes.hide_author.emit(post))
            elif reading.can_post:
                show = partial(wishes.moderate.emit, post, False)  # noqa: FBT003 - as above
                self.add("eye", tr("Always show this message"), show)
        self.add("x", tr("Delete for me"), lambda: wishes.delete_for_us.emit((post,)))

    def _add_own(self, post: PostView, reading: Reading) -> None:
        self.addSeparator()
        if post.ours and reading.can_post and not post.retracted:
            if not post.plain_json and (post.text or not post.files):
                self.add("pencil", tr("Edit"), lambda: self._wishes.edit.emit(post))
            self.add(
                "undo-2",
                tr("Take back…"),
                lambda: self._wishes.take_back.emit(post),
            )
        elif not post.ours and not reading.is_feed:
            self._add_hiding(post, author_name(post, reading))
        delete = partial(self._wishes.delete_for_us.emit, (post,))
        self.add("trash-2", tr("Delete for me"), delete)

    def _add_hiding(self, post: PostView, name: str) -> None:
        if post.folded is None:
            words = tr("Hide {name}").format(name=name)
            self.add("eye-off", words, lambda: self._wishes.hide_author.emit(post))
        else:
            words = tr("Show {name} again").format(name=name)
            self.add("eye", words, lambda: self._wishes.show_author.emit(post))


def _shortened(name: str) -> str:
    return name if len(name) <= NAME_CHARACTERS_MAX else f"{name[:NAME_CHARACTERS_MAX]}…"


def below(rect: QRect) -> QPoint:
    """Where a menu for a row at ``rect`` of the screen opens."""
    from_right = QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
    across = rect.right() - INSIDE if from_right else rect.left() + INSIDE
    return QPoint(across, rect.top() + min(rect.height(), 28))
