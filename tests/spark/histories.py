"""Histories made by hypothesis: posts that collide, follow, answer, build on and take back others.

A table costs Spark the same for one short history as for many, so all of them are compared at once,
each as a space of one dataset.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from spark_reports.dataset import PostRow
from tests.spark.rows import DAY, MINUTE, NOON, name, post

PEOPLE = ("aa" * 32, "bb" * 32, "cc" * 32)
LONGEST = 16
MOMENTS = (0, 1, 29 * MINUTE, 30 * MINUTE, 30 * MINUTE + 1_000, DAY, 40 * DAY)
DELAYS = (
    0,
    1_500,
    -1_000,
    -1_000_000,
    -1_001_000,
    2 * DAY,
    400 * DAY,
    5_000 * DAY,
    -MINUTE,
    -2 * DAY,
)
WORDS = (
    "garden",
    "fork",
    "Kettle",
    "straße",
    "水源水",
    "of",
    "naïve",
    "=sum",
    "<b>",
    "https://a.example/fork",
)
KINDS = (*["peerlinks"] * 4, "cable", "feed", "comment")
TYPES = (*["message"] * 6, *["reaction", "taken_back"] * 2, "retraction", "root", "block")
NAMES = ("Ann", "=1+1", "<b>Bob</b>", "\u202eeve")
DOMAINS = ("a.example", "b.example")


@st.composite
def posts(draw: st.DrawFn, number: int, at: int) -> PostRow:
    """Any, that knows of those with lower numbers (the first one of itself)."""
    earlier = st.integers(0, max(0, number - 1)).map(name)
    words = draw(st.lists(st.sampled_from(WORDS), max_size=5))
    text = " ".join(words)
    return post(
        number,
        at,
        kind=draw(st.sampled_from(KINDS)),
        author=draw(st.sampled_from(PEOPLE)),
        author_name=draw(st.sampled_from(NAMES)),
        channel=draw(st.sampled_from(["", "general"])),
        received_at=at + draw(st.sampled_from(DELAYS)),
        height=draw(st.integers(0, 6)),
        parents=draw(st.lists(earlier, max_size=3)),
        reply_to=draw(st.none() | earlier),
        type=draw(st.sampled_from(TYPES)),
        text=text,
        text_length=draw(st.sampled_from([len(text), 256, 1_000_003])),
        words=len(words),
        link_domains=draw(st.lists(st.sampled_from(DOMAINS), max_size=3)),
        attachment_bytes=draw(st.sampled_from([0, 0, 7, 2**40])),
    )


@st.composite
def histories(draw: st.DrawFn) -> Sequence[PostRow]:
    """Of one post or more, in the order of their times."""
    rows: list[PostRow] = []
    at = NOON
    for number in range(draw(st.integers(1, LONGEST))):
        at += draw(st.sampled_from(MOMENTS))
        rows.append(draw(posts(number, at)))
    return rows


def drawn(count: int) -> Sequence[Sequence[PostRow]]:
    """So many histories: in CI always the same, elsewhere others each time."""
    found: list[Sequence[PostRow]] = []

    # Nothing can fail while they are drawn; what fails is looked up in the dataset, which stays.
    @settings(
        max_examples=count,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(histories())
    def draw(history: Sequence[PostRow]) -> None:
        found.append(history)

    draw()
    return found
