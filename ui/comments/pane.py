"""The pane at the right of a feed: comments on one entry, or on all of it, and the box below.

``show_space`` shows those of a feed, ``show_entry`` those of one of its entries.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from engine.errors import Refusal, Refused
from engine.model.comment_commands import HideCommenter, RetractComment
from engine.model.comment_queries import PAGE_COMMENTS_MAX, Comments
from engine.model.comments import CommentView
from engine.model.events import CommentsChanged
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.views import PostView, SpaceView
from ui.comments.book import CommentBook
from ui.comments.box import CommentBox
from ui.comments.card import CardReading, CommentCard
from ui.comments.listing import EXCERPT_CHARACTERS, CommentListing
from ui.comments.words import CANNOT_BE_UNSENT, NOBODY_YET, NOTHING_HERE, name_of
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.refresh import Refresh
from ui.text.comments import comments_words
from ui.text.language import tr
from ui.text.lines import read_line
from ui.widgets.beside_pane import BesidePane
from ui.widgets.buttons import IconButton, IconPushButton, push_button
from ui.widgets.dialogs import Question, answer
from ui.widgets.flow import flow
from ui.widgets.labels import breaking, plain_label

PAUSE_MS = 250  # ours: as everywhere
PAGE = 50  # ours: at a time; older ones are asked for
KEPT_MAX = 500  # ours: then what comes in takes the place of the oldest


class CommentsPane(BesidePane):
    """``key_wanted``, ``permission_wanted`` and ``network_wanted`` ask for the pages about our key,
    a permission that was given, and who may comment; ``failed`` carries a ``Refused``.
    """

    key_wanted = Signal()
    permission_wanted = Signal()
    network_wanted = Signal()
    failed = Signal(object)

    def __init__(self, equipment: Equipment, book: CommentBook) -> None:
        super().__init__()
        self._equipment = equipment
        self._book = book
        self._view: SpaceView | None = None
        self._entry: PostView | None = None
        self._goal: PostId | None = None
        self._wanted = PAGE
        theme = self._theme = equipment.theme
        self.title = plain_label(tr("Comments"), "title")
        self.close_button = IconButton(theme, "x", tr("Close comments"), size=18)
        self.close_button.clicked.connect(self.closed)
        self.scope = plain_label(role="meta")
        self.whole = push_button(tr("All comments"), "flat")
        self.whole.clicked.connect(lambda: self.show_entry(None))
        self.who = IconPushButton(theme, "users", tr("Who may comment…"))
        self.who.clicked.connect(self.network_wanted)
        self.listing = CommentListing(theme)
        self.listing.older_wanted.connect(self._ask_older)
        self.listing.retract_wanted.connect(self._retract)
        self.listing.hide_wanted.connect(self._hide)
        self.listing.answered_wanted.connect(self.go_to)
        self.box = CommentBox(equipment)
        self.box.key_wanted.connect(self.key_wanted)
        self.box.permission_wanted.connect(self.permission_wanted)
        self.box.written.connect(self._written)
        self.listing.reply_wanted.connect(lambda one: self.box.answer(one, self._name(one.author)))
        self.listing.edit_wanted.connect(self.box.edit)
        self._refresh = Refresh(equipment.bridge, self._load, PAUSE_MS, self)
        book.came.connect(self._came)
        book.changed.connect(self._show_network)
        self._lay_out()
        theme.changed.connect(self._dress)
        self._dress()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(Gap.L, 0, Gap.S, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        about = QVBoxLayout()
        about.setContentsMargins(Gap.L, 0, Gap.L, Gap.S)
        about.setSpacing(Gap.XS)
        about.addWidget(self.scope)
        about.addLayout(flow(self.whole, self.who))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(about)
        column.addWidget(self.listing, 1)
        column.addWidget(self.box)

    def _dress(self) -> None:
        self.title.setMinimumHeight(self._theme.head_height)

    @property
    def cards(self) -> list[CommentCard]:
        """Those that are shown, oldest first."""
        return self.listing.cards

    @property
    @override
    def main(self) -> QWidget:
        return self.cards[-1] if self.cards else self.box.main

    # ---- what is shown ----------------------------------------------------------------------

    @override
    def show_space(self, view: SpaceView) -> None:
        is_other = self._view is None or view.id != self._view.id
        self._view = view
        if is_other:
            self.show_entry(None)

    def show_entry(self, post: PostView | None) -> None:
        """Those on that entry of the open feed alone; None: all of them."""
        self._entry = post
        self._goal = None
        self._wanted = PAGE
        self._book.look_beside(None if post is None else post.height)
        self.listing.begin_anew()
        self.whole.setVisible(post is not None)
        self.scope.setText("" if post is None else breaking(self.scope, entry_words(post)))
        self.scope.setVisible(post is not None)
        if self._view is not None:
            self.box.show_place(self._view.id, None if post is None else post.height)
        self._show_network()
        self._refresh.ask_now()

    @override
    def forget_space(self) -> None:
        self._view = None
        self._entry = None
        self._goal = None

    def go_to(self, comment: PostId) -> None:
        """Puts that one in sight as soon as it is there, among all where it is not about what is
        shown. Of one that is older than as many as are kept, or is not here, that is said.
        """
        self._goal = comment
        self._refresh.ask_now()

    def _reach_goal(self, *, has_older: bool) -> None:
        goal, self._goal = self._goal, None
        if goal is None or self.listing.go_to(goal):
            return
        if has_older and self._wanted < KEPT_MAX:
            self._wanted = KEPT_MAX
            self.go_to(goal)
        elif has_older:
            self.listing.say_older()
        elif self._entry is not None:
            self.show_entry(None)
            self.go_to(goal)
        else:
            self.failed.emit(Refused(Refusal.COMMENT_UNKNOWN))

    async def _load(self) -> None:
        view, entry = self._view, self._entry
        if view is None:
            return
        views, has_older = await self._ask_for(view.id, entry)
        if self._view is not None and view.id == self._view.id and entry is self._entry:
            self.listing.nobody.setText(tr(NOBODY_YET if entry is None else NOTHING_HERE))
            of_all = entry is None
            self.listing.show_views(views, self._reading(), of_all=of_all, has_older=has_older)
            self._reach_goal(has_older=has_older)

    async def _ask_for(
        self, space: SpaceId, entry: PostView | None
    ) -> tuple[list[CommentView], bool]:
        """As many of the newest as are wanted, and whether others precede them."""
        number = None if entry is None else entry.height
        views: list[CommentView] = []
        oldest: PostId | None = None
        while True:
            limit = min(self._wanted - len(views), PAGE_COMMENTS_MAX)
            query = Comments(space, number, entry is None, oldest, limit)
            page = await self._equipment.bridge.ask(query)
            views[:0] = page.comments
            if len(views) >= self._wanted or not page.has_older:
                return views, page.has_older
            oldest = page.comments[0].id

    def _reading(self) -> CardReading:
        network = self._book.network
        return CardReading(
            self._book.names,
            None if network is None else network.own_key,
            "" if self._view is None else self._view.name,
            self._equipment.now(),
            may_comment=network is not None and network.may_comment,
        )

    def _name(self, author: PublicKey) -> str:
        network = self._book.network
        return name_of(author, self._book.names, None if network is None else network.own_key)

    def _show_network(self) -> None:
        self.box.show_network(self._book.network, self._equipment.now())
        count = self._book.total
        if self._entry is not None:
            count = self._book.counts.get(self._entry.height, 0)
        self.title.setText(comments_words(count) or tr("Comments"))
        self.listing.read_as(self._reading())

    # ---- what is done -----------------------------------------------------------------------

    def _came(self, event: CommentsChanged) -> None:
        is_here = self._entry is None or not event.entries or self._entry.height in event.entries
        if is_here:
            if not self.listing.is_at_end:  # what is being read is not pushed out at the top
                self._wanted = max(self._wanted, min(KEPT_MAX, self._wanted + event.count))
            self._refresh.ask()

    def _ask_older(self) -> None:
        self._wanted += PAGE
        self._refresh.ask_now()

    def _written(self, _view: CommentView) -> None:
        self._refresh.ask_now()
        self._book.ask()

    def _retract(self, view: CommentView) -> None:
        if self._view is not None:  # of that feed, whatever is shown once the question is answered
            self._equipment.bridge.start(self._ask_to_retract(self._view.id, view))

    async def _ask_to_retract(self, space: SpaceId, view: CommentView) -> None:
        title, sentence = tr("Take the comment back?"), tr(CANNOT_BE_UNSENT)
        question = Question(self.window(), title, sentence, tr("Take back"), danger=True)
        if await answer(question):
            await self._done(RetractComment(space, view.id))

    def _hide(self, view: CommentView) -> None:
        if self._view is not None:
            command = HideCommenter(self._view.id, view.author, hidden=not view.hidden)
            self._equipment.bridge.start(self._done(command))

    async def _done(self, command: RetractComment | HideCommenter) -> None:
        try:
            await self._equipment.bridge.perform(command)
        except Refused as refused:
            self.failed.emit(refused)
        self._refresh.ask_now()


def entry_words(post: PostView) -> str:
    """The entry that comments are about, on one line."""
    text = read_line(post.text, EXCERPT_CHARACTERS)
    if text:
        return tr("On “{text}”").format(text=text)
    return tr("On entry {number}").format(number=post.height)
