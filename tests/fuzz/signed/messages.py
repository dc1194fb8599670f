"""Messages of a private channel: the document's checklist, against every edge of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.crypto.ed25519 import verify_each
from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.peerlinks.graph.acceptance import Acceptance, Accepted, HeldBack
from engine.protocols.peerlinks.records import Channel
from engine.protocols.peerlinks.trust.chain import VerifiedLinks
from tests.fuzz.signed.trial import Verdicts
from tests.interop.document_peer import channel as document
from tests.interop.document_peer.keys import SigningPair
from tests.interop.document_peer.posts import ChannelMessage
from tests.interop.document_peer.trust import Chain, Link, ViolationError, issue
from tests.interop.document_peer.wire import MalformedError
from tests.memory_records import MemoryRecords

NOW = 1_700_000_000.0
DAY = 86_400.0
_LEEWAY, _HELD = 120.0, 600.0
_HISTORY = 24
_EDGES = (0.0, -1.0, 1.0, _LEEWAY, _LEEWAY + 0.5, _HELD, _HELD + 0.5, -31 * DAY, -100 * DAY)


class Messages:
    """A channel with some history; each case is one more message, which is not kept."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._owner = SigningPair()
        self._channel = document.Channel(self._owner.public, "hall")
        records = MemoryRecords()
        self._acceptance = Acceptance(records, verify_each, VerifiedLinks())
        public_key = PublicKey(self._owner.public)
        self._ours = Channel(
            SpaceId(self._channel.id), public_key, "hall", public=False, left=False
        )
        self._chains = self._issue_chains()
        for at in range(_HISTORY):
            message = self._lawful(NOW - DAY * (_HISTORY - at) * 1.5)
            self._channel.accept(message, NOW)
            (verdict,) = self._acceptance.judge(self._ours, [message.encode()], NOW)
            assert isinstance(verdict, Accepted)
            records.apply(verdict.stored(self._ours.id, NOW, ours=False))

    def once(self) -> Verdicts:
        message, about = self._made_up()
        return Verdicts(self._is_ours(message), self._is_theirs(message), about)

    # ---- the two judges

    def _is_ours(self, message: ChannelMessage) -> bool:
        try:
            (verdict,) = self._acceptance.judge(self._ours, [message.encode()], NOW)
        except PeerViolation:
            return False
        if isinstance(verdict, HeldBack):  # a ruling: kept waiting, which accepts nothing
            assert _LEEWAY < message.timestamp - NOW <= _HELD
            return False
        return isinstance(verdict, Accepted)

    def _is_theirs(self, message: ChannelMessage) -> bool:
        if not message.parents:
            return False  # a ruling: one root a channel, and it has one
        try:
            is_new = self._channel.accept(ChannelMessage.decode(message.encode()), NOW)
        except (ViolationError, MalformedError):
            return False
        if is_new:
            del self._channel.messages[message.hash]
        return is_new

    # ---- cases

    def _issue_chains(self) -> list[tuple[SigningPair, Chain]]:
        """Of each length, lawful; then what somebody may try instead."""
        chains: list[tuple[SigningPair, Chain]] = [(self._owner, ())]
        for length in range(1, 5):
            by, above = chains[length - 1]
            chains.append(self._longer(by, above, f"member {length}"))
        names = ("", "n" * 128, "n" * 129)
        chains += [self._longer(self._owner, (), name) for name in names]
        pair, (link,) = chains[1]
        elsewhere = issue(self._owner, bytes(32), replace(link, signature=b""))
        unsigned, longer = (
            replace(link, signature=bytes(64)),
            replace(link, valid_to=NOW + 99 * DAY),
        )
        wrong: list[Chain] = [(link, link), (unsigned,), (longer,), (elsewhere,)]
        return chains + [(pair, chain) for chain in wrong]

    def _longer(self, by: SigningPair, above: Chain, name: str) -> tuple[SigningPair, Chain]:
        pair = SigningPair()
        unsigned = Link(pair.public, name, NOW - 60 * DAY, NOW + 39 * DAY)
        return pair, (*above, issue(by, self._channel.id, unsigned))

    def _lawful(self, at: float) -> ChannelMessage:
        """Merges some leaves, or builds beside them: so that histories branch."""
        pair, chain = (
            self._chance.choice(self._chains[:4]) if self._channel.messages else self._chains[0]
        )
        parents = self._chance.sample(
            sorted(self._channel.messages), k=min(2, len(self._channel.messages))
        )
        times = [self._channel.messages[one].timestamp for one in parents] or [at]
        if max(times) - min(times) > 29 * DAY:
            parents = parents[:1]
        heights = [self._channel.messages[one].height for one in parents]
        json = "{}" if parents else None
        at = max(at, NOW - 59 * DAY, *times)
        message = ChannelMessage(tuple(parents), max(heights, default=-1) + 1, chain, at, json)
        return message.signed_by(pair)

    def _made_up(self) -> tuple[ChannelMessage, str]:
        chance = self._chance
        pair, chain = chance.choice(self._chains[:4] if chance.random() < 0.6 else self._chains)
        message = replace(self._lawful(NOW), chain=chain)
        changes = [change for change in _CHANGES if chance.random() < 0.15]
        for change in changes:
            message = change(self, message)
        message = message.signed_by(
            chance.choice(self._chains)[0] if chance.random() < 0.05 else pair
        )
        if chance.random() < 0.05:
            message = replace(message, signature=_flipped(message.signature, chance))
        return message, f"{[change.__name__ for change in changes]}, {len(chain)} links"

    def _other_height(self, message: ChannelMessage) -> ChannelMessage:
        return replace(message, height=max(0, message.height + self._chance.choice((-1, 1, 7))))

    def _other_time(self, message: ChannelMessage) -> ChannelMessage:
        latest = max(
            (
                self._channel.messages[one].timestamp
                for one in message.parents
                if one in self._channel.messages
            ),
            default=NOW,
        )
        base = self._chance.choice((NOW, latest, NOW - 60 * DAY, NOW + 39 * DAY))
        return replace(message, timestamp=base + self._chance.choice(_EDGES))

    def _other_parents(self, message: ChannelMessage) -> ChannelMessage:
        known = sorted(self._channel.messages)
        kind = self._chance.randrange(4)
        parents: tuple[bytes, ...] = tuple(self._chance.sample(known, k=self._chance.randint(1, 6)))
        if kind == 0:
            parents = (*parents, self._chance.randbytes(32))
        elif kind == 1:
            parents = parents * self._chance.choice((2, 128, 129))
        elif kind == 2:
            parents = ()
        heights = [self._channel.messages[one].height for one in parents if one in known]
        return replace(message, parents=parents, height=max(heights, default=-1) + 1)

    def _other_body(self, message: ChannelMessage) -> ChannelMessage:
        size = self._chance.choice((8_190, 8_191, 100))
        return replace(message, json=self._chance.choice((None, '"' + "x" * size + '"')))


_CHANGES = (
    Messages._other_height,
    Messages._other_time,
    Messages._other_parents,
    Messages._other_body,
)


def _flipped(data: bytes, chance: Random) -> bytes:
    bit = chance.randrange(8 * len(data))
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)
