"""Streams posts into a dataset, in memory that does not grow with it.

A file counts from the moment the manifest names it, so a run that is cut off changes nothing.
The manifest takes its place last: tables that it does not know are of a run that was killed just
then. What people were called before is lost with it, so all spaces are written anew.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from spark_reports.damage import reading
from spark_reports.dataset import (
    AUTHORS,
    AUTHORS_FILE,
    POSTS,
    POSTS_FOLDER,
    SPACES,
    SPACES_FILE,
    AuthorRow,
    Months,
    PostRow,
    SpaceRow,
    as_table,
)
from spark_reports.dataset_files import (
    FRESH_ENDING,
    check_free,
    part_name,
    parts_lying,
    remove_empty,
    space_of,
    strange_file,
    strange_table,
)
from spark_reports.files import FOLDER_MODE, create, make_folder, settle, sync
from spark_reports.growth import posts_new
from spark_reports.manifest import (
    FRESH_MANIFEST_FILE,
    MANIFEST_FILE,
    Manifest,
    Part,
    Watermark,
    digest_of,
    load,
    write_beside,
)
from spark_reports.outputs import alone_in

ROWS_HELD_MAX = 8_192  # ours: rows waiting for their files, of all months together
CHARACTERS_HELD_MAX = 8_000_000  # ours: what the texts of waiting rows may hold
FILES_OPEN_MAX = 64  # ours: months written at the same time, as mixed as posts may come


class DatasetWriter:
    """Adds to the dataset in ``folder``; made by ``writing``.

    ``include_text``: whether this dataset has texts; one that was written the other way is written
    anew. Rows appear all together with ``finish``; ``abandon`` (or leaving ``writing`` by an
    exception) removes what was written and leaves the dataset as it was, unless ``place`` had begun
    (see there). ``outlasts``: what is finished outlasts a power cut.
    """

    def __init__(self, folder: Path, *, include_text: bool = False, outlasts: bool = True) -> None:
        """Raises OSError, ManifestUnreadable for a manifest of another version, and OutputTaken
        for a folder of other things.
        """
        self._folder = folder
        found = load(folder)
        if found is None:
            check_free(folder)
        keeps = found is not None and found.include_text == include_text
        self._before = found
        self._include_text = include_text
        self._outlasts = outlasts
        self._parts: dict[str, dict[str, Part]] = {}
        """The files of posts, by space: there may be a hundred thousand in all."""
        for name, part in _files_of_posts(found if keeps else None).items():
            self._parts.setdefault(space_of(name), {})[name] = part
        self._tables: dict[str, Part] = {}
        self._authors_before: pa.Table | None = None
        self._marks: dict[str, Watermark] = dict(found.spaces) if found and keeps else {}
        if found is not None and strange_table(folder, found) is not None:
            self._marks = {space: replace(mark, hidden="") for space, mark in self._marks.items()}
        self._fresh: set[str] = set()
        self._ready: dict[str, Path] = {}
        """Whole files, by whose place they are to take, in that order."""
        self._rows: dict[tuple[str, str], list[PostRow]] = {}
        self._held = self._held_characters = 0
        self._open: OrderedDict[tuple[str, str], _OpenPart] = OrderedDict()
        self._number = max(found.next_number if found else 1, self._number_left_behind())
        self._months = Months()
        self.added = 0
        """How many posts were not there before, once all are ready."""
        self.left_out = frozenset(found.spaces if found and not keeps else ())
        """Spaces that were written the other way, and go unless they are written again."""

    # ---- what is there already

    def watermark(self, space: str) -> Watermark | None:
        """How far that space was written before; None: not at all.

        Its ``hidden`` is empty, as nobody's digest is, where what people were called then is lost.
        """
        return self._marks.get(space)

    def parts(self, space: str) -> Sequence[Path]:
        """The files of a space, those left out that this run is writing."""
        return [self._folder / name for name in sorted(self._parts.get(space, ()))]

    def names(self, space: str) -> Mapping[str, str]:
        """What everybody known in that space was called when it was written, by their keys.

        Raises ManifestUnreadable, as ``finish`` does, where that table is damaged.
        """
        if space not in self._marks:
            return {}
        if self._authors_before is None:
            self._authors_before = self._table_before(AUTHORS_FILE, AUTHORS)
        table = self._authors_before
        if table is None:
            return {}
        found = table.filter(pc.equal(table["space"], space))
        return dict(zip(found["author"].to_pylist(), found["name"].to_pylist(), strict=True))

    def is_whole(self, space: str, is_called_off: Callable[[], bool] = lambda: False) -> bool:
        """Whether all its files lie there as they were written; they are read, until
        ``is_called_off`` says so (then it is not). Raises OSError.
        """
        return strange_file(self._folder, self._parts.get(space, {}), is_called_off) is None

    def begin_anew(self, space: str) -> None:
        """Its posts are written from the beginning, those of this run too."""
        for place in [place for place in self._rows if place[0] == space]:
            held = self._rows.pop(place)
            self._held -= len(held)
            self._held_characters -= sum(len(row.text) for row in held if row.text)
        for place in [place for place in self._open if place[0] == space]:
            self._close(place)
        self._parts.pop(space, None)
        self._marks.pop(space, None)

    # ---- writing

    def add(self, space: str, rows: Iterable[PostRow]) -> None:
        """Those posts are new in that space. Raises OSError."""
        month_of = self._months.of
        for row in rows:
            place = (space, month_of(row.at))
            held = self._rows.get(place)
            if held is None:
                held = self._rows[place] = []
            held.append(row)
            self._held += 1
            self._held_characters += len(row.text) if row.text else 0
            if self._held >= ROWS_HELD_MAX or self._held_characters >= CHARACTERS_HELD_MAX:
                self._make_room()

    def add_batch(self, space: str, month: str, batch: pa.Table) -> None:
        """The same of columns that are ready (``POSTS``); all of that month."""
        self._write((space, month), batch)

    def mark(self, space: str, mark: Watermark) -> None:
        """How far that space is written now."""
        self._marks[space] = mark

    def finish(self, spaces: Sequence[SpaceRow], authors: Sequence[AuthorRow]) -> Manifest:
        """``make_ready`` and ``place``, for whom nobody calls off."""
        manifest = self.make_ready(spaces, authors)
        self.place()
        return manifest

    def make_ready(
        self,
        spaces: Sequence[SpaceRow],
        authors: Sequence[AuthorRow],
        is_called_off: Callable[[], bool] = lambda: False,
    ) -> Manifest:
        """Everything added lies beside the dataset: ``place`` is all that it lacks.

        ``spaces`` and ``authors`` replace those of the same space; others stay. A dataset to which
        nothing was added, and of which nothing has changed, is not touched. It takes long, until
        ``is_called_off`` says so: then nothing is ready. Raises OSError, ManifestUnreadable.
        """
        for place in sorted(self._rows):
            self._flush(place)
        for place in list(self._open):
            self._close(place)
        named = {row.space for row in spaces}
        others = (self._parts.keys() | self._marks.keys()) - named
        self._ready = {
            SPACES_FILE: self._table(SPACES_FILE, SPACES, spaces, others, ("space",)),
            AUTHORS_FILE: self._table(AUTHORS_FILE, AUTHORS, authors, others, ("space", "author")),
        }
        files = {name: part for parts in self._parts.values() for name, part in parts.items()}
        before = _files_of_posts(self._before)
        self.added = posts_new(self._folder, before, files, is_called_off)
        manifest = Manifest(self._include_text, self._number, self._marks, self._tables | files)
        if manifest != self._before:
            self._fresh.add(FRESH_MANIFEST_FILE)
            self._ready[MANIFEST_FILE] = write_beside(self._folder, manifest)
        if self._outlasts:
            parts = [self._folder / name for name in self._fresh & files.keys()]
            settle(self._folder, [*parts, *self._ready.values()], is_called_off)
        return manifest

    def place(self) -> None:
        """What is ready is in the dataset from now on; it is short.

        Raises OSError: what was done by then stays, as where a run is killed, and the manifest may
        be the new one already. No part that the older one names is gone: a power cut may bring it
        back.
        """
        for name, path in self._ready.items():  # all are whole: no full disk stands in the way
            path.replace(self._folder / name)
        self._fresh.clear()
        if self._outlasts:
            sync(self._folder)  # before what the older manifest names goes
        self._sweep()

    def abandon(self) -> None:
        """Nothing of this run stays."""
        for part in self._open.values():
            with contextlib.suppress(Exception):  # the disk may be what made us stop
                part.close()
        self._open.clear()
        for name in self._fresh:
            with contextlib.suppress(OSError):
                (self._folder / name).unlink(missing_ok=True)
        remove_empty(self._folder)

    def _make_room(self) -> None:
        largest = sorted(self._rows, key=lambda place: (-len(self._rows[place]), place))
        for place in largest:
            if self._held <= ROWS_HELD_MAX // 2 and (
                self._held_characters <= CHARACTERS_HELD_MAX // 2
            ):
                break
            self._flush(place)

    def _flush(self, place: tuple[str, str]) -> None:
        rows = self._rows.pop(place)
        self._held -= len(rows)
        self._held_characters -= sum(len(row.text) for row in rows if row.text)
        self._write(place, as_table(rows, POSTS))

    def _write(self, place: tuple[str, str], table: pa.Table) -> None:
        part = self._open.get(place)
        if part is None:
            if len(self._open) >= FILES_OPEN_MAX:
                self._close(next(iter(self._open)))
            name = part_name(*place, self._number)
            self._number += 1
            self._fresh.add(name)
            part = self._open[place] = _OpenPart(self._folder / name, name, POSTS)
        self._open.move_to_end(place)
        part.write(table)

    def _close(self, place: tuple[str, str]) -> None:
        part = self._open.pop(place)
        part.close()
        self._parts.setdefault(place[0], {})[part.name] = part.told()

    def _table(
        self,
        name: str,
        schema: pa.Schema,
        rows: Sequence[tuple[object, ...]],
        others: set[str],
        keys: Sequence[str],
    ) -> Path:
        """That table anew but for the rows of ``others``, in a file beside it."""
        table = as_table(rows, schema)
        before = self._table_before(name, schema)
        if before is not None:
            mask = pa.array(
                [one in others for one in before.column("space").to_pylist()], pa.bool_()
            )
            table = pa.concat_tables([before.filter(mask), table])
        table = table.sort_by([(key, "ascending") for key in keys])
        fresh = self._folder / f"{name}{FRESH_ENDING}"
        fresh.unlink(missing_ok=True)
        self._fresh.add(fresh.name)
        part = _OpenPart(fresh, name, schema)
        part.write(table)
        part.close()
        self._tables[name] = part.told()
        return fresh

    def _table_before(self, name: str, schema: pa.Schema) -> pa.Table | None:
        """Raises ManifestUnreadable where it is not what was written."""
        path = self._folder / name
        if not path.exists():
            return None
        with reading(path):
            return pq.read_table(path, schema=schema)

    def _number_left_behind(self) -> int:
        """So that no name of a run that was cut off is used again while its file is there."""
        return 1 + max(parts_lying(self._folder).values(), default=0)

    def _sweep(self) -> None:
        """Our files that the manifest does not name: of runs cut off, or replaced."""
        for name in parts_lying(self._folder):
            if name not in self._parts.get(space_of(name), ()):
                with contextlib.suppress(OSError):  # somebody reads it, on Windows
                    (self._folder / name).unlink()
        remove_empty(self._folder)


def _files_of_posts(manifest: Manifest | None) -> Mapping[str, Part]:
    files = {} if manifest is None else manifest.files
    return {name: part for name, part in files.items() if name.startswith(f"{POSTS_FOLDER}/")}


@contextlib.contextmanager
def writing(
    folder: Path, *, include_text: bool = False, outlasts: bool = True
) -> Iterator[DatasetWriter]:
    """A writer that is abandoned when the block raises. The block calls ``finish``, or its halves.

    ``folder`` is made if it is not there; ``outlasts``: what is written outlasts a power cut, for
    which its disk is waited for. Raises what the writer raises, and OutputTaken while
    another one is at work in it.
    """
    if outlasts:
        make_folder(folder)
    else:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    with alone_in(folder):
        writer = DatasetWriter(folder, include_text=include_text, outlasts=outlasts)
        try:
            yield writer
        except BaseException:
            writer.abandon()
            raise


class _OpenPart:
    """One Parquet file being written."""

    def __init__(self, path: Path, name: str, schema: pa.Schema) -> None:
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        self.name = name
        self._path = path
        self._rows = 0
        repeated = [field.name for field in schema if field.name in _REPEATED]
        self._file = create(path)
        self._writer = pq.ParquetWriter(
            self._file, schema, compression="zstd", use_dictionary=repeated, version="2.6"
        )

    def write(self, table: pa.Table) -> None:
        self._writer.write_table(table)
        self._rows += table.num_rows

    def close(self) -> None:
        try:
            self._writer.close()
        finally:
            self._file.close()

    def told(self) -> Part:
        """Once it is closed."""
        return Part(self._rows, self._path.stat().st_size, digest_of(self._path))


_REPEATED = frozenset(
    {
        "kind",
        "channel",
        "author",
        "author_name",
        "depth",
        "type",
        "mentions",
        "link_domains",
        "space",
    }
)
