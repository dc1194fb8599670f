"""cable, of every version: requests, answers to what was asked, posts that fit and do not.

On the twin in memory and on the real database, with numbers at which stores go wrong.
"""

from __future__ import annotations

from random import Random

from engine.model.communities import WireVersion
from engine.model.ids import PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.wire.messages import write_message
from engine.protocols.cable.wire.version import VERSIONS
from engine.protocols.contract import Close
from tests.conversations.cable import boundaries
from tests.conversations.cable.stage import HALL, NOON, Peer, Script
from tests.conversations.cable.stored import StoredCable
from tests.memory_cable import MemoryCable


class Cable:
    """Implements ``Talk``."""

    def __init__(self, chance: Random) -> None:
        wire = chance.choice(list(WireVersion))
        self._version = VERSIONS[wire]
        records = chance.choice((MemoryCable, StoredCable))()
        self._ann, self._ben = Peer("ann", wire, records=records), Peer("ben", wire)
        self._ann.says("one", "two")
        self._made = [
            self._ben.makes(posts.Text(HALL, f"number {number}"), NOON + number)
            for number in range(5)
        ]
        self._made += [
            self._ben.makes(posts.Topic(HALL, "all")),
            self._ben.makes(posts.Delete((self._made[0].hash,))),
            self._ben.makes(posts.Info((("name", "ben"),))),
        ]
        self._made += chance.sample(boundaries.made_by(self._ben, self._version), 5)
        self._now = NOON
        self.begins_again()

    def begins_again(self) -> None:
        self._script = Script(self._ann, self._now)
        self._numbers = [RequestNumber(bytes(self._version.request_id_bytes))]
        self._hears(self._script.asked)

    def says(self, chance: Random) -> bytes:
        return write_message(self._version, self._packet(chance))

    def sends(self, message: bytes) -> None:
        self._hears(self._script.hears_bytes(message))

    def waits(self, seconds: float) -> None:
        self._hears(self._script.waits(seconds))
        self._now = self._script.now

    @property
    def close(self) -> Close | None:
        return self._script.close

    @property
    def buffered(self) -> int:
        return self._script.machine.buffered

    def _hears(self, said: list[packets.Packet]) -> None:
        asked = [one for one in said if isinstance(one, packets.Request)]
        self._numbers = [*self._numbers, *(one.id for one in asked)][-50:]

    def _packet(self, chance: Random) -> packets.Packet:
        known = [one.hash for one in self._made] + list(self._ann.held)
        hashes = tuple(
            chance.choices([*known, PostId(chance.randbytes(32))], k=chance.randrange(5))
        )
        answered = chance.choice(self._numbers)
        size = self._version.request_id_bytes
        own = RequestNumber(chance.randbytes(size) if chance.random() < 0.7 else bytes(size))
        ttl, limit = chance.randrange(20), chance.choice((0, 1, 9, 1 << 20))
        number, other = chance.choices(boundaries.BOUNDARIES, k=2)
        data = tuple(one.encoded for one in chance.choices(self._made, k=chance.randrange(4)))
        said: list[packets.Packet] = [
            packets.HashResponse(answered, hashes),
            packets.DataResponse(answered, data),
            packets.RequestByHash(own, ttl, hashes),
            packets.Cancel(own, ttl, answered),
            packets.TimeRange(own, ttl, HALL, chance.choice((0, other)), number, limit),
            packets.ChannelState(own, ttl, HALL, limit, number),
            packets.ChannelList(own, ttl, chance.choice((0, number)), limit),
        ]
        if not self._version.lists_in_data:
            said.append(packets.ChannelListResponse(answered, (HALL, "garden")))
        if self._version.knows_moderation:
            said.append(packets.ModerationState(own, ttl, (HALL,), number, other))
        return chance.choice(said)
