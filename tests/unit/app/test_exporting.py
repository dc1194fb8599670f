"""One history as a file: whole or not at all, harmless whatever people wrote, and complete."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from typing_extensions import override

from app.cli import shapes
from app.cli.export import LEFT_OUT
from app.exporting.history import SUFFIXES, export_history
from app.exporting.table import COLUMNS, FORMULA_BEGINNINGS, guarded
from app.exporting.writing import FRESH_ENDING, whole_file
from engine.errors import Refusal, Refused
from engine.model import views
from engine.model.communities import Judgement, MemberStanding
from engine.model.ids import OrderKey, PostId, PostKind
from engine.model.marks import Mark
from engine.model.queries import OnePost, Query, Timeline
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, EndlessHistory, Said, author, key_of, post
from tests.unit.app.exported import HOSTILE, export, exported, in_community, says, scene
from tests.unit.app.terminal import Terminal

# ---- the file -----------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_file_holds_every_post_and_is_its_owners_alone(tmp_path: Path, suffix: str) -> None:
    engine = FakeEngine()
    space = engine.add_space("Garden", EndlessHistory(2_500))
    file = tmp_path / f"out{suffix.upper()}"
    told: list[tuple[int, int]] = []
    work = export_history(engine, space, file, lambda done, total: told.append((done, total)))
    assert asyncio.run(work) == 2_500
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]
    assert told[-1] == (2_500, 2_500)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    content = file.read_text(encoding="utf-8")
    assert all(f"Post number {number}." in content for number in (0, 31, 32, 999, 2_499))


@pytest.mark.parametrize("suffix", [".csv", ".html"])
def test_an_owner_is_called_by_the_name_that_the_channel_came_under(
    tmp_path: Path, suffix: str
) -> None:
    engine, space = scene(post(1, Said("hello", EPOCH, author(owner="Ann"))), name="Ann")
    engine.change(space, name="Noisy boss", came_as="Ann", own_path=("Ben",))
    text = exported(engine, space, tmp_path, suffix)
    assert "Ann (owner)" in text
    assert "Noisy boss (owner)" not in text


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_empty_history_is_a_file_too(tmp_path: Path, suffix: str) -> None:
    engine, space = scene()
    assert export(engine, space, tmp_path / f"out{suffix}") == 0


@pytest.mark.parametrize("name", ["out", "out.txt", "out.json", ".jsonl", "out.html.bak"])
def test_another_ending_is_refused_before_anything_is_written(tmp_path: Path, name: str) -> None:
    engine, space = scene()
    with pytest.raises(Refused) as caught:
        export(engine, space, tmp_path / name)
    assert caught.value.reason is Refusal.FILE_UNWRITABLE
    assert list(tmp_path.iterdir()) == []


def test_where_no_file_can_be_that_is_said(tmp_path: Path) -> None:
    engine, space = scene(says(1, "hello"))
    (tmp_path / "folder.csv").mkdir()
    for file in (tmp_path / "missing" / "out.csv", tmp_path / "folder.csv"):
        with pytest.raises(Refused) as caught:
            export(engine, space, file)
        assert caught.value.reason is Refusal.FILE_UNWRITABLE


class Failing(FakeEngine):
    """Fails at the second page."""

    @override
    async def ask(self, query: Query[object]) -> object:  # type: ignore[override]  # of any answer
        if isinstance(query, Timeline) and query.after != b"":
            raise Refused(Refusal.SPACE_UNKNOWN)
        return await super().ask(query)


def test_what_fails_half_way_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    engine = Failing()
    space = engine.add_space("Garden", EndlessHistory(500))
    file = tmp_path / "out.csv"
    file.write_text("the old one")
    with pytest.raises(Refused):
        export(engine, space, file)
    assert file.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_just_being_written_is_no_place_for_another(tmp_path: Path) -> None:
    """The first to end would put the other's half in its place."""
    file = tmp_path / "out.csv"
    with whole_file(file) as first:
        first.write(b"the first, ")
        with pytest.raises(Refused) as refused, whole_file(file):
            pass
        assert refused.value.reason is Refusal.FILE_UNWRITABLE
        first.write(b"all of it")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [
        ("out.csv", b"the first, all of it")
    ]


def test_what_a_crash_left_is_in_nobodys_way(tmp_path: Path) -> None:
    file, left = tmp_path / "out.csv", tmp_path / f".out.csv{FRESH_ENDING}"
    left.write_bytes(b"half of an older one")
    with whole_file(file) as written:
        written.write(b"new")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("out.csv", b"new")]
    left.symlink_to(file)
    with whole_file(file) as written:
        written.write(b"newer")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("out.csv", b"newer")]


def test_what_is_called_off_leaves_nothing(tmp_path: Path) -> None:
    engine = FakeEngine()
    space = engine.add_space("Garden", EndlessHistory(100_000))

    async def work() -> None:
        def call_off() -> None:
            task.cancel()

        task = asyncio.ensure_future(
            export_history(engine, space, tmp_path / "out.html", lambda *_: call_off())
        )
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(work())
    assert list(tmp_path.iterdir()) == []


def test_pages_of_huge_posts_are_short(tmp_path: Path) -> None:
    engine, space = scene(*(says(number, "x" * 400_000) for number in range(40)))
    export(engine, space, tmp_path / "out.csv")
    limits = [query.limit for query in engine.asked if isinstance(query, Timeline)]
    assert limits[0] == 32
    assert max(limits[1:]) <= 2


# ---- JSON lines ---------------------------------------------------------------------------------


def test_a_line_says_what_the_command_line_says_of_a_post(tmp_path: Path) -> None:
    one = replace(says(1, "hello"), parents=(PostId(b"p" * 32),), reached=2)
    engine, space = scene(one)
    (line,) = exported(engine, space, tmp_path, ".jsonl").splitlines()
    told, expected = json.loads(line), shapes.post(one)
    assert {key: expected[key] for key in told} == told
    assert set(told) >= {"id", "kind", "height", "parents", "timestamp", "author", "text", "body"}


def test_marks_are_lines_and_what_was_deleted_for_oneself_is_none(tmp_path: Path) -> None:
    kept, gone = says(1, "kept"), replace(says(2, "gone"), hidden=True)
    mark = replace(says(3, "new words"), kind=PostKind.MARK, target=kept.id)
    mark_of_gone = replace(says(4, "secret words"), kind=PostKind.MARK, target=gone.id)
    engine, space = scene(kept, gone, mark, mark_of_gone)
    lines = exported(engine, space, tmp_path, ".jsonl").splitlines()
    assert [json.loads(line)["id"] for line in lines] == [kept.id.hex(), mark.id.hex()]
    assert Timeline(space, 32, after=OrderKey(b""), everything=True) in engine.asked


def test_of_what_was_taken_back_no_words_are_left_in_it_nor_in_its_edits(tmp_path: Path) -> None:
    """Its body has them as they were signed; so have those of its edits."""
    gone = replace(says(1, ""), body='{"text": "secret"}', retracted=True)
    edit = replace(says(2, "secret too"), kind=PostKind.MARK, target=gone.id)
    edit = replace(edit, body='{"text": "secret too"}', mark=Mark.EDIT)
    late = replace(says(3, "secret"), kind=PostKind.MARK, target=edit.id, mark=Mark.EDIT)
    engine, space = scene(gone, edit, late, says(4, "stays"))
    content = exported(engine, space, tmp_path, ".jsonl")
    assert "secret" not in content
    lines = [json.loads(line) for line in content.splitlines()]
    assert [one["text"] for one in lines] == ["", "", "", "stays"]
    assert [one["body"] for one in lines[:3]] == [None, None, None]
    assert [one["retracted"] for one in lines] == [True, False, False, False]


def test_what_else_was_said_of_what_was_taken_back_is_still_told_apart(
    ann: Terminal, tmp_path: Path
) -> None:
    post = ann.do("channel", "post", "ann", "secret")["id"]
    ann.do("channel", "post", "ann", "👍", "--react-to", post)
    ann.do("channel", "post", "ann", "👍", "--unreact", post)
    file = tmp_path / "ann.jsonl"
    ann.do("export", "ann", "--to", str(file))
    before = file.read_text().splitlines()
    ann.do("channel", "post", "ann", "--retract", post)
    ann.do("export", "ann", "--to", str(file))
    after = file.read_text().splitlines()
    assert after[-3:-1] == before[-2:], "a reaction, and that it counts no more"
    assert json.loads(after[-1])["kind"] == "mark"
    assert "retract" in json.loads(after[-1])["body"]


def test_the_command_hands_on_nothing_that_was_taken_back(ann: Terminal, tmp_path: Path) -> None:
    post = ann.do("channel", "post", "ann", "first secret")["id"]
    ann.do("channel", "post", "ann", "second secret", "--edit", post)
    file = tmp_path / "ann.jsonl"
    ann.do("export", "ann", "--to", str(file))
    assert "first secret" in file.read_text()
    assert "second secret" in file.read_text()
    ann.do("channel", "post", "ann", "--retract", post)
    ann.do("export", "ann", "--to", str(file))
    assert "secret" not in file.read_text()
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert [one["id"] for one in told if one["retracted"]] == [post]


def test_a_long_body_that_pages_leave_out_is_asked_for(tmp_path: Path) -> None:
    long, gone = says(1, "long"), says(2, "gone")
    engine, space = scene(long, gone)

    class Leaving(FakeEngine):
        """In which one post was edited, and one is taken away while the page is written."""

        @override
        async def ask(self, query: Query[object]) -> object:  # type: ignore[override]  # any
            answer = await super().ask(query)
            if isinstance(answer, views.TimelinePage):
                bare = tuple(replace(one, body=None) for one in answer.posts)
                return replace(answer, posts=bare)
            if isinstance(query, OnePost) and query.id == gone.id:
                raise Refused(Refusal.POST_UNKNOWN)
            return replace(answer, text="edited") if isinstance(answer, views.PostView) else answer

    leaving = Leaving(spaces=engine.spaces)
    told = [json.loads(line) for line in exported(leaving, space, tmp_path, ".jsonl").splitlines()]
    assert [(one["text"], one["body"]) for one in told] == [("long", long.body), ("gone", None)]


def test_every_line_is_one_object_whatever_was_written(tmp_path: Path) -> None:
    engine, space = scene(
        *(says(at, text) for at, text in enumerate(HOSTILE) if "\ud800" not in text)
    )
    lines = exported(engine, space, tmp_path, ".jsonl").split("\n")[:-1]
    texts = [json.loads(line)["text"] for line in lines]
    assert texts == [text for text in HOSTILE if "\ud800" not in text]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("standing", [MemberStanding.HIDDEN, MemberStanding.BLOCKED])
def test_what_our_user_hides_is_in_no_file(
    tmp_path: Path, suffix: str, standing: MemberStanding
) -> None:
    engine, space = in_community()
    ours = Judgement(standing, engine.spaces[space].view.public_key, "ada")
    theirs = Judgement(standing, key_of("Moss"), "Moss")
    for by, name in ((ours, "loud"), (theirs, "stale"), (None, "fresh")):
        said = replace(says(len(name), f"{name} words", name=f"{name} one"), folded=by)
        engine.spaces[space].history.add(said)  # type: ignore[attr-defined]  # it grows
    content = exported(engine, space, tmp_path, suffix)
    assert [word in content for word in ("loud", "stale words", "fresh words")] == [
        False, True, True,
    ]  # fmt: skip
    assert export(engine, space, tmp_path / f"again{suffix}") == 2


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_whom_our_user_hides_in_a_private_channel_is_in_no_file(
    tmp_path: Path, suffix: str
) -> None:
    judgement = Judgement(MemberStanding.HIDDEN, key_of("ann"), "ann")
    loud = replace(says(1, "loud words", name="Moss"), folded=judgement)
    mark = replace(says(3, "more of it", name="Moss"), kind=PostKind.MARK, folded=judgement)
    engine, space = scene(loud, says(2, "fresh words"), mark)
    content = exported(engine, space, tmp_path, suffix)
    assert "fresh words" in content
    assert not [word for word in ("loud", "more of it", "Moss") if word in content]


# ---- the table ----------------------------------------------------------------------------------


def rows_of(content: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content, newline="")))


def test_no_cell_can_be_a_formula_and_all_can_be_read_back(tmp_path: Path) -> None:
    posts = [says(at, text, name=text or "nobody") for at, text in enumerate(HOSTILE)]
    engine, space = scene(*posts)
    rows = rows_of(exported(engine, space, tmp_path, ".csv"))
    assert tuple(rows[0]) == COLUMNS
    for row, text in zip(rows, HOSTILE, strict=True):
        whole = text.replace("\ud800", "\ufffd")
        assert row["text"].removeprefix("'") == whole
        assert row["text"].startswith("'") == (text[:1] in FORMULA_BEGINNINGS and bool(text))
        assert not any(cell[:1] in FORMULA_BEGINNINGS for cell in row.values() if cell)


@pytest.mark.parametrize("first", sorted(FORMULA_BEGINNINGS))
def test_what_a_spreadsheet_would_calculate_is_guarded(first: str) -> None:
    assert guarded(f"{first}1") == f"'{first}1"
    assert guarded(f"1{first}") == f"1{first}"
    assert guarded("") == ""


def test_a_row_says_why_it_is_folded_away(tmp_path: Path) -> None:
    judgement = Judgement(MemberStanding.BLOCKED, key_of("Moss"), "Moss", "advertising")
    engine, space = in_community(replace(says(1, "buy beans"), folded=judgement), says(2, "hello"))
    away, shown = rows_of(exported(engine, space, tmp_path, ".csv"))
    assert away["folded"].startswith("Blocked by Moss")
    assert away["folded"].endswith(": advertising")
    assert (away["text"], shown["folded"]) == ("buy beans", "")


def test_a_row_says_when_who_what_and_what_became_of_it(tmp_path: Path) -> None:
    answered = says(1, "question")
    quote = views.QuoteView(answered.id, answered.author, "question", answered.order)
    one = replace(
        post(2, Said("answer", EPOCH, author("Wren", "Moss"))),
        reply=quote,
        edited_at=EPOCH + 60,
        reactions=(views.ReactionView("👍", 2, ours=False, names=("a", "b")),),
        files=(views.FileView("a.png", "image/png", 3),),
    )
    engine, space = scene(answered, one, replace(says(3, ""), retracted=True))
    _, row, gone = rows_of(exported(engine, space, tmp_path, ".csv"))
    assert row["time"] == "2023-11-14T22:13:20.000+00:00"
    assert (row["author"], row["author_path"]) == ("Moss", "Wren / Moss")
    assert (row["text"], row["answers"]) == ("answer", answered.id.hex())
    assert row["edited"] == "2023-11-14T22:14:20.000+00:00"
    assert (row["reactions"], row["files"]) == ("👍 2", "a.png")
    assert (gone["text"], gone["retracted"]) == ("", "yes")


def test_a_time_that_no_calendar_has_is_a_number(tmp_path: Path) -> None:
    strange = replace(says(1, "when?"), timestamp=1e300)
    engine, space = scene(strange)
    (row,) = rows_of(exported(engine, space, tmp_path, ".csv"))
    assert row["time"] == "1e+300"
    assert "when?" in exported(engine, space, tmp_path, ".html")


@pytest.mark.parametrize("suffix", [".csv", ".html"])
def test_the_owner_has_a_name_ours_where_it_is_us(tmp_path: Path, suffix: str) -> None:
    """Nobody has signed one for them; "owner" alone would name nobody in a file of its own."""
    engine, space = scene(post(1, Said("welcome", EPOCH, author(owner="Garden"))))
    there = engine.spaces[space]
    there.view = replace(there.view, own_path=("Wren",))
    engine.identities.append(views.IdentityView("Juniper", author(owner="Me").public_key, None))
    assert f"{there.view.name} (owner)" in exported(engine, space, tmp_path, suffix)
    there.view = replace(there.view, own_path=())
    theirs = exported(engine, space, tmp_path, suffix)
    assert "Juniper" in theirs
    assert "(owner)" not in theirs


# ---- the command --------------------------------------------------------------------------------


def test_the_command_writes_the_file_and_says_how_much(ann: Terminal, tmp_path: Path) -> None:
    for number in range(3):
        ann.do("channel", "post", "ann", f"message {number}")
    file = tmp_path / "ann.jsonl"
    assert ann.do("export", "ann", "--to", str(file)) == {"posts": 4, "file": str(file)}
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for told, read in zip(lines, ann.do("channel", "read", "ann"), strict=True):
        assert told == {key: read[key] for key in told}
    _, said, _ = ann.run("export", "ann", "--to", str(file), as_json=False)
    assert LEFT_OUT in said
    assert ann.fail("export", "ann", "--to", str(tmp_path / "x.txt")) == (2, "usage")
    assert ann.fail("export", "ann", "--to", str(tmp_path / "no" / "x.csv"))[0] == 1
    assert ann.fail("export", "nobody", "--to", str(file)) == (1, "space_unknown")
    assert ann.fail("export", "ann")[0] == 2
