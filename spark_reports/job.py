"""One report from its dataset to its files.

Everything is written beside the folder that was asked for and becomes it in one step at the end, so
a report is whole or not there, however the work ends.
"""

from __future__ import annotations

import contextlib
import json
import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from dataclasses import replace as changed
from pathlib import Path

import pyarrow as pa
import pyspark
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

from spark_reports import VERSION
from spark_reports.calling_off import undisturbed
from spark_reports.files import FOLDER_MODE, sync, write
from spark_reports.inputs import inputs_of
from spark_reports.manifest import digest_of_manifest
from spark_reports.masters import demand_answer
from spark_reports.numbering import Numbers
from spark_reports.outputs import (
    FORMATS,
    HTML_FILE,
    OLDER,
    PDF_FILE,
    RUN_FILE,
    TABLES_FOLDER,
    InWork,
    alone_in,
    check_free,
    clear_left,
    folder_of_parts,
    replace,
    settle_all,
)
from spark_reports.progress import Stages, Told
from spark_reports.read import Dataset, Range, manifest_of, open_dataset, readable
from spark_reports.session import Placement, session, zone_known
from spark_reports.tables import OF_PAGES, STONES, TABLES, Table
from spark_reports.write import write_parquet, writing_beside


@dataclass(frozen=True, slots=True)
class Wish:
    """Which report. ``formats`` of FORMATS; ``title`` stands at its head; ``zone_else``: the zone
    where Java does not know that of ``range``; ``pseudonyms``: people are numbers in it.
    """

    dataset: Path
    out: Path
    formats: tuple[str, ...] = FORMATS
    range: Range = field(default_factory=Range)
    title: str = "Activity report"
    master: str | None = None
    secret: str | None = None
    version: str = VERSION
    zone_else: str | None = None
    pseudonyms: bool = False


def stage_names(formats: tuple[str, ...]) -> tuple[str, ...]:
    """What a report goes through."""
    pages = [name for name in ("html", "pdf") if name in formats]
    tables = (*STONES, *TABLES, *(OF_PAGES if pages else ()))
    return ("start", "read", *[table.name for table in tables], *pages, "finish")


def make_report(wish: Wish, told: Told, at_last: Callable[[], None] = lambda: None) -> None:
    """Raises JavaMissing, MasterAway, ZoneUnknown, DatasetUnreadable, ManifestUnreadable,
    OutputTaken, OSError.

    ``at_last``: called before it takes its place, which is short, and undisturbed by signals: of
    what is called off then the report is there.
    """
    check_free(wish.out)
    rows = manifest_of(wish.dataset).rows
    stages = Stages(stage_names(wish.formats), told)
    with _beside(wish.out) as (fresh, parts):
        with contextlib.ExitStack() as undoing:
            dataset, scratch = (undoing.enter_context(readable(p)) for p in (wish.dataset, parts))
            placement = Placement(scratch, wish.master, wish.secret, rows=rows)
            with stages.stage("start"):
                demand_answer(wish.master)  # what ``spark-submit`` was given, it has found itself
                spark = undoing.enter_context(session(placement))
                zone = zone_known(spark, wish.range.zone, wish.zone_else)
            wish = changed(wish, range=changed(wish.range, zone=zone))
            _Job(spark, wish, stages, fresh, scratch, dataset).run()
        with stages.stage("finish"):
            settle_all(fresh)
            at_last()
            with undisturbed():
                replace(wish.out, fresh)
    stages.ended()


class _Job:
    def __init__(
        self,
        spark: SparkSession,
        wish: Wish,
        stages: Stages,
        fresh: Path,
        scratch: Path,
        dataset: Path,
    ) -> None:
        """``scratch``, ``dataset``: as Spark can read them."""
        self._spark, self._wish, self._stages = spark, wish, stages
        self._fresh, self._scratch, self._dataset = fresh, scratch, dataset
        self._given: dict[str, DataFrame] = {}
        self._numbers = Numbers({})
        self._rows: dict[str, int] = {}
        (scratch / TABLES_FOLDER).mkdir(mode=FOLDER_MODE)

    def run(self) -> None:
        context = self._spark.sparkContext
        with self._stages.stage("read", context):
            dataset = self._read()
        for stone in STONES:
            with self._stages.stage(stone.name, context):
                kept = stone.make(self._given).persist(StorageLevel.DISK_ONLY)
                self._rows[stone.name] = kept.count()
                self._given[stone.name] = kept
        with writing_beside() as write_beside:
            for table in TABLES:
                with self._stages.stage(table.name, context):
                    self._make(table, write_beside)
        self._render(dataset)
        self._tell_of_run(dataset)

    def _read(self) -> Dataset:
        wish = self._wish
        dataset = open_dataset(self._spark, wish.dataset, self._dataset)
        self._given, self._numbers = inputs_of(
            dataset, wish.range, self._scratch, pseudonyms=wish.pseudonyms
        )
        return dataset

    def _make(self, table: Table, write_beside: Callable[[Path, Path], None]) -> None:
        made = table.make(self._given)
        if table.kept:
            made = self._given[table.name] = made.persist()
        file, self._rows[table.name] = self._written(made, table)
        out = self._fresh / TABLES_FOLDER
        if {"csv", "parquet"} & set(self._wish.formats):
            out.mkdir(mode=FOLDER_MODE, exist_ok=True)
        if "csv" in self._wish.formats:
            write_beside(file, out / f"{table.name}.csv")
        if "parquet" in self._wish.formats:
            shutil.copy(file, out / file.name)

    def _written(self, made: DataFrame, table: Table) -> tuple[Path, int]:
        """Where pages read it, and how many rows it has."""
        file = self._scratch / TABLES_FOLDER / f"{table.name}.parquet"
        return file, write_parquet(made, table.keys, file, self._numbers)

    def _posts(self) -> int:
        found = self._given["author_days"].agg(f.sum("posts")).first()
        return int(found[0] or 0) if found is not None else 0

    def _render(self, dataset: Dataset) -> None:
        from spark_reports.render.contents import report_of

        if not {"html", "pdf"} & set(self._wish.formats):
            return
        for table in OF_PAGES:
            with self._stages.stage(table.name, self._spark.sparkContext):
                self._written(table.make(self._given), table)
        wish, folder = self._wish, self._scratch / TABLES_FOLDER
        told = report_of(
            folder,
            dataset,
            wish.range,
            wish.title,
            wish.version,
            has_csv="csv" in wish.formats,
            pseudonyms=wish.pseudonyms,
        )
        if "html" in self._wish.formats:
            from spark_reports.render.html import page

            with self._stages.stage("html"):
                write(self._fresh / HTML_FILE, page(told).encode())
        if "pdf" in self._wish.formats:
            from spark_reports.render.pdf import write_pdf

            with self._stages.stage("pdf"):
                write_pdf(told, self._fresh / PDF_FILE)

    def _tell_of_run(self, dataset: Dataset) -> None:
        wish = self._wish
        told = {
            "title": wish.title,
            "posts": self._posts(),
            "input": {
                "digest": digest_of_manifest(dataset.manifest),
                "rows": dataset.manifest.rows,
                "files": len(dataset.manifest.files),
                "include_text": dataset.manifest.include_text,
            },
            "range": {
                "zone": wish.range.zone,
                "since": None if wish.range.since is None else wish.range.since.isoformat(),
                "until": None if wish.range.until is None else wish.range.until.isoformat(),
            },
            "formats": list(wish.formats),
            "pseudonyms": wish.pseudonyms,
            "versions": {
                "tidings": wish.version,
                "python": platform.python_version(),
                "spark": pyspark.__version__,
                "pyarrow": pa.__version__,
            },
            "rows": self._rows,
            "seconds": self._stages.seconds,
        }
        write(self._fresh / RUN_FILE, json.dumps(told, indent=1).encode())


@contextlib.contextmanager
def _beside(out: Path) -> Iterator[tuple[Path, Path]]:
    """Folders for the report and for what is needed on the way; both are gone at the end."""
    clear_left(out)
    try:
        work = folder_of_parts(out)
        work.mkdir(mode=FOLDER_MODE)
    except FileExistsError as error:
        _demand_older_settled(out)
        raise InWork(out) from error
    try:
        with alone_in(work):
            fresh, scratch = work / "report", work / "scratch"
            for folder in (fresh, scratch):
                folder.mkdir(mode=FOLDER_MODE)
            yield fresh, scratch
    finally:
        with undisturbed():
            clear_left(out)


def _demand_older_settled(out: Path) -> None:
    """Raises OSError where no other run but the disk keeps the folder there: as long as that fails,
    an older report stays in it.
    """
    parts = folder_of_parts(out)
    with contextlib.suppress(InWork, FileNotFoundError), alone_in(parts):
        if (parts / OLDER).exists():
            sync(out.parent)
