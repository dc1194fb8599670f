"""What the stages and forms of a report are called."""

from __future__ import annotations

from ui.report_service import ReportForm, ReportProgress
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import number

FORM_WORDS = {
    ReportForm.HTML: QT_TR_NOOP("A page with charts (HTML)"),
    ReportForm.PDF: QT_TR_NOOP("To print (PDF)"),
    ReportForm.CSV: QT_TR_NOOP("Tables for a spreadsheet (CSV)"),
    ReportForm.PARQUET: QT_TR_NOOP("Tables for programs (Parquet)"),
}
STAGE_WORDS = {
    "dataset": QT_TR_NOOP("Reading messages"),
    "start": QT_TR_NOOP("Starting"),
    "read": QT_TR_NOOP("Looking through everything"),
    "author_days": QT_TR_NOOP("Who wrote on which day"),
    "links": QT_TR_NOOP("Who answers whom"),
    "turns": QT_TR_NOOP("Who writes after whom"),
    "term_counts": QT_TR_NOOP("Counting words"),
    "activity_daily": QT_TR_NOOP("Counting days"),
    "activity_heatmap": QT_TR_NOOP("Counting hours"),
    "authors": QT_TR_NOOP("Counting people"),
    "cohorts": QT_TR_NOOP("Who stays"),
    "growth": QT_TR_NOOP("Growth"),
    "conversations": QT_TR_NOOP("Conversations"),
    "response_times": QT_TR_NOOP("How fast people answer"),
    "interactions": QT_TR_NOOP("Who speaks to whom"),
    "pagerank": QT_TR_NOOP("Who is answered most"),
    "dag_shape": QT_TR_NOOP("What was written at the same time"),
    "terms": QT_TR_NOOP("Words"),
    "domains": QT_TR_NOOP("Links"),
    "media": QT_TR_NOOP("Files"),
    "quality": QT_TR_NOOP("How sound the data is"),
    "feeds": QT_TR_NOOP("Feeds and folders"),
    "spaces": QT_TR_NOOP("Names of channels and feeds"),
    "persons": QT_TR_NOOP("Who writes most"),
    "pairs": QT_TR_NOOP("Who speaks most to whom"),
    "html": QT_TR_NOOP("Writing the page"),
    "pdf": QT_TR_NOOP("Writing the PDF"),
    "finish": QT_TR_NOOP("Putting it in its place"),
    "done": QT_TR_NOOP("Done"),
}
PRIVACY = QT_TR_NOOP(
    "A report is not encrypted: whoever gets it can read names and numbers. Messages that you "
    "deleted for yourself, and people whom you hide, are left out."
)
TEXTS = QT_TR_NOOP(
    "Off, of what people wrote only the sites that they link to are in the report. On, it also "
    "shows which words set a month apart; the messages themselves are not in it."
)
PSEUDONYMS = QT_TR_NOOP(
    "On, numbers stand in the report in the place of people's names and keys, and of private "
    "channels and feeds that are called as one of them. A community and its channels keep their "
    "names, also where somebody is called the same. Other names stay, too, and so do sites and, "
    "where they are counted, words. Who knows the people may recognise them by when and how much "
    "they write."
)


def stage_text(step: ReportProgress) -> str:
    """One line on how far it is."""
    name = tr(STAGE_WORDS.get(step.name, step.name))
    if not step.stage:
        counted = tr("{done} of {total} messages").format(
            done=number(step.done), total=number(step.total)
        )
        return f"{name}: {counted}"
    place = tr("Step {stage} of {stages}").format(
        stage=number(step.stage), stages=number(step.stages)
    )
    return f"{place}: {name}"
