"""A profile over a real database, whose user comments; no peers."""

from __future__ import annotations

from typing import TypeVar

import pytest

from engine.crypto.ed25519 import verify_each
from engine.crypto.entropy import SeededEntropy
from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.comment_commands import AcceptTrust
from engine.model.comment_queries import Network
from engine.model.comments import NetworkView
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.queries import Query
from engine.protocols.contract import Answer, Store
from engine.protocols.hyperbloom.commands import Commenting
from engine.protocols.hyperbloom.exchange.policy import Comments as Lawful
from engine.protocols.hyperbloom.packets import EVERYTHING
from engine.protocols.hyperbloom.records import ValuesStored
from engine.store.hyperbloom.answers import CommentAnswers
from engine.store.hyperbloom.records import HyperbloomRepository
from engine.store.opening import open_memory_store
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, SPACE, chain_of

R = TypeVar("R")
OTHER = SpaceId(b"\7" * 32)


class Around:
    """What an answer needs besides the database."""

    presence = {}  # type: ignore[var-annotated]  # noqa: RUF012 - nobody is there
    peers = ()
    traffic = {}  # type: ignore[var-annotated]  # noqa: RUF012

    def __init__(self, now: float) -> None:
        self.now = now


class Home:
    """A profile that follows the feed; ``owns``: feeds of its own, by their keys' number."""

    def __init__(self, *owns: int, followed: bool = True) -> None:
        store = self.store = open_memory_store()
        self.now = NOON
        self.has_left = False
        self.own_length: int | None = None
        self.database = store.database
        self.spaces = store.spaces
        keys = self.own_keys = [KEYS[number] for number in owns]
        self.sets = HyperbloomRepository(store.database, lambda: keys)
        self.answers = CommentAnswers(store.database, lambda _: 0 in owns, lambda _: True, {})
        self.commenting = Commenting(
            records=self.sets,
            entropy=SeededEntropy(b"home"),
            own_keys=lambda: keys,
            kind_of=store.spaces.kind,
            is_kept=lambda _: not self.has_left,
            own_length=lambda _: self.own_length,
        )
        store.database.begin()
        if followed:
            store.spaces.store(SPACE, SpaceKind.FEED, "a feed", FEED, NOON)
        store.spaces.store(OTHER, SpaceKind.PRIVATE, "a channel", PublicKey(OTHER), NOON)
        store.database.commit()

    def does(self, command: Command[R]) -> R:
        result: object = None
        self.database.begin()
        try:
            for effect in self.commenting.perform(command, self.now):
                match effect:
                    case Store(record):
                        self.sets.apply(record)
                    case Answer(answer):
                        result = answer
                    case _:
                        raise AssertionError(effect)
        except Refused:
            self.database.rollback()
            raise
        self.database.commit()
        return self.shows(result) if isinstance(result, Query) else result  # type: ignore[return-value]

    def shows(self, query: Query[R]) -> R:
        answer = self.answers.answerers()[type(query)]
        return answer(query, Around(self.now))  # type: ignore[return-value]

    def takes(self, *values: bytes) -> None:
        """From a peer, verified."""
        taken = Lawful(verify_each).lawful(FEED, values, self.now)
        self.database.begin()
        self.sets.apply(ValuesStored(SPACE, tuple(taken), self.now))
        self.database.commit()

    def is_refused(self, command: Command[object]) -> Refusal:
        with pytest.raises(Refused) as refused:
            self.does(command)
        return refused.value.reason

    def values(self) -> list[bytes]:
        return list(self.sets.values(SPACE, EVERYTHING, 1_000))

    @property
    def network(self) -> NetworkView:
        return self.shows(Network(SPACE))


def author() -> Home:
    return Home(0)


def member(number: int = 1) -> Home:
    home = Home(number)
    home.does(AcceptTrust(FEED, chain_of(number).encoded))
    return home
