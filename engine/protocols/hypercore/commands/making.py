"""Feeds that are made, followed, taken up again. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.crypto.ed25519 import PUBLIC_KEY_BYTES, SEED_BYTES, from_seed
from engine.crypto.entropy import Entropy
from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.feed_commands import CreateFeed, CreateStaticFeed, FollowFeed
from engine.model.feed_queries import OneFeed
from engine.model.feeds import FeedForm
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.contract import Answer, Effect, Store
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds, demand_sizes
from engine.protocols.hypercore.records import (
    PASSING,
    Appended,
    Feed,
    FeedLeft,
    FeedStored,
    Reclaimed,
)
from engine.protocols.hypercore.state import form_of
from engine.protocols.hypercore.tree.conversion import unsigned
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.protocols.spaces import demand_free, free_name, valid_name

NEVER_LIMITED = 1 << 62
"""Of a static feed of ours: nobody else may have it."""
_NAME_DIGITS = 8  # ours: of the key, for a feed followed without a name


@dataclass(frozen=True, slots=True)
class Making:
    """A ``Performer``. ``document``: draft 1 to the letter (protocols/hypercore.md 14)."""

    own: OwnFeeds
    entropy: Entropy
    document: bool = False

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset({CreateFeed, CreateStaticFeed, FollowFeed})

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case CreateFeed():
                return self._create(command, now)
            case CreateStaticFeed(name, blocks):
                return self._create_static(name, blocks, now)
            case FollowFeed():
                return self._follow(command, now)
            case _:
                raise TypeError(command)

    def _create(self, command: CreateFeed, now: float) -> list[Effect]:
        name = None if command.passing else self.new_name(command.name)
        seed = self.entropy(SEED_BYTES)
        key = PublicKey(from_seed(seed).public_key)
        suite = self.suite_of(FeedForm.OLDER if command.older else FeedForm.SIGNED)
        beside = PASSING if command.passing else None
        feed = Feed(SpaceId(key), key, suite, beside=beside)
        stored = FeedStored(feed.space, feed, now, seed=seed, name=name)
        return [Store(stored), Answer(OneFeed(feed.space))]

    def _create_static(self, wanted: str, blocks: Sequence[bytes], now: float) -> list[Effect]:
        name = self.new_name(wanted)
        if not blocks:
            raise Refused(Refusal.TEXT_EMPTY)
        demand_sizes(blocks)
        suite = self.suite_of(FeedForm.STATIC)
        after = grow(SUITES[suite], (), 0, blocks)
        static = unsigned(SUITES[suite], after.roots)
        key, space = PublicKey(static.key), SpaceId(static.key)
        known = self.own.records.known(space)
        if known is not None:
            self.own.demand_no_part(known)
            raise Refused(Refusal.SPACE_KNOWN, self.own.name(known))
        demand_free(self.own.names, space, SpaceKind.FEED)
        feed = Feed(space, key, suite, signed=False, limit_bytes=NEVER_LIMITED)
        size = after.byte_length
        filled = Appended(space, 0, tuple(blocks), after.nodes, static.signed, size, now)
        stored = FeedStored(space, feed, now, name=name)
        return [Store(stored), Store(filled), Answer(OneFeed(space))]

    def _follow(self, command: FollowFeed, now: float) -> list[Effect]:
        space = space_of(command.key)
        known = self.own.records.known(space)
        if known is not None:
            self.own.demand_no_part(known)
            return self._follow_again(known, command, now)
        demand_free(self.own.names, space, SpaceKind.FEED)
        new = Feed(space, command.key, SuiteName.BLAKE2B)
        feed = self._in_form(new, command.form or FeedForm.SIGNED, whole=command.whole)
        stored = FeedStored(space, feed, now, name=self.free_name(command.name, command.key))
        return [Store(stored), Answer(OneFeed(space))]

    def _follow_again(self, known: Feed, command: FollowFeed, now: float) -> list[Effect]:
        """One that was left, or of which nothing came, perhaps because its form is another one."""
        answer = OneFeed(known.space)
        if self.own.records.kind(known.space) is not SpaceKind.FEED:
            return self.take_up(known, answer)
        form = command.form or form_of(known)
        if form is form_of(known):
            taken, asked = self.take_up(known, answer), replace(known, whole=command.whole)
        elif known.own or known.length:
            raise Refused(Refusal.FEED_OF_OTHER_FORM, form_of(known))
        else:
            taken = self.take_up(known, answer) if known.left else [Answer(answer)]
            asked = self._in_form(known, form, whole=command.whole)
        if asked == known:
            return taken
        again: list[Effect] = [Store(Reclaimed(known.space))] if command.whole else []
        return [*again, Store(FeedStored(known.space, asked, now)), *taken]

    def _in_form(self, feed: Feed, form: FeedForm, *, whole: bool) -> Feed:
        is_signed = form is not FeedForm.STATIC
        return replace(feed, suite=self.suite_of(form), signed=is_signed, whole=whole)

    def take_up(self, known: Feed, answer: object) -> list[Effect]:
        """A feed that was left, and what lies beside it, is followed again.

        Refused with SPACE_KNOWN where it was not left.
        """
        if not known.left:
            raise Refused(Refusal.SPACE_KNOWN, self.own.name(known))
        left = [feed for feed in self.own.with_inner(known.space) if feed.left]
        taken: list[Effect] = [Store(FeedLeft(feed.space, left=False)) for feed in left]
        return [*taken, Answer(answer)]

    def new_name(self, wanted: str) -> str:
        """``wanted`` without surrounding blanks. Refused if it is no name, or is taken."""
        name = valid_name(wanted)
        if name in self.own.names.names().values():
            raise Refused(Refusal.NAME_TAKEN, name)
        return name

    def free_name(self, wanted: str | None, key: PublicKey) -> str:
        """``wanted``, often of a link: it gives way to one that is taken."""
        is_named = wanted is not None and bool(wanted.strip())
        name = valid_name(wanted) if is_named and wanted else key.hex()[:_NAME_DIGITS]
        return free_name(name, frozenset(self.own.names.names().values()))

    def suite_of(self, form: FeedForm) -> SuiteName:
        """How feeds of that form are hashed."""
        if form is FeedForm.SIGNED:
            return SuiteName.BLAKE2B
        return SuiteName.SHA256_PLAIN if self.document else SuiteName.SHA256_TYPED


def space_of(key: PublicKey) -> SpaceId:
    """Of the feed or folder that is followed. Refused with KEY_INVALID.

    PASSING is nobody's key: feeds of ours that are only being made lie beside it.
    """
    space = SpaceId(key)
    if len(key) != PUBLIC_KEY_BYTES or space == PASSING:
        raise Refused(Refusal.KEY_INVALID)
    return space
