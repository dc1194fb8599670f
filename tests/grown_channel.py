"""A channel that grows in memory: keys from seeds, links, and messages made to order.

``post`` composes as the program does. ``message`` makes whatever a test wants to see refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.crypto.ed25519 import KeyPair, from_seed, sign, verify_each
from engine.model.ids import PostId, PublicKey
from engine.protocols.peerlinks.graph.acceptance import Acceptance, Accepted, Verdict
from engine.protocols.peerlinks.graph.posting import Composed, compose_message, compose_root
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.messages import encode_message, message_hash, message_tbs
from engine.protocols.peerlinks.packets import Chain, ChannelMessage, Json, Link, Root
from engine.protocols.peerlinks.records import Channel, MessageStored
from engine.protocols.peerlinks.trust.chain import VerifiedLinks, leaf_key
from engine.protocols.peerlinks.trust.link import issue_link
from tests.memory_records import MemoryRecords

NOW = 1_700_000_000.0
DAY = 86_400.0


def pair(name: str) -> KeyPair:
    """The key pair of that name, always the same."""
    return from_seed(name.encode().ljust(32, b"."))


OWNER, MEMBER, FRIEND, GUEST, STRANGER = map(
    pair, ["owner", "member", "friend", "guest", "stranger"]
)
KEY = PublicKey(OWNER.public_key)
CHANNEL = Channel(channel_id(KEY), KEY, "general", public=False, left=False)


def link(
    issuer: KeyPair,
    trustee: KeyPair,
    valid_from: float = NOW - 10 * DAY,
    valid_to: float = NOW + 89 * DAY,
    name: str = "a name",
) -> Link:
    """A link of CHANNEL."""
    key = PublicKey(trustee.public_key)
    return issue_link(issuer.secret_key, CHANNEL.id, key, name, valid_from, valid_to)


MEMBER_CHAIN: Chain = (link(OWNER, MEMBER),)
FRIEND_CHAIN: Chain = (*MEMBER_CHAIN, link(MEMBER, FRIEND))
GUEST_CHAIN: Chain = (*FRIEND_CHAIN, link(FRIEND, GUEST))


def composed(message: ChannelMessage, author: KeyPair) -> Composed:
    """The message signed by that key, whatever it says."""
    signed = replace(message, signature=sign(message_tbs(message), author.secret_key))
    wire = encode_message(signed)
    return signed, wire, message_hash(wire)


def message(
    parents: Sequence[Composed],
    author: KeyPair = OWNER,
    chain: Chain = (),
    *,
    at: float | None = None,
    height: int | None = None,
    body: str = '{"text":"hello"}',
) -> Composed:
    """A message on top of ``parents``, correct but for what is given otherwise."""
    values = [parent for parent, _, _ in parents]
    latest = max((value.timestamp for value in values), default=NOW)
    above = max((value.height for value in values), default=-1) + 1
    unsigned = ChannelMessage(
        tuple(PostId(hashed) for _, _, hashed in parents),
        above if height is None else height,
        chain,
        latest if at is None else at,
        Json(body),
        b"",
    )
    return composed(unsigned, author)


def root(author: KeyPair = OWNER, chain: Chain = (), at: float = NOW) -> Composed:
    """A root of CHANNEL."""
    return composed(ChannelMessage((), 0, chain, at, Root(), b""), author)


class GrownChannel:
    """CHANNEL as one replica holds it, empty at first."""

    def __init__(self) -> None:
        self.records = MemoryRecords()
        self.verified = VerifiedLinks()
        self.acceptance = Acceptance(self.records, verify_each, self.verified)

    def begin(self, at: float = NOW) -> Composed:
        """Stores the root, as its owner."""
        return self.keep(compose_root(OWNER, at))

    def post(
        self,
        text: str = '{"text":"hello"}',
        author: KeyPair = OWNER,
        chain: Chain = (),
        now: float = NOW,
    ) -> Composed:
        """Composes on what is stored, and stores it."""
        return self.keep(compose_message(self.records, CHANNEL.id, chain, author, text, now), now)

    def keep(self, one: Composed, now: float = NOW) -> Composed:
        """Stores it without asking."""
        value, wire, hashed = one
        author = leaf_key(value.chain, KEY)
        self.records.apply(MessageStored(CHANNEL.id, hashed, value, wire, now, author, ours=False))
        return one

    def judge(self, *messages: Composed, now: float = NOW) -> list[Verdict]:
        """As received in one BulkResponse; nothing is stored."""
        return self.acceptance.judge(CHANNEL, [wire for _, wire, _ in messages], now)

    def receive(self, *messages: Composed, now: float = NOW) -> list[Verdict]:
        """As received in one BulkResponse; what is accepted is stored."""
        verdicts = self.judge(*messages, now=now)
        for verdict in verdicts:
            if isinstance(verdict, Accepted):
                self.records.apply(verdict.stored(CHANNEL.id, now, ours=False))
        return verdicts
