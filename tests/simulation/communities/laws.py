"""What communities promise. Each looks at stores from outside; a liar's word counts for nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey
from typing_extensions import override

from engine.model.events import Event
from engine.model.ids import CommunityId, PostId, PublicKey
from engine.protocols.cable.exchange.answering.answering import Answering
from engine.protocols.cable.exchange.answering.sources import ModerationSource, Source, ToldTo
from engine.protocols.cable.keys import channel_space
from engine.protocols.cable.limits import (
    ASKED_BYTES_MAX,
    BATCH_HASHES,
    BATCHES_IN_FLIGHT,
    LIVE_REQUESTS_MAX,
    MESSAGE_BYTES_MAX,
    NAMED_BYTES_MAX,
    PASSED_HASHES_MAX,
    PASSED_MAX,
    TOLD_MAX,
)
from engine.protocols.cable.moderation.judging import Standing
from engine.protocols.cable.posts import Post
from engine.protocols.contract import Connection
from engine.runtime.turns.conversations import INPUT_BYTES_MAX
from tests.simulation.bounds import Measure
from tests.simulation.broken import LawBroken
from tests.simulation.communities.people import CHANNELS, Circle, Person
from tests.simulation.communities.program import (
    conversation_of,
    kept_by,
    posts_in,
    texts_of,
)
from tests.simulation.computer import Computer
from tests.simulation.network import PIECE_BYTES_MAX

LOOKS_BETWEEN = 8
_RELAYED_HASHES_MAX = PASSED_MAX * BATCH_HASHES


def texts_in(computer: Computer, community: CommunityId, channel: str) -> frozenset[PostId]:
    """What was said there and is held."""
    return frozenset(post.hash for post in texts_of(computer, community, channel))


@dataclass(slots=True)
class SayingsStay:
    """What was acknowledged as said is there, until its author deletes it."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            if person.computer is computer:
                self._demand(person)

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            self._demand(person)

    def _demand(self, person: Person) -> None:
        for town in self.circle.towns:
            for channel in CHANNELS:
                said = person.said.get(channel_space(town.key, channel))
                held = texts_in(person.computer, town.id, channel) if said else frozenset()
                for one in said or ():
                    if one not in held:
                        detail = f"{person.name} in {channel}: {one.hex()[:8]}"
                        raise LawBroken("acknowledged sayings stay", detail)


@dataclass(slots=True)
class PostsAreSigned:
    """Nothing is stored that its author did not sign, nor under another hash."""

    circle: Circle
    _good: set[bytes] = field(default_factory=set)  # for membership only
    _looks: int = 0

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""
        self._demand(computer)

    def look(self) -> None:
        """See ``Law``. One after the other, now and then."""
        self._looks += 1
        people = self.circle.people
        if self._looks % LOOKS_BETWEEN == 0:
            self._demand(people[self._looks // LOOKS_BETWEEN % len(people)].computer)

    def at_rest(self) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            self._demand(person.computer)

    def _demand(self, computer: Computer) -> None:
        if computer.store is None or not computer.is_calm:
            return
        for community in kept_by(computer).communities():
            for channel in CHANNELS:
                for post in posts_in(computer, community.id, channel):
                    self._judge(computer, post)

    def _judge(self, computer: Computer, post: Post) -> None:
        if post.encoded in self._good:
            return
        if hashlib.blake2b(post.encoded, digest_size=32).digest() != post.hash:
            raise LawBroken("posts have the hash of their bytes", computer.name)
        try:
            VerifyKey(post.encoded[:32]).verify(post.encoded[96:], post.encoded[32:96])
        except BadSignatureError:
            raise LawBroken("nothing is stored that was not signed", computer.name) from None
        self._good.add(post.encoded)
        self.circle.world.count("posts judged")


@dataclass(slots=True)
class NeighboursAgree:
    """At rest, two that are connected hold the same texts of each channel that both are in.

    But for what one of them has dropped, and for what those wrote who block, or are blocked.
    """

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for here, there, community, channel in self._common():
            ours, theirs = (
                self._demanded(one, (here, there), community, channel) for one in (here, there)
            )
            if ours != theirs:
                detail = (
                    f"{here.name} and {there.name} in {channel}:"
                    f" {len(ours - theirs)} and {len(theirs - ours)} of {len(ours | theirs)}"
                )
                raise LawBroken("neighbours agree at rest", detail)
            self.circle.world.count("texts that agree", len(ours))

    def _demanded(
        self,
        computer: Computer,
        pair: tuple[Computer, Computer],
        community: CommunityId,
        channel: str,
    ) -> frozenset[PostId]:
        return frozenset(
            post.hash
            for post in texts_of(computer, community, channel)
            if not any((one, community, post.hash) in self.circle.dropped for one in pair)
            and not any(self._are_apart(community, _own(one, community), post) for one in pair)
        )

    def _are_apart(self, community: CommunityId, reader: PublicKey, post: Post) -> bool:
        may_block = self.circle.may_block
        return may_block(community, reader, post.author) or may_block(
            community, post.author, reader
        )

    def _common(self) -> Iterator[tuple[Computer, Computer, CommunityId, str]]:
        for here, there in self.circle.links:
            for town in self.circle.towns:
                one, other = (self._joined(each, town.id) for each in (here, there))
                common = [channel for channel in one if channel in other]
                if common and self._are_connected(town.id, here, there):
                    for channel in common:
                        yield here, there, town.id, channel

    def _are_connected(self, community: CommunityId, here: Computer, there: Computer) -> bool:
        one, other = _own(here, community), _own(there, community)
        may_block = self.circle.may_block
        return not may_block(community, one, other) and not may_block(community, other, one)

    def _joined(self, computer: Computer, community: CommunityId) -> list[str]:
        kept = kept_by(computer).community(community)
        return [] if kept is None or kept.left else list(kept_by(computer).joined(community))


def _own(computer: Computer, community: CommunityId) -> PublicKey:
    """Its key there; it takes part."""
    kept = kept_by(computer).community(community)
    assert kept is not None
    return PublicKey(kept.own.public_key)


@dataclass(slots=True)
class WordsHold:
    """Who was blocked stays blocked, and what was dropped stays away."""

    circle: Circle

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            if person.computer is computer:
                self._demand(person)

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            self._demand(person)

    def _demand(self, person: Person) -> None:
        for town in self.circle.towns:
            own = person.key_in(town.id)
            if own is not None:
                self._demand_blocks(person, town.id, own)
                self._demand_drops(person, town.id)

    def _demand_blocks(self, person: Person, community: CommunityId, own: PublicKey) -> None:
        for (where, by, whom), said in self.circle.blocks.items():
            if (where, by) != (community, own) or not said.is_sure:
                continue
            is_blocked = kept_by(person.computer).standing(community, whom) is Standing.BLOCKED
            if is_blocked is not said.blocked:
                raise LawBroken("blocks hold until they are taken back", person.name)
            if said.drops and kept_by(person.computer).has_posts_of(community, whom):
                raise LawBroken("what was dropped stays away", f"{person.name}: of {whom.hex()}")
            self.circle.world.count("blocks that hold", is_blocked)

    def _demand_drops(self, person: Person, community: CommunityId) -> None:
        held = [
            text for channel in CHANNELS for text in texts_in(person.computer, community, channel)
        ]
        for post in held:
            if self.circle.dropped.get((person.computer, community, post)):
                raise LawBroken("what was dropped stays away", f"{person.name}: {post.hex()[:8]}")


class _Lacking(Protocol):
    """A request of one peer that others are asked."""

    lacks: dict[PostId, None]


class HeldByConversations(Measure):
    """What a conversation about a community holds, against its limits."""

    @override
    def __call__(self, machine: Connection, whose: str) -> None:
        talk = conversation_of(machine)
        if talk is None:
            return
        asking, answering = talk._fetching, talk._answering
        sizes = {
            "buffered": (talk.buffered, MESSAGE_BYTES_MAX + INPUT_BYTES_MAX + PIECE_BYTES_MAX),
            "named": (asking._named.bytes, NAMED_BYTES_MAX),
            "batches": (len(asking._batches), BATCHES_IN_FLIGHT),
            "given": (len(answering._given), LIVE_REQUESTS_MAX),
            "asked": (_asked_bytes(answering), ASKED_BYTES_MAX),
            "told": (len(answering._told), TOLD_MAX),
            "passed": (len(answering._passing._passed), PASSED_MAX),
            "passed hashes": (_lacked(answering._passing._passed.values()), PASSED_HASHES_MAX),
            "relays": (len(talk._relaying._relays), PASSED_MAX),
            "relayed hashes": (_lacked(talk._relaying._relays.values()), _RELAYED_HASHES_MAX),
        }
        for what, (size, size_max) in sizes.items():
            if size > size_max:
                raise LawBroken("buffers are bounded", f"{whose}: {what}: {size}")


def _asked_bytes(answering: Answering) -> int:
    return sum(_name_bytes(given.source) for given in answering._given.values())


def _name_bytes(source: Source) -> int:
    if isinstance(source, ToldTo):
        source = source.source
    if isinstance(source, ModerationSource):
        return sum(len(name.encode()) for name in source.channels)
    return len((source.channel or "").encode())


def _lacked(requests: Iterable[_Lacking]) -> int:
    return sum(len(one.lacks) for one in requests)
