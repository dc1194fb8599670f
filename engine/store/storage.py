"""The turn's writer: one transaction at a time, each record to its protocol's repository."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.errors import Fault, FaultReason
from engine.model.events import POSTS_NAMED_MAX, Event, PostsChanged
from engine.model.ids import ProtocolName
from engine.protocols.contract import Record
from engine.store.database import Database
from engine.store.delivery import Delivery
from engine.store.forgetting import Eraser, Forgetting
from engine.store.spaces import SpaceRepository


class Repository(Eraser, Protocol):
    """Applies the records of one protocol."""

    def apply(self, record: Record) -> None:
        """In the open transaction. Reads see it from now on."""


class NewsSource(Protocol):
    """A repository that tells itself what its records have changed for who looks on."""

    def take_news(self) -> Sequence[Event]:
        """What is to be told since this was last asked; nothing of what was rolled back."""


class News:
    """What a transaction has changed for who looks on, besides what was applied to it."""

    def __init__(
        self, spaces: SpaceRepository, delivery: Delivery, sources: Sequence[NewsSource] = ()
    ) -> None:
        """Borrows all."""
        self._spaces = spaces
        self._delivery = delivery
        self._sources = sources

    def take(self) -> Sequence[Event]:
        """What is to be told since this was last asked."""
        told = [event for source in self._sources for event in source.take_news()]
        return [*told, *self._take_grown()]

    def _take_grown(self) -> Sequence[Event]:
        return [
            PostsChanged(space, posts if len(posts) <= POSTS_NAMED_MAX else ())
            for number, posts in self._delivery.take_grown().items()
            if (space := self._spaces.id_of(number)) in self._spaces.names()
        ]


class Storage:
    """Names no protocol: the repositories are handed in."""

    def __init__(
        self,
        database: Database,
        repositories: Mapping[ProtocolName, Repository],
        forgetting: Forgetting,
        news: News,
    ) -> None:
        """Borrows all."""
        self._database = database
        self._repositories = repositories
        self._forgetting = forgetting
        self._news = news
        self._told: Sequence[Event] = ()

    def begin(self) -> None:
        """Opens the transaction. Raises Fault."""
        self._database.begin()

    def apply(self, record: Record) -> None:
        """Stores ``record`` through the repository of ``record.protocol``. Raises Fault."""
        self._demand_transaction()
        self._repositories[record.protocol].apply(record)

    def commit(self) -> None:
        """When this returns, everything applied survives a power cut. Raises Fault."""
        self._demand_transaction()
        told = self._news.take()
        self._database.commit()
        self._told = told

    def told(self) -> Sequence[Event]:
        """What the transaction that was just committed has changed, besides what its turn knows."""
        return self._told

    def rollback(self) -> None:
        """Everything since ``begin`` never was."""
        self._database.rollback()

    def erase_some(self) -> bool:
        """Erases a bounded part (some 20 ms) of what was forgotten; whether more is left to do.

        In a transaction of its own; between ``begin`` and ``commit`` nothing is done. To be called
        again and again, other work in between, while it says True: at the start (what a former run
        left), and after commits. Raises Fault; then nothing of the part was erased.
        """
        return self._forgetting.erase_some()

    def do_further(self) -> bool:
        """Does a bounded part of what waits until there is nothing else to do; whether there was
        any. As ``erase_some``, but nobody needs it to be done before the end.
        """
        return self._forgetting.do_further()

    def _demand_transaction(self) -> None:
        # A note of somebody else's that failed in between (``PeerBook``) may have ended it: what
        # follows would be stored without what it builds on.
        if not self._database.in_transaction:
            raise Fault(FaultReason.DISK_FAILED, self._database.location.name)
