"""How numbers and names become a page, without a browser and without Java."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from matplotlib.text import Text

from spark_reports.render import activity, answers, contents, fitting, pdf
from spark_reports.render.called import NAME_CHARACTERS_MAX, plain
from spark_reports.render.charts import Bars, Grid, Lines, Report, Rows, Section, Series
from spark_reports.render.html import page
from spark_reports.render.lettering import lettering_for
from spark_reports.render.made import ALL, Made, Place
from spark_reports.render.pdf import write_pdf
from spark_reports.render.theme import DARK, LIGHT
from tests.spark.rows import GARDEN, RELAY


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("a\u202eb\u2066c\u200fd", "a b c d"),
        ("line\nbreak\x00\x1b[31m", "line break [31m"),
        ("  wide \t blanks ", "wide blanks"),
        ("x" * 500, "x" * (NAME_CHARACTERS_MAX - 1) + "…"),
        ("", ""),
        ("Al\u200bi\u00adce\u200d \u2800\u3164", "Alice"),
        ("Al\u200cice", "Alice"),
        (
            "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
            "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        ),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u200b\u3164\u200d", ""),
        *((unseen, "") for unseen in ("\ufe0f", "\u034f", "\u17b4", "\u180b \u034f", "\u0301")),
    ],
)
def test_a_name_is_one_line_that_turns_nothing_around(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize(
    ("place", "channel", "shown"),
    [
        (Place("Garden"), "", "Garden"),
        (Place("Garden"), "general", "Garden #general"),
        (Place("allotments", "Village"), "allotments", "Village #allotments"),
        (Place("allotments", "Village"), "", "Village #allotments"),
        (Place("", ""), "", "0a0a0a0a"),
        (Place("a\u202e", "<b>"), "", "<b> #a"),
    ],
)
def test_a_channel_of_a_community_is_called_by_both_names(
    tmp_path: Path, place: Place, channel: str, shown: str
) -> None:
    assert Made(tmp_path, {GARDEN: place}).place(GARDEN, channel) == shown


def test_who_writes_in_two_channels_is_one_person(tmp_path: Path) -> None:
    moment = datetime(2024, 3, 15, tzinfo=UTC)
    rows = [
        {
            "space": space, "author": "aa" * 32, "name": "Ann", "posts": 1, "share": 1.0,
            "words": 1, "first": moment, "last": moment, "active_days": 1, "median_length": 1,
        }
        for space in (GARDEN, RELAY)
    ]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "authors.parquet")
    pq.write_table(pa.Table.from_pylist([rows[0] | {"places": 2}]), tmp_path / "persons.parquet")
    grown = [{"space": space, "cumulative_authors": 1} for space in (ALL, GARDEN, RELAY)]
    pq.write_table(pa.Table.from_pylist(grown), tmp_path / "growth.parquet")
    assert activity._people(Made(tmp_path, {})).says == "1 person has written."


def test_moments_are_told_by_the_clock_of_the_report(tmp_path: Path) -> None:
    late, space = datetime(2024, 3, 15, 23, 30, tzinfo=UTC), {"space": GARDEN}
    person = space | {
        "author": "aa" * 32, "name": "Ann", "posts": 1, "share": 1.0, "words": 1,
        "first": late, "last": late, "active_days": 1, "median_length": 1,
    }  # fmt: skip
    talk = space | {
        "channel": "", "number": 1, "begins": late, "ends": late, "seconds": 0, "posts": 1,
        "people": 1, "starter": "aa" * 32,
    }  # fmt: skip
    grown = {"space": ALL, "cumulative_authors": 1}
    tables = {"authors": person, "persons": person | {"places": 1}}
    for name, row in {**tables, "conversations": talk, "growth": grown}.items():
        pq.write_table(pa.Table.from_pylist([row]), tmp_path / f"{name}.parquet")
    for zone, day, time in (
        ("UTC", "2024-03-15", "23:30"),
        ("Europe/Berlin", "2024-03-16", "00:30"),
        ("America/Lima", "2024-03-15", "18:30"),
    ):
        made = Made(tmp_path, {}, zone)
        people, (talks,) = activity._people(made).table, answers._conversations(made)
        assert people is not None
        assert talks.table is not None
        assert people.rows[0][-2:] == (day, day), zone
        assert talks.table.rows[0][1] == f"{day} {time}", zone


def named_spaces(folder: Path, names: Sequence[str], posts: Sequence[int]) -> str:
    """What a report says it is about: spaces of those names, the first with so many posts."""
    spaces = [f"{number:064x}" for number in range(len(names))]
    schema = pa.schema([("space", pa.string()), ("posts", pa.int64())])
    rows = [{"space": space, "posts": count} for space, count in zip(spaces, posts, strict=False)]
    daily = pa.Table.from_pylist([{"space": ALL, "posts": sum(posts)}, *rows], schema)
    pq.write_table(daily, folder / "activity_daily.parquet")
    places = {space: Place(name) for space, name in zip(spaces, names, strict=True)}
    return contents.about(Made(folder, places))


@pytest.mark.parametrize(
    ("names", "posts", "told"),
    [
        ([], [], "nothing"),
        (["Garden"], [1], "Garden"),
        (["Garden", "Shed"], [], "Garden and Shed"),
        (["Shed", "Garden", "Attic"], [1, 2], "Garden, Shed and Attic"),
        (["Shed", "Attic", "Cellar", "Barn", "Yard"], [1], "Shed, Attic, Barn and 2 more"),
        (["x" * 40, "\u202e"], [1], f"{'x' * 23}… and 00000000"),
    ],
)
def test_the_first_page_says_which_spaces_a_report_is_about(
    tmp_path: Path, names: Sequence[str], posts: Sequence[int], told: str
) -> None:
    assert named_spaces(tmp_path, names, posts) == told


def test_a_report_of_nothing_says_so_in_words() -> None:
    assert contents._days([]) == "none with a post"
    days = [{"day": date(2024, 3, 1)}, {"day": date(2024, 3, 2)}]
    assert contents._days(days) == "2024-03-01 to 2024-03-02"


def people_called(folder: Path, names: Sequence[tuple[str, str, str]]) -> Made:
    """Space, key and name of each."""
    columns = ("space", "author", "name")
    rows = pa.Table.from_pylist(
        [{**dict(zip(columns, one, strict=True)), "posts": 1} for one in names]
    )
    pq.write_table(rows, folder / "authors.parquet")
    return Made(folder, {})


def test_people_of_one_name_are_told_apart_by_their_keys(tmp_path: Path) -> None:
    ann, bob, other = "aa" * 32, "bb" * 32, "cc" * 32
    made = people_called(
        tmp_path,
        [
            *((GARDEN, ann, "Ann"), (RELAY, ann, "Ann"), (GARDEN, other, "Ann\u202e")),
            *((GARDEN, bob, "Bob"), (RELAY, bob, "Ann (aaaaaaaa)")),
        ],
    )
    assert made.authors([(GARDEN, ann), (GARDEN, bob), (GARDEN, other)]) == [
        *("Ann (aaaaaaaa)", "Bob", "Ann (cccccccc)"),
    ]
    assert made.authors([(GARDEN, ann), (RELAY, ann), (GARDEN, bob)]) == ["Ann", "Ann", "Bob"]
    assert made.authors([(RELAY, bob)]) == ["Ann (aaaaaaaa) (bbbbbbbb)"], "no name is another's key"


@pytest.mark.parametrize(
    "other",
    [
        *("Ann", "ann", "\uff21nn", "A\u200bnn", "Ann\ufe0f", "\u200dAnn\u3164", "A\u034fnn"),
        *("\u0391nn", "\u0430nn", "Ann\u180b", "\u0391\u039d\u039d", "A\u0301nn", "A nn"),
    ],
)
def test_people_whose_names_look_alike_are_told_apart_as_well(tmp_path: Path, other: str) -> None:
    keys = ("aa" * 32, "cc" * 32)
    made = people_called(tmp_path, [(GARDEN, keys[0], "Ann"), (GARDEN, keys[1], other)])
    first, second = made.authors([(GARDEN, key) for key in keys])
    assert (first, second[-11:]) == ("Ann (aaaaaaaa)", " (cccccccc)")


@pytest.mark.parametrize(
    "other",
    [
        *("Ann (aaaa\u034faaaa)", "Ann (\u0430aaaaaaa)", "Ann (aaaaaaaa)\ufe0f", "Ann (AAAAAAAA)"),
        *("Ann (aaaa\u2009aaaa)", "Ann \uff08aaaaaaaa\uff09", "Ann (\u0430\u0441\u0435l0OI6)"),
    ],
)
def test_a_name_that_looks_like_one_with_a_key_has_its_own_behind(
    tmp_path: Path, other: str
) -> None:
    made = people_called(tmp_path, [(GARDEN, "cc" * 32, other)])
    assert made.authors([(GARDEN, "cc" * 32)])[0].endswith(" (cccccccc)")


def test_a_name_without_a_letter_that_is_seen_is_called_by_its_key(tmp_path: Path) -> None:
    made = people_called(tmp_path, [(GARDEN, "cc" * 32, "\u034f\ufe0f")])
    assert made.authors([(GARDEN, "cc" * 32)]) == ["cccccccc"]


def test_who_has_the_name_of_nobody_else_is_called_by_it_alone(tmp_path: Path) -> None:
    names = ["Ian", "Jos\u00e9", "\u0410\u043d\u043d\u0430", "Ann (football)", "Bob (2026)"]
    keys = [f"{number:064x}" for number in range(len(names))]
    whom = [(GARDEN, key) for key in keys]
    made = people_called(tmp_path, [(GARDEN, *one) for one in zip(keys, names, strict=True)])
    assert made.authors(whom) == names


def test_two_who_speak_to_each_other_are_told_apart(tmp_path: Path) -> None:
    ann, other = "aa" * 32, "cc" * 32
    pair: dict[str, object] = dict.fromkeys(("all", "answers", "reactions", "builds", "back"), 1)
    pair |= {
        "places": 1,
        "pairs": 1,
        "space": GARDEN,
        "author": ann,
        "other": other,
        "reciprocity": 1.0,
    }
    pq.write_table(pa.Table.from_pylist([pair]), tmp_path / "pairs.parquet")
    made = people_called(tmp_path, [(GARDEN, ann, "Ann"), (GARDEN, other, "Ann")])
    (section,) = answers._interactions(made)
    assert section.table is not None
    assert section.table.rows[0][0] == "Ann (aaaaaaaa) → Ann (cccccccc)"


DAVID, SARAH = "\u05d3\u05d5\u05d3", "\u0633\u0627\u0631\u0629"
DAVID_APART, SARAH_APART = f"\u200e\u2068{DAVID}\u2069", f"\u200e\u2068{SARAH}\u2069"


def test_names_written_from_the_right_turn_nothing_around_that_stands_beside_them(
    tmp_path: Path,
) -> None:
    """Whose word comes first in a line is said by the line's beginning; each name is isolated."""
    one, other, third = "1e" * 32, "2f" * 32, "cc" * 32
    pair: dict[str, object] = dict.fromkeys(("all", "answers", "reactions", "builds", "back"), 1)
    pair |= {"places": 1, "pairs": 1, "space": GARDEN, "reciprocity": 1.0}
    pairs = [pair | {"author": one, "other": other}]
    pq.write_table(pa.Table.from_pylist(pairs), tmp_path / "pairs.parquet")
    names = [(GARDEN, one, DAVID), (GARDEN, other, SARAH), (GARDEN, third, DAVID)]
    made = people_called(tmp_path, names)
    (section,) = answers._interactions(made)
    assert section.table is not None
    assert section.table.rows[0][0] == f"{DAVID_APART} → {SARAH_APART}"
    assert isinstance(section.chart, Bars)
    assert section.chart.labels == [f"{DAVID_APART} → {SARAH_APART}"]
    assert f"<bdi>{DAVID_APART} → {SARAH_APART}</bdi>" in page(Report("t", [], [section]))
    assert made.authors([(GARDEN, one), (GARDEN, third)]) == [
        f"{DAVID_APART} (1e1e1e1e)",
        f"{DAVID_APART} (cccccccc)",
    ]
    village = Made(tmp_path, {GARDEN: Place(SARAH, DAVID)})
    assert village.place(GARDEN) == f"{DAVID_APART} #{SARAH_APART}"


AS_SPARK_WRITES = pa.schema(
    [
        pa.field("space", pa.string(), nullable=False),
        pa.field("author", pa.string(), nullable=False),
        pa.field("other", pa.string()),
        pa.field("all", pa.int32(), nullable=False),
    ]
)


def table_of_pairs(folder: Path, count: int) -> pa.Table:
    """Who speaks to whom, as long as wanted: in no order, and many equally often."""
    keys = [f"{number:064x}" for number in range(97)]
    rows = pa.table(
        {
            "space": [(GARDEN, RELAY, "")[n % 3] for n in range(count)],
            "author": [keys[n * 31 % 97] for n in range(count)],
            "other": [keys[n * 57 % 89] for n in range(count)],
            "all": [n * 7_919 % 211 for n in range(count)],
        },
        AS_SPARK_WRITES,
    )
    pq.write_table(rows, folder / "interactions.parquet")
    return rows


def _light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_texts_and_lines_stand_out_from_the_ground(colours: dict[str, str]) -> None:
    ground = _light(colours["ground"])
    for name, least in {"text": 4.5, "quiet": 4.5, "link": 4.5, "s0": 3, "s1": 3, "s2": 3}.items():
        other = _light(colours[name])
        ratio = (max(ground, other) + 0.05) / (min(ground, other) + 0.05)
        assert ratio >= least, name


def long_table(*, newest_last: bool) -> Report:
    rows = Rows(("a",), [(f"row {n}",) for n in range(5_000)], newest_last=newest_last)
    return Report("t", [], [Section("s", "says", table=rows)])


def on_paper(report: Report) -> Sequence[str]:
    """The texts of its pages, as they stand there."""
    figures = list(pdf.pages_of(report, lettering_for(pdf._texts(report))))
    return [text.get_text() for figure in figures for text in figure.findobj(Text)]


def test_a_page_names_the_csv_files_only_where_they_are_made() -> None:
    report = long_table(newest_last=True)
    for has_csv in (False, True):
        told = replace(report, has_csv=has_csv)
        assert ("CSV" in page(told)) == has_csv
        assert any("CSV" in text for text in on_paper(told)) == has_csv


def test_a_chart_of_nothing_can_be_drawn(tmp_path: Path) -> None:
    empty = [
        Section("lines", "", Lines([], [Series("a", [])], "b"), "x"),
        Section("bars", "", Bars([], [], "b"), "x"),
        Section("grid", "", Grid(["r"], ["c"], [[None]], "b", "d"), "x"),
        Section("zero", "", Lines(["d"], [Series("a", [0])], "b"), "x"),
    ]
    report = Report("$\\frac{1}$ <b>", [("n", "$v$")], empty)
    assert page(report).count("<svg") == 4
    write_pdf(report, tmp_path / "r.pdf")
    write_pdf(report, tmp_path / "s.pdf")
    assert (tmp_path / "r.pdf").read_bytes() == (tmp_path / "s.pdf").read_bytes()
    assert io.BytesIO((tmp_path / "r.pdf").read_bytes()).read(5) == b"%PDF-"


def test_a_line_breaks_off_where_nothing_is_known(tmp_path: Path) -> None:
    values = [None, 1, 2, None, 3, None]
    chart = Lines([f"{hour:02d}" for hour in range(6)], [Series("a", values)], "minutes")
    report = Report("t", [], [Section("s", "", chart, "x")])
    html = page(report)
    assert (html.count("<polyline"), html.count("<circle")) == (1, 1)
    write_pdf(report, tmp_path / "r.pdf")


def test_a_chart_of_several_lines_says_what_they_count() -> None:
    two = Lines(["d", "e"], [Series("joined", [1, 2]), Series("apart", [2, 1])], "posts a week")
    one = replace(two, series=two.series[:1])
    for chart in (one, two):
        assert page(Report("t", [], [Section("s", "", chart, "x")])).count(">posts a week<") == 1


VILLAGE = "The Gardening Friends of Berlin and Brandenburg"


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("short", 5, "short"),
        ("rather long", 6, "rathe…"),
        ("rather long", 8, "rather…"),
        ("Village of gardens #allotments", 20, "Village… #allotments"),
        ("Village of gardens #allotments", 12, "Vill… #allo…"),
        ("Anna Magdalena → Bo", 12, "Anna M… → Bo"),
        ("Anna Lena (0a0a0a0a) → Bo (1e1e1e1e)", 32, "Anna… (0a0a0a0a) → Bo (1e1e1e1e)"),
        ("Anna Magdalena (0a0a0a0a)", 3, "An…"),
        (f"{DAVID_APART} → {SARAH_APART}", 15, f"{DAVID_APART} → \u200e\u2068{SARAH[:2]}…\u2069"),
        ("x", 0, "x"),
    ],
)  # fmt: skip
def test_what_is_shortened_is_so_at_the_end_of_its_longest_name(
    text: str, room: int, shown: str
) -> None:
    assert fitting.fitted(text, lambda one: len(one) <= room) == shown


@pytest.mark.parametrize(
    ("text", "wrapped"),
    [
        ("", [""]),
        ("one two three", ["one two", "three"]),
        ("  one\ntwo ", ["one two"]),
        ("abcdefghijklmno xy", ["abcdefgh", "ijklmno", "xy"]),
        ("one two three four five", ["one two", "three", "four …"]),
    ],
)
def test_a_line_ends_between_words_and_the_last_one_says_that_more_came(
    text: str, wrapped: list[str]
) -> None:
    assert fitting.lines(text, lambda one: len(one) <= 8, 3) == wrapped


def test_columns_have_what_they_need_and_the_longest_share_the_rest() -> None:
    assert fitting.shared_out([10, 20, 10], frozenset({2}), 80) == [20, 40, 20]
    assert fitting.shared_out([10, 90, 70, 10], frozenset({3}), 100) == [10, 40, 40, 10]
    assert fitting.shared_out([5, 50], frozenset({0, 1}), 11) == [1, 10]
