"""Hypercore as the runtime sees it: connections for peers, and commands of our own user. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.crypto.entropy import Entropy
from engine.model.commands import Command
from engine.model.events import SpaceChanged
from engine.model.feeds import FeedTraffic
from engine.model.ids import ConnectionId, PeerId, ProtocolName, SpaceId
from engine.protocols.contract import Connection, Effect, Emit, Performer, Role, WakeAt
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.conversation import Conversation
from engine.protocols.hypercore.exchange.nonces import Nonces
from engine.protocols.hypercore.exchange.surroundings import (
    USUAL,
    Settings,
    Shares,
    Surroundings,
)
from engine.protocols.hypercore.exchange.trust.extensions import Sign, signs_nothing
from engine.protocols.hypercore.limits import KEY_BYTES
from engine.protocols.hypercore.reception import Reception
from engine.protocols.hypercore.records import Feed, Naming, Records
from engine.protocols.hypercore.tree.suites import SuiteName
from engine.protocols.hypercore.wire import Wire

TOLD_SECONDS = 1.0  # ours: what goes on with feeds is told so often
QUIET = FeedTraffic()
"""Of a feed that nobody is connected for."""


def strangers(_space: SpaceId) -> bool:
    """Who has shown nothing."""
    return False


def _nothing(_now: float) -> list[Effect]:
    return []


def _is_idle(feed: Feed) -> bool:
    return feed.paused or feed.common is not None


class Hypercore:
    """Implements ``WireProtocol``."""

    __slots__ = (
        "_downloads",
        "_entropy",
        "_next_first",
        "_nonces",
        "_own_id",
        "_performers",
        "_records",
        "_settings",
        "_sign",
        "_told",
        "_upkeep",
    )

    def __init__(
        self,
        *,
        records: Records,
        entropy: Entropy,
        settings: Settings = USUAL,
        sign: Sign = signs_nothing,
        performers: Sequence[Performer] = (),
        upkeep: Callable[[float], list[Effect]] = _nothing,
    ) -> None:
        """``sign``: with our own feeds' keys, which the conversations never see.

        ``performers``: of the commands. ``upkeep`` is called at the start and when it asks for it.
        """
        self._records = records
        self._entropy = entropy
        self._settings = settings
        self._sign = sign
        self._downloads = Downloads(records)
        # On a bare connection nobody is recognised from one run of ours to the next.
        self._own_id = entropy(KEY_BYTES)
        self._nonces = Nonces()
        self._next_first = 0
        self._performers = {kind: one for one in performers for kind in one.performs}
        self._upkeep = upkeep
        self._told: Mapping[SpaceId, FeedTraffic] = {}

    @property
    def name(self) -> ProtocolName:
        """See ``WireProtocol``."""
        return ProtocolName.HYPERCORE

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset(self._performers)

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        return self._performers[type(command)].perform(command, now)

    def connect(
        self,
        connection: ConnectionId,  # noqa: ARG002 - conversations know nothing of each other
        role: Role,
        shares: Shares = strangers,
        own_id: PeerId | None = None,
    ) -> Connection:
        """See ``WireProtocol``. ``shares``: what the peer has shown to know. ``own_id``: inside the
        tidings port only, who both sides have proved to be.

        Who dials has to begin with a feed that both have: the first one that the peer shares, else
        each of ours in turn, one a connection. Whom our user has us dial without the port is asked
        for all others as well, by their discovery keys; whoever comes to us is told of none.
        """
        first = self._first_feed(shares) if role is Role.DIALLER else None
        if role is Role.DIALLER and first is not None:
            # Between two Tidings one connection carries all feeds, whatever their hashes.
            is_of_today = own_id is not None or first.suite is SuiteName.BLAKE2B
            naming = Naming.PUBLISHED if is_of_today else Naming.OLDER
            asked = self._all_of(naming) if shares is strangers else shares
            return self._talk(naming, first, asked, own_id)
        return Reception(self._naming, lambda naming: self._talk(naming, None, shares, own_id))

    def wake(self, now: float) -> list[Effect]:
        """See ``WireProtocol``. Who looks on is told what goes on with feeds, where it differs."""
        effects = self._upkeep(now)
        before, self._told = self._told, self.traffic()
        spaces = dict.fromkeys((*before, *self._told))
        changed = [one for one in spaces if before.get(one, QUIET) != self._told.get(one, QUIET)]
        effects += [Emit(SpaceChanged(space)) for space in changed]
        if self._told:
            wishes = [one.deadline for one in effects if isinstance(one, WakeAt)]
            effects.append(WakeAt(min([now + TOLD_SECONDS, *wishes])))
        return effects

    def traffic(self) -> Mapping[SpaceId, FeedTraffic]:
        """What goes on now with the feeds that somebody is connected for, or that are full."""
        going = self._downloads.traffic()
        full = {
            feed.space: replace(going.get(feed.space, QUIET), full=True)
            for feed in self._records.feeds()
            if feed.is_full
        }
        return {**going, **full}

    def is_heard(self, space: SpaceId) -> bool:
        """Whether a peer is connected that has all of that feed, and none that knows of more.

        While it waits nobody has anything of it from us (``end_given``). Who has nothing of one
        that is empty knows nothing either.
        """
        feed, going = self._records.feed(space), self._downloads.traffic().get(space)
        if feed is None or going is None or going.fetching or self._downloads.is_behind(feed):
            return False
        # Of a folder's content hardly anybody has all; how far it goes its names say, and they wait
        # with it.
        return going.holders > 0 or feed.beside is not None

    def _talk(
        self, naming: Naming, first: Feed | None, shares: Shares, own_id: PeerId | None
    ) -> Conversation:
        around = Surroundings(
            records=self._records,
            downloads=self._downloads,
            entropy=self._entropy,
            own_id=own_id or self._own_id,
            nonces=self._nonces,
            is_proven=own_id is not None,
            sign=self._sign,
            settings=self._settings,
        )
        return Conversation(around, self._wire(naming), first, shares)

    def _wire(self, naming: Naming) -> Wire:
        entropy = self._nonces.drawing(self._entropy)
        document = self._settings.document
        if naming is not Naming.OLDER:
            return Dep0010Wire(entropy, self._key_of, document=document)
        clear = self._settings.unencrypted
        return Draft1Wire(entropy, self._key_of, document=document, unencrypted=clear)

    def _all_of(self, naming: Naming) -> Shares:
        """The feeds that programs of that naming can read."""

        def readable(space: SpaceId) -> bool:
            feed = self._records.feed(space)
            is_older = feed is not None and feed.suite is not SuiteName.BLAKE2B
            return feed is not None and is_older is (naming is Naming.OLDER)

        return readable

    def _first_feed(self, shares: Shares) -> Feed | None:
        # A peer might rightly have nothing to do with one that is paused or forked.
        own = [feed for feed in self._records.feeds() if feed.beside is None]
        feeds = sorted(own, key=_is_idle)
        shared = [feed for feed in feeds if shares(feed.space)]
        if shared:
            return shared[0]
        feeds = [feed for feed in feeds if not _is_idle(feed)] or feeds
        first = feeds[self._next_first % len(feeds)] if feeds else None
        self._next_first += 1
        return first

    def _naming(self, discovery_key: bytes) -> Naming | None:
        named = self._records.named(discovery_key)
        return None if named is None else named[1]

    def _key_of(self, discovery_key: bytes) -> bytes | None:
        named = self._records.named(discovery_key)
        return None if named is None else named[0].key
