"""What we ask of a peer as long as it is there (protocols/cable.md 3). Pure.

For each channel that we take part in its state and its posts, both with what comes; the names of
all channels, now and then; in later versions what moderates. What a peer has ended is asked for
again a little later, what was used up at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.ids import PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.budget import Recently
from engine.protocols.cable.exchange.circle import RequestKey
from engine.protocols.cable.exchange.doing import Doing
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.limits import (
    ANSWER_SECONDS,
    LIST_SECONDS,
    LIST_SECONDS_A_NAME,
    MODERATED_MAX,
    MODERATION_SECONDS,
    NAMES_SENT_MAX,
    RENEWAL_SECONDS,
    STATE_LIMIT,
)
from engine.protocols.cable.packets import UNLIMITED, RequestNumber
from engine.protocols.cable.records import ChannelsHeard, is_channel
from engine.protocols.contract import Store

_Lasting = packets.TimeRange | packets.ChannelState | packets.ModerationState
_LISTS_REMEMBERED = 16  # ours: requests for names whose answers may come late
_KINDS = (packets.TimeRange, packets.ChannelState, packets.ModerationState)


@dataclass(slots=True)
class _Open:
    """A request that goes on. ``channel``: None for what is of the whole community."""

    request: _Lasting
    channel: str | None
    left: int
    renew_at: float | None = None


@dataclass(slots=True)
class _Listing:
    """A request for names. ``room``: how many more are taken."""

    number: RequestNumber
    until: float
    room: int


class Subscriptions:
    """Of one conversation."""

    __slots__ = ("_channels", "_list_at", "_listing", "_lists", "_moderated", "_open", "_place")

    def __init__(self, place: Place) -> None:
        self._place = place
        self._open: dict[RequestKey, _Open] = {}
        self._channels: tuple[str, ...] = ()
        self._moderated: tuple[str, ...] = ()
        self._listing: _Listing | None = None
        self._lists = Recently(_LISTS_REMEMBERED)
        self._list_at = 0.0

    @property
    def deadline(self) -> float:
        """When ``look`` has something to do, whatever else happens."""
        times = [one.renew_at for one in self._open.values() if one.renew_at is not None]
        until = self._list_at if self._listing is None else self._listing.until
        return min([*times, until])

    # ---- asking ---------------------------------------------------------------------------------

    def follow(self, now: float) -> list[Doing]:
        """Asks for what is to be asked for now, and cancels what is not: channels may be others."""
        return [*self._follow_channels(now), *self._follow_moderation(now), *self.look(now)]

    def look(self, now: float) -> list[Doing]:
        """Asks again for what it is time for."""
        doings: list[Doing] = []
        for key, one in list(self._open.items()):
            if one.renew_at is not None and now >= one.renew_at:
                del self._open[key]
                doings.append(self._ask_again(one, now))
        if self._listing is not None and now >= self._listing.until:
            self._listing = None
        if self._listing is None and now >= self._list_at:
            doings += self.ask_for_names(now)
        return doings

    def ask_for_names(self, now: float) -> list[Doing]:
        """Which channels there are; nothing as long as an answer may be on its way."""
        if self._listing is not None:
            return []
        number = self._draw(packets.ChannelList, now)
        self._lists.add([number])
        self._listing = _Listing(number, now + ANSWER_SECONDS, NAMES_SENT_MAX)
        self._list_at = now + LIST_SECONDS
        return [packets.ChannelList(number, self._place.ttl, 0, NAMES_SENT_MAX)]

    def begin_anew(self, now: float) -> list[Doing]:
        """All hashes are to be named once more."""
        doings = [doing for key in list(self._open) for doing in self._cancel(key)]
        self._channels = ()
        return [*doings, *self.follow(now)]

    def leave(self) -> list[Doing]:
        """Nothing is wanted any more."""
        return [doing for key in list(self._open) for doing in self._cancel(key)]

    def _follow_channels(self, now: float) -> list[Doing]:
        place = self._place
        joined = tuple(place.records.joined(place.id))
        if joined == self._channels:
            return []
        doings: list[Doing] = []
        left = frozenset(self._channels) - frozenset(joined)
        for key, one in list(self._open.items()):
            if one.channel in left:
                doings += self._cancel(key)
        known, self._channels = frozenset(self._channels), joined
        for channel in joined:
            if channel not in known:
                doings += [self._ask_for_state(channel, now), self._ask_for_posts(channel, now)]
        return doings

    def _follow_moderation(self, now: float) -> list[Doing]:
        """The request names the channels: also those that somebody took out of the list."""
        place = self._place
        if not place.version.knows_moderation:
            return []
        moderated = tuple(place.records.moderated(place.id, MODERATED_MAX))
        there = [key for key in self._open if key[0] is packets.ModerationState]
        if there and frozenset(moderated) <= frozenset(self._moderated):
            return []
        self._moderated = moderated
        doings = [doing for key in there for doing in self._cancel(key)]
        return [*doings, self._ask_for_moderation(now)]

    def _ask_for_state(self, channel: str, now: float) -> Doing:
        number = self._draw(packets.ChannelState, now)
        limit = UNLIMITED if self._place.version.zero_is_all else STATE_LIMIT
        request = packets.ChannelState(number, self._place.ttl, channel, limit, UNLIMITED)
        return self._opened(request, channel, limit + UNLIMITED)

    def _ask_for_posts(self, channel: str, now: float) -> Doing:
        number = self._draw(packets.TimeRange, now)
        request = packets.TimeRange(number, self._place.ttl, channel, 0, 0, UNLIMITED)
        return self._opened(request, channel, UNLIMITED)

    def _ask_for_moderation(self, now: float) -> Doing:
        number = self._draw(packets.ModerationState, now)
        oldest = self._place.moment(now - MODERATION_SECONDS)
        request = packets.ModerationState(number, self._place.ttl, self._moderated, 1, oldest)
        return self._opened(request, None, UNLIMITED)

    def _opened(self, request: _Lasting, channel: str | None, left: int) -> Doing:
        self._open[type(request), request.id] = _Open(request, channel, left)
        return request

    def _ask_again(self, one: _Open, now: float) -> Doing:
        match one.request:
            case packets.ChannelState(channel=channel):
                return self._ask_for_state(channel, now)
            case packets.TimeRange(channel=channel):
                return self._ask_for_posts(channel, now)
            case packets.ModerationState():
                return self._ask_for_moderation(now)

    def _cancel(self, key: RequestKey) -> list[Doing]:
        del self._open[key]
        return [packets.Cancel(self._place.cancel_number(key[1]), 0, key[1])]

    def _draw(self, kind: type[packets.Request], now: float) -> RequestNumber:
        number = self._place.draw()
        while any((one, number) in self._open for one in _KINDS):
            number = self._place.draw()
        self._place.circle.is_known((kind, number), now)  # it may come back: a loop
        return number

    # ---- hearing --------------------------------------------------------------------------------

    def heard(self, number: RequestNumber, hashes: Sequence[PostId], now: float) -> bool:
        """Hashes of posts; none: that was all. Whether that was an answer to one of these."""
        for kind in _KINDS:
            one = self._open.get((kind, number))
            if one is None:
                continue
            one.left -= len(hashes)
            if not hashes:
                one.renew_at = now + RENEWAL_SECONDS
            elif one.left <= 0:
                one.renew_at = now
            return True
        return False

    def posts_of(self, number: RequestNumber) -> str | None:
        """The channel whose posts are asked for by that number; None: they are not."""
        one = self._open.get((packets.TimeRange, number))
        return None if one is None else one.channel

    def is_list(self, number: RequestNumber) -> bool:
        """Whether it is the request for names that waits for its answer."""
        return self._listing is not None and self._listing.number == number

    def was_list(self, number: RequestNumber) -> bool:
        """Whether it was one: an answer that comes late holds names, and no posts."""
        return number in self._lists

    def heard_names(self, names: Sequence[str], now: float) -> list[Doing]:
        """Names of channels, in answer to ``is_list``; those that are none are passed over."""
        listing = self._listing
        if listing is None:  # it was given up meanwhile
            return []
        listing.until = now + ANSWER_SECONDS  # more may be on its way
        sound = [one for one in dict.fromkeys(names) if is_channel(one)]
        taken = tuple(sound[: listing.room])
        listing.room -= len(taken)
        self._list_at += len(taken) * LIST_SECONDS_A_NAME
        return [Store(ChannelsHeard(self._place.id, taken, now))] if taken else []

    def end_names(self) -> None:
        """That was all."""
        self._listing = None
