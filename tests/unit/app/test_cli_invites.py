"""Invites on the command line: asked for, shown, issued, accepted, cancelled."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli import invite
from engine.errors import Refusal, Refused
from tests.unit.app.terminal import Terminal

FAR = "9999-12-31"


def test_a_cancelled_request_is_gone(ann: Terminal) -> None:
    asked = ann.do("invite", "request", "--valid", "1")
    assert ann.do("invite", "cancel", asked["request_ids"][0][:8])["request"] == asked["request"]
    assert ann.do("invite", "list") == []
    assert ann.fail("invite", "cancel", "abcdef") == (1, "request_unknown")


def test_invites_end_when_they_are_told_to(ann: Terminal, shell: Callable[[str], Terminal]) -> None:
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    link = ben.do("invite", "request")["link"]
    issue = ("invite", "issue", "ann", link, "--name", "Ben", "--until")
    assert ann.fail(*issue, "yesterday") == (1, "validity_invalid")
    assert ann.fail(*issue, "1999-12-31") == (1, "validity_invalid")


def test_the_owner_of_a_channel_is_not_let_in_by_a_member(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    asked = ben.do("invite", "request")["link"]
    invite = ann.do("invite", "issue", "ann", asked, "--name", "Ben")["invite"]
    ben.do("invite", "accept", invite)
    owners = ann.do("invite", "request")["link"]
    refused = ben.fail("invite", "issue", "ann", owners, "--name", "Ann")
    assert refused == (1, "request_of_owner")


def test_a_request_whose_code_cannot_be_written_is_not_left_open(ann: Terminal) -> None:
    assert ann.fail("invite", "request", "--qr", "/nowhere/at/all.png") == (1, "file_unwritable")
    assert ann.do("invite", "list") == []


def test_nobody_is_let_in_where_the_invite_cannot_be_written(
    ann: Terminal, shell: Callable[[str], Terminal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lets_in(*_: object) -> None:
        raise AssertionError("it is looked at first")

    monkeypatch.setattr(invite, "deliver", lets_in)
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    link = ben.do("invite", "request")["link"]
    (tmp_path / "file").write_text("no folder")
    dangling = tmp_path / "dangling"
    dangling.symlink_to("/nowhere/at/all.txt")
    inside = tmp_path / "file" / "code.png"
    for place in map(str, ("/nowhere/at/all.txt", tmp_path, inside, dangling)):
        issue = ("invite", "issue", "ann", link, "--name", "Ben", "--out", place)
        assert ann.fail(*issue) == (1, "file_unwritable")


def test_an_invite_is_written_into_the_pipe_that_waits_for_it(
    ann: Terminal, shell: Callable[[str], Terminal], tmp_path: Path
) -> None:
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    link = ben.do("invite", "request")["link"]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    waiting = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        out = ("--out", str(pipe))
        issued = ann.do("invite", "issue", "ann", link, "--name", "Ben", *out)
        assert os.read(waiting, 65_536).decode() == issued["link"] + "\n"
    finally:
        os.close(waiting)
    assert pipe.is_fifo()


def test_an_invite_that_was_issued_is_told_even_where_its_file_could_not_be_written(
    ann: Terminal, shell: Callable[[str], Terminal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _content: bytes) -> None:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{path} (No space left on device)")

    monkeypatch.setattr(invite, "write_file", full)
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    link = ben.do("invite", "request")["link"]
    out = ("--out", str(tmp_path / "invite.txt"))
    issued = ann.do("invite", "issue", "ann", link, "--name", "Ben", *out)
    (warning,) = issued["warnings"]
    assert warning["code"] == "out_unwritten"
    assert "The invite has been issued all the same" in warning["message"]
    assert ben.do("invite", "accept", issued["link"])["path"] == ["Ben"]


def test_a_date_beyond_ones_own_end_is_cut_and_that_is_told(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    ben, cleo = shell("ben"), shell("cleo")
    for one, name in ((ben, "ben"), (cleo, "cleo")):
        one.do("identity", "new", name)
    link = ben.do("invite", "request")["link"]
    first = ann.do("invite", "issue", "ann", link, "--name", "Ben", "--until", FAR)
    assert first["warnings"] == [], "an owner's right does not end"
    link = ben.do("invite", "request")["link"]
    own = ann.do("invite", "issue", "ann", link, "--name", "Ben")
    accepted = ben.do("invite", "accept", own["link"])
    space = accepted["channel"]["id"]
    link = cleo.do("invite", "request")["link"]
    issued = ben.do("invite", "issue", space, link, "--name", "Cleo", "--until", FAR)
    assert issued["valid_to"] == accepted["valid_to"]
    (warning,) = issued["warnings"]
    assert warning["code"] == "until_cut"
    assert "your own right ends then" in warning["message"]
