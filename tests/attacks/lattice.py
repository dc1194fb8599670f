"""A lattice: each message builds on all 128 of the layer below; the paths are without number.

Whoever walks it path by path never comes to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.model.ids import PostId
from engine.protocols.peerlinks.limits import PARENTS_MAX
from engine.protocols.peerlinks.messages import encode_message, message_hash
from engine.protocols.peerlinks.packets import ChannelMessage, Json
from engine.protocols.peerlinks.records import Channel, MessageStored
from tests.attacks.scenes import signed
from tests.conversations.play import Person, Play
from tests.conversations.scenes import hashes, lets_in, owned_by, posts_many
from tests.memory_records import MemoryRecords

_LAYERS_ABOVE = 3
_WRITTEN_AT = 100.0


class Lattice:
    """Ada has one of that many layers. Ben holds a line of his own nearly as high, and none of it:
    he is shown its top first, and has to walk down.

    ``new_records``: where each of them keeps what there is.
    """

    def __init__(
        self, layers: int, new_records: Callable[[], MemoryRecords] = MemoryRecords
    ) -> None:
        self.play = Play()
        self.ada, self.ben = (self._person(name, new_records()) for name in ("ada", "ben"))
        self.channel = owned_by(self.ada)
        lets_in(self.ada, self.channel.id, self.ben)
        self.meet()
        for end in list(self.ben.ends):
            self.play.hang_up(end)
        self.play.run()
        (root,) = hashes(self.ben, self.channel.id)
        begun_at = self.play.now
        self.play.now += _WRITTEN_AT
        posts_many(self.ben, self.channel.id, layers - _LAYERS_ABOVE)
        for one in lattice(self.channel, root, layers, begun_at):
            self.ada.records.apply(one)

    def _person(self, name: str, records: MemoryRecords) -> Person:
        person = self.play.person(name)
        person.records = records
        person.protocol = person._new_protocol()
        return person

    def meet(self) -> None:
        """They connect, and give each other what there is."""
        self.play.connect(self.ben, self.ada)
        self.play.pass_time(10.0)

    @property
    def is_whole(self) -> bool:
        """Whether both have all of it."""
        held = [hashes(person, self.channel.id) for person in (self.ada, self.ben)]
        return held[0] == held[1]

    @property
    def was_walked(self) -> bool:
        """Whether Ben found his way through it, and did not begin again from the bottom."""
        return self.ben.protocol._neighbours.may_sync_fully(self.ada.peer_id, self.play.now)


def lattice(channel: Channel, root: PostId, layers: int, at: float) -> Iterator[MessageStored]:
    """The messages over the root, by the channel's owner, the lowest first, all of one time."""
    parents: tuple[PostId, ...] = (root,)
    for height in range(1, layers + 1):
        layer = [_message(channel, parents, height, number, at) for number in range(PARENTS_MAX)]
        yield from layer
        parents = tuple(one.hash for one in layer)


def _message(
    channel: Channel, parents: tuple[PostId, ...], height: int, number: int, at: float
) -> MessageStored:
    bare = ChannelMessage(parents, height, (), at, Json(str(number)), b"")
    message = signed(bare, channel.secret_key)
    wire = encode_message(message)
    author = channel.public_key
    return MessageStored(channel.id, message_hash(wire), message, wire, at, author, ours=True)
