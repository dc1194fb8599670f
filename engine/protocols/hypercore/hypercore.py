"""Hypercore as the runtime sees it: connections for peers, and commands of our own user. Pure."""

from __future__ import annotations

from engine.crypto.entropy import Entropy
from engine.model.commands import Command
from engine.model.ids import ConnectionId, PeerId, ProtocolName, SpaceId
from engine.protocols.contract import Connection, Effect, Role
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.conversation import Conversation, Shares, Surroundings
from engine.protocols.hypercore.exchange.downloads import Downloads
from engine.protocols.hypercore.exchange.nonces import Nonces
from engine.protocols.hypercore.exchange.wire import Wire
from engine.protocols.hypercore.limits import KEY_BYTES
from engine.protocols.hypercore.reception import Reception
from engine.protocols.hypercore.records import Feed, Naming, Records
from engine.protocols.hypercore.tree.suites import SuiteName


def strangers(_space: SpaceId) -> bool:
    """Who has shown nothing."""
    return False


class Hypercore:
    """Implements ``WireProtocol``."""

    __slots__ = (
        "_document",
        "_downloads",
        "_entropy",
        "_next_first",
        "_nonces",
        "_own_id",
        "_records",
    )

    def __init__(self, *, records: Records, entropy: Entropy, document: bool = False) -> None:
        """``document``: the documents to the letter (D8; protocols/hypercore.md 14)."""
        self._records = records
        self._entropy = entropy
        self._document = document
        self._downloads = Downloads(records)
        # On a bare connection nobody is recognised from one run of ours to the next.
        self._own_id = entropy(KEY_BYTES)
        self._nonces = Nonces()
        self._next_first = 0

    @property
    def name(self) -> ProtocolName:
        """See ``WireProtocol``."""
        return ProtocolName.HYPERCORE

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset()

    def perform(self, command: Command[object], now: float) -> list[Effect]:  # noqa: ARG002
        """See ``Performer``."""
        raise TypeError(command)

    def connect(
        self,
        connection: ConnectionId,  # noqa: ARG002 - conversations know nothing of each other
        role: Role,
        shares: Shares = strangers,
        own_id: PeerId | None = None,
    ) -> Connection:
        """See ``WireProtocol``. ``shares``: what the peer has shown to know.

        Who dials has to begin with a feed that both have: the first one that the peer shares, else
        each of ours in turn, one a connection.
        """
        first = self._first_feed(shares) if role is Role.DIALLER else None
        if role is Role.DIALLER and first is not None:
            naming = Naming.PUBLISHED if first.suite is SuiteName.BLAKE2B else Naming.OLDER
            return self._talk(naming, first, shares, own_id)
        return Reception(self._naming, lambda naming: self._talk(naming, None, shares, own_id))

    def wake(self, now: float) -> list[Effect]:  # noqa: ARG002
        """See ``WireProtocol``."""
        return []

    def _talk(
        self, naming: Naming, first: Feed | None, shares: Shares, own_id: PeerId | None
    ) -> Conversation:
        called = own_id or self._own_id
        around = Surroundings(self._records, self._downloads, self._entropy, called, self._nonces)
        return Conversation(around, self._wire(naming), first, shares)

    def _wire(self, naming: Naming) -> Wire:
        new = Draft1Wire if naming is Naming.OLDER else Dep0010Wire
        entropy = self._nonces.drawing(self._entropy)
        return new(entropy, self._key_of, document=self._document)

    def _first_feed(self, shares: Shares) -> Feed | None:
        feeds = self._records.feeds()
        shared = [feed for feed in feeds if shares(feed.space)]
        if shared:
            return shared[0]
        first = feeds[self._next_first % len(feeds)] if feeds else None
        self._next_first += 1
        return first

    def _naming(self, discovery_key: bytes) -> Naming | None:
        named = self._records.named(discovery_key)
        return None if named is None else named[1]

    def _key_of(self, discovery_key: bytes) -> bytes | None:
        named = self._records.named(discovery_key)
        return None if named is None else named[0].key
