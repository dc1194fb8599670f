"""What is typed wrongly, and what cannot be: exit status 2 or 1, one line, a stable code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.root import main
from app.qr import QrCodes
from tests.unit.app.terminal import Terminal


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("channel", "nonsense"),
        ("channel", "post"),
        ("channel", "read", "ann", "--limit", "0"),
        ("channel", "read", "ann", "--limit", "many"),
        ("channel", "read", "ann", "--before", "aa", "--after", "bb"),
        ("channel", "post", "ann"),
        ("channel", "post", "ann", "x", "--edit", "aa", "--reply-to", "bb"),
        ("channel", "post", "ann", "x", "--retract", "aa"),
        ("channel", "post", "ann", "x", "--react-to", "aa", "--mention", "ann"),
        ("channel", "post", "ann", "--edit", "aa"),
        ("channel", "delete", "ann"),
        ("channel", "file", "ann", "aa", "0"),
        ("search",),
        ("invite", "show"),
        ("invite", "request", "--qr", "picture.jpg"),
        ("invite", "issue", "ann", "x"),
        ("peers", "--watch", "add", "h:1"),
        ("invite", "request", "--valid", "0"),
        ("invite", "request", "--valid", "nan"),
        ("invite", "request", "--valid", "inf"),
        ("invite", "request", "--valid", "1e300"),
        ("invite", "request", "--qr", ""),
        ("sync", "--timeout", "inf"),
        ("sync", "--until-quiet", "inf"),
        ("sync", "--until-quiet", "-1"),
        ("sync", "--timeout", "0"),
        ("sync", "--timeout", "nan"),
    ],
    ids=" ".join,
)
def test_what_is_typed_wrongly_is_usage(ann: Terminal, words: tuple[str, ...]) -> None:
    assert ann.fail(*words) == (2, "usage")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("identity", "new", ""), "name_invalid"),
        (("identity", "new", "ann"), "name_taken"),
        (("channel", "post", "ann", "  "), "text_empty"),
        (("channel", "post", "ann", "\udcff"), "text_unreadable"),
        (("channel", "post", "ann", "x", "--reply-to", "zz"), "post_unknown"),
        (("channel", "post", "ann", "x", "--reply-to", "ab" * 32), "post_unknown"),
        (("channel", "post", "ann", "x", "--as", "nobody"), "identity_unknown"),
        (("channel", "follow", "plain words"), "link_foreign"),
        (("invite", "request", "--identity", "nobody"), "identity_unknown"),
        (("invite", "request", "--qr", "/nowhere/at/all.png"), "file_unwritable"),
        (("peers", "add", "no address"), "address_invalid"),
        (("peers", "add", "gopher:127.0.0.1:70"), "protocol_unknown"),
        (("peers", "forget", "nobody"), "peer_unknown"),
        (("peers", "add", "127.0.3.1"), "port_missing"),
        (("peers", "add", "[::1]:99999"), "address_invalid"),
        (("peers", "add", "127.0.3.1:70000"), "address_invalid"),
        (("peers", "add", ":9"), "address_invalid"),
        (("serve", "--listen", "foo"), "port_missing"),
        (("serve", "--outside", "name.example"), "port_missing"),
        (("serve", "--outside", "two words:1"), "address_invalid"),
        (("sync", "--peer", "127.0.0.1:1"), "protocol_missing"),
        (("open", "tidings:foo"), "link_invalid"),
        (("serve", "--listen", "gopher:127.0.0.1:70"), "protocol_unknown"),
        (("open", "https://example.org"), "link_foreign"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_is_refused(ann: Terminal, words: tuple[str, ...], code: str) -> None:
    assert ann.fail(*words) == (1, code)


def test_a_profile_that_is_a_file_is_usage(shell: Callable[[str], Terminal]) -> None:
    nobody = shell("nobody")
    nobody.folder.touch()
    assert nobody.fail("channel", "list") == (2, "usage")


@pytest.mark.parametrize(
    "name",
    ["", "  ", "\udcff", "~nobody-of-that-name/x", "a" * 5_000],
    ids=["empty", "spaces", "other bytes", "nobody's home", "too long"],
)
def test_a_profile_needs_a_name_that_a_folder_can_have(
    ann: Terminal, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """An empty one would be the folder one happens to be in."""
    assert main(["--profile", name, "--json", "channel", "list"]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["code"] == "usage"


def test_a_device_without_end_is_no_file_to_post(ann: Terminal) -> None:
    assert ann.fail("channel", "post", "ann", "--file", "/dev/zero") == (1, "file_too_large")


def test_an_empty_first_line_is_no_passphrase(ann: Terminal, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("\n")
    new = Terminal(tmp_path / "new", ann.captured)
    status, _, err = new.run("--passphrase-file", str(secret), "channel", "list")
    assert (status, json.loads(err)["error"]["code"]) == (2, "usage")
    assert not (new.folder / "key").exists()


def test_an_unknown_cursor_is_refused_though_it_is_empty(ann: Terminal) -> None:
    assert ann.fail("channel", "read", "ann", "--before", "") == (1, "post_unknown")


def test_a_peer_is_forgotten_by_what_it_was_added_by(ann: Terminal) -> None:
    ann.do("peers", "add", "peerlinks:127.0.1.9:9")
    assert ann.do("peers", "forget", "peerlinks:127.0.1.9:9") == []


def _invite_request(terminal: Terminal) -> str:
    return str(terminal.do("invite", "request")["link"])


def test_a_code_of_another_kind_is_said_with_what_was_found_and_what_is_needed(
    ann: Terminal,
) -> None:
    request = _invite_request(ann)
    _, _, err = ann.run("channel", "follow", request)
    message = json.loads(err)["error"]["message"]
    assert "an invite request was found" in message
    assert "a public channel or its key is needed" in message
    _, _, err = ann.run("invite", "accept", request)
    message = json.loads(err)["error"]["message"]
    assert "an invite request was found, an invite is needed" in message


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda _link: "https://example.org", "link_foreign"),
        (lambda _link: "good morning", "link_foreign"),
        (lambda link: link[:60], "link_truncated"),
        (lambda link: link[:40] + ("A" if link[40] != "A" else "B") + link[41:], "link_invalid"),
    ],
    ids=["web address", "text", "truncated", "altered"],
)
@pytest.mark.parametrize("picture", [True, False], ids=["picture", "text"])
def test_what_was_needed_is_said_whatever_was_given(
    ann: Terminal, tmp_path: Path, spoil: Callable[[str], str], code: str, *, picture: bool
) -> None:
    text = spoil(_invite_request(ann))
    given: tuple[str, ...] = (text,)
    if picture:
        path = tmp_path / "code.png"
        path.write_bytes(QrCodes().picture(text, ".png", 8))
        given = ("--qr", str(path))
    status, _, err = ann.run("invite", "show", *given)
    error = json.loads(err)["error"]
    assert (status, error["code"]) == (1, code)
    assert error["hint"].startswith("Here an invite request is needed. ")
