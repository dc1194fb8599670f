"""One connection with one peer of one community: frames in, frames out. Pure.

Both sides ask, and both answer; there is no greeting. What is asked stands in ``asking``, what is
answered in ``answering``; here what comes in is handed to whom it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from engine.errors import PeerViolation
from engine.model.ids import PostId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.answering.answering import Answering
from engine.protocols.cable.exchange.asking.acceptance import Piece, in_pieces
from engine.protocols.cable.exchange.asking.fetching import Fetching
from engine.protocols.cable.exchange.asking.subscriptions import Subscriptions
from engine.protocols.cable.exchange.budget import Recently
from engine.protocols.cable.exchange.circle import Forward, Relayed, TakeUp
from engine.protocols.cable.exchange.company import Company
from engine.protocols.cable.exchange.doing import Doing, carried_out
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.exchange.progress import Progress
from engine.protocols.cable.exchange.relaying import Relaying
from engine.protocols.cable.exchange.shown import Presence, Shown
from engine.protocols.cable.limits import (
    FAULTS_MAX,
    LOOK_SECONDS,
    RENEWAL_SECONDS,
    TOLD_MAX,
)
from engine.protocols.cable.records import PostsRefused, PostsStored, Reason
from engine.protocols.cable.wire.messages import MessageReader, read_message
from engine.protocols.contract import (
    Charge,
    Close,
    Effect,
    Record,
    Store,
    WakeAt,
    answer,
)

_NAMED_AT_ONCE = 1_024  # ours: hashes looked up before others have their turn
_NAMES_AT_ONCE = 64  # ours: names of channels stored before others have their turn


class Conversation:
    """Implements ``Connection``. The stream is that of the frames, whatever is around it."""

    __slots__ = (
        "_anew_at",
        "_answering",
        "_at_hand",
        "_company",
        "_faults",
        "_fetching",
        "_is_over",
        "_place",
        "_progress",
        "_reader",
        "_relaying",
        "_shown",
        "_subscriptions",
        "_theirs",
        "_times_anew",
        "charge",
    )

    def __init__(self, place: Place) -> None:
        self._place = place
        self._reader = MessageReader(place.version)
        self._progress = Progress(place)
        self._answering = Answering(place, self._progress)
        self._relaying = Relaying(place)
        self._fetching = Fetching(place, self._relaying.called_off)
        self._subscriptions = Subscriptions(place)
        self._theirs = Recently(TOLD_MAX)  # named by the peer, who need not be told of it
        self._times_anew = place.records.times_anew(place.id)
        self._anew_at: float | None = None
        self._company = Company(place)
        self._shown = Shown(place)
        self._at_hand = 0  # bytes of the message that is being dealt with
        self._faults = 0
        self._is_over = False
        self.charge = Charge.FULL

    @property
    def presence(self) -> Presence:
        """See ``Connection``: the community (by its own id), and the channels asked about."""
        if self._is_over:
            return ()
        return self._shown.asking_about(self._answering.channels)

    @property
    def buffered(self) -> int:
        """See ``Connection``; with what others left for it."""
        left = self._place.circle.bytes_for(self._place.connection)
        return self._reader.buffered + self._at_hand + left

    # ---- inputs ---------------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        self._place.circle.enter(self._place.connection)
        return self._step(partial(self._begin, now), now)

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if not data:
            self._let_go()
        if self._is_over:
            return
        self._reader.feed(data)
        while not self._is_over:
            pieces = self._pieces(now)
            if pieces is None:
                return
            yield from pieces
            self._at_hand = 0

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return self._step(partial(self._look, now), now)

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        mine = [one for one in records if getattr(one, "community", None) == self._place.id]
        if self._is_over or not mine:
            return []
        return self._step(partial(self._heed, mine, now), now)

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``. Letters of other connections come with it, then it is no more."""
        return self._step(partial(self._look_for_news, now), now)

    # ---- steps ----------------------------------------------------------------------------------

    def _step(self, step: Callable[[], Iterable[Doing]], now: float) -> list[Effect]:
        if self._is_over:
            return []
        effects = answer(lambda: carried_out(self._place.version, [*step(), *self._name_anew(now)]))
        if any(isinstance(one, Close) for one in effects):
            self._let_go()
            return effects
        return [*effects, *self._told(effects), WakeAt(self._deadline(now))]

    def _name_anew(self, now: float) -> list[Doing]:
        """Asks for all names once more, where something may come again that was held off; and a
        little later, since who goes by our word has to hear of it first. Later alone where only
        the peer has just heard.
        """
        times = self._place.records.times_anew(self._place.id)
        is_new = times != self._times_anew
        is_time = self._anew_at is not None and now >= self._anew_at
        is_heard = self._answering.gave_peace and (is_time or self._anew_at is None)
        if is_new or is_heard:
            self._anew_at = now + RENEWAL_SECONDS
        elif is_time:
            self._anew_at = None
        self._times_anew, self._answering.gave_peace = times, False
        if not (is_new or is_time):
            return []
        self._fetching.hope_again()
        return self._subscriptions.begin_anew(now)

    def _told(self, effects: Sequence[Effect]) -> list[Effect]:
        """How far we are, where that is another now."""
        told: list[Effect] = []
        for effect in effects:
            if isinstance(effect, Store) and isinstance(effect.record, PostsStored):
                told += self._progress.received(effect.record.posts)
        return [*told, *self._progress.done()] if self._fetching.is_idle else told

    def _let_go(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._at_hand = 0
            self._answering.leave()
            self._place.circle.leave(self._place.connection)

    def _deadline(self, now: float) -> float:
        times = [self._subscriptions.deadline]
        own = self._anew_at, self._company.ends_at
        for one in (self._answering.deadline, self._fetching.deadline, *own):
            times += [] if one is None else [one]
        waits = self._answering.waits or not self._relaying.is_idle
        if waits or self._fetching.shares(now):  # for what comes without a nudge
            times.append(now + LOOK_SECONDS)
        return max(now, min(times))

    def _begin(self, now: float) -> list[Doing]:
        refused = self._company.refusal()
        return [refused] if refused is not None else self._subscriptions.follow(now)

    def _look(self, now: float) -> list[Doing]:
        self.charge = Charge.NONE
        if (refused := self._company.refusal_at(now)) is not None:
            return [*self._subscriptions.leave(), refused]
        doings = [*self._read_mail(now), *self._answering.look(now), *self._relaying.look()]
        paged = self._answering.wake(now)
        if paged:
            self.charge = self._answering.charge
        doings += [*paged, *self._fetching.look(now), *self._subscriptions.look(now)]
        if self._fetching.is_short(now):
            self._fetching.begin_anew()
            doings += self._subscriptions.begin_anew(now)
        return doings

    def _look_for_news(self, now: float) -> list[Doing]:
        self.charge = Charge.NONE
        if self._place.circle.has_mail(self._place.connection):
            return self._read_mail(now)
        return [*self._subscriptions.follow(now), *self._subscriptions.ask_for_names(now)]

    def _heed(self, records: Sequence[Record], now: float) -> list[Doing]:
        self.charge = Charge.NONE
        doings: list[Doing] = []
        posts = [post for one in records if isinstance(one, PostsStored) for post in one.posts]
        doings += self._answering.news(posts, _deleted(records), self._theirs)
        if (refused := self._company.refusal_after(records)) is not None:
            if self._company.stays(refused, posts, now):
                return [*doings, *self._subscriptions.follow(now)]
            return [*doings, *self._subscriptions.leave(), refused]
        if any(map(self._company.may_change_what, records)):
            doings += self._subscriptions.follow(now)
        return doings

    # ---- letters --------------------------------------------------------------------------------

    def _read_mail(self, now: float) -> list[Doing]:
        doings: list[Doing] = []
        for letter in self._place.circle.mail(self._place.connection):
            match letter:
                case Forward():
                    doings += self._relaying.forward(letter)
                case Relayed():
                    doings += self._answering.relay(letter)
                case TakeUp(hashes):
                    self._fetching.take_up(hashes)
                    doings += self._fetching.ask(now)
        return doings

    # ---- what the peer says ---------------------------------------------------------------------

    def _pieces(self, now: float) -> Iterator[list[Effect]] | None:
        """What the next message leads to, piece by piece; None: there is no whole one."""
        try:
            payload = self._reader.next_payload()
        except PeerViolation as violation:
            return iter([self._step(partial(_raise, violation), now)])
        if payload is None:
            return None
        self._at_hand = len(payload)
        try:
            packet = read_message(self._place.version, payload)
        except PeerViolation as violation:
            self._faults += 1
            is_enough = self._faults > FAULTS_MAX  # protocols/cable.md A25
            return iter([self._step(partial(_raise, violation), now)] if is_enough else [[]])
        return self._taken(self._hear(packet, now), now)

    def _taken(self, pieces: Iterator[list[Doing]], now: float) -> Iterator[list[Effect]]:
        """Each made effects of; a broken rule ends all."""
        ended = False

        def step() -> Iterable[Doing]:
            nonlocal ended
            doings = next(pieces, None)
            ended = doings is None
            return doings or []

        while not self._is_over and not ended:
            yield self._step(step, now)

    def _hear(self, packet: packets.Packet, now: float) -> Iterator[list[Doing]]:
        self.charge = Charge.FULL
        match packet:
            case packets.HashResponse(number, hashes):
                yield from self._hear_hashes(number, hashes, now)
            case packets.DataResponse(number, data):
                yield from self._hear_data(number, data, now)
            case packets.ChannelListResponse(number, names):
                if self._subscriptions.is_list(number):
                    yield from self._hear_names(names, now, is_all=True)
            case packets.Cancel():
                yield self._answering.cancel(packet)
            case packets.UnknownMessage():
                return
            case _:
                for doings in self._answering.ask(packet, now):
                    self.charge = self._answering.charge
                    yield doings
                if isinstance(packet, packets.RequestByHash) and self._fetching.is_idle:
                    yield [*self._progress.done(given=True)]

    def _hear_hashes(
        self, number: packets.RequestNumber, hashes: Sequence[PostId], now: float
    ) -> Iterator[list[Doing]]:
        if not self._subscriptions.heard(number, hashes, now):
            for at in range(0, max(1, len(hashes)), _NAMED_AT_ONCE):
                yield self._relaying.heard_hashes(number, hashes[at : at + _NAMED_AT_ONCE])
            return
        self.charge = Charge.IF_IN_VAIN
        channel = self._subscriptions.posts_of(number)
        for at in range(0, len(hashes), _NAMED_AT_ONCE):
            some = hashes[at : at + _NAMED_AT_ONCE]
            self._theirs.add(some)
            wanted = self._fetching.name(some, now)
            if channel is not None:
                self._progress.named(channel, wanted)
            yield self._fetching.ask(now)

    def _hear_names(
        self, names: Sequence[str], now: float, *, is_all: bool
    ) -> Iterator[list[Doing]]:
        self.charge = Charge.IF_IN_VAIN
        for at in range(0, len(names), _NAMES_AT_ONCE):
            yield self._subscriptions.heard_names(names[at : at + _NAMES_AT_ONCE], now)
        if is_all:
            self._subscriptions.end_names()

    def _hear_data(
        self, number: packets.RequestNumber, data: Sequence[bytes], now: float
    ) -> Iterator[list[Doing]]:
        place = self._place
        if self._subscriptions.was_list(number) and place.version.lists_in_data:
            if self._subscriptions.is_list(number):
                names = [name for one in data if (name := _read_name(one)) is not None]
                yield from self._hear_names(names, now, is_all=not data)
        elif self._relaying.has_data(number) and not self._fetching.is_ours(number):
            for some in in_pieces(data) if data else ((),):
                yield self._pass_back(number, some, now)
        else:
            self.charge = Charge.IF_IN_VAIN
            yield from self._fetching.heard(number, data, now)
            if self._fetching.faults > FAULTS_MAX:
                raise PeerViolation("posts that are not of whom they say", "Data Response")

    def _pass_back(
        self, number: packets.RequestNumber, data: Sequence[bytes], now: float
    ) -> list[Doing]:
        """Some posts for somebody else, with that number; none: that was all."""
        pieces = [Piece.of(one) for one in data]
        self._fetching.note_unrequested(self._relaying.strange(number, pieces))
        wanted = [piece for piece in pieces if self._place.circle.is_wanted(piece.hash)]
        return [*self._relaying.heard_data(number, pieces), *self._fetching.keep(wanted, now)]


def _deleted(records: Sequence[Record]) -> Mapping[PostId, str]:
    """Posts that came after their deletes, and where they would have been."""
    refused = (one for each in records if isinstance(each, PostsRefused) for one in each.refused)
    return {one.hash: one.channel for one in refused if one.why is Reason.DELETED}


def _read_name(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _raise(violation: PeerViolation) -> list[Doing]:
    raise violation
