"""A dataset of a history that changes between two runs, and while it is read, is a whole one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pyarrow.parquet as pq
import pytest
from typing_extensions import override

from app.control.client import AnswerTooLong
from app.reports.dataset import Written, write_dataset
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.arrivals import Arrivals, ArrivalsView, ArrivedPost, ArrivedPosts
from engine.model.ids import PostId, PublicKey
from engine.model.queries import Query
from spark_reports.manifest import load
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, key_of
from tests.unit.app.test_datasets import rows_in

OWNER = PublicKey(key_of("key Garden"))


def post(number: int, text: str, name: str = "Wren") -> ArrivedPost:
    """Its text makes it the post it is, whatever its number."""
    by = PublicKey(key_of(name)) if name else OWNER
    return ArrivedPost(
        number, PostId(key_of(text)), "message", 1, (), EPOCH, EPOCH, by, name, int(bool(name)),
        text, None, (), len(text), 0, hidden=False,
    )  # fmt: skip


@dataclass
class Changing(FakeEngine):
    """Holds ``held``, and changes by what ``at`` has for the n-th answer of a query, from 1."""

    held: Sequence[ArrivedPost] = ()
    unheard: tuple[PublicKey, ...] = ()
    limit_max: int = 4_000
    at: dict[tuple[type, int], Callable[[], None]] = field(default_factory=dict)
    pages: list[int] = field(default_factory=list)
    answered: list[type] = field(default_factory=list)

    @override
    def __post_init__(self) -> None:
        super().__post_init__()
        self.space = self.add_space("Garden", own_path=("Wren",))

    @override
    async def ask(self, query: Query[object]) -> object:  # type: ignore[override]  # of any answer
        self.answered.append(type(query))
        self.at.get((type(query), self.answered.count(type(query))), lambda: None)()
        match query:
            case Arrivals():
                return ArrivalsView(len(self.held), b"", b"", b"", self.unheard)
            case ArrivedPosts(_, after, limit):
                self.pages.append(limit)
                assert self.pages.count(1) < 50, "it is asked for again and again"
                if limit > self.limit_max:
                    raise AnswerTooLong
                return tuple(one for one in self.held if one.number > after)[:limit]
            case _:
                return await super().ask(query)

    def holds(self, *posts: ArrivedPost) -> None:
        self.held = posts

    def write(self, folder: Path) -> Written:
        self.answered.clear()
        engine = cast("Engine", self)
        return asyncio.run(write_dataset(engine, [self.space], folder, include_text=True))


def texts(folder: Path) -> list[str]:
    return sorted(row["text"] for row in rows_in(folder))


def names(folder: Path) -> list[str]:
    return sorted(pq.read_table(folder / "authors.parquet")["name"].to_pylist())


A, B, C = post(0, "a"), post(2, "b"), post(5, "c")


@pytest.fixture
def engine(tmp_path: Path) -> Changing:
    """Three posts are in the dataset already."""
    made = Changing(held=(A, B, C))
    assert made.write(tmp_path) == Written(3, 3)
    return made


def test_what_is_new_is_added(engine: Changing, tmp_path: Path) -> None:
    engine.holds(A, B, C, post(6, "d"))
    assert engine.write(tmp_path) == Written(4, 1)
    assert texts(tmp_path) == ["a", "b", "c", "d"]


def test_a_timeline_built_anew_is_written_anew_though_the_last_post_is_the_same(
    engine: Changing, tmp_path: Path
) -> None:
    """It has another number, and a late post stands before it."""
    engine.holds(post(0, "a"), post(1, "b"), post(2, "late"), post(6, "c"))
    assert engine.write(tmp_path) == Written(4, 1)
    assert texts(tmp_path) == ["a", "b", "c", "late"]


def test_what_was_let_go_is_in_no_row_though_as_much_came_meanwhile(
    engine: Changing, tmp_path: Path
) -> None:
    engine.holds(B, C)
    engine.at[Arrivals, 3] = lambda: engine.holds(B, C, post(6, "d"))
    engine.write(tmp_path)
    assert "a" not in texts(tmp_path)
    engine.at.clear()
    engine.write(tmp_path)
    assert texts(tmp_path) == ["b", "c", "d"]


@pytest.mark.parametrize("left", [(A, B, C), (B, C), (C,), ()])
def test_what_is_new_is_counted_however_much_was_let_go(
    engine: Changing, tmp_path: Path, left: tuple[ArrivedPost, ...]
) -> None:
    engine.holds(*left, post(6, "d"))
    assert engine.write(tmp_path) == Written(len(left) + 1, 1)


def test_what_is_let_go_while_it_is_read_is_in_no_row(engine: Changing, tmp_path: Path) -> None:
    engine.at[Arrivals, 3] = lambda: engine.holds(B, C)
    engine.write(tmp_path)
    assert texts(tmp_path) == ["b", "c"]


def test_who_is_hidden_while_it_is_read_is_not_named(engine: Changing, tmp_path: Path) -> None:
    engine.holds(A, B, C, post(6, "d", name=""))
    engine.write(tmp_path)
    assert names(tmp_path) != []

    def hide() -> None:
        engine.holds(A, B, C)
        engine.unheard = (OWNER,)

    engine.at[Arrivals, 3] = hide
    engine.write(tmp_path)
    assert names(tmp_path) == []


def test_who_was_known_before_stays_known_though_nothing_of_theirs_is_read(
    engine: Changing, tmp_path: Path
) -> None:
    """The owner signs with no name, and is listed nowhere."""
    engine.holds(A, B, C, post(6, "d", name=""))
    engine.write(tmp_path)
    known = names(tmp_path)
    assert len(known) == 1
    engine.holds(*engine.held, post(7, "e"))
    assert engine.write(tmp_path) == Written(5, 1)
    assert names(tmp_path) == known


@pytest.mark.parametrize("limit", [1, 2, 15, 16])
def test_where_long_posts_do_not_fit_one_answer_fewer_are_asked_for(
    tmp_path: Path, limit: int
) -> None:
    engine = Changing(held=[post(n, f"{n:02}") for n in range(20)], limit_max=limit)
    assert engine.write(tmp_path) == Written(20, 20)
    assert texts(tmp_path) == [f"{n:02}" for n in range(20)]


@pytest.mark.parametrize("folder", [".", "another"])
def test_one_that_fits_none_is_refused_and_the_dataset_stays_as_it_was(
    engine: Changing, tmp_path: Path, folder: str
) -> None:
    before = load(tmp_path / folder)
    engine.holds(A, B, C, post(6, "d"))
    engine.limit_max = 0
    with pytest.raises(Refused) as caught:
        engine.write(tmp_path / folder)
    assert caught.value.reason is Refusal.ANSWER_TOO_LONG
    assert load(tmp_path / folder) == before
