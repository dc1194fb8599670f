"""An open link of ours, as the machine that speaks on it."""

from __future__ import annotations

from random import Random

from engine.crypto.ed25519 import verify_each
from engine.model.communities import CommunityView
from engine.model.ids import ConnectionId, PeerId
from engine.protocols.cable.exchange.conversation import Conversation
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.keys import static_key
from engine.protocols.cable.posts import Post
from engine.protocols.cable.records import PostsStored
from engine.protocols.contract import Close, Effect, Ending
from tests.unit.cable.desk import Desk, key_of

BANNED = Close(Ending.BANNED, detail="somebody whom we block")


class LinkTo:
    """Our open link to a member who has proven their key."""

    def __init__(self, desk: Desk, view: CommunityView, member: int) -> None:
        self._desk, self._view = desk, view
        community = desk.cable.community(view.id)
        assert community is not None
        surroundings = Surroundings(desk.cable, Random(3).randbytes, verify_each)
        static = static_key(key_of(member))
        place = Place(surroundings, community, ConnectionId(1), PeerId(bytes(32)), static)
        self._machine = Conversation(place)
        assert BANNED not in self._machine.start(desk.now)

    def closes(self, *came: Post) -> bool:
        """Whether that which comes from others ends it."""
        kept = self._desk.receive(self._view, *came)
        assert kept == [post.hash for post in came]
        return BANNED in self.hears_of(*came)

    def hears_of(self, *stored: Post) -> list[Effect]:
        """What is done as others' posts were stored."""
        record = PostsStored(self._view.id, stored, self._desk.now)
        return self._machine.notice([record], self._desk.now)
