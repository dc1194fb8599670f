"""The dataset that reports read: its schema, and rows of it (``dataset_writer`` writes them).

The contract between whoever keeps histories and whoever reports on them (design: reports.md):

    posts/space=<id in hex>/month=YYYY-MM/part-*.parquet, spaces.parquet, authors.parquet,
    _manifest.json (``manifest``)

A file counts from the moment the manifest names it, so a run that is cut off changes nothing. Pure
pyarrow: this module runs without Java and never imports pyspark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa

from spark_reports.manifest import Manifest, Part

POSTS_FOLDER = "posts"
SPACES_FILE = "spaces.parquet"
AUTHORS_FILE = "authors.parquet"
LATEST_AT_US = 253_402_300_799_999_999  # the end of the year 9999, which calendars still have


_MOMENT = pa.timestamp("us", tz="UTC")
_WORDS = pa.list_(pa.field("element", pa.string(), nullable=False))
_HASHES = pa.list_(pa.field("element", pa.binary(), nullable=False))


def _field(name: str, kind: pa.DataType, *, nullable: bool = False) -> pa.Field:
    return pa.field(name, kind, nullable=nullable)


POSTS = pa.schema(
    [
        _field("kind", pa.string()),  # peerlinks | cable | feed | comment
        _field("channel", pa.string()),  # '' where a space has one timeline
        _field("id", pa.binary()),  # 32 bytes, as all hashes here
        _field("author", pa.string()),  # public key in hex
        _field("author_name", pa.string()),
        _field("depth", pa.int32()),  # links of the author's chain
        _field("at", _MOMENT),  # as the author says
        _field("received_at", _MOMENT),  # as the exporting computer says
        _field("height", pa.int64()),  # 0 of cable and comments, which have none
        _field("parents", _HASHES),
        _field("reply_to", pa.binary(), nullable=True),  # what it answers, or is a mark of
        _field("type", pa.string()),
        _field("text", pa.string(), nullable=True),  # null unless it was asked for
        _field("text_length", pa.int64()),  # characters
        _field("words", pa.int64()),
        _field("mentions", _WORDS),  # public keys in hex
        _field("link_domains", _WORDS),
        _field("attachment_bytes", pa.int64()),
        _field("size_bytes", pa.int64()),
    ]
)
"""Columns in the files of posts. ``space`` and ``month`` (of ``at``, UTC) are in their paths."""

SPACES = pa.schema(
    [
        _field("space", pa.string()),
        _field("kind", pa.string()),
        _field("name", pa.string()),  # what the exporting person calls it
        _field("community", pa.string()),  # the community's name, or ''
        _field("blocks", pa.int64(), nullable=True),  # of feeds, as the next four
        _field("bytes", pa.int64(), nullable=True),
        _field("held_blocks", pa.int64(), nullable=True),
        _field("held_bytes", pa.int64(), nullable=True),
        _field("holders", pa.int64(), nullable=True),  # peers connected at export that have it all
    ]
)

AUTHORS = pa.schema(
    [
        _field("space", pa.string()),
        _field("author", pa.string()),
        _field("name", pa.string()),
        _field("valid_to", _MOMENT, nullable=True),  # the end of the author's chain
    ]
)


class PostRow(NamedTuple):
    """A post, in the order of ``POSTS``. Times are microseconds since 1970, UTC."""

    kind: str
    channel: str
    id: bytes
    author: str
    author_name: str
    depth: int
    at: int
    received_at: int
    height: int
    parents: Sequence[bytes]
    reply_to: bytes | None
    type: str
    text: str | None
    text_length: int
    words: int
    mentions: Sequence[str]
    link_domains: Sequence[str]
    attachment_bytes: int
    size_bytes: int


class SpaceRow(NamedTuple):
    """A space, in the order of ``SPACES``."""

    space: str
    kind: str
    name: str
    community: str = ""
    blocks: int | None = None
    bytes: int | None = None
    held_blocks: int | None = None
    held_bytes: int | None = None
    holders: int | None = None


class AuthorRow(NamedTuple):
    """Somebody in a space, in the order of ``AUTHORS``; ``valid_to`` in microseconds."""

    space: str
    author: str
    name: str
    valid_to: int | None = None


def microseconds(at: float) -> int:
    """Unix seconds as the dataset has them: kept between 1970 and 9999, whatever was claimed."""
    if not at > 0:  # also what is no number
        return 0
    return LATEST_AT_US if at >= LATEST_AT_US / 1e6 else int(at * 1e6)


class Months:
    """``YYYY-MM`` of a moment in UTC, looked up once a day of the calendar."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}

    def of(self, at_us: int) -> str:
        """The month of that moment, in microseconds."""
        day = at_us // 86_400_000_000
        month = self._known.get(day)
        if month is None:
            month = self._known[day] = _month_of_day(day)
        return month


def _month_of_day(day: int) -> str:
    """By the proleptic Gregorian calendar; days count from 1970-01-01."""
    era_day = day + 719_468  # days since 0000-03-01
    era, within = divmod(era_day, 146_097)
    year_of_era = (within - within // 1_460 + within // 36_524 - within // 146_096) // 365
    day_of_year = within - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * day_of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    year = year_of_era + era * 400 + (month <= 2)
    return f"{year:04d}-{month:02d}"


def as_table(rows: Sequence[tuple[object, ...]], schema: pa.Schema) -> pa.Table:
    """Rows as columns. Lone surrogates, which no file can hold, become U+FFFD."""
    columns: Iterable[Sequence[object]] = zip(*rows, strict=True) if rows else [()] * len(schema)
    arrays = [_array(column, field) for column, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(column: Sequence[object], field: pa.Field) -> pa.Array:
    try:
        return pa.array(column, field.type)
    except UnicodeEncodeError:
        return pa.array([_whole(value) for value in column], field.type)


def _whole(value: object) -> object:
    match value:
        case str():
            return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        case list() | tuple():
            return [_whole(one) for one in value]
        case _:
            return value


def post_files(manifest: Manifest) -> Mapping[str, Part]:
    """The files of posts by name, in order."""
    start = f"{POSTS_FOLDER}/"
    return {name: manifest.files[name] for name in sorted(manifest.files) if name.startswith(start)}
