"""``python -m spark_reports.synthetic --posts N --spaces S --seed K --out DIR``: a made-up dataset.

As real histories are: few authors write most, days and weeks have a rhythm, posts come in bursts,
some answer others, people write at the same time and join what they wrote, some posts come late.
The same arguments make the same posts. Vectors of numpy throughout: ten million take minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from spark_reports.aside import say, say_aside
from spark_reports.calling_off import CallingOff, hear_no_more, undisturbed
from spark_reports.command import CALLED_OFF, CALLED_OFF_SENTENCE
from spark_reports.dataset import LATEST_AT_US, POSTS, AuthorRow, Months, SpaceRow
from spark_reports.dataset_files import check_free
from spark_reports.dataset_writer import DatasetWriter, writing
from spark_reports.manifest import MANIFEST_FILE, ManifestUnreadable, Watermark, load
from spark_reports.outputs import OF_DESKTOPS, NoFolderAbove, OutputTaken, alone_in

DAYS = 3 * 365
FIRST_DAY_US = 1_672_531_200_000_000  # 2023-01-01
DAY_US = 86_400_000_000
ROWS_AT_ONCE = 131_072
ID_BYTES = 32
HOURS = (1, 1, 1, 1, 1, 2, 4, 8, 12, 14, 14, 13, 12, 13, 13, 12, 12, 13, 15, 18, 19, 16, 10, 4)
WEEKDAYS = (10, 11, 11, 11, 12, 9, 8)
TEXT = (
    "the garden fork shed kettle compost saturday mountain water feed relay bread bicycle meeting "
    "train ticket photo story river cellar window paint ladder orchard recipe winter harvest tool "
    "market choir concert library school bridge forest cabin island letter lamp stove wool"
)
WORDS = tuple(TEXT.split())
DOMAINS = ("example.org", "example.net", "example.com", "news.example", "maps.example")

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be made. ``posts`` in all spaces together, at least one each; the first spaces are
    the largest.
    """

    posts: int
    spaces: int = 4
    seed: int = 1
    include_text: bool = False
    authors: int = 400


def synthesize(folder: Path, wish: Wish, at_last: Callable[[], None] = lambda: None) -> int:
    """Writes the dataset; how many posts. OutputTaken where there is one already, or no folder can
    be. Whatever is raised, and whatever interrupts it: the dataset is whole, or not there.

    ``at_last``: called before it takes its place, which is short.
    """
    _check_place(folder)
    spaces: list[SpaceRow] = []
    authors: list[AuthorRow] = []
    with (
        _left_as_it_was(folder),
        writing(folder, include_text=wish.include_text) as writer,
    ):
        for number, size in enumerate(_sizes(wish).tolist()):
            dice = np.random.default_rng([wish.seed, number])
            space = _Space(dice, number, size, wish)
            space.write(writer)
            spaces.append(space.row())
            authors.extend(space.people())
        writer.make_ready(spaces, authors)
        at_last()
        writer.place()
        return writer.added


def _sizes(wish: Wish) -> Numbers:
    """How many posts each space has: as 1 to 1/2 to 1/3, and on; at least one."""
    weights = 1 / np.arange(1, wish.spaces + 1)
    parts = weights / weights.sum()
    sizes: Numbers = np.floor(parts * wish.posts).astype(np.int64)
    if not sizes.all():  # so few: of what is left once each has one
        sizes = 1 + np.floor(parts * (wish.posts - wish.spaces)).astype(np.int64)
    sizes[0] += wish.posts - sizes.sum()
    return sizes


def _check_place(folder: Path) -> None:
    if not folder.parent.is_dir():
        raise NoFolderAbove(folder)
    if folder.exists() and not folder.is_dir():
        raise OutputTaken(folder, "is no folder")
    if load(folder) is not None:
        raise OutputTaken(folder, "holds a dataset already")


@contextlib.contextmanager
def _left_as_it_was(folder: Path) -> Iterator[None]:
    """Where the block raises, nothing of ours is in ``folder``, nor is that there if it was not.

    A writer keeps the folders that it made, and everything where it is interrupted once more while
    it takes its files away.
    """
    was_there = folder.exists()
    try:
        yield
    except BaseException:
        with undisturbed():
            _take_away(folder)
            if not was_there:
                with contextlib.suppress(OSError):  # others put something there meanwhile
                    folder.rmdir()
        raise


def _take_away(folder: Path) -> None:
    """Unless it is a dataset already, another run is at work there, or it holds other things."""
    with contextlib.suppress(OutputTaken, OSError), alone_in(folder):
        if (folder / MANIFEST_FILE).exists():
            return
        check_free(folder)
        for one in folder.iterdir():
            if one.name not in OF_DESKTOPS:
                shutil.rmtree(one) if one.is_dir() else one.unlink()


class _Space:
    def __init__(self, dice: np.random.Generator, number: int, size: int, wish: Wish) -> None:
        self._dice, self._number, self._size, self._wish = dice, number, size, wish
        self._kind = ("peerlinks", "cable", "peerlinks", "feed")[number % 4]
        self.id = dice.bytes(ID_BYTES).hex()
        count = max(1, wish.authors // (number + 1))
        self._authors = [dice.bytes(ID_BYTES).hex() for _ in range(count)]
        self._names = [f"Member {one + 1}" for one in range(count)]

    def row(self) -> SpaceRow:
        """As the dataset lists it."""
        if self._kind != "feed":
            return SpaceRow(self.id, self._kind, f"Space {self._number + 1}")
        size = self._size
        held = size - size // 50
        feed = (size, size * 180, held, held * 180, int(self._dice.integers(0, 9)))
        return SpaceRow(self.id, "feed", f"Feed {self._number + 1}", "", *feed)

    def people(self) -> Sequence[AuthorRow]:
        """Some of their chains have ended."""
        ends = self._dice.integers(0, 2 * DAYS, len(self._authors)) * DAY_US + FIRST_DAY_US
        rows = zip(self._authors, self._names, ends.tolist(), strict=True)
        return [AuthorRow(self.id, author, name, end) for author, name, end in rows]

    def write(self, writer: DatasetWriter) -> None:
        """All its posts, by month."""
        at = self._times()
        months = Months()
        starts = [
            months.of(day * DAY_US)
            for day in range(int(at[0]) // DAY_US, int(at[-1]) // DAY_US + 1)
        ]
        edges = [_month_start_us(month) for month in dict.fromkeys(starts)]
        bounds = [*np.searchsorted(at, edges).tolist(), self._size]
        graph = _Graph(self._dice, self._size)
        for low, high in itertools.pairwise(bounds):
            for start in range(low, high, ROWS_AT_ONCE):
                end = min(high, start + ROWS_AT_ONCE)
                batch = self._batch(at[start:end], start, graph)
                writer.add_batch(self.id, months.of(int(at[start])), batch)
        mark = Watermark(self._size, graph.ids[-ID_BYTES:].hex(), self._size, "")
        writer.mark(self.id, mark)

    def _times(self) -> Numbers:
        """Sorted microseconds: days by growth, week and chance, hours by the day's rhythm."""
        dice, size = self._dice, self._size
        day = np.arange(DAYS)
        weight = (1 + 2 * day / DAYS) * np.take(WEEKDAYS, day % 7) * dice.lognormal(0, 0.5, DAYS)
        talks = max(1, size // 6)
        days = dice.choice(DAYS, talks, p=weight / weight.sum())
        hours = dice.choice(24, talks, p=np.array(HOURS) / sum(HOURS))
        begins = FIRST_DAY_US + days * DAY_US + hours * (DAY_US // 24)
        begins += dice.integers(0, DAY_US // 24, talks)
        of_talk = dice.integers(0, talks, size)
        times = begins[of_talk] + (dice.exponential(240, size) * 1e6).astype(np.int64)
        sorted_times: Numbers = np.minimum(np.sort(times) // 1_000 * 1_000, LATEST_AT_US)
        return sorted_times

    def _batch(self, at: Numbers, first: int, graph: _Graph) -> pa.Table:
        dice, count = self._dice, len(at)
        rank = dice.zipf(1.3, count) % len(self._authors)
        late = np.where(dice.random(count) < 0.02, dice.exponential(3 * DAY_US, count), 0)
        delay = dice.lognormal(0, 1.5, count) * 1e6 + late
        skew = np.where(dice.random(count) < 0.001, -dice.exponential(60e6, count), 0)
        kinds = dice.random(count)
        type_ = np.where(kinds < 0.9, "message", np.where(kinds < 0.98, "reaction", "edit"))
        target = graph.earlier(first, count, dice)
        answers = (kinds < 0.16) | (kinds >= 0.9)
        words = np.where(kinds < 0.9, 1 + dice.geometric(0.09, count), 1)
        size = words * 6 + 40
        files = np.where(dice.random(count) < 0.03, dice.integers(1_000, 4_000_000, count), 0)
        columns = {
            "kind": pa.array([self._kind]).take(pa.array(np.zeros(count, np.int64))),
            "channel": pa.array(["general" if self._kind == "cable" else ""]).take(
                pa.array(np.zeros(count, np.int64))
            ),
            "id": graph.hashes(np.arange(first, first + count)),
            "author": pa.array(self._authors).take(pa.array(rank)),
            "author_name": pa.array(self._names).take(pa.array(rank)),
            "depth": pa.array((rank % 4).astype(np.int32)),
            "at": pa.array(at),
            "received_at": pa.array(at + (delay + skew).astype(np.int64)),
            "height": pa.array(graph.heights[first : first + count]),
            "parents": graph.parents(first, count),
            "reply_to": graph.hashes(target, mask=~answers | (target < 0)),
            "type": pa.array(type_),
            "text": self._texts(words),
            "text_length": pa.array(words * 6 - 1),
            "words": pa.array(words),
            "mentions": self._some(self._authors, 0.04, count),
            "link_domains": self._some(DOMAINS, 0.05, count),
            "attachment_bytes": pa.array(files),
            "size_bytes": pa.array(size),
        }
        return pa.table(
            {field.name: columns[field.name].cast(field.type) for field in POSTS}, POSTS
        )

    def _texts(self, words: Numbers) -> pa.Array:
        if not self._wish.include_text:
            return pa.nulls(len(words), pa.string())
        chosen = self._dice.zipf(1.2, int(words.sum())) % len(WORDS)
        said = np.array(WORDS)[chosen].tolist()
        ends = np.cumsum(words).tolist()
        return pa.array(
            [" ".join(said[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
        )

    def _some(self, among: Sequence[str], part: float, count: int) -> pa.Array:
        """None or one of ``among``, as lists."""
        has = self._dice.random(count) < part
        offsets = np.concatenate([[0], np.cumsum(has)]).astype(np.int32)
        values = self._dice.integers(0, len(among), int(has.sum()))
        kind = POSTS.field("mentions").type
        return pa.ListArray.from_arrays(
            pa.array(offsets), pa.array(list(among)).take(pa.array(values)), type=kind
        )


class _Graph:
    """Which post builds on which: the one before; one in 40 beside it, joined by the next."""

    def __init__(self, dice: np.random.Generator, size: int) -> None:
        self.ids = dice.bytes(ID_BYTES * size)
        beside = dice.random(size) < 1 / 40
        beside[:2] = False
        beside[1:] &= ~beside[:-1]  # never two in a row: else heights would need a walk
        self._beside = beside
        self.heights: Numbers = np.cumsum(~beside).astype(np.int64) - 1

    def earlier(self, first: int, count: int, dice: np.random.Generator) -> Numbers:
        """For each post one before it, mostly near; -1 for the first."""
        own = np.arange(first, first + count)
        return own - np.minimum(dice.geometric(0.15, count), own + 1)

    def parents(self, first: int, count: int) -> pa.Array:
        """Of the posts from ``first`` on: none for the first of all, else one or two."""
        own = np.arange(first, first + count)
        beside = self._beside[first : first + count]
        joins = np.where(own > 0, self._beside[np.maximum(own - 1, 0)], np.zeros(count, np.bool_))
        one = np.where(beside, own - 2, own - 1)
        two = np.where(joins, own - 2, -1)
        both = np.stack([one, two], axis=1)
        held = both >= 0
        offsets = np.concatenate([[0], np.cumsum(held.sum(axis=1))]).astype(np.int32)
        kind = POSTS.field("parents").type
        return pa.ListArray.from_arrays(pa.array(offsets), self.hashes(both[held]), type=kind)

    def hashes(self, posts: Numbers, mask: npt.NDArray[np.bool_] | None = None) -> pa.Array:
        """The ids of those posts; null where ``mask`` says so."""
        fixed = np.frombuffer(self.ids, dtype=f"V{ID_BYTES}")
        taken = fixed[np.maximum(posts, 0)].tobytes()
        offsets = np.arange(0, ID_BYTES * (len(posts) + 1), ID_BYTES, dtype=np.int32)
        validity = None if mask is None else pa.py_buffer(np.packbits(~mask, bitorder="little"))
        buffers = [validity, pa.py_buffer(offsets), pa.py_buffer(taken)]
        return pa.Array.from_buffers(pa.binary(), len(posts), buffers)


def _month_start_us(month: str) -> int:
    return int(np.datetime64(f"{month}-01", "us").astype(np.int64))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; its exit status is as that of a report (``command``)."""
    parser = argparse.ArgumentParser(prog="python -m spark_reports.synthetic", description=__doc__)
    parser.add_argument("--posts", type=int, required=True)
    parser.add_argument("--spaces", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--authors", type=int, default=400, help="of the largest space")
    parser.add_argument("--include-text", action="store_true")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args(arguments)
    if not 1 <= chosen.spaces <= chosen.posts or chosen.authors < 1:
        parser.error("there is at least one author, one space, and a post for each space")
    if chosen.seed < 0:
        parser.error("a seed is 0 or more")
    wish = Wish(chosen.posts, chosen.spaces, chosen.seed, chosen.include_text, chosen.authors)
    CallingOff().begin()
    try:
        made = synthesize(chosen.out, wish, hear_no_more)
    except (OutputTaken, ManifestUnreadable) as error:
        return _say(f"{error}")
    except OSError as error:
        return _say(f"{error.filename or chosen.out}: {error.strerror or error}")
    except KeyboardInterrupt:
        say_aside(f"{CALLED_OFF_SENTENCE}\n", sys.stderr)
        return CALLED_OFF
    return _answer(f"{made:,} posts in {chosen.out}")


def _answer(sentence: str) -> int:
    """Where it cannot be written it is said aside, and why; the dataset is there all the same."""
    try:
        say(f"{sentence}\n", sys.stdout)
    except OSError as error:
        return _say(f"{sentence} (standard output: {error.strerror})")
    return 0


def _say(sentence: str) -> int:
    say_aside(f"{sentence}\n", sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
