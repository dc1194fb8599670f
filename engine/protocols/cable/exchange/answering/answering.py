"""All that a peer asks for, from its request to the last answer. Pure.

Of a request that goes on for long a piece is given at a time, in the order in which requests came;
nothing is said that was not asked for, and no hash twice (protocols/cable.md A3, A4, A10, 9).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.model.ids import PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.answering.bounds import Subscription, answerable, bytes_of
from engine.protocols.cable.exchange.answering.given import Given
from engine.protocols.cable.exchange.answering.passing import Passable, Passing
from engine.protocols.cable.exchange.answering.sources import (
    ModerationSource,
    News,
    Source,
    SpanSource,
    StateSource,
    ToldTo,
)
from engine.protocols.cable.exchange.budget import Budget, Needs, Recently
from engine.protocols.cable.exchange.circle import Relayed, RequestKey
from engine.protocols.cable.exchange.doing import Doing, data_responses, hash_responses
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.exchange.progress import Progress
from engine.protocols.cable.limits import (
    ANSWER_BYTES_MAX,
    ASKED_BYTES_MAX,
    GIVEN_AT_ONCE,
    LIVE_REQUESTS_MAX,
    NAMES_SENT_MAX,
    PAGE_SECONDS,
    TOLD_MAX,
    WRITTEN_NUMBER_MAX,
)
from engine.protocols.cable.moderation.deeds import ends_block
from engine.protocols.cable.packets import UNLIMITED
from engine.protocols.cable.posts import Post
from engine.protocols.cable.records import HeldByPeer, Span
from engine.protocols.contract import Charge, Store


class Answering:
    """Of one conversation. ``charge``: how what was asked last counts. ``gave_peace``: whether the
    peer was given a post by which we may be given what was held back from us.
    """

    __slots__ = (
        "_channels",
        "_given",
        "_needs",
        "_next_page_at",
        "_passing",
        "_place",
        "_progress",
        "_told",
        "_was",
        "charge",
        "gave_peace",
    )

    def __init__(self, place: Place, progress: Progress) -> None:
        """``progress`` is told what is given."""
        self._place = place
        self._progress = progress
        self._given: dict[RequestKey, Given] = {}
        self._channels: tuple[str, ...] | None = ()  # None: to be named anew
        self._passing = Passing(place)
        self._needs = Needs()
        self._told = Recently(TOLD_MAX)
        self._was = Recently(TOLD_MAX)
        self._next_page_at: float | None = None
        self.charge = Charge.FULL
        self.gave_peace = False

    @property
    def deadline(self) -> float | None:
        """When ``wake`` is to be called for the next piece of what there is."""
        return self._next_page_at

    @property
    def waits(self) -> bool:
        """Whether others were asked for something."""
        return not self._passing.is_idle

    @property
    def channels(self) -> tuple[str, ...]:
        """Those that the peer asks about now, each once; asked for with every step."""
        if self._channels is None:
            named = (given.source.channel for given in self._given.values())
            self._channels = tuple(dict.fromkeys(one for one in named if one is not None))
        return self._channels

    # ---- requests -------------------------------------------------------------------------------

    def ask(
        self, request: Subscription | packets.ChannelList | packets.RequestByHash, now: float
    ) -> Iterator[list[Doing]]:
        """The answer as far as it can be given at once; one list a piece."""
        self.charge = Charge.FULL
        key = (type(request), request.id)
        is_live = key in self._given or self._passing.waits(key)
        if self._place.circle.is_known(key, now) or is_live:
            return
        match request:
            case packets.RequestByHash():
                yield from self._give(request, now)
            case packets.ChannelList():
                yield self._name_channels(request)
            case _:
                yield self._begin(key, request, now)

    def cancel(self, cancel: packets.Cancel) -> list[Doing]:
        """Nothing more of that number, whatever it was."""
        doings: list[Doing] = []
        for kind in (*_SUBSCRIPTIONS, packets.RequestByHash):
            key = (kind, cancel.cancels)
            self._forget(key)
            doings += self._passing.cancel(key, cancel.id)
        return doings

    def leave(self) -> None:
        """The peer is gone."""
        self._given.clear()
        self._channels = None
        self._passing.cancel_all()

    def _begin(self, key: RequestKey, asked: Subscription, now: float) -> list[Doing]:
        request = answerable(asked)
        if request is None or not self._has_room(request):
            return [packets.HashResponse(asked.id, ())]
        given = self._given[key] = self._made(key, request)
        self._channels = None
        if isinstance(request, packets.ChannelState) and given.is_live:
            there = given.source.page(None, TOLD_MAX // 2)
            self._charge_for(there.looked_at)
            self._was.add((key, mark.hash) for mark in there.marks)  # and is no update
        doings: list[Doing] = []
        if isinstance(request, packets.TimeRange | packets.ChannelState):
            joined = self._place.records.joined(self._place.id)
            if request.channel not in joined:  # else we have, or shall have, all that others have
                doings += self._passing.pass_on(request, now, goes_on=given.is_live)
        return [*doings, *self._continue(given, now)]

    def _has_room(self, request: Subscription) -> bool:
        held = sum(given.size for given in self._given.values())
        fits = held + bytes_of(request) <= ASKED_BYTES_MAX
        return fits and len(self._given) < LIVE_REQUESTS_MAX

    def _made(self, key: RequestKey, request: Subscription) -> Given:
        past, future = _budgets(request)
        source = ToldTo(self._source(request), self._place)
        return Given(key, source, past, future, bytes_of(request))

    def _source(self, request: Subscription) -> Source:
        records, community = self._place.records, self._place.id
        match request:
            case packets.TimeRange(channel=channel, start=start, end=end):
                span = Span(channel, start, end or None)
                texts_alone = self._place.version.zero_is_all
                walked = records.deleted(community, channel)
                return SpanSource(records, community, span, texts_alone, walked)
            case packets.ChannelState(channel=channel):
                with_deletes = not self._place.version.knows_moderation
                walked = records.breadth(community, channel) + records.deleted(community, channel)
                return StateSource(records, community, channel, with_deletes, walked)
            case packets.ModerationState(channels=channels, oldest=oldest):
                return ModerationSource(records, community, channels, oldest)

    # ---- hashes ---------------------------------------------------------------------------------

    def wake(self, now: float) -> list[Doing]:
        """The next piece of what there is, for the request that waits longest."""
        if self._next_page_at is None or now < self._next_page_at:
            return []
        self._next_page_at = None
        given = next((one for one in self._given.values() if one.has_history), None)
        return [] if given is None else self._continue(given, now)

    def look(self, now: float) -> list[Doing]:
        """Whether those who were asked for it have had their time."""
        spent, called_off = self._passing.look(now)
        doings: list[Doing] = [*called_off, *self._passing.pass_on_to_newcomers(now)]
        for key in spent:
            doings += self._finish(key)
        return doings

    def news(
        self, posts: Sequence[Post], deleted: Mapping[PostId, str], theirs: Recently
    ) -> list[Doing]:
        """``posts`` were just stored, and ``deleted`` (with their channels) seen and not kept. What
        the peer has named itself (``theirs``) it is not told of.
        """
        doings: list[Doing] = []
        if not self._given or not (posts or deleted):
            return doings
        news = News.of(self._place.records, self._place.id, posts, deleted)
        for given in list(self._given.values()):
            fresh = [
                one
                for one in given.news(news)
                if one not in theirs and (given.key, one) not in self._was
            ]
            taken = given.take(self._untold(given.key, fresh))
            taken = [*taken, *self._untold(given.key, given.source.beside(taken))]
            doings += hash_responses(given.key[1], taken)
            doings += self._finish(given.key)
        return doings

    def _continue(self, given: Given, now: float) -> list[Doing]:
        page, looked_at = given.page()
        hashes = [one for one in page if (given.key, one) not in self._told]
        beside = given.source.beside(hashes)
        self._charge_for(looked_at + len(beside))
        hashes += self._untold(given.key, beside)
        doings: list[Doing] = [*hash_responses(given.key[1], hashes)]
        doings += self._finish(given.key)
        if any(one.has_history for one in self._given.values()):
            self._next_page_at = now + PAGE_SECONDS
        return doings

    def _untold(self, key: RequestKey, hashes: Sequence[PostId]) -> list[PostId]:
        fresh = [one for one in dict.fromkeys(hashes) if (key, one) not in self._told]
        self._told.add((key, one) for one in fresh)
        return fresh

    def _finish(self, key: RequestKey) -> list[Doing]:
        """The end mark, once nothing more is to come of it from us, nor from who else was asked."""
        given = self._given.get(key)
        if given is not None and not given.is_over:
            return []
        ended: list[Doing] = []
        if given is not None and given.needs_nobody:
            ended += self._passing.call_off(key)
        elif self._passing.waits(key):
            return []
        self._forget(key)
        is_data = key[0] is packets.RequestByHash
        mark = packets.DataResponse(key[1], ()) if is_data else packets.HashResponse(key[1], ())
        return [*ended, mark]

    def _forget(self, key: RequestKey) -> None:
        if self._given.pop(key, None) is not None:
            self._channels = None

    def _charge_for(self, given: int) -> None:
        place = self._place
        is_free = self._needs.covers(given, lambda: place.records.count(place.id))
        self.charge = Charge.NONE if is_free else Charge.FULL

    # ---- what others answer ---------------------------------------------------------------------

    def relay(self, letter: Relayed) -> list[Doing]:
        """What another connection's peer answered to a request of ours."""
        key = letter.key
        if not letter.hashes and not letter.data:
            return self._finish(key) if self._passing.ended(key, letter.by) else []
        if letter.data:
            fresh = self._passing.arrived(key, letter.data, letter.hashes)
            doings: list[Doing] = [*data_responses(key[1], fresh)]
            done = self._passing.lacks_nothing(key)
            return [*doings, *self._end_of_data(key)] if done else doings
        given = self._given.get(key)
        if given is None or not self._passing.waits(key):
            return []
        taken = given.take_any(self._untold(key, self._to_be_had(letter.hashes)))
        return [*hash_responses(key[1], taken), *self._finish(key)]

    def _to_be_had(self, hashes: Sequence[PostId]) -> list[PostId]:
        """Those that we give to the peer, or ask others for in its name."""
        place = self._place
        given = place.records.may_be_given(place.id, hashes, place.author)
        had = {*given, *place.records.unknown(place.id, hashes)}
        return [one for one in hashes if one in had]

    def _end_of_data(self, key: RequestKey) -> list[Doing]:
        return [*self._passing.call_off(key), *self._finish(key)]

    # ---- posts ----------------------------------------------------------------------------------

    def _give(self, request: packets.RequestByHash, now: float) -> Iterator[list[Doing]]:
        wanted = list(dict.fromkeys(request.hashes))
        lacking: list[PostId] = []
        size = 0
        for at in range(0, len(wanted), GIVEN_AT_ONCE):
            some = wanted[at : at + GIVEN_AT_ONCE]
            place = self._place
            posts = place.records.given(place.id, some, place.author)
            size += sum(len(post.encoded) for post in posts)
            self._charge_for(len(some))
            held = frozenset(post.hash for post in posts)
            lacking += [one for one in some if one not in held]
            yield self._handed_over(request, posts, now)
            if size > ANSWER_BYTES_MAX:
                break
        yield self._look_elsewhere(request, lacking, now)

    def _handed_over(
        self, request: packets.RequestByHash, posts: Sequence[Post], now: float
    ) -> list[Doing]:
        place = self._place
        self._progress.sent(posts)
        self.gave_peace |= any(ends_block(one.author, one.content, place.own) for one in posts)
        doings: list[Doing] = [*data_responses(request.id, [post.encoded for post in posts])]
        ours = tuple(post.hash for post in posts if post.author == place.own)
        if ours:
            doings.append(Store(HeldByPeer(place.id, place.peer, ours, now)))
        return doings

    def _look_elsewhere(
        self, request: packets.RequestByHash, lacking: Sequence[PostId], now: float
    ) -> list[Doing]:
        """Of what we lack only what we would take ourselves is asked for."""
        place = self._place
        unknown = place.records.unknown(place.id, lacking) if lacking and request.ttl else ()
        if not unknown:
            return [packets.DataResponse(request.id, ())]
        rest: Passable = packets.RequestByHash(request.id, request.ttl, tuple(unknown))
        asked = self._passing.pass_on(rest, now, goes_on=False)
        return [*asked] if asked else self._finish((packets.RequestByHash, request.id))

    # ---- names ----------------------------------------------------------------------------------

    def _name_channels(self, request: packets.ChannelList) -> list[Doing]:
        place = self._place
        limit = min(request.limit, NAMES_SENT_MAX)
        offset = min(request.offset, WRITTEN_NUMBER_MAX)
        found = place.records.channels(place.id, offset, limit) if limit else ()
        names = [name for name in found if name]  # an empty one would end the list
        self._charge_for(len(names))
        if not place.version.lists_in_data:
            return [packets.ChannelListResponse(request.id, tuple(names))]
        pieces = data_responses(request.id, [name.encode() for name in names])
        return [*pieces, packets.DataResponse(request.id, ())]


_SUBSCRIPTIONS = (packets.TimeRange, packets.ChannelState, packets.ModerationState)


def _budgets(request: Subscription) -> tuple[Budget, Budget]:
    """For what there is, and for what comes (protocols/cable.md 1.4, A14)."""
    match request:
        case packets.TimeRange(end=0, limit=limit):
            one = Budget(limit)
            return one, one
        case packets.TimeRange(limit=limit):
            return Budget(limit), Budget(0)
        case packets.ChannelState(limit=limit, updates=updates):
            return Budget(limit), Budget(updates)
        case packets.ModerationState(future=future):
            return Budget(UNLIMITED), Budget(UNLIMITED if future else 0)
