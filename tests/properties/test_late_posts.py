"""What is unread, whatever arrives wherever, and whatever was seen: as a naive list has it.

Each post of others is unread until it was in sight, or everything was marked read, wherever in the
timeline it came in; our own, and those from before we came into the space, are no news below the
mark. What is folded away is unread for nobody, whether it was when it came or is so since.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.crypto.blake2b import hash32
from engine.model.ids import OrderKey, PostId, PostKind, PublicKey, SpaceId, SpaceKind
from engine.model.views import LateView
from engine.protocols.space_records import ReadUpTo
from engine.store.opening import Store, open_memory_store
from engine.store.timeline.pages import extent, unread_mentions
from engine.store.timeline.posts import TimelinePost

CAME_IN = 1_000.0
OTHER, OURS, OLD, CALLING = range(4)
"""Somebody else's post, ours, one from before we came in, one that speaks to us."""
CALLER = PublicKey(b"c" * 32)
"""Who speaks to us."""


@dataclass(frozen=True)
class Arrived:
    """Posts at these places, of these sorts, in one turn."""

    posts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Seen:
    """From one place to another; everything up to the end where there is no first."""

    first: int | None
    last: int


@dataclass(frozen=True)
class Hidden:
    """The post at that place, for ourselves; or shown again."""

    place: int
    hidden: bool


@dataclass(frozen=True)
class Moved:
    """The post of one place stands at another now, as in a community."""

    place: int
    to: int


@dataclass(frozen=True)
class Judged:
    """Whether the caller is folded away from now on."""

    folded: bool


places = st.integers(0, 30)
events = st.one_of(
    st.builds(Arrived, st.lists(st.tuples(places, st.integers(0, 3)), max_size=8).map(tuple)),
    st.builds(Seen, st.none() | places, places),
    st.builds(Hidden, places, st.booleans()),
    st.builds(Moved, places, places),
    st.builds(Judged, st.booleans()),
)
Happening = Arrived | Seen | Hidden | Moved | Judged


def order_of(place: int) -> OrderKey:
    return OrderKey(place.to_bytes(8, "big") + hash32(b"%d" % place))


def post(place: int, sort: int, *, folded: bool) -> TimelinePost:
    return TimelinePost(
        channel="",
        order=order_of(place),
        kind=PostKind.MESSAGE,
        height=place,
        parents=(),
        at=CAME_IN - 1 if sort == OLD else CAME_IN,
        received_at=CAME_IN,
        author=CALLER if sort == CALLING else PublicKey(b"k" * 32),
        path=("bob",),
        ours=sort == OURS,
        text=f"number {place}",
        body=None,
        speaks=True if sort == CALLING else None,
        folded=folded,
    )


@dataclass
class Naive:
    """Plain bookkeeping: which post stands where, and which of them nobody has seen."""

    sorts: dict[int, int] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    late: set[int] = field(default_factory=set)
    quiet: set[int] = field(default_factory=set)
    mark: int | None = None
    folded: bool = False

    def arrive(self, place: int, sort: int) -> None:
        self.sorts[place] = sort
        if self.folds(sort):
            self.quiet.add(place)
        elif self.mark is not None and place <= self.mark and sort in {OTHER, CALLING}:
            self.late.add(place)

    def folds(self, sort: int) -> bool:
        return self.folded and sort == CALLING

    def judge(self, *, folded: bool) -> None:
        """What is read, or deleted for us, stays as it was."""
        self.folded = folded
        behind = {place for place in self.sorts if self.mark is None or place > self.mark}
        for place in (behind | self.late) - self.hidden:
            if self.sorts[place] == CALLING:
                (self.quiet.add if folded else self.quiet.discard)(place)

    def see(self, seen: Seen) -> None:
        self.mark = seen.last if self.mark is None else max(self.mark, seen.last)
        first = 0 if seen.first is None else seen.first
        self.late -= set(range(first, seen.last + 1))

    def hide(self, place: int, *, hidden: bool) -> None:
        if hidden:
            self.hidden.add(place)
            self.late.discard(place)
        else:
            self.hidden.discard(place)

    def move(self, place: int, to: int) -> None:
        was_unread = place in self.late or place in self.unread()
        self.late.discard(place)
        self.sorts[to] = self.sorts.pop(place)
        if place in self.quiet:
            self.quiet.remove(place)
            self.quiet.add(to)
        if place in self.hidden:
            self.hidden.remove(place)
            self.hidden.add(to)
        elif was_unread and self.mark is not None and to <= self.mark:
            self.late.add(to)

    def unread(self) -> list[int]:
        behind = {
            place
            for place, sort in self.sorts.items()
            if sort != OURS and (self.mark is None or place > self.mark)
        }
        return sorted((behind | self.late) - self.hidden - self.quiet)


class Kept:
    """A store, and the naive list beside it."""

    def __init__(self) -> None:
        self.store: Store = open_memory_store()
        self.naive = Naive()
        self.space = SpaceId(b"a" * 32)
        with self.store.database.atomic():
            self.number = self.store.spaces.store(
                self.space, SpaceKind.PRIVATE, "x", PublicKey(b"k" * 32), CAME_IN
            )

    def do(self, happening: Happening) -> None:
        with self.store.database.atomic():
            match happening:
                case Arrived(posts):
                    self._arrive(posts)
                case Seen(first, last):
                    since = None if first is None else order_of(first)
                    self.store.spaces.apply(ReadUpTo(self.space, order_of(last), since))
                    self.naive.see(happening)
                case Hidden(place, hidden):
                    if place in self.naive.sorts:
                        timeline = self.store.timeline
                        timeline.hide_post(self.number, "", order_of(place), hidden=hidden)
                        self.naive.hide(place, hidden=hidden)
                case Moved(place, to):
                    if place in self.naive.sorts and to not in self.naive.sorts:
                        self.store.timeline.move(self.number, "", {order_of(place): order_of(to)})
                        self.naive.move(place, to)
                case Judged(folded):
                    self.naive.judge(folded=folded)
                    judging = self._is_folded if folded else None
                    self.store.timeline.judge_unread(self.number, "", judging, 100)

    def _is_folded(self, _post: PostId, author: PublicKey) -> bool:
        return self.naive.folded and author == CALLER

    def _arrive(self, posts: Sequence[tuple[int, int]]) -> None:
        for place, sort in posts:
            if place not in self.naive.sorts:
                folded = self.naive.folds(sort)
                self.store.timeline.add(self.number, post(place, sort, folded=folded))
                self.naive.arrive(place, sort)

    def demand(self) -> None:
        naive, line = self.naive, (self.number, "")
        mark = None if naive.mark is None else order_of(naive.mark)
        shown, unread = extent(self.store.database, line, mark), naive.unread()
        assert shown.unread == len(unread)
        late = sorted(naive.late - naive.quiet)
        view = LateView(len(late), order_of(late[0]), order_of(max(naive.late))) if late else None
        assert shown.late == view
        behind = [place for place in unread if place not in naive.late]
        assert shown.first_unread == (order_of(behind[0]) if behind else None)
        calling = [place for place in unread if naive.sorts[place] == CALLING]
        assert shown.first_mention == (order_of(calling[0]) if calling else None)
        assert unread_mentions(self.store.database, line, mark) == len(calling)
        judged = unread_mentions(self.store.database, line, mark, self._is_folded)
        assert judged == len(calling)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(events, max_size=25))
def test_each_post_of_others_is_unread_until_it_was_seen(happenings: list[Happening]) -> None:
    kept = Kept()
    for happening in happenings:
        kept.do(happening)
        kept.demand()
    kept.store.close()
