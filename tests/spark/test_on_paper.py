"""The PDF: nothing is cut off, and letters that it lacks are told of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.font_manager import findfont
from matplotlib.text import Text

from spark_reports.render import drawing, lettering, pdf
from spark_reports.render.charts import Bars, Chart, Grid, Lines, Report, Rows, Section, Series
from spark_reports.render.lettering import lettering_for
from spark_reports.render.svg import svg
from tests.spark.test_rendering import DAVID, DAVID_APART, SARAH, SARAH_APART, VILLAGE, on_paper


def drawn_beyond_the_paper(report: Report) -> Sequence[str]:
    """Texts of the PDF that are cut off by the edge of their page."""
    found = lettering_for(pdf._texts(report))
    cut = []
    with mpl.rc_context(pdf.SETTINGS | {"font.family": list(found.families)}):
        for figure in pdf.pages_of(report, found):
            canvas = FigureCanvasAgg(figure)
            canvas.draw()  # type: ignore[no-untyped-call]  # matplotlib's
            renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]  # matplotlib's
            for text in figure.findobj(Text):
                assert isinstance(text, Text)
                place = text.get_window_extent(renderer)
                if text.get_text() and (place.x0 < 0 or place.x1 > figure.bbox.x1):
                    cut.append(text.get_text())
    return cut


def test_on_paper_titles_are_wrapped_and_labels_fit() -> None:
    labels = [f"{VILLAGE[:40]} #{'allotments and compost questions every'}", "W" * 40, "Bob"]
    table = Rows(("Where", "Said", "Posts"), [(one, one, "1,234,567") for one in labels])
    numbers = Rows(("", *map(str, range(24))), [("Monday", *["1,234,567"] * 24)])
    report = Report(
        f"Report on {VILLAGE} association of 1901 and {'W' * 500}",
        [("Asked for", VILLAGE * 3)],
        [
            Section("Where", f"{VILLAGE} " * 20, Bars(labels, [3, 2, 1], "posts"), "x", table),
            Section("Week", "", table=replace(numbers, numbers=frozenset(range(1, 25)))),
        ],
    )
    assert drawn_beyond_the_paper(report) == []
    paper = on_paper(report)
    assert paper[:3] == [
        "Report on The Gardening Friends of",
        "Berlin and Brandenburg association of",
        "1901 and …",
    ]
    assert paper.count("1,234,567") == 3 + 24, "no number is cut"
    assert "The Gardening Friends… #allotments and compos…" in paper


BOXES = "Boxes stand for letters that no font of this computer has."
UNKNOWN = "\U00012000"  # a cuneiform sign


@pytest.mark.filterwarnings("ignore:Glyph")
def test_every_page_has_the_number_that_the_contents_give_and_it_touches_no_other_words() -> None:
    table = Rows(("Who", "Posts"), [(UNKNOWN, str(one)) for one in range(99)], frozenset({1}))
    titles = [f"Part {one}" for one in "abcdefghijklmnop"]
    facts = [("About", VILLAGE * 9)] * 5 + [("Posts", "1")] * 9
    report = Report("t" * 99, facts, [Section(title, "", table=table) for title in titles])
    front, *others = pdf.pages_of(report, lettering_for(["Ann"]))
    listed = [text.get_text() for text in front.texts]
    assert [listed[listed.index(title) + 1] for title in titles] == [
        str(number) for number in range(2, 18)
    ]
    for number, figure in enumerate([front, *others], 1):
        FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]  # matplotlib's
        places = {text: text.get_window_extent() for text in figure.texts}
        lowest = min(places, key=lambda text: (text.get_position()[1], -text.get_position()[0]))
        assert lowest.get_text() == str(number)
        assert places.pop(lowest).count_overlaps(list(places.values())) == 0


def test_a_cell_is_not_shortened_where_there_is_room() -> None:
    words = "garden, fork, kettle, compost, shed, water, mountain, harvest, bicycle"
    table = Rows(("Month", "Where", "Words"), [("2026-07", "Village", words)])
    assert words in on_paper(Report("t", [], [Section("Words", "", table=table)]))


@pytest.mark.filterwarnings("ignore:Glyph")
def test_letters_that_no_font_has_are_told_of_on_their_page_alone() -> None:
    sections = [
        Section("a", "", Bars(["Ann"], [1], "b")),
        Section("b", "", Bars([UNKNOWN], [1], "b")),
    ]
    report = Report("t", [], sections)
    found = lettering_for(["Ann"])
    assert not found.lacks("Ärger, Жук, محمد, 😀\n")
    told = [
        any(text.get_text() == BOXES for text in figure.findobj(Text) if isinstance(text, Text))
        for figure in pdf.pages_of(report, found)
    ]
    assert told == [False, False, True]


def test_what_the_font_lacks_is_taken_from_one_of_this_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = findfont("STIXGeneral")
    sign = "\u2312"
    assert lettering_for([sign]).lacks(sign)
    monkeypatch.setattr(lettering, "findSystemFonts", lambda: [other])
    monkeypatch.setattr(lettering, "OTHER_FILES", ("none.ttf", Path(other).name))
    assert lettering_for(["Ann"]).families == (lettering.FONT,)
    found = lettering_for([sign])
    assert found.families == (lettering.FONT, "STIXGeneral")
    assert not found.lacks(sign)


def test_names_written_from_the_right_stand_on_paper_in_the_order_of_the_page(
    tmp_path: Path,
) -> None:
    pair = f"{DAVID_APART} → {SARAH_APART}"
    table = Rows(("Who, to whom",), [(pair,)])
    report = Report("t", [], [Section("a", "", Bars([pair], [1], "b"), "x", table)])
    pdf.write_pdf(report, tmp_path / "r.pdf")
    assert on_paper(report).count(pair) >= 2, "in the chart and in the table"
    assert BOXES not in on_paper(report)
    letters = lettering_for([pair])
    assert not letters.lacks(pair)
    assert letters.ems(pair) == letters.ems(f"{DAVID} → {SARAH}"), "the marks take no room"


@pytest.mark.parametrize(
    ("chart", "inches"),
    [
        (Bars(["Garden"], [2], "posts"), 0.4),
        (Bars([f"Channel {one}" for one in range(40)], [1] * 40, "posts"), 4.7),
        (Grid(["2026-11"], ["0"], [[1.0]], "part", "months since"), 0.6),
    ],
)
def test_one_bar_is_no_block(chart: Chart, inches: float) -> None:
    report = Report("One", [], [Section("Where", "", chart, "x")])
    page = list(pdf.pages_of(report, lettering_for(pdf._texts(report))))[1]
    assert page.axes[0].get_position().height * 11.69 <= inches


def test_one_cell_does_not_fill_the_width_of_the_page() -> None:
    one = Grid(["2026-11"], ["0"], [[1.0]], "part", "months since")
    report = Report("One", [], [Section("Who", "", one, "x")])
    page = list(pdf.pages_of(report, lettering_for(pdf._texts(report))))[1]
    assert page.axes[0].get_position().width <= 0.1
    assert float(svg(one, 1, "", "").split('width="')[1].split('"')[0]) <= 64


def test_marks_on_paper_are_those_of_the_page() -> None:
    big = Bars(["Garden", "Shed"], [1_900_000, 3], "posts")
    report = Report("Many", [], [Section("Where", "", big, "x")])
    paper = on_paper(report)
    assert {"0.5M", "1M", "1.5M", "2M"} <= set(paper)
    assert not any("1e6" in text for text in paper)


def test_what_tells_lines_apart_on_paper_lies_over_no_line_and_no_words() -> None:
    series = [Series(name, [9, 1, 9]) for name in ("joined", "apart", "came late")]
    chart = Lines(["a", "b", "c"], series, "posts a week")
    report = Report("t", [], [Section("s", f"{VILLAGE} " * 20, chart, "x")])
    figure = list(pdf.pages_of(report, lettering_for(pdf._texts(report))))[1]
    FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]  # matplotlib's
    (axes,) = figure.axes
    legend = axes.get_legend()
    assert legend is not None
    assert legend.get_window_extent().y0 >= axes.get_window_extent().y1 - 1
    assert legend.get_window_extent().x1 <= figure.bbox.x1
    _title, says, *_ = figure.texts
    assert legend.get_window_extent().y1 <= says.get_window_extent().y0


HOURS = [f"{hour:02d}" for hour in range(24)]
DAYS = [f"2026-{month:02d}-{day:02d}" for month in range(1, 10) for day in range(1, 29)]


@pytest.mark.parametrize(
    ("labels", "every", "slant"),
    [
        (HOURS, 4, 0),
        ([day[:7] for day in DAYS[::28]], None, 0),
        (DAYS[:1], None, 0),
        (DAYS[:2], None, 0),
        (DAYS[:6], None, 0),
        (DAYS[:8], None, drawing.SLANT),
        (DAYS, None, drawing.SLANT),
    ],
)
def test_labels_below_lines_are_slanted_for_want_of_room_alone_and_touch_nothing(
    labels: Sequence[str], every: int | None, slant: float
) -> None:
    chart = Lines(labels, [Series("posts", [1] * len(labels))], "posts", every=every)
    table = Rows(("Day", "Posts"), [("x", "1")])
    report = Report("t", [], [Section("s", "", chart, "x", table)])
    with mpl.rc_context(pdf.SETTINGS):
        figure = list(pdf.pages_of(report, lettering_for(pdf._texts(report))))[1]
        FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]  # matplotlib's
        (axes,) = figure.axes
        written = axes.get_xticklabels()
        assert {label.get_rotation() for label in written} == {slant}
        places = [label.get_window_extent() for label in written]
        (heading,) = (text for text in figure.texts if text.get_text() == "Day")
    if not slant:
        assert all(one.x1 < following.x0 for one, following in pairwise(places))
    below = min(one.y0 for one in places) - heading.get_window_extent().y1
    assert below > heading.get_window_extent().height


STAYED = Grid(
    [f"2026-{month:02d}" for month in range(1, 7)],
    [str(one) for one in range(6)],
    [[1 - one / 10 if one < 6 - row else None for one in range(6)] for row in range(6)],
    "part",
    "months since",
)


def test_fields_that_there_are_not_are_blank_paper_and_their_edges_as_well(tmp_path: Path) -> None:
    """What is transparent over black is drawn by most readers with a dark edge."""
    pdf.write_pdf(Report("t", [], [Section("Who stays", "", STAYED, "x")]), tmp_path / "r.pdf")
    assert b"/SMask" not in (tmp_path / "r.pdf").read_bytes()


def test_it_is_said_what_the_columns_of_a_field_are() -> None:
    report = Report("t", [], [Section("Who stays", "", STAYED, "x")])
    assert "months since" in on_paper(report)
    assert ">months since</text>" in svg(STAYED, 1, "", "")
    assert drawn_beyond_the_paper(report) == []
