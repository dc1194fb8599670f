"""A feed's export holds the comments on it, too, behind its entries."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from pathlib import Path

import pytest

from app.cli import comment_shapes
from app.exporting import comments
from app.exporting.comments import comments_of
from engine.model.comment_queries import Comments
from engine.model.comments import CommentPage, CommentView
from engine.model.ids import PublicKey, SpaceId
from tests.fake_engine import FakeEngine
from tests.fake_history import key_of
from tests.unit.app.exported import HOSTILE, Parsed, export, exported

WREN = PublicKey(key_of("Wren"))


def orchard() -> tuple[FakeEngine, SpaceId]:
    engine = FakeEngine()
    return engine, engine.feeds.add("Orchard", "The first apple", "The second")


def lines_of(content: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in content.splitlines()]


def rows_of(content: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content, newline="")))


def test_a_line_says_what_the_command_line_says_of_a_comment(tmp_path: Path) -> None:
    engine, feed = orchard()
    said = engine.comments.come(feed, "ripe", "Wren", entry=1)
    *entries, line = lines_of(exported(engine, feed, tmp_path, ".jsonl"))
    assert [one["text"] for one in entries] == ["The first apple", "The second"]
    assert line.pop("kind") == "comment"
    assert list(line.items()) == list(comment_shapes.comment(said).items())


def test_a_row_says_who_when_and_about_which_entry(tmp_path: Path) -> None:
    engine, feed = orchard()
    engine.feeds.add("Wren's walks", key=WREN)
    said = engine.comments.come(feed, "ripe", "Wren", entry=1)
    engine.comments.come(feed, "", "Moss", reply_to=said.id, retracted=True)
    *entries, first, second = rows_of(exported(engine, feed, tmp_path, ".csv"))
    assert [one["entry"] for one in entries] == ["0", "1"]
    assert (first["kind"], first["text"], first["entry"]) == ("comment", "ripe", "1")
    assert (first["author"], first["author_key"]) == ("Wren's walks", WREN.hex())
    assert (second["answers"], second["retracted"]) == (said.id.hex(), "yes")
    assert (second["author"], second["entry"]) == (key_of("Moss").hex()[:8], "")


def test_a_page_has_them_behind_the_entries(tmp_path: Path) -> None:
    engine, feed = orchard()
    first = engine.comments.come(feed, "ripe", "Wren", entry=1, edited_at=engine.now)
    engine.comments.come(feed, "indeed", "Moss", entry=1, reply_to=first.id)
    engine.comments.come(feed, "", "Moss", retracted=True)
    page = Parsed(exported(engine, feed, tmp_path, ".html"))
    assert "Comments" in page.texts
    *_, ripe, indeed, gone = page.articles
    assert ("on entry 1" in ripe, "ripe" in ripe, "edited" in ripe) == (True, True, True)
    assert "indeed" in indeed
    assert "taken back" in gone
    assert ("a", {"href": f"#p{first.id.hex()}"}) in page.tags


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".html"])
def test_of_whom_we_hide_nothing_is_written(tmp_path: Path, suffix: str) -> None:
    engine, feed = orchard()
    engine.comments.come(feed, "loud words", "Moss", hidden=True)
    assert "loud words" not in exported(engine, feed, tmp_path, suffix)


def test_what_commenters_write_is_text_and_no_formula(tmp_path: Path) -> None:
    engine, feed = orchard()
    texts = [text for text in HOSTILE if "\ud800" not in text]  # a comment is UTF-8
    for text in texts:
        engine.comments.come(feed, text, "Wren")
    plain = Parsed(exported(engine, feed, tmp_path, ".html"))
    assert not {name for name, _ in plain.tags} & {"script", "svg", "img"}
    cells = [row["text"] for row in rows_of(exported(engine, feed, tmp_path, ".csv"))]
    assert not [cell for cell in cells if cell[:1] in "=+-@\t\r" and cell]
    assert len(lines_of(exported(engine, feed, tmp_path, ".jsonl"))) == 2 + len(texts)


def test_how_many_entries_were_written_is_answered(tmp_path: Path) -> None:
    engine, feed = orchard()
    engine.comments.come(feed, "ripe", "Wren")
    assert export(engine, feed, tmp_path / "out.csv") == 2


class Growing:
    """An engine to which a comment comes with each page, older than the newest."""

    def __init__(self, engine: FakeEngine, feed: SpaceId) -> None:
        self._engine = engine
        self._feed = feed

    async def ask(self, query: Comments) -> CommentPage:
        page = await self._engine.ask(query)
        late = self._engine.comments.come(self._feed, "late", "Moss")
        there = self._engine.comments.of(self._feed).comments
        there.remove(late)
        there.insert(len(there) // 2, late)
        return page


def read(engine: FakeEngine | Growing, feed: SpaceId) -> list[CommentView]:
    async def work() -> list[CommentView]:
        pages = comments_of(engine, feed)  # type: ignore[arg-type]  # nothing else is asked of it
        return [one async for page in pages for one in page]

    return asyncio.run(work())


@pytest.mark.parametrize("count", [0, 1, 3, 4, 10])
def test_all_come_oldest_first_however_many_pages(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(comments, "PAGE_COMMENTS_MAX", 3)
    engine, feed = orchard()
    said = [engine.comments.come(feed, f"number {n}", "Wren") for n in range(count)]
    assert read(engine, feed) == said


def test_none_is_lost_or_doubled_when_others_come_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comments, "PAGE_COMMENTS_MAX", 3)
    engine, feed = orchard()
    said = [engine.comments.come(feed, f"number {n}", "Wren") for n in range(10)]
    found = read(Growing(engine, feed), feed)
    assert [one for one in found if one.text != "late"] == said
    assert len(set(found)) == len(found)
