"""The notebook of the documents does what it says, on the tables of a report."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib as mpl
import pyarrow.parquet as pq
import pytest
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from pyspark.sql import SparkSession

from tests.spark.making import made_of
from tests.spark.rows import DAY, GARDEN, MINUTE, NOON, dataset, name, post

NOTEBOOK = Path(__file__).parents[2] / "docs" / "report.ipynb"
TABLES = ("activity_daily", "activity_heatmap", "authors", "interactions")
PEOPLE = {"aa" * 32: "Ann", "bb" * 32: "$x^", "cc" * 32: ""}


def tables_of_three(spark: SparkSession, folder: Path) -> None:
    """Of people who answer each other in turn, on ten days."""
    keys = list(PEOPLE)
    posts = [
        post(
            number,
            NOON + number // 3 * DAY + number * MINUTE,
            author=keys[number % 3],
            author_name=PEOPLE[keys[number % 3]],
            reply_to=name(number - 1) if number else None,
        )
        for number in range(30)
    ]
    dataset(folder / "dataset", {GARDEN: posts})
    (folder / "report" / "tables").mkdir(parents=True)
    for table, rows in made_of(spark, folder / "dataset", names=TABLES).tables.items():
        pq.write_table(rows, folder / "report" / "tables" / f"{table}.parquet")


def test_it_has_no_results_of_somebody_elses_report() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    assert (notebook["nbformat"], notebook["cells"][0]["cell_type"]) == (4, "markdown")
    cells = [one for one in notebook["cells"] if one["cell_type"] == "code"]
    assert [(one["outputs"], one["execution_count"]) for one in cells] == [([], None)] * len(cells)


@pytest.mark.needs_java
def test_its_cells_in_order_draw_days_a_week_and_who_answers_whom(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables_of_three(spark, tmp_path)
    monkeypatch.chdir(tmp_path)
    before = mpl.get_backend()
    plt.switch_backend("Agg")
    try:
        known: dict[str, object] = {}
        for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), known)
        days, week, answers = (plt.figure(number) for number in plt.get_fignums())
        for figure in (days, week, answers):
            figure.canvas.draw()
        check_days(days)
        assert sum(map(sum, drawn(week))) == 30
        assert sum(map(sum, drawn(answers))) == 29
        labels = {one.get_text() for one in answers.axes[0].get_yticklabels()}
        assert labels == {"Ann", "$x^", "cc" * 6 + "c"}
    finally:
        plt.close("all")
        plt.switch_backend(before)


def check_days(figure: Figure) -> None:
    """Three posts each day, and so the mean."""
    [axes] = figure.axes
    assert [bar.get_height() for bar in axes.patches] == [3] * 10  # type: ignore[attr-defined]  # they are bars
    [mean] = axes.lines
    assert list(mean.get_ydata()) == [3.0] * 10  # type: ignore[arg-type]  # numbers


def drawn(figure: Figure) -> list[list[float]]:
    """The numbers of its field."""
    [field] = figure.axes[0].images
    found = field.get_array()
    assert found is not None
    rows: list[list[float]] = found.tolist()
    return rows
