"""Whatever is said of whatever, in whatever order it arrives: a timeline shows the same.

A naive model of plain lists reads the same messages at once; pages, counts, mentions and search
of the store, which got them one by one, agree with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.model.hits import SearchHit
from engine.model.ids import PostId, PublicKey
from engine.model.queries import Extent, FirstSince, Search, Space, Timeline
from engine.model.views import PostView
from engine.protocols.peerlinks.bodies.forms import (
    Body,
    EditBody,
    ReactionBody,
    ReplyBody,
    RetractBody,
    TextBody,
    UnreactBody,
    compose_body,
)
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import (
    ChannelStored,
    IdentityStored,
    MessageStored,
    PostHidden,
)
from engine.protocols.space_records import ReadUpTo
from engine.store.opening import open_memory_store
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Around, Opened, opened

GARDEN = a.channel("garden", owned=False)
HERE = GARDEN.id
PEOPLE = ("ann", "bob", "cat")  # we are ann
WORDS = ("tulips", "roses", "asters")
EMOJI = ("👍", "🎉")
AT = Around()


@dataclass(frozen=True)
class Said:
    """One message to be: ``about`` is the number of an earlier or later one, or of none."""

    form: str
    who: int
    about: int
    word: int
    mentions_us: bool


sayings = st.lists(
    st.builds(
        Said,
        st.sampled_from(["text", "text", "reply", "react", "unreact", "edit", "retract"]),
        st.integers(0, 2),
        st.integers(-1, 12),
        st.integers(0, 2),
        st.booleans(),
    ),
    min_size=1,
    max_size=12,
)


@dataclass(frozen=True)
class Written:
    """A message, and what it was to say."""

    said: Said
    message: MessageStored
    target: PostId | None

    @property
    def id(self) -> PostId:
        return self.message.hash

    @property
    def place(self) -> tuple[int, PostId]:
        return self.message.message.height, self.id

    @property
    def is_mark(self) -> bool:
        return self.said.form not in {"text", "reply"}


def written(said: Sequence[Said]) -> list[Written]:
    """Each on top of the root: they can arrive in any order; heights are mixed by their times."""
    root = a.message(HERE)
    made: list[Written] = []
    for number, one in enumerate(said):
        # Marks speak of earlier ones, as nobody knows the hash of a later one.
        target = made[one.about].id if 0 <= one.about < len(made) else PostId(b"?" * 32)
        parents = [root] if number % 3 else [root, *(w.message for w in made[-1:])]
        name = PEOPLE[one.who]
        chain: Chain = a.chain(name)
        message = a.message(
            HERE,
            parents,
            json_text=compose_body(body(one, target, number)),
            by=chain,
            at=a.NOW + (number * 7) % 11,
            ours=name == "ann",
        )
        made.append(Written(one, message, None if one.form == "text" else target))
    return made


def body(one: Said, target: PostId, number: int) -> Body:
    text = f"{WORDS[one.word]} {number}"
    mentions = (PublicKey(a.key("ann")),) if one.mentions_us else ()
    match one.form:
        case "text":
            return TextBody(text, mentions)
        case "reply":
            return ReplyBody(text, target, mentions)
        case "react":
            return ReactionBody(EMOJI[one.word % 2], target)
        case "unreact":
            return UnreactBody(EMOJI[one.word % 2], target)
        case "edit":
            return EditBody(text, target, mentions)
        case _:
            return RetractBody(target)


@dataclass
class Plain:
    """The naive model: every question reads all messages."""

    messages: list[Written]
    hidden: set[PostId]

    def rows(self) -> list[Written]:
        shown = [w for w in self.messages if not w.is_mark and w.id not in self.hidden]
        return sorted(shown, key=lambda w: w.place)

    def about(self, row: Written, *forms: str) -> list[Written]:
        marks = [w for w in self.messages if w.said.form in forms and w.target == row.id]
        return sorted(marks, key=lambda w: w.place)

    def changes(self, row: Written, form: str) -> list[Written]:
        return [w for w in self.about(row, form) if w.said.who == row.said.who]

    def is_retracted(self, row: Written) -> bool:
        return bool(self.changes(row, "retract"))

    def text(self, row: Written) -> str:
        if self.is_retracted(row):
            return ""
        told = self.told(row)
        return f"{WORDS[told.said.word]} {self.messages.index(told)}"

    def told(self, row: Written) -> Written:
        """What says the post's newest text."""
        return ([row, *self.changes(row, "edit")])[-1]

    def reactions(self, row: Written) -> dict[str, int]:
        if self.is_retracted(row):
            return {}
        last = {(w.said.who, w.said.word % 2): w for w in self.about(row, "react", "unreact")}
        counted = [word for (_, word), w in last.items() if w.said.form == "react"]
        return {EMOJI[word]: counted.count(word) for word in set(counted)}

    def speaks(self, row: Written) -> bool:
        if PEOPLE[row.said.who] == "ann":
            return False
        ours = {w.id for w in self.messages if PEOPLE[w.said.who] == "ann"}
        return self.told(row).said.mentions_us or (row.said.form == "reply" and row.target in ours)


def filled(messages: Sequence[Written]) -> Opened:
    here = opened(open_memory_store())
    here.keep(IdentityStored(a.identity("ann")), ChannelStored(GARDEN, a.NOW), a.message(HERE))
    for one in messages:
        here.keep(one.message)
    return here


def paged(here: Opened, word: str, limit: int) -> list[SearchHit]:
    """What a search finds, so many at a time."""
    found = list(here.reader.answer(Search(word, limit=limit), AT).hits)
    while found and (page := here.reader.answer(Search(word, None, limit, found[-1]), AT).hits):
        found += page
    return found


def posts(here: Opened) -> list[PostView]:
    return [post for post in here.reader.answer(Timeline(HERE), AT).posts if post.height]


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    said=sayings,
    order=st.randoms(use_true_random=False),
    hidden=st.sets(st.integers(0, 11), max_size=2),
    read=st.integers(0, 12),
)
def test_a_timeline_agrees_with_a_naive_reading_in_any_order_of_arrival(
    said: list[Said], order: object, hidden: set[int], read: int
) -> None:
    made = written(said)
    shuffled = list(made)
    order.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis' Random
    here = filled(shuffled)
    plain = Plain(made, {made[n].id for n in hidden if n < len(made) and not made[n].is_mark})
    here.keep(*[PostHidden(HERE, post, hidden=True) for post in sorted(plain.hidden)])
    rows, shown = plain.rows(), posts(here)
    assert [post.id for post in shown] == [row.id for row in rows]
    for post, row in zip(shown, rows, strict=True):
        assert post.text == plain.text(row)
        assert post.retracted == plain.is_retracted(row)
        assert {one.emoji: one.count for one in post.reactions} == plain.reactions(row)
        assert post.speaks_to_us == plain.speaks(row)
    if read < len(rows):
        here.keep(ReadUpTo(HERE, shown[read].order))
        unread = rows[read + 1 :]
    else:
        unread = rows
    foreign = [row for row in unread if PEOPLE[row.said.who] != "ann"]
    speaking = [r for r in foreign if plain.speaks(r) and not plain.is_retracted(r)]
    space, extent = here.reader.answer(Space(HERE), AT), here.reader.answer(Extent(HERE), AT)
    assert (space.posts, space.unread, space.mentions) == (
        len(rows) + 1,
        len(foreign),
        len(speaking),
    )
    first = None if extent.first_mention is None else extent.first_mention[8:]
    assert first == (speaking[0].id if speaking else None)
    here.reader.close()
    here.store.close()


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(said=sayings, order=st.randoms(use_true_random=False), limit=st.integers(1, 4))
def test_search_finds_each_post_under_what_it_says_now(
    said: list[Said], order: object, limit: int
) -> None:
    made = written(said)
    shuffled = list(made)
    order.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis' Random
    here, plain = filled(shuffled), Plain(made, set())
    for word in WORDS:
        hits = here.reader.answer(Search(word), AT).hits
        expected = {row.id for row in plain.rows() if plain.text(row).startswith(word)}
        assert {hit.id for hit in hits} == expected
        assert len(hits) == len(expected)
        assert paged(here, word, limit) == list(hits)
    here.reader.close()
    here.store.close()


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(said=sayings, order=st.randoms(use_true_random=False), hidden=st.sets(st.integers(0, 11)))
def test_a_timeline_filled_anew_holds_the_rows_of_the_grown_one(
    said: list[Said], order: object, hidden: set[int]
) -> None:
    made = written(said)
    order.shuffle(made)  # type: ignore[attr-defined]  # hypothesis' Random
    here = filled(made)
    concealed = [made[n].id for n in sorted(hidden) if n < len(made) and not made[n].is_mark]
    here.keep(*[PostHidden(HERE, post, hidden=True) for post in concealed])
    rows = (
        "SELECT order_key, kind, at, text, body, aside, about, detail, speaks, quiet"
        " FROM timeline ORDER BY order_key"
    )
    grown, seen = here.store.database.rows(rows), posts(here)
    here.store.database.begin()
    here.repository.rebuild_timeline(HERE)
    here.store.database.commit()
    assert here.store.database.rows(rows) == grown
    assert posts(here) == seen
    here.reader.close()
    here.store.close()


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(said=sayings, at=st.floats(-1, 12))
def test_the_first_post_since_a_time_is_that_of_the_plain_list(said: list[Said], at: float) -> None:
    here = filled(written(said))
    listed = here.reader.answer(Timeline(HERE), AT).posts
    expected = next((one.order for one in listed if one.timestamp >= a.NOW + at), None)
    assert here.reader.answer(FirstSince(HERE, a.NOW + at), AT) == expected
    here.reader.close()
    here.store.close()
