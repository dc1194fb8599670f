"""A report as one HTML file: nothing is fetched, nothing runs, and it prints.

Names and texts are people's: they are escaped, kept from turning their surroundings around, and
never taken for markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from spark_reports.render.charts import Report, Rows, Section
from spark_reports.render.svg import svg
from spark_reports.render.theme import STYLE
from spark_reports.render.words import rows_left_out

ROWS_SHOWN_MAX = 200
COLUMNS_AT_EASE = 12  # ours: more are printed smaller
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
# An icon of our own: else a browser asks the folder for one, and complains.
_ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"


def page(report: Report) -> str:
    """The whole file."""
    title = escape(report.title)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<link rel="icon" href="{_ICON}">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1><bdi>{title}</bdi></h1>\n{''.join(_facts(report))}"
        f"{_contents(report)}{''.join(_sections(report))}</main>\n</body>\n</html>\n"
    )


def _facts(report: Report) -> Iterator[str]:
    yield '<dl class="facts">\n'
    for name, value in report.facts:
        yield f"<div><dt>{escape(name)}</dt><dd><bdi>{escape(value)}</bdi></dd></div>\n"
    yield "</dl>\n"


def _contents(report: Report) -> str:
    links = [
        f'<li><a href="#section-{number}">{escape(section.title)}</a></li>'
        for number, section in enumerate(report.sections, 1)
    ]
    return f'<nav aria-label="Sections"><ul>{"".join(links)}</ul></nav>\n'


def _sections(report: Report) -> Iterator[str]:
    for number, section in enumerate(report.sections, 1):
        yield (
            f'<section id="section-{number}" aria-labelledby="section-{number}-title">\n'
            f'<h2 id="section-{number}-title">{escape(section.title)}</h2>\n'
            f"<p>{escape(section.says)}</p>\n"
        )
        if section.chart is not None:
            chart = svg(section.chart, number, section.title, section.alternative)
            yield f"<figure>{_wide(f'{section.title}: the chart', chart)}</figure>\n"
        if section.table is not None:
            yield _table_of(section, section.table, has_csv=report.has_csv)
        yield "</section>\n"


def _table_of(section: Section, table: Rows, *, has_csv: bool) -> str:
    shown = "".join(_table(section.title, table, has_csv=has_csv))
    wide = _wide(f"{section.title}: the numbers", shown)
    if section.chart is None:
        return f"{wide}\n"
    return f"<details><summary>The numbers</summary>{wide}</details>\n"


def _wide(name: str, shown: str) -> str:
    """On a narrow screen it is moved inside the page, by keys, too."""
    named = f'tabindex="0" role="region" aria-label="{escape(name)}"'
    return f'<div class="wide" {named}>{shown}</div>'


def _table(title: str, table: Rows, *, has_csv: bool) -> Iterator[str]:
    kind = ' class="many"' if len(table.headings) > COLUMNS_AT_EASE else ""
    yield f"<table{kind}><caption>{escape(title)}</caption><thead><tr>"
    for at, heading in enumerate(table.headings):
        yield f'<th scope="col"{_side(table, at)}>{escape(heading)}</th>'
    yield "</tr></thead><tbody>\n"
    shown = table.foremost(ROWS_SHOWN_MAX)
    for row in shown:
        cells = "".join(
            f"<td{_side(table, at)}><bdi>{escape(cell)}</bdi></td>" for at, cell in enumerate(row)
        )
        yield f"<tr>{cells}</tr>\n"
    yield "</tbody></table>"
    left_out = rows_left_out(table, len(shown), has_csv=has_csv)
    if left_out:
        yield f"<p>{escape(left_out)}</p>"


def _side(table: Rows, at: int) -> str:
    return ' class="n"' if at in table.numbers else ""
