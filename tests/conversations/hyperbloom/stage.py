"""Two or more peers of one feed's set, joined by streams that may be cut anywhere; time by hand."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import KeyPair, verify_each
from engine.crypto.entropy import SeededEntropy
from engine.model.ids import PeerId, PostId, PublicKey, SpaceId
from engine.protocols.contract import Close, Effect, Ready, Record, Role, Send, Store, WakeAt
from engine.protocols.hyperbloom.comments.value import (
    Comment,
    Kind,
    comment_id,
    read_comment,
    write_comment,
)
from engine.protocols.hyperbloom.exchange.conversation import Conversation
from engine.protocols.hyperbloom.exchange.policy import Comments, Policy
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.keys import discovery_key
from engine.protocols.hyperbloom.packets import Bounds
from engine.protocols.hyperbloom.recon.ids import ID_BYTES, value_hash
from engine.protocols.hyperbloom.records import (
    LatestChange,
    Ledger,
    LedgerStored,
    Summary,
    Taken,
    ValuesStored,
)
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import issue_link

NOON = 1_790_000_000.0
CENTURY = 36_525 * 86_400.0
KEYS = [ed25519.from_seed(bytes([number]) * 32) for number in range(16)]
FEED = PublicKey(KEYS[0].public_key)
SPACE = SpaceId(FEED)


def chain_of(*people: int, until: float = NOON + CENTURY) -> Chain:
    """From the feed's author through these of ``KEYS``."""
    chain, issuer = Chain(FEED), KEYS[0]
    for number in people:
        trustee = KEYS[number]
        nonce = hash32(bytes([number]))
        link = issue_link(issuer.secret_key, PublicKey(trustee.public_key), until, nonce)
        chain, issuer = chain.with_link(link), trustee
    return chain


def comment_by(chain: Chain, keys: KeyPair, text: str, at: float = NOON - 1) -> bytes:
    return write_comment(Comment(Kind.COMMENT, chain, at, text, 0), keys.secret_key)


class MemoryValues:
    """Implements ``Records`` for one ledger."""

    def __init__(self, ledger: Ledger, values: Sequence[bytes] = ()) -> None:
        self.own = ledger
        self.held: list[bytes] = sorted(values)
        self.total = sum(self._number(value) for value in values) % (1 << 256)

    def _number(self, value: bytes) -> int:
        return int.from_bytes(value_hash(self.own.feed, value), "big")

    def apply(self, record: Record) -> None:
        match record:
            case ValuesStored():
                for value in record.values:
                    assert not self.has(value), "stored twice"
                    insort(self.held, value)
                    self.total = (self.total + self._number(value)) % (1 << 256)
            case LedgerStored(ledger=ledger):
                self.own = ledger
            case _:
                pass

    def has(self, value: bytes) -> bool:
        place = bisect_left(self.held, value)
        return place < len(self.held) and self.held[place] == value

    def ledger(self, space: SpaceId) -> Ledger | None:
        return self.own if space == self.own.space else None

    def ledgers(self) -> Sequence[Ledger]:
        return [self.own]

    def named(self, name: bytes) -> Ledger | None:
        return self.own if name == discovery_key(self.own.feed) else None

    def values(self, space: SpaceId, bounds: Bounds, limit: int) -> Sequence[bytes]:
        start = bisect_left(self.held, bounds.start)
        end = len(self.held) if bounds.end is None else bisect_left(self.held, bounds.end)
        return self.held[start : min(end, start + limit)]

    def unknown(self, space: SpaceId, values: Sequence[bytes]) -> Sequence[bytes]:
        return [value for value in dict.fromkeys(values) if not self.has(value)]

    def comment(self, space: SpaceId, comment: PostId) -> bytes | None:
        return next((value for value in self.held if comment_id(value) == comment), None)

    def latest_change(self, space: SpaceId, comment: PostId) -> LatestChange | None:
        said = (read_comment(value, self.own.feed)[0] for value in self.held)
        found = [one for one in said if one.reference == comment and one.kind > Kind.COMMENT]
        if not found:
            return None
        return LatestChange(
            max(one.at for one in found), any(one.kind is Kind.RETRACTION for one in found)
        )

    def has_comment_of(self, space: SpaceId, author: PublicKey) -> bool:
        for value in self.held:
            said, _ = read_comment(value, self.own.feed)
            change = self.latest_change(space, comment_id(value))
            is_retracted = change is not None and change.retracted
            if said.author == author and said.kind is Kind.COMMENT and not is_retracted:
                return True
        return False

    def written_by(self, space: SpaceId, author: PublicKey) -> int:
        return sum(read_comment(value, self.own.feed)[0].author == author for value in self.held)

    def summary(self, space: SpaceId) -> Summary:
        return Summary(len(self.held), self.total)

    def ids(self, space: SpaceId) -> bytes:
        return b"".join(value_hash(self.own.feed, value)[:ID_BYTES] for value in self.held)

    def of_ids(self, space: SpaceId, ids: Sequence[bytes]) -> Sequence[bytes]:
        wanted = frozenset(ids)
        return [v for v in self.held if value_hash(self.own.feed, v)[:ID_BYTES] in wanted]


@dataclass
class Peer:
    """Somebody with a set. ``chain`` None: nobody lets them write."""

    name: str
    chain: Chain | None
    keys: KeyPair
    values: Sequence[bytes] = ()
    document: bool = False
    reads: bool = False
    issues: bool = False
    policy: Policy = field(default_factory=lambda: Comments(verify_each))
    ends: list[End] = field(default_factory=list)

    def __post_init__(self) -> None:
        ledger = Ledger(SPACE, FEED, self.keys.secret_key, self.chain, self.issues)
        self.records = MemoryValues(ledger, self.values)
        entropy = SeededEntropy(self.name.encode())
        own_id = PeerId(hash32(self.name.encode()))
        self.around = Surroundings(
            self.records, self.policy, entropy, own_id, self.document, self.reads
        )

    def lacks_room(self) -> None:
        """Its disk takes nothing more."""
        self.around = replace(self.around, has_room=lambda: False)

    def talks(self, role: Role) -> Conversation:
        return Conversation(self.around, self.records.own, role)

    @property
    def held(self) -> set[bytes]:
        return set(self.records.held)


@dataclass(eq=False)
class End:
    """One end of a stream, with the machine that speaks there."""

    peer: Peer
    machine: Conversation
    sent: bytes = b""
    wake_at: float | None = None
    remote: PeerId | None = None
    close: Close | None = None
    bytes_sent: int = 0
    bytes_greeting: int = 0
    waiting: deque[bytes] = field(default_factory=deque)


@dataclass
class Stage:
    """``cut``: bytes of a read; 0 for as they were written."""

    cut: int = 0
    now: float = NOON
    pairs: list[tuple[End, End]] = field(default_factory=list)

    def connect(self, one: Peer, other: Peer) -> tuple[End, End]:
        pair = End(one, one.talks(Role.DIALLER)), End(other, other.talks(Role.LISTENER))
        self.pairs.append(pair)
        for end in pair:
            end.peer.ends.append(end)
        for end in pair:
            self.do(end, end.machine.start(self.now))
        return pair

    def do(self, end: End, effects: Sequence[Effect]) -> None:
        stored: list[Record] = []
        for effect in effects:
            match effect:
                case Send(data):
                    self._other(end).waiting.append(data)
                    end.bytes_sent += len(data)
                case Store(record):
                    end.peer.records.apply(record)
                    stored.append(record)
                case WakeAt(deadline):
                    end.wake_at = deadline
                case Ready(peer):
                    end.remote = peer
                    end.bytes_greeting = end.bytes_sent
                case Close():
                    end.close = effect
                    self._other(end).waiting.append(b"")
                case _:
                    raise AssertionError(effect)
        if stored:
            for one in end.peer.ends:
                if one.close is None:
                    self.do(one, one.machine.notice(stored, self.now))

    def stores(self, peer: Peer, *values: bytes) -> None:
        """By a command of its own user."""
        record = ValuesStored(SPACE, tuple(map(Taken, values)), self.now)
        peer.records.apply(record)
        for end in peer.ends:
            self.do(end, end.machine.notice([record], self.now))

    def run(self, seconds: float = 30.0) -> None:
        """Until nothing is on its way, and so much time has passed."""
        until = self.now + seconds
        while True:
            if self._deliver():
                continue
            end = min(
                (end for end in self._open() if end.wake_at is not None),
                key=lambda one: one.wake_at or 0.0,
                default=None,
            )
            if end is None or end.wake_at is None or end.wake_at > until:
                break
            self.now = max(self.now, end.wake_at)
            end.wake_at = None
            self.do(end, end.machine.wake(self.now))
        self.now = until

    @property
    def is_moving(self) -> bool:
        """Whether something that was sent has not arrived."""
        return any(end.waiting for end in self._open())

    def step(self) -> None:
        """One thing that was sent arrives; there must be one."""
        self._hand_over(next(end for end in self._open() if end.waiting))

    def _deliver(self) -> bool:
        did = False
        for end in self._open():
            while end.waiting and end.close is None:
                self._hand_over(end)
                did = True
        return did

    def _hand_over(self, end: End) -> None:
        data = end.waiting.popleft()
        pieces = (
            [data[at : at + self.cut] for at in range(0, len(data), self.cut)]
            if (self.cut and data)
            else [data]
        )
        for piece in pieces:
            for effects in end.machine.receive(piece, self.now):
                self.do(end, effects)

    def _open(self) -> list[End]:
        return [end for pair in self.pairs for end in pair if end.close is None]

    def _other(self, end: End) -> End:
        return next(
            other for pair in self.pairs for other in pair if end in pair and other is not end
        )
