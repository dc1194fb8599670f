"""What is saved from the window is there whole or not at all, and replaces nothing unasked."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.errors import Refusal, Refused
from ui.whole_file import write_new, write_whole

FULL_AT_BYTES = 4_096
LARGE = bytes(10 * FULL_AT_BYTES)


@pytest.fixture
def full_disk() -> Iterator[None]:
    """No file can grow beyond ``FULL_AT_BYTES``."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_AT_BYTES, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_that_is_written_over_is_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(b"old")
    write_whole(path, b"new")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("plan.pdf", b"new")]


@pytest.mark.usefixtures("full_disk")
def test_what_could_not_be_written_whole_leaves_all_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(b"old")
    with pytest.raises(Refused) as refused:
        write_whole(path, LARGE)
    assert (refused.value.reason, refused.value.detail) == (Refusal.FILE_UNWRITABLE, "plan.pdf")
    with pytest.raises(Refused):
        write_new(tmp_path / "other.pdf", LARGE)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("plan.pdf", b"old")]


def test_a_new_file_takes_the_next_name_that_is_free(tmp_path: Path) -> None:
    path = tmp_path / "plan.pdf"
    assert [write_new(path, text).name for text in (b"1", b"2", b"3")] == [
        "plan.pdf",
        "plan (2).pdf",
        "plan (3).pdf",
    ]
    assert path.read_bytes() == b"1"
    assert (tmp_path / "plan (3).pdf").read_bytes() == b"3"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_name_is_also_taken_by_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "plan.pdf"
    path.symlink_to(tmp_path / "elsewhere")
    assert write_new(path, b"1").name == "plan (2).pdf"
    assert not (tmp_path / "elsewhere").exists()


def test_on_a_file_system_without_links_it_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_self: Path, _target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "plan.pdf"
    assert [write_new(path, text).name for text in (b"1", b"2")] == ["plan.pdf", "plan (2).pdf"]
    assert [(tmp_path / "plan (2).pdf").read_bytes(), len(list(tmp_path.iterdir()))] == [b"2", 2]


@pytest.mark.parametrize("write", [write_whole, write_new])
def test_where_nothing_can_be_written_it_is_refused(
    tmp_path: Path, write: Callable[[Path, bytes], object]
) -> None:
    with pytest.raises(Refused) as refused:
        write(tmp_path / "none" / "plan.pdf", b"1")
    assert refused.value.reason is Refusal.FILE_UNWRITABLE


def test_a_directory_of_that_name_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "plan.pdf").mkdir()
    with pytest.raises(Refused):
        write_whole(tmp_path / "plan.pdf", b"1")
    assert write_new(tmp_path / "plan.pdf", b"1").name == "plan (2).pdf"
