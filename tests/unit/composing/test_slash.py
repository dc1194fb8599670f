"""What begins with a slash: a command, an unknown one, or a text after all."""

from __future__ import annotations

import pytest

from ui.composing.slash import (
    USAGES,
    Command,
    Place,
    Said,
    Unknown,
    Verb,
    begun_command,
    deed,
    fitting,
    is_given_too_much,
    read,
)
from ui.text.markdown import Style, parse


@pytest.mark.parametrize(
    "text",
    ["hello", "", "/", "/ 2", "/etc/passwd is a file", "/1", "and/or", "/usr/bin", "\u2215help"],
)
def test_what_is_no_word_behind_a_slash_is_a_text(text: str) -> None:
    assert read(text) == Said(text)


def test_two_slashes_stand_for_one() -> None:
    assert read("//help is a command") == Said("/help is a command")
    assert read("//") == Said("/")


@pytest.mark.parametrize(
    ("text", "verb", "argument"),
    [
        ("/help", Verb.HELP, ""),
        ("/HELP", Verb.HELP, ""),
        ("/rename  The  garden ", Verb.RENAME, "The  garden"),
        ("/me\nwaves", Verb.ME, "waves"),
        ("/accept-invite ABC DEF", Verb.ACCEPT_INVITE, "ABC DEF"),
    ],
)
def test_a_command_has_a_verb_and_what_stands_behind_it(
    text: str, verb: Verb, argument: str
) -> None:
    assert read(text) == Command(verb, argument, text)


@pytest.mark.parametrize("text", ["/frobnicate", "/helpme please", "/Usr"])
def test_a_word_that_is_no_command_is_not_taken_for_a_text(text: str) -> None:
    assert isinstance(read(text), Unknown)


def test_completion_lists_what_begins_so_and_nothing_within_a_text() -> None:
    assert begun_command("/") == ""
    assert begun_command("/re") == "re"
    assert begun_command("say /re") is None
    assert begun_command("/rename x") is None
    assert [usage.verb for usage in fitting("RE")] == [Verb.RENAME]
    assert len(fitting("")) == len(USAGES)


@pytest.mark.parametrize(
    ("text", "italic"),
    [("waves", "*waves*"), ("says\n two  things", "*says two things*"), ("a*b", "_a*b_")],
)
def test_a_deed_is_written_in_italics_on_one_line(text: str, italic: str) -> None:
    assert deed(text) == italic


@pytest.mark.parametrize("text", ["ends \\", "ends \\\\", "ends \\\\\\", "C:\\temp\\"])
def test_a_deed_that_ends_in_backslashes_is_in_italics_all_the_same(text: str) -> None:
    (block,) = parse(deed(text))
    (span,) = block.spans
    assert span.style is Style.ITALIC
    assert (span.start, span.length) == (0, len(block.text))
    assert block.text.endswith("\\")


@pytest.mark.parametrize(
    "text", ["/help", "/leave", "/invite", "/invite Wren 3mJr7A", "/accept-invite ABC", "/rename x"]
)
def test_in_a_private_channel_these_have_what_they_take(text: str) -> None:
    assert not is_given_too_much(_command(text, Place.PRIVATE), Place.PRIVATE)


@pytest.mark.parametrize("text", ["/leave garden", "/l garden", "/whois Wren", "/names", "/qr"])
def test_in_a_community_these_have_what_they_take(text: str) -> None:
    assert not is_given_too_much(_command(text, Place.COMMUNITY), Place.COMMUNITY)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("/leave us alone", Place.PRIVATE),
        ("/help me", Place.PRIVATE),
        ("/delete the old plan", Place.COMMUNITY),
        ("/archive garden", Place.COMMUNITY),
        ("/users please", Place.COMMUNITY),
    ],
)
def test_a_command_that_takes_no_words_is_given_too_much_with_some(text: str, place: Place) -> None:
    assert is_given_too_much(_command(text, place), place)


def _command(text: str, place: Place) -> Command:
    command = read(text, place)
    assert isinstance(command, Command)
    return command
