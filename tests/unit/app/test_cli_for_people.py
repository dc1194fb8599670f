"""What people see on the command line: words, warnings, help; nothing steers their terminal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.cli.root import main
from app.control.codec import PROGRAM_VERSION
from tests.unit.app.terminal import Terminal


@pytest.mark.parametrize(
    "words",
    [
        ("identity", "list"),
        ("channel", "list"),
        ("channel", "read", "ann"),
        ("channel", "members", "ann"),
        ("invite", "request"),
        ("invite", "list"),
        ("peers",),
    ],
    ids=" ".join,
)
def test_people_get_words_instead_of_json(ann: Terminal, words: tuple[str, ...]) -> None:
    status, out, err = ann.run(*words, as_json=False)
    assert (status, err) == (0, "")
    assert out.strip()
    assert not out.startswith(("[", "{"))


def test_nothing_that_others_wrote_steers_the_terminal(ann: Terminal) -> None:
    ann.do("channel", "post", "ann", "red \x1b[31m and \u202ebackwards")
    for words in (("channel", "read", "ann"), ("channel", "read", "ann", "--all")):
        _, out, _ = ann.run(*words, as_json=False)
        assert "and" in out
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_a_failure_is_a_sentence_and_a_next_step(ann: Terminal) -> None:
    status, out, err = ann.run("channel", "read", "nowhere", as_json=False)
    assert (status, out) == (1, "")
    sentence, step = err.splitlines()
    assert sentence == "There is no channel “nowhere”."
    assert step


def test_a_new_profile_without_passphrase_is_warned_of_once(
    shell: Callable[[str], Terminal],
) -> None:
    cleo = shell("cleo")
    assert "without a passphrase" in cleo.run("channel", "list")[2]
    assert cleo.run("channel", "list")[2] == ""


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Tidings {PROGRAM_VERSION}\n"


def test_the_help_of_renaming_a_channel_says_whose_new_name_is_told(ann: Terminal) -> None:
    _, out, _ = ann.run("channel", "rename", "--help", as_json=False)
    told = " ".join(out.replace("│", " ").split())
    assert "If the channel is your own, whom you let in or give a link later is told" in told
    assert "else the name it came to you under" in told


@pytest.mark.parametrize("noun", ["feed", "community"])
def test_the_help_of_rename_says_who_is_told_the_new_name(ann: Terminal, noun: str) -> None:
    _, out, _ = ann.run(noun, "rename", "--help", as_json=False)
    assert "whom you let in or give a link later is told this name" in " ".join(
        out.replace("│", " ").split()
    )


def test_a_noun_alone_shows_its_help_and_says_what_is_missing(ann: Terminal) -> None:
    status, _, err = ann.run("channel", as_json=False)
    assert status == 2
    assert "A command is missing." in err
