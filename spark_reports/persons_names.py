"""Which spaces are called as a person is: the first channel of an identity has its name, mostly.

Such a name says who somebody is, however well the people themselves are hidden. No pyspark here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from spark_reports.damage import reading
from spark_reports.dataset import AUTHORS_FILE, SPACES_FILE

_OF_COMMUNITIES, _OF_FEEDS = "cable", "feed"


@dataclass(frozen=True, slots=True)
class _Known:
    """``named``: the spaces by what they are called, folded, without those of communities, which
    belong to nobody. ``feeds``: keys of authors whose feed says what they are called.
    """

    named: dict[str, list[str]]
    feeds: pa.Array


def called_as_persons(folder: Path, posts: Iterable[Path]) -> frozenset[str]:
    """Of a dataset whose rows stand in the files ``posts``: the ids of private channels, feeds and
    folders that are called as somebody who wrote or is known anywhere in it, whatever the case and
    the blanks. Raises ManifestUnreadable, OSError.

    That a feed's author is called as the feed makes it none of them: it is not their own name.
    """
    known = _known_in(folder / SPACES_FILE)
    found: set[str] = set()
    for path in posts:
        found |= _persons_in(path, "author_name", known)
    found |= _persons_in(folder / AUTHORS_FILE, "name", known)
    return frozenset(space for name in found for space in known.named[name])


def folded(name: str) -> str:
    """What two names have in common that a reader takes for the same one."""
    return "".join(filter(_is_seen, unicodedata.normalize("NFKC", name).casefold()))


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] not in "ZC"


def _known_in(spaces: Path) -> _Known:
    with reading(spaces):
        rows = pq.read_table(spaces, columns=["space", "kind", "name"]).to_pylist()
    named: dict[str, list[str]] = {}
    for row in rows:
        if row["kind"] != _OF_COMMUNITIES and (name := folded(row["name"])):
            named.setdefault(name, []).append(row["space"])
    feeds = [row["space"] for row in rows if row["kind"] == _OF_FEEDS]
    return _Known(named, pa.array(feeds, pa.string()))


def _persons_in(path: Path, column: str, known: _Known) -> set[str]:
    """Those names of spaces, folded, that people have in that file."""
    found: set[str] = set()
    for table in _pieces(path, column):
        alike = [one for one in _different(table[column]) if folded(one) in known.named]
        if alike:  # hardly ever, so that the keys are looked at but then
            own = pc.is_in(table["author"], value_set=known.feeds)
            have = table.filter(pc.invert(own))[column]
            found |= {folded(one) for one in _different(have)} & known.named.keys()
    return found


def _pieces(path: Path, column: str) -> Iterator[pa.Table]:
    """Some rows at a time: they need not fit into memory."""
    with reading(path), pq.ParquetFile(path, read_dictionary=[column]) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group, columns=["author", column], use_threads=False)


def _different(names: pa.ChunkedArray) -> Iterable[str]:
    return {one for one in pc.unique(names.cast(pa.string())).to_pylist() if one}
