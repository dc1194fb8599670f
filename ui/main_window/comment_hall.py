"""Where the window's parts for comments meet: the pane beside a feed, and the pages it leads to.

One line in ``main_window`` makes it; nothing else of the window knows comments.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.errors import Refusal, Refused
from engine.model.comment_queries import Network
from engine.model.comments import NetworkView
from engine.model.found import FoundCommentKey, FoundTrustLink
from engine.model.hits import SearchHit
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.queries import OnePost, Space
from engine.model.views import PostView, SpaceView
from ui.channel.details import Details
from ui.comments.accepting import AcceptTrustPage
from ui.comments.bringing import BringTrustPage
from ui.comments.network_page import NetworkPage
from ui.comments.own_key import OwnKeyPage
from ui.comments.pane import CommentsPane
from ui.comments.trusting import TrustPage
from ui.comments.words import closed_sentence
from ui.equipment import Equipment
from ui.main_window.pages import Pages
from ui.text.language import tr


class CommentHall(QObject):
    """``done`` carries a sentence for the toast; ``asked_for``: the pane is to be in sight."""

    done = Signal(str)
    asked_for = Signal()

    def __init__(
        self, equipment: Equipment, pages: Pages, details: Details, window: QWidget
    ) -> None:
        super().__init__(window)
        self._equipment = equipment
        self._bridge = equipment.bridge
        self._pages = pages
        self.book = pages.channel.feed.comments
        self.pane = CommentsPane(equipment, self.book)
        details.offer(SpaceKind.FEED, self.pane)
        pages.channel.timeline.wishes.comments.connect(self.show_entry)
        self.pane.key_wanted.connect(lambda: self._with_open(self.show_key))
        self.pane.permission_wanted.connect(self.show_bringing)
        self.pane.network_wanted.connect(lambda: self._with_open(self.show_network))
        self.pane.failed.connect(self._bridge.failed)
        pages.trust_found.connect(self.show_accepting)
        pages.comment_key_found.connect(self._bring_key)
        pages.channel.shown.connect(self._show_goal)
        pages.turned.connect(lambda: self._show_goal(None))
        pages.channel.shown.connect(self._show_pause)
        pages.channel.feed.book.changed.connect(self._show_pause)
        self._goal: SearchHit | None = None

    def show_entry(self, post: PostView) -> None:
        """What others say to that entry of the open feed."""
        self.asked_for.emit()
        self.pane.show_entry(post)
        self.pane.box.main.setFocus()

    def show_comment(self, hit: SearchHit) -> None:
        """A comment that was found; of one on an entry the feed is open, or is being opened."""
        if not hit.order:
            self._pages.arrive_in(hit.space)
        self._goal = hit
        self._show_goal(self._pages.channel.view)

    def show_key(self, feed: SpaceView) -> OwnKeyPage:
        """Our key for comments."""
        page = OwnKeyPage(self._equipment, feed)
        page.permission_wanted.connect(self.show_bringing)
        self._pages.show_once(page)
        page.open()
        return page

    def show_network(self, feed: SpaceView) -> NetworkPage:
        """Who may comment."""
        page = NetworkPage(self._equipment, self.book, feed)
        page.key_wanted.connect(lambda: self.show_key(feed))
        page.permission_wanted.connect(self.show_bringing)
        page.trust_wanted.connect(lambda: self._bridge.start(self._trust(feed, None)))
        page.again_wanted.connect(
            lambda key: self._bring_key(FoundCommentKey(PublicKey(feed.public_key), key))
        )
        page.follow_wanted.connect(self._pages.feed_found)
        self._pages.show_once(page)
        page.open()
        return page

    def show_bringing(self) -> BringTrustPage:
        """Where a permission that somebody gave us is brought."""
        page = BringTrustPage(self._equipment)
        page.found.connect(self.show_accepting)
        self._pages.show_once(page)
        page.open()
        return page

    def show_accepting(self, found: FoundTrustLink) -> AcceptTrustPage:
        """A permission that somebody gave us."""
        known = self._pages.channel.feed.book.one(SpaceId(found.feed))
        page = AcceptTrustPage(self._equipment, found, known)
        page.finished.connect(self._accepted)
        self._pages.show_once(page)
        page.open()
        return page

    def show_trusting(self, feed: SpaceView, network: NetworkView) -> TrustPage:
        """Lets somebody comment."""
        page = TrustPage(self._equipment, feed, network, self.book.names)
        page.trusted.connect(self.book.ask)
        self._pages.show_once(page)
        page.open()
        return page

    # ---- inside -----------------------------------------------------------------------------

    def _show_pause(self) -> None:
        feed = self._pages.channel.feed.book.one(self._pages.channel.space)
        self.pane.box.show_paused(paused=feed is not None and feed.paused)

    def _show_goal(self, view: SpaceView | None) -> None:
        goal = self._goal
        if goal is not None and goal.space != self._pages.channel.space:
            self._goal = None  # the person went elsewhere before its feed was there
        elif goal is not None and view is not None and view.id == goal.space:
            self._goal = None
            self._bridge.start(self._show_found(goal))

    async def _show_found(self, hit: SearchHit) -> None:
        entry: PostView | None = None
        if hit.order:
            with suppress(Refused):  # an entry that is not here
                entry = await self._bridge.ask(OnePost(hit.space, hit.id))
        view = self._pages.channel.view
        if view is not None and view.id == hit.space and hit.comment is not None:
            self.asked_for.emit()
            self.pane.show_entry(entry)
            self.pane.go_to(hit.comment)

    def _with_open(self, show: Callable[[SpaceView], object]) -> None:
        view = self._pages.channel.view
        if view is not None and view.kind is SpaceKind.FEED:
            show(view)

    def _bring_key(self, found: FoundCommentKey) -> None:
        self._bridge.start(self._trust(None, found))

    async def _trust(self, feed: SpaceView | None, found: FoundCommentKey | None) -> None:
        """``found`` was shown for one feed, which we must be allowed to let others comment on."""
        if feed is None and found is not None:
            feed = await self._bridge.ask(Space(SpaceId(found.feed)))
        assert feed is not None, "neither a feed nor a key"
        network = await self._bridge.ask(Network(feed.id))
        if not network.may_trust:
            raise Refused(_why_not(network), feed.name)
        page = self.show_trusting(feed, network)
        if found is not None:
            page.show_found(found)

    def _accepted(self, network: NetworkView) -> None:
        self._pages.arrive_in(network.space)
        may = tr("You may comment on this feed now.")
        self.done.emit(may if network.may_comment else closed_sentence(network))


def _why_not(network: NetworkView) -> Refusal:
    """Why we may not let others comment."""
    if network.may_comment:
        return Refusal.TRUST_FULL
    was_let = network.own_path is not None and not network.left
    return Refusal.COMMENT_RIGHT_ENDED if was_let else Refusal.COMMENT_NOT_ALLOWED
