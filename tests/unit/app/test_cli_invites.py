"""Invites on the command line: asked for, shown, issued, accepted, cancelled."""

from __future__ import annotations

from collections.abc import Callable

from tests.unit.app.terminal import Terminal


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


def test_a_request_whose_code_cannot_be_written_is_not_left_open(ann: Terminal) -> None:
    assert ann.fail("invite", "request", "--qr", "/nowhere/at/all.png") == (1, "file_unwritable")
    assert ann.do("invite", "list") == []
