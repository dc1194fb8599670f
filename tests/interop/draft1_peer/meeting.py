"""Us and the draft's peer, and the connections between them."""

from __future__ import annotations

from engine.model.feeds import FeedForm
from engine.model.ids import SpaceId
from tests.interop.dep0010_peer import meeting
from tests.interop.dep0010_peer.holding import Holding
from tests.interop.dep0010_peer.meeting import Opens, text_blocks
from tests.interop.dep0010_peer.tree import Draft1Hashes, Hashes
from tests.interop.draft1_peer import messages
from tests.interop.draft1_peer.conversation import Conversation


class Meeting(meeting.Meeting):
    """``ours`` is there from the beginning, with the setting ``document``."""

    hashes: Hashes = Draft1Hashes()
    form = FeedForm.OLDER

    # ---- feeds that never change

    def its_still(self, count: int) -> Holding:
        """One of the peer's, which we follow."""
        made = Holding.still(self.hashes, text_blocks("it", count))
        self.ours.follows_feed(made.key, FeedForm.STATIC)
        return made

    def ours_still_at_it(self, count: int, name: str = "still") -> Holding:
        """One of ours, of which the peer has only the key."""
        made = self.ours.makes_still(name, text_blocks(name, count))
        return Holding(self.hashes, made.key, static=True)

    def relayed(self, count: int) -> tuple[Holding, Holding]:
        """One of the peer's that we hold whole, and the same where only its key is known."""
        author = self.its(count)
        talk = self.talk(author)
        self.live_until_we_hold_it(talk, author, count)
        return author, Holding(self.hashes, author.key)

    # ---- connections

    def talk(self, *feeds: Holding, opens: Opens = Opens.IT, fetches: bool = True) -> Conversation:
        """Opened by both."""
        made = Conversation(self.stream(opens), feeds)
        made.fetches = fetches
        made.open()
        made.live_until(lambda: made.of(messages.Type.HANDSHAKE), "our Handshake")
        return made

    # ---- what both hold

    def live_until_we_hold_it(self, talk: Conversation, feed: Holding, count: int) -> None:
        """So many blocks, and the same."""
        space = SpaceId(feed.key)
        talk.live_until(lambda: self.ours.holds(space, count), f"{count} blocks of ours")
        assert self.ours.blocks(space) == dict(sorted(feed.blocks.items())[:count])

    def live_until_it_has(self, talk: Conversation, feed: Holding, count: int) -> None:
        """The same, of what we have."""
        talk.live_until(lambda: len(feed.blocks) >= count, f"{count} blocks of its")
        assert feed.blocks == self.ours.blocks(SpaceId(feed.key))
