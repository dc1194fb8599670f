"""What is said of files and folders: facts, in plain words, each trouble with its next step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.folders.ignoring import TEMPORARY
from app.folders.scanning import UNREADABLE
from app.folders.troubles import Trouble, of_file, of_refusal
from engine.errors import Refusal, Refused
from engine.model.feeds import FeedState, FolderEntryView, FolderUse
from engine.protocols.hypercore.drive.names import Unsafe
from tests.fake_engine import FakeEngine
from ui.feeds.pace import Pace
from ui.folders.status import head_line, progress_words, status_of_folder
from ui.folders.trouble import TROUBLES, trouble_of
from ui.folders.words import (
    REFUSALS,
    entry_name,
    is_deceptive,
    may_run,
    shown_directory,
    state_of,
    use_words,
)

FILE = FolderEntryView("a.txt", is_folder=False, size=100, mtime=0.0, have=0, files=1, version=1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"have": 100}, "Here"),
        ({}, "Not here"),
        ({"have": 42}, "42 % here"),
        ({"wanted": True}, "On its way, 0 %"),
        ({"have": 99, "wanted": True}, "On its way, 99 %"),
        ({"size": 0}, "Here"),
        ({"deleted": True}, "Deleted"),
    ],
)
def test_the_state_of_a_file_in_words(changes: dict[str, object], words: str) -> None:
    entry = replace(FILE, **changes)  # type: ignore[arg-type]  # real fields
    assert state_of(entry, own=False).words == words


def test_a_file_of_ours_is_shared() -> None:
    assert state_of(replace(FILE, have=100), own=True).words == "Shared"


@pytest.mark.parametrize("code", [*Unsafe, UNREADABLE, TEMPORARY])
def test_every_reason_to_leave_a_file_out_has_words(code: str) -> None:
    assert str(code) in REFUSALS
    state = state_of(replace(FILE, refusal=str(code)), own=False)
    assert state.words.startswith("Refused: ")
    assert state.share is None


def test_a_reason_that_nobody_foresaw_is_shown_as_it_is() -> None:
    assert state_of(replace(FILE, refusal="odd_thing"), own=False).words == "Refused: odd thing"


@pytest.mark.parametrize(
    "path", ["setup.exe", "x/run.SH", "a.desktop", "invoice.pdf.js", "b.AppImage", "c\u202efdp.exe"]
)
def test_what_a_computer_may_run_is_known_by_its_ending(path: str) -> None:
    assert may_run(replace(FILE, path=path))


def test_what_has_the_right_to_run_is_never_opened_whatever_it_is_called() -> None:
    assert may_run(replace(FILE, path="plan.pdf", executable=True))
    assert not may_run(replace(FILE, path="plan.pdf"))


def test_a_name_that_turns_what_is_read_is_shown_straight() -> None:
    turned = replace(FILE, path="photo\u202egnp.exe")
    assert entry_name(turned) == "photognp.exe"
    assert is_deceptive(turned)


def test_joiners_hide_nothing_where_they_join_and_are_told_where_they_do_not() -> None:
    joined = replace(FILE, path="notes/\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt")
    assert entry_name(joined) == "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt"
    assert not is_deceptive(joined)
    idle = replace(FILE, path="plan.e\u200dxe")
    assert entry_name(idle) == "plan.exe"
    assert is_deceptive(idle)
    assert may_run(idle)


def test_the_directory_of_a_folder_is_shown_with_its_joiners() -> None:
    place = "/srv/\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    assert shown_directory(place) == place
    assert shown_directory("/srv/re\u200dad\u202e") == "/srv/re\ufffdad\ufffd"


@pytest.mark.parametrize("code", list(Trouble))
def test_every_trouble_of_a_directory_has_a_sentence_and_a_next_step(code: Trouble) -> None:
    assert code in TROUBLES
    engine = FakeEngine()
    space = engine.folders.add("Plans", own=True)
    view = engine.folders.change(space, directory="/media/stick", trouble=str(code))
    said = trouble_of(view)
    assert said is not None
    assert "{" not in said.message
    assert said.hint
    assert status_of_folder(view).words == "Needs attention"


def test_too_many_files_are_another_trouble_where_a_folder_is_filled() -> None:
    engine = FakeEngine()
    told: list[str] = []
    for use in FolderUse:
        space = engine.folders.add(f"Plans {use}", own=use is FolderUse.SHARED)
        changed = engine.folders.change(
            space, directory="/d", use=use, trouble=str(Trouble.TOO_MANY_FILES)
        )
        said = trouble_of(changed)
        assert said is not None
        told.append(said.message)
    assert [" shared" in message for message in told] == [
        use is FolderUse.SHARED for use in FolderUse
    ]


@pytest.mark.parametrize("what", [Trouble.FILE_STUCK, Trouble.FILE_RESTLESS])
def test_a_file_that_is_the_trouble_is_named(what: Trouble) -> None:
    engine = FakeEngine()
    space = engine.folders.add("Seeds")
    view = engine.folders.change(space, directory="/d", trouble=of_file(what, "sub/a:b.txt"))
    said = trouble_of(view)
    assert said is not None
    assert said.message.startswith("sub/a:b.txt ")
    assert " in /d" in said.message


def test_of_a_file_that_may_not_be_there_it_is_said_that_it_cannot_be_written() -> None:
    """The folder that it should lie in may be what refuses it."""
    engine = FakeEngine()
    stuck = of_file(Trouble.FILE_STUCK, "sub/a.txt")
    view = engine.folders.change(engine.folders.add("Seeds"), directory="/d", trouble=stuck)
    said = trouble_of(view)
    assert said is not None
    assert said.message == "sub/a.txt cannot be written, replaced or removed in /d."
    assert "the folder it lies in" in said.hint


def test_a_trouble_that_nobody_foresaw_still_has_a_next_step() -> None:
    engine = FakeEngine()
    view = engine.folders.change(engine.folders.add("Plans", own=True), trouble="haunted")
    said = trouble_of(view)
    assert said is not None
    assert "haunted" in said.message
    assert said.hint


def test_what_stops_a_folder_from_being_published_is_said_with_what_to_do() -> None:
    engine = FakeEngine()
    space = engine.folders.add("Plans", own=True)
    shown = []
    for refused in (Refused(Refusal.NAME_UNSAFE, "sub/a:b"), Refused(Refusal.BLOCK_TOO_LONG)):
        view = engine.folders.change(space, directory="/media/stick", trouble=of_refusal(refused))
        said = trouble_of(view)
        assert said is not None
        shown.append(said)
    assert all("/media/stick are not published" in said.message for said in shown)
    assert "sub/a:b" in shown[0].message
    assert shown[0].hint == "Rename it."
    unforeseen = engine.folders.change(space, trouble="not_published:haunted:")
    said = trouble_of(unforeseen)
    assert said is not None
    assert "haunted" in said.message
    assert said.hint


def test_a_fork_is_told_with_what_to_do() -> None:
    engine = FakeEngine()
    space = engine.folders.add("Plans", state=FeedState.FORKED)
    said = trouble_of(engine.folders.folders[space].view)
    assert said is not None
    assert "Two different histories" in said.message


def test_a_folder_without_contents_says_that_nothing_more_will_come() -> None:
    engine = FakeEngine()
    space = engine.folders.add("Plans", {"a": b"x"}, here=False)
    assert trouble_of(engine.folders.folders[space].view) is None
    said = trouble_of(engine.folders.change(space, content_key=None))
    assert said is not None
    assert "cannot be fetched" in said.message
    assert said.hint
    left = replace(engine.folders.folders[space].view.feed, state=FeedState.LEFT)
    assert trouble_of(engine.folders.change(space, content_key=None, feed=left)) is None


def test_the_head_says_how_much_there_is_and_who_has_it() -> None:
    engine = FakeEngine()
    space = engine.folders.add("Plans", {"a": b"x" * 1_500}, holders=2)
    assert head_line(engine.folders.folders[space].view) == (
        "1 file, 1.5 kB \N{MIDDLE DOT} 2 others have all of it"
    )


def test_progress_says_how_far_how_fast_and_how_long() -> None:
    engine = FakeEngine()
    space = engine.folders.add("Plans", {"a": b"x" * 1_000, "b": b"y" * 1_000}, here=False)
    engine.folders.arrive(space, "a")
    view = engine.folders.change(space, directory="/d", use=FolderUse.MIRRORED)
    pace = Pace()
    pace.came(0, 500, 100.0)
    pace.came(0, 500, 102.0)
    assert progress_words(view, pace, 104.0) == (
        "1 of 2 files, 1.0 kB of 2.0 kB \N{MIDDLE DOT} 250 bytes/s \N{MIDDLE DOT} 4 seconds left"
    )
    chosen = engine.folders.change(space, use=FolderUse.CHOSEN)
    assert "left" not in progress_words(chosen, pace, 104.0)  # how much is wanted is not known


def test_where_a_folder_lies_is_said_whole() -> None:
    engine = FakeEngine()
    space = engine.folders.add("Plans")
    assert use_words(engine.folders.folders[space].view).startswith("It lies nowhere")
    view = engine.folders.change(space, directory="/srv/june/Plans", use=FolderUse.MIRRORED)
    assert use_words(view) == "All of it is kept in /srv/june/Plans"
