"""Us and one person with the document's peer, and the connections between them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Self

from engine.model.address import Address
from engine.model.ids import SpaceId
from tests.interop.document_peer.channel import Channel
from tests.interop.document_peer.conversation import USUAL, Conversation
from tests.interop.document_peer.line import Line, Port, dial
from tests.interop.document_peer.person import Person
from tests.interop.document_peer.synchronization import Limits
from tests.interop.our_peer import OurPeer, Ways
from tests.interop.scene import Scene, own_host


class Opens(Enum):
    """Who opens the connection; the other listens."""

    WE = "we dial"
    IT = "it dials"


class Meeting:
    """``ours`` is made by ``settle``; ``person`` is there from the beginning."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.person = Person()
        self.ours: OurPeer
        self._lines: list[Line] = []
        self._port = Port(own_host())

    @contextmanager
    def ended(self) -> Iterator[Self]:
        """All connections end with it."""
        try:
            yield self
        finally:
            self._port.close()
            for line in self._lines:
                line.close()

    def settle(self, *, document: bool = False) -> OurPeer:
        """Our profile, with its identity. ``document``: the setting of that name is on."""
        self.ours = self.scene.ours("ours", Ways(document=document))
        self.ours.founds("us")
        return self.ours

    # ---- connections

    def line(self, opens: Opens = Opens.WE) -> Line:
        """A connection before its first byte."""
        if opens is Opens.IT:
            line = dial(self.ours.address.host, self.ours.address.port)
        else:
            self.ours.dial(self.address)
            line = self._port.accept()
        self._lines.append(line)
        return line

    def line_again(self) -> Line:
        """We were left, and dial once more."""
        self._lines.append(self._port.accept())
        return self._lines[-1]

    @property
    def address(self) -> Address:
        """Where the person listens."""
        return Address(self._port.host, self._port.number)

    def conversation(self, opens: Opens = Opens.WE, limits: Limits = USUAL) -> Conversation:
        """A connection that both have greeted on; the person has asked for all its channels."""
        conversation = Conversation(self.person, self.line(opens), limits)
        conversation.begin()
        conversation.live_until(lambda: self.person.peer_id in self.ours.ready_peers())
        return conversation

    def part(self, conversation: Conversation) -> None:
        """The connection ends, and we do not dial again."""
        self.ours.stop_dialling(self.address)
        conversation.close()
        self.scene.news.wait_until(lambda: not self.ours.ready_peers(), "our end")

    # ---- what both hold

    def we_join(self, conversation: Conversation, channel: Channel) -> SpaceId:
        """By an invite over the connection."""
        before = len(self.ours.invites())
        request = bytes.fromhex(self.ours.requests())
        conversation.send_invite(channel, request, "Us")
        conversation.live_until(lambda: len(self.ours.invites()) > before, "our joining")
        return SpaceId(channel.id)

    def it_joins(self, conversation: Conversation, space: SpaceId) -> Channel:
        """By an invite of ours over the connection."""
        request = self.person.requests_invite().hex()
        assert self.ours.issues(space, request, "It").delivered
        return conversation.live_until(lambda: self.person.channels.get(space), "its joining")

    def it_has_joined_before(self, ours: OurPeer) -> Channel:
        """In a connection that is over; what it showed of itself there is forgotten."""
        with self.conversation(Opens.IT) as conversation:
            channel = self.it_joins(conversation, ours.space("us").id)
            self.live_until_equal(conversation, channel, 1)
        self.scene.news.wait_until(lambda: not ours.ready_peers(), "our end")
        return channel

    def live_until_equal(self, conversation: Conversation, channel: Channel, count: int) -> None:
        """Both hold that many messages, and the same ones in the same order."""
        space = SpaceId(channel.id)
        conversation.live_until(
            lambda: self.ours.count(space) >= count and len(channel.messages) >= count,
            f"{count} messages on both sides",
        )
        held = self.ours.messages(space)
        assert [seen.hash for seen in held] == [one.hex() for one in channel.ordered()]
        assert [seen.body for seen in held] == [
            channel.messages[one].json for one in channel.ordered()
        ]
        assert len(held) == count
