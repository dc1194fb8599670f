"""``tidings backup`` and ``tidings restore``, as they are typed."""

from __future__ import annotations

import getpass
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.app.terminal import Terminal


@pytest.fixture
def words(tmp_path: Path) -> str:
    """A file whose first line is the backup's passphrase."""
    file = tmp_path / "words"
    file.write_text("correct horse\n")
    return str(file)


@pytest.fixture
def saved(ann: Terminal, words: str, tmp_path: Path) -> str:
    file = str(tmp_path / "saved")
    ann.do("channel", "post", "ann", "before the loss")
    ann.do("backup", file, "--secret-file", words)
    return file


def test_the_whole_profile_goes_into_one_file(ann: Terminal, words: str, tmp_path: Path) -> None:
    file = tmp_path / "saved"
    told = ann.do("backup", str(file), "--secret-file", words)
    assert (told["file"], told["bytes"]) == (str(file), file.stat().st_size)


def test_and_comes_back_in_another_folder(
    shell: Callable[[str], Terminal], saved: str, words: str
) -> None:
    there = shell("there")
    status, out, err = there.run("restore", saved, "--secret-file", words)
    assert status == 0
    told = json.loads(out)
    assert (told["file"], told["bytes"]) == (saved, Path(saved).stat().st_size)
    assert told["profile"] == str(there.folder.resolve())
    assert json.loads(err)["warning"]["code"] == "one_computer"
    assert there.fail("identity", "list") == (1, "passphrase_needed")
    posts = there.do("--passphrase-file", words, "channel", "read", "ann")
    assert posts[-1]["text"] == "before the loss"


def test_people_are_told_what_to_keep_in_mind(
    ann: Terminal, shell: Callable[[str], Terminal], saved: str, words: str, tmp_path: Path
) -> None:
    once_more = str(tmp_path / "again")
    _, _, err = ann.run("backup", once_more, "--secret-file", words, as_json=False)
    assert "keep both, and not in one place" in err
    _, _, err = shell("there").run("restore", saved, "--secret-file", words, as_json=False)
    assert "on one computer only" in err


def test_a_profile_that_is_there_is_not_replaced(ann: Terminal, saved: str, words: str) -> None:
    assert ann.fail("restore", saved, "--secret-file", words) == (1, "profile_there")
    assert ann.do("identity", "list")[0]["name"] == "ann"


def test_what_cannot_be_restored_is_refused_in_one_sentence(
    shell: Callable[[str], Terminal], saved: str, words: str, tmp_path: Path
) -> None:
    there = shell("there")
    wrong = tmp_path / "wrong"
    wrong.write_text("correct hoarse\n")
    half = tmp_path / "half"
    half.write_bytes(Path(saved).read_bytes()[:-1])
    later = tmp_path / "later"
    later.write_bytes(b"tidback\n\x00\x02whatever a later program writes")
    give = ("--secret-file", words)
    assert there.fail("restore", saved, "--secret-file", str(wrong)) == (1, "passphrase_wrong")
    assert there.fail("restore", str(half), *give) == (1, "backup_damaged")
    assert there.fail("restore", str(later), *give) == (1, "file_newer")
    assert there.fail("restore", words, *give) == (1, "backup_invalid")
    assert there.fail("restore", str(tmp_path / "no"), *give) == (1, "file_unreadable")
    assert there.fail("restore", saved) == (1, "file_passphrase_needed")
    assert not (there.folder / "key").exists()
    assert there.run("restore", saved, *give)[0] == 0


def test_the_profiles_own_passphrase_serves_if_one_says_so(
    ann: Terminal, shell: Callable[[str], Terminal], words: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "saved")
    both = ("--same-passphrase", "--secret-file", words)
    assert ann.fail("backup", file, *both) == (2, "usage")
    assert ann.fail("backup", file, "--same-passphrase") == (2, "usage")
    ann.do("passphrase", "change", "--new-file", words)
    ann.do("--passphrase-file", words, "backup", file, "--same-passphrase")
    there = shell("there")
    assert there.run("restore", file, "--secret-file", words)[0] == 0


def test_a_new_passphrase_is_typed_twice(
    ann: Terminal, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["correct horse", "correct hoarse", "correct horse", "correct horse"])
    monkeypatch.setattr(getpass, "getpass", lambda _prompt: next(typed))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    file = tmp_path / "saved"
    assert ann.fail("backup", str(file)) == (1, "passphrases_differ")
    assert not file.exists()
    ann.do("backup", str(file))
    assert file.exists()


def test_a_place_that_takes_no_file_is_refused_before_anything_is_asked(
    ann: Terminal, tmp_path: Path
) -> None:
    assert ann.fail("backup", str(tmp_path)) == (1, "file_unwritable")
    assert ann.fail("backup", str(tmp_path / "no" / "saved")) == (1, "file_unwritable")


def test_not_even_into_the_profile(ann: Terminal, words: str) -> None:
    inside = str(ann.folder / "tidings.db")
    assert ann.fail("backup", inside, "--secret-file", words) == (1, "file_unwritable")
    assert ann.do("identity", "list")[0]["name"] == "ann"


def test_a_restored_feed_is_continued_by_its_owners_word(
    ann: Terminal, shell: Callable[[str], Terminal], words: str, tmp_path: Path
) -> None:
    ann.do("feed", "new", "news")
    file = str(tmp_path / "saved")
    ann.do("backup", file, "--secret-file", words)
    there = shell("there")
    there.run("restore", file, "--secret-file", words)
    own = ("--passphrase-file", words)
    assert there.do(*own, "feed", "info", "news")["state"] == "elsewhere"
    assert there.fail(*own, "feed", "append", "news", "--text", "x") == (1, "feed_elsewhere")
    waits = ("feed", "continue", "news", "--no-discovery", "--timeout", "0")
    assert there.fail(*own, *waits) == (1, "not_heard")
    view = there.do(*own, "feed", "continue", "news", "--no-other-copy")
    assert (view["state"], view["restored"]) == ("current", False)
    there.do(*own, "feed", "append", "news", "--text", "x")
