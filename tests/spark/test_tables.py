"""Each table of a report against an independent computation of it, on small histories by chance.

A table costs the same for one short history as for many: so there are many, as spaces of a dataset,
and what is said of one of them is looked up in the tables of all. What Java listens on while it
makes them is looked at here, where it runs anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from spark_reports import inputs
from spark_reports.dataset import AuthorRow, PostRow, SpaceRow
from spark_reports.read import Range, once
from spark_reports.render.made import Made as MadeTables
from spark_reports.session import ZoneUnknown, zone_known
from spark_reports.transforms import ranking
from tests.spark.histories import PEOPLE, drawn
from tests.spark.making import Made, assert_all_same, made_of
from tests.spark.rows import DAY, GARDEN, MINUTE, NOON, RELAY, dataset, name, post
from tests.spark.sockets import listening

pytestmark = pytest.mark.needs_java

HISTORIES = 16
ALONE, CLOCKS, IMPOSSIBLE, REGRETTED, VILLAGE, NEWS = (
    f"{number:02x}" * 32 for number in range(0xC0, 0xC6)
)


def many_histories(
    spark: SparkSession, folder: Path, zone: str, more: Mapping[str, Sequence[PostRow]]
) -> Made:
    """Of spaces by chance, whose posts have the same ids, and of ``more``."""
    garden, relay, *others = drawn(HISTORIES)
    posts = {
        # The first posts of the garden are there twice, as after a copy of files by hand.
        GARDEN: [*garden, *garden[:2]],
        RELAY: relay,
        ALONE: [post(1)],
        **{f"{number:02x}" * 32: rows for number, rows in enumerate(others)},
        **more,
    }
    feed = SpaceRow(RELAY, "feed", "Feed", "", 12, 1_200, 10, 1_000, 2)
    ends = [AuthorRow(GARDEN, PEOPLE[0], "Ann", NOON), AuthorRow(GARDEN, PEOPLE[1], "Bob")]
    dataset(folder, posts, include_text=True, spaces=[feed], authors=ends)
    return made_of(spark, folder, Range(zone))


@pytest.fixture(scope="module")
def in_utc(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """In a space of it two posts of four have an impossible date; in another a message was taken
    back by a post that is not reported on. One is of a community, one a feed with comments.
    """
    far = 253_402_300_799_999_999
    posts = [
        post(1),
        post(2, far, received_at=NOON),
        post(3, 0),
        post(4, NOON + DAY, received_at=NOON),
    ]
    regretted = [
        post(1, text="kettle"),
        post(2, author=PEOPLE[1], reply_to=name(1), text="regretted", link_domains=["c.example"]),
        post(3, far, author=PEOPLE[1], received_at=NOON, type="retraction", reply_to=name(2)),
    ]
    more = {
        IMPOSSIBLE: posts,
        REGRETTED: regretted,
        VILLAGE: [post(number, kind="cable") for number in range(3)],
        NEWS: [
            *[post(number, kind="feed", height=number) for number in range(2)],
            *[post(number, kind="comment") for number in range(2, 5)],
        ],
    }
    return many_histories(spark, tmp_path_factory.mktemp("utc"), "UTC", more)


@pytest.fixture(scope="module")
def in_berlin(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """In a space of it posts are written where clocks are set. Its files count as very many."""
    # On 2024-03-31 at 01:00 UTC clocks in Berlin go from 2 to 3, on 2024-10-27 from 3 back to 2.
    spring, autumn = 1_711_846_800_000_000, 1_729_990_800_000_000
    moments = [spring - MINUTE, spring, spring + 1, autumn - 61 * MINUTE, autumn - MINUTE, autumn]
    moments += [NOON - NOON % DAY + DAY - 30 * MINUTE]  # 23:30 in UTC, the next day in Berlin
    posts = [post(n, at) for n, at in enumerate(moments)]
    folder = tmp_path_factory.mktemp("berlin")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inputs, "FILES_READ_AGAIN_MAX", 0)
        return many_histories(spark, folder, "Europe/Berlin", {CLOCKS: posts})


def test_every_table_is_what_sql_says(in_utc: Made) -> None:
    assert_all_same(in_utc)


def test_every_table_is_what_sql_says_where_clocks_are_set(in_berlin: Made) -> None:
    assert_all_same(in_berlin)


def test_of_some_days_every_table_is_what_sql_says(spark: SparkSession, in_utc: Made) -> None:
    chosen = Range(since=date(2024, 3, 16), until=date(2024, 4, 24))
    assert_all_same(made_of(spark, in_utc.folder, chosen))


def test_the_last_weeks_reach_back_before_the_days_asked_for(
    spark: SparkSession, tmp_path: Path
) -> None:
    """And the trend: what is steady does not grow where somebody begins to look."""
    steady = [post(number, NOON + number * DAY) for number in range(60)]
    dataset(tmp_path, {GARDEN: steady, RELAY: steady[38:]})
    made = made_of(spark, tmp_path, Range(since=date(2024, 4, 24)), ("growth",))
    assert_all_same(made)
    rows = made.tables["growth"].sort_by("day").to_pylist()
    first = {row["space"]: row for row in rows[::-1]}
    assert str(first[GARDEN]["day"]) == "2024-04-24"
    names = ("cumulative_posts", "posts_7_days", "posts_28_days", "trend", "trend_days")
    assert [first[GARDEN][one] for one in names] == [1, 7, 28, 0.0, 28]
    assert [first[RELAY][one] for one in names] == [1, 3, 3, 0.0, 3], "it has not been there longer"


def test_days_asked_for_on_which_nobody_wrote_are_days_too(
    spark: SparkSession, tmp_path: Path
) -> None:
    """As far as is known: until something came last, wherever it was."""
    talk = [post(number, NOON + number * DAY) for number in range(8)]
    news = [post(1, NOON + 5 * DAY), post(2, NOON + 5 * DAY, received_at=NOON + 20 * DAY)]
    dataset(tmp_path, {GARDEN: talk[:3], RELAY: news})
    for until, last in (("2024-03-30", "2024-03-30"), ("2030-01-01", "2024-04-04")):
        chosen = Range(since=date(2024, 3, 16), until=date.fromisoformat(until))
        made = made_of(spark, tmp_path, chosen, ("activity_daily", "growth"))
        assert_all_same(made)
        days = made.tables["activity_daily"].to_pylist()
        spans = {
            space: (str(min(own)), str(max(own)))
            for space in ("", GARDEN, RELAY)
            for own in [[row["day"] for row in days if row["space"] == space]]
        }
        assert spans == {
            "": ("2024-03-16", last),
            GARDEN: ("2024-03-16", last),
            RELAY: ("2024-03-20", last),
        }


@pytest.mark.parametrize(
    ("late", "last"),
    [
        (400, "2025-04-20"),  # what was said before somebody began to follow
        (1_097, "2027-03-18"),
        (1_098, "2024-03-16"),
        (27_000, "2024-03-16"),
    ],
)
def test_silence_is_shown_until_something_came_but_not_for_the_years_a_clock_was_wrong_by(
    spark: SparkSession, tmp_path: Path, late: int, last: str
) -> None:
    old = [post(1, received_at=NOON + (late + 1) * DAY), post(2, NOON + DAY)]
    dataset(tmp_path, {GARDEN: [post(3)], RELAY: old})
    made = made_of(spark, tmp_path, names=("activity_daily",))
    assert_all_same(made)
    assert str(max(made.tables["activity_daily"]["day"].to_pylist())) == last


def test_who_fell_silent_before_the_days_asked_for_has_days_of_nothing(
    spark: SparkSession, tmp_path: Path
) -> None:
    """Else a channel would be gone from the page of the month in which it went quiet."""
    talk = [post(number, NOON + number * DAY) for number in range(8)]
    dataset(tmp_path, {GARDEN: talk[:3], RELAY: talk})
    names = ("activity_daily", "growth")
    for since, spaces in (
        ("2024-03-20", {"", GARDEN, RELAY}),
        ("2024-03-23", set()),  # later than anything that is known of
    ):
        made = made_of(spark, tmp_path, Range(since=date.fromisoformat(since)), names)
        assert_all_same(made)
        for table in made.tables.values():
            assert set(table["space"].to_pylist()) == spaces
    made = made_of(spark, tmp_path, Range(since=date(2024, 3, 20), until=date(2024, 3, 21)), names)
    rows = [row for row in made.tables["growth"].to_pylist() if row["space"] == GARDEN]
    assert [(str(row["day"]), row["posts"], row["posts_7_days"]) for row in rows] == [
        ("2024-03-20", 0, 3),
        ("2024-03-21", 0, 3),
    ]
    assert all(row["trend"] < 0 for row in rows)
    dataset(tmp_path / "quiet", {GARDEN: [*talk[:3], post(9, NOON, received_at=NOON + 9 * DAY)]})
    made = made_of(spark, tmp_path / "quiet", Range(since=date(2024, 3, 20)), names)
    assert_all_same(made)
    assert made.tables["activity_daily"].num_rows == 2 * 5, "though nothing was written at all"


def test_who_answers_what_was_said_before_the_days_asked_for_answers_it(
    spark: SparkSession, tmp_path: Path
) -> None:
    midnight = NOON + DAY // 2
    posts = [
        post(1, midnight - 5 * MINUTE, author=PEOPLE[0]),
        post(2, midnight + 5 * MINUTE, author=PEOPLE[1], reply_to=name(1), parents=[name(1)]),
    ]
    follows = post(3, midnight + 5 * MINUTE, author=PEOPLE[1])
    dataset(tmp_path, {GARDEN: posts, RELAY: [posts[0], follows]})
    names = ("conversations", "response_times", "interactions")
    made = made_of(spark, tmp_path, Range(since=date(2024, 3, 16)), names)
    assert_all_same(made)
    [pair] = made.tables["interactions"].to_pylist()
    counts = ("space", "answers", "builds", "all")
    assert [pair[one] for one in counts] == [GARDEN, 1, 0, 1], "to answer the last post is once"
    answers = {row["space"]: row["answers"] for row in made.tables["response_times"].to_pylist()}
    assert answers == {"": 2, GARDEN: 1, RELAY: 1}
    talks = made.tables["conversations"].to_pylist()
    assert [(row["number"], row["posts"]) for row in talks] == [(1, 1), (1, 1)]


def test_who_wrote_before_the_days_asked_for_is_no_newcomer(
    spark: SparkSession, tmp_path: Path
) -> None:
    long_ago, ann, bob = NOON - 500 * DAY, *PEOPLE[:2]
    posts = [
        post(1, long_ago, author=ann),
        post(2, NOON, author=ann),
        post(3, NOON, author=bob),
        post(4, NOON + DAY, author=bob, channel="general"),
        post(5, NOON + 60 * DAY, author=PEOPLE[2]),
    ]
    dataset(tmp_path, {GARDEN: posts[:3], RELAY: [post(1, author=ann)]})
    dataset(tmp_path, {GARDEN: posts[3:]})
    chosen = Range(since=date(2024, 3, 10), until=date(2024, 3, 31))
    made = made_of(spark, tmp_path, chosen, ("cohorts", "growth"))
    assert_all_same(made)
    sizes = {(row["space"], str(row["cohort"])): row["size"]
             for row in made.tables["cohorts"].to_pylist()}  # fmt: skip
    # Bob alone; in the relay Ann has written nothing before.
    assert sizes == {(space, "2024-03-01"): 1 for space in ("", GARDEN, RELAY)}
    new = Counter[tuple[str, str]]()
    for row in made.tables["growth"].to_pylist():
        new[row["space"], row["channel"]] += row["new_authors"]
    assert new == {("", ""): 1, (GARDEN, ""): 1, (GARDEN, "general"): 1, (RELAY, ""): 1}


def test_who_wrote_before_the_days_asked_for_is_one_of_the_people_of_these_days(
    spark: SparkSession, tmp_path: Path
) -> None:
    ann, bob = PEOPLE[:2]
    earlier, now = post(1, NOON - 500 * DAY, author=ann), post(2, author=ann)
    news = [post(3, author=ann), post(4, NOON + DAY, author=bob)]
    dataset(tmp_path, {GARDEN: [earlier, now], RELAY: news})
    made = made_of(spark, tmp_path, Range(since=date(2024, 3, 10)), ("cohorts", "growth"))
    for one, table in made.tables.items():
        pq.write_table(table, tmp_path / f"{one}.parquet")
    assert MadeTables(tmp_path, {}).people() == 2


def test_a_day_begins_where_the_reader_is_and_clocks_are_set(in_berlin: Made) -> None:
    found = in_berlin.tables["activity_heatmap"].to_pylist()
    sundays = {r["hour"]: r["posts"] for r in found if r["space"] == CLOCKS and r["weekday"] == 7}
    assert [sundays[hour] for hour in (0, 1, 2, 3)] == [0, 2, 2, 2]
    days = in_berlin.tables["activity_daily"].to_pylist()
    assert str(min(row["day"] for row in days if row["space"] == CLOCKS)) == "2024-03-16"


def test_an_empty_history_has_all_tables(spark: SparkSession, tmp_path: Path) -> None:
    dataset(tmp_path, {GARDEN: []})
    made = made_of(spark, tmp_path)
    assert_all_same(made)
    assert made.tables["activity_daily"].num_rows == 0
    assert made.tables["interactions"].num_rows == made.tables["pagerank"].num_rows == 0


def test_a_space_of_one_post_is_in_all_tables(in_utc: Made) -> None:
    found = {
        name: [row for row in table.to_pylist() if row.get("space") == ALONE]
        for name, table in in_utc.tables.items()
    }
    assert [row["posts"] for row in found["conversations"]] == [1]
    assert [(row["posts"], row["share"]) for row in found["authors"]] == [(1, 1.0)]
    assert sum(row["posts"] for row in found["activity_daily"]) == 1
    assert len(found["activity_heatmap"]) == 168
    assert found["interactions"] == found["pagerank"] == []


def test_tables_say_what_each_space_is_called_though_nobody_wrote_there(
    spark: SparkSession, tmp_path: Path
) -> None:
    named = SpaceRow(GARDEN, "cable", "allotments", "Village")
    dataset(tmp_path, {GARDEN: [], RELAY: [post(1)]}, spaces=[named])
    made = made_of(spark, tmp_path, names=["spaces"])
    assert_all_same(made)
    told = made.tables["spaces"].sort_by("space").to_pylist()
    assert told == [
        {"space": GARDEN, "kind": "cable", "name": "allotments", "community": "Village"},
        {"space": RELAY, "kind": "peerlinks", "name": RELAY[:4], "community": ""},
    ]


def test_the_average_rank_of_a_space_is_one_though_some_speak_to_nobody(in_utc: Made) -> None:
    ranks: dict[str, list[float]] = {}
    for row in in_utc.tables["pagerank"].to_pylist():
        ranks.setdefault(row["space"], []).append(row["rank"])
    speaking = {(r["space"], r["author"]) for r in in_utc.tables["interactions"].to_pylist()}
    silent = [r for r in in_utc.tables["pagerank"].to_pylist()
              if (r["space"], r["author"]) not in speaking]  # fmt: skip
    assert silent
    assert all(abs(sum(each) / len(each) - 1) < 1e-5 for each in ranks.values())


def test_where_pairs_are_too_many_for_a_row_ranks_are_the_same(
    spark: SparkSession, in_utc: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In some of the spaces they are, in others not; and a piece is one person, or several."""
    monkeypatch.setattr(ranking, "ROUNDS_MAX", 3)
    pairs = in_utc.tables["interactions"]
    counts = Counter(pairs["space"].to_pylist())
    given = spark.createDataFrame(pairs)
    at_once = ranking.pagerank(given).toArrow()
    monkeypatch.setattr(ranking, "PAIRS_AT_ONCE_MAX", sorted(counts.values())[-4])
    monkeypatch.setattr(ranking, "PAIRS_A_PIECE", 6)
    by_pieces = ranking.pagerank(given).toArrow()
    order = [("space", "ascending"), ("author", "ascending")]
    assert by_pieces.sort_by(order).to_pylist() == at_once.sort_by(order).to_pylist()


def test_of_rows_of_one_post_the_earliest_counts_wherever_it_lies(spark: SparkSession) -> None:
    rows = [("a", b"1", n, n + at, [b"p"]) for n, at in ((3, 1), (2, 9), (2, 5), (7, 0))]
    shape = "space string, id binary, at int, received_at int, parents array<binary>"
    for given in (rows, rows[::-1]):
        [found] = once(spark.createDataFrame(given, shape)).collect()
        assert (found["at"], found["received_at"]) == (2, 7)


def test_what_was_taken_back_gives_no_words_and_sites_whenever_that_was(in_utc: Made) -> None:
    assert "c.example" not in {row["domain"] for row in in_utc.tables["domains"].to_pylist()}
    found = in_utc.tables["terms"].to_pylist()
    assert [row["term"] for row in found if row["space"] == REGRETTED] == ["kettle"]


def test_a_quantile_is_never_above_the_true_one_nor_far_below(spark: SparkSession) -> None:
    from spark_reports.transforms.quantiles import ERROR_MAX, quantiles

    values = [*range(300), *[2**n + 3 for n in range(8, 50)]]
    rows = spark.createDataFrame([("a", one) for one in values], "k string, v bigint")
    wanted = {f"q{n}": n for n in (1, 250, 500, 900, 990, 1000)}
    found = quantiles(rows, ["k"], "v", wanted).collect()[0]
    ordered = sorted(values)
    for column, thousandths in wanted.items():
        true = ordered[-(-len(values) * thousandths // 1_000) - 1]
        assert true * (1 - ERROR_MAX) <= found[column] <= true
        assert found[column] == true or true >= 256


def test_impossible_dates_are_counted_and_left_out(in_utc: Made) -> None:
    [found] = [r for r in in_utc.tables["quality"].to_pylist() if r["space"] == IMPOSSIBLE]
    assert found["misdated"] == 2
    days = in_utc.tables["activity_daily"].to_pylist()
    assert sum(row["posts"] for row in days if row["space"] == IMPOSSIBLE) == 2


def test_only_what_has_heights_has_a_width_and_a_height(in_utc: Made) -> None:
    """A community's posts have none, nor have comments on a feed."""
    found = {row["space"]: row for row in in_utc.tables["dag_shape"].to_pylist()}
    assert [found[VILLAGE][name] for name in ("posts", "width", "height")] == [3, None, None]
    assert [found[NEWS][name] for name in ("posts", "width", "height")] == [5, 1, 1]


def test_a_zone_that_java_lacks_is_named_or_another_takes_its_place(spark: SparkSession) -> None:
    """Java has a database of its own, which may be older than Python's."""
    for known in ("Europe/Berlin", "EST", "Etc/GMT+3", "UTC"):
        assert zone_known(spark, known) == known
    assert zone_known(spark, "America/Newest", "Etc/GMT+3") == "Etc/GMT+3"
    with pytest.raises(ZoneUnknown, match="does not know the time zone America/Newest"):
        zone_known(spark, "America/Newest")


def test_who_connects_on_this_computer_has_to_know_the_secret(spark: SparkSession) -> None:
    """Others may have an account on it, too."""
    assert spark.sparkContext.getConf().get("spark.authenticate") == "true"


def test_all_sockets_that_listen_are_of_this_computer_alone(
    spark: SparkSession, in_utc: Made
) -> None:
    assert in_utc.tables  # everything that listens does so now
    gateway = spark.sparkContext._gateway
    assert gateway is not None
    found = list(listening(gateway.proc.pid))
    assert found
    assert all(address.is_loopback for address in found), found
    assert spark.sparkContext.uiWebUrl is None
