"""Each table of a report against an independent computation of it, on small made-up histories."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import DataFrame, SparkSession

from spark_reports.dataset import AuthorRow, PostRow, SpaceRow
from spark_reports.inputs import inputs_of
from spark_reports.read import Range, open_dataset
from spark_reports.tables import STONES, TABLES
from tests.spark.comparing import assert_ranks, assert_same
from tests.spark.oracle import Oracle
from tests.spark.rows import DAY, GARDEN, MINUTE, NOON, RELAY, dataset, name, post

pytestmark = pytest.mark.needs_java

BY_NAME = {table.name: table for table in (*STONES, *TABLES)}
PEOPLE = ("aa" * 32, "bb" * 32, "cc" * 32)
WORDS = ("garden", "fork", "Kettle", "straße", "水源水", "of", "naïve", "=sum", "<b>")


class Given(dict[str, DataFrame]):
    """What tables are made of; what is not there yet is made when it is first asked for."""

    def __missing__(self, name: str) -> DataFrame:
        # As a report has it: what a table gave is what others begin with.
        self[name] = BY_NAME[name].make(self).persist()
        return self[name]


class Tables:
    """The tables over a dataset, each one made once, when it is asked for."""

    def __init__(self, spark: SparkSession, folder: Path, zone: str = "UTC") -> None:
        scratch = Path(mkdtemp(dir=folder))
        given, self._numbers = inputs_of(open_dataset(spark, folder), Range(zone), scratch)
        self._given = Given(given)
        self._made: dict[str, pa.Table] = {}

    def __getitem__(self, name: str) -> pa.Table:
        if name not in self._made:
            self._made[name] = self._numbers.decode(self._given[name]).toArrow()
        return self._made[name]


@pytest.fixture(autouse=True)
def nothing_kept(spark: SparkSession) -> Iterator[None]:
    """What one test kept, the next one does not carry."""
    yield
    spark.catalog.clearCache()


def assert_all_same(spark: SparkSession, folder: Path, zone: str = "UTC") -> Tables:
    """Spark's tables are the oracle's."""
    made = Tables(spark, folder, zone)
    oracle = Oracle(folder, zone)
    try:
        for table in TABLES:
            if table.name != "pagerank":
                assert_same(made[table.name], oracle.rows(table.name), table.name)
        assert_ranks(made["pagerank"], oracle.pagerank())
    finally:
        oracle.close()
    return made


@st.composite
def histories(draw: st.DrawFn) -> list[PostRow]:
    """Some dozens of posts at times that collide, follow, answer, build on and take back others."""
    rows: list[PostRow] = []
    moments = st.sampled_from([0, 1, 29 * MINUTE, 30 * MINUTE, 30 * MINUTE + 1_000, DAY, 40 * DAY])
    at = NOON
    for number in range(draw(st.integers(1, 40))):
        at += draw(moments)
        earlier = st.integers(0, max(0, number - 1)).map(name)
        words = draw(st.lists(st.sampled_from(WORDS), max_size=5))
        text = " ".join(words)
        kind = draw(st.sampled_from(["message"] * 6 + ["reaction", "retraction", "root", "block"]))
        rows.append(
            post(
                number,
                at,
                author=draw(st.sampled_from(PEOPLE)),
                author_name=draw(st.sampled_from(["Ann", "=1+1", "<b>Bob</b>", "\u202eeve"])),
                channel=draw(st.sampled_from(["", "general"])),
                received_at=at + draw(st.sampled_from([0, 1_500, 2 * DAY, -MINUTE, -2 * DAY])),
                height=draw(st.integers(0, 6)),
                parents=draw(st.lists(earlier, max_size=3)),
                reply_to=draw(st.none() | earlier),
                type=kind,
                text=text,
                text_length=draw(st.sampled_from([len(text), 256, 1_000_003])),
                words=len(words),
                link_domains=draw(
                    st.lists(st.sampled_from(["a.example", "b.example"]), max_size=3)
                ),
                attachment_bytes=draw(st.sampled_from([0, 0, 7, 2**40])),
            )
        )
    return rows


FEW = settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


@FEW
@given(garden=histories(), relay=histories(), zone=st.sampled_from(["UTC", "Europe/Berlin"]))
def test_every_table_is_what_sql_says(
    spark: SparkSession, garden: list[PostRow], relay: list[PostRow], zone: str
) -> None:
    feed = SpaceRow(RELAY, "feed", "Feed", "", 12, 1_200, 10, 1_000, 2)
    ends = [AuthorRow(GARDEN, PEOPLE[0], "Ann", NOON), AuthorRow(GARDEN, PEOPLE[1], "Bob")]
    with TemporaryDirectory() as folder:
        # The first posts of the garden are there twice, as after a copy of files by hand.
        posts = {GARDEN: [*garden, *garden[:2]], RELAY: relay}
        dataset(Path(folder), posts, include_text=True, spaces=[feed], authors=ends)
        assert_all_same(spark, Path(folder), zone)


def test_a_day_begins_where_the_reader_is_and_clocks_are_set(
    spark: SparkSession, tmp_path: Path
) -> None:
    # On 2024-03-31 at 01:00 UTC clocks in Berlin go from 2 to 3, on 2024-10-27 from 3 back to 2.
    spring, autumn = 1_711_846_800_000_000, 1_729_990_800_000_000
    moments = [spring - MINUTE, spring, spring + 1, autumn - 61 * MINUTE, autumn - MINUTE, autumn]
    moments += [NOON - NOON % DAY + DAY - 30 * MINUTE]  # 23:30 in UTC, the next day in Berlin
    dataset(tmp_path, {GARDEN: [post(n, at) for n, at in enumerate(moments)]})
    made = assert_all_same(spark, tmp_path, "Europe/Berlin")
    found = made["activity_heatmap"].to_pylist()
    sundays = {r["hour"]: r["posts"] for r in found if r["space"] and r["weekday"] == 7}
    assert [sundays[hour] for hour in (0, 1, 2, 3)] == [0, 2, 2, 2]
    days = made["activity_daily"].to_pylist()
    assert str(min(row["day"] for row in days)) == "2024-03-16"


@pytest.mark.parametrize("count", [0, 1])
def test_an_empty_history_and_one_post_have_all_tables(
    spark: SparkSession, tmp_path: Path, count: int
) -> None:
    dataset(tmp_path, {GARDEN: [post(n) for n in range(count)]})
    made = assert_all_same(spark, tmp_path)
    assert made["activity_daily"].num_rows == 2 * count
    assert made["activity_heatmap"].num_rows == 2 * count * 168
    assert made["interactions"].num_rows == made["pagerank"].num_rows == 0


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


def test_impossible_dates_are_counted_and_left_out(spark: SparkSession, tmp_path: Path) -> None:
    far = 253_402_300_799_999_999
    posts = [
        post(1),
        post(2, far, received_at=NOON),
        post(3, 0),
        post(4, NOON + DAY, received_at=NOON),
    ]
    dataset(tmp_path, {GARDEN: posts})
    made = Tables(spark, tmp_path)
    assert made["quality"].to_pylist()[0]["misdated"] == 2
    assert sum(r["posts"] for r in made["activity_daily"].to_pylist() if r["space"]) == 2
