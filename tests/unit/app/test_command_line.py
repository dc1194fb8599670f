"""The command line is a contract: JSON shapes, exit statuses, one error line; a real engine."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.cli import root, session
from app.cli.root import main
from app.control.codec import PROGRAM_VERSION
from app.profile.lock import try_lock
from app.profile.paths import Paths, paths_of
from engine.errors import Fault, FaultReason, Refusal, Refused

pytestmark = pytest.mark.usefixtures("own_logging")

SPACE = {
    "id", "kind", "name", "public_key", "posts", "unread", "peers", "can_post", "can_invite",
    "expires_at", "public",
}  # fmt: skip
IDENTITY = {"name", "public_key", "channel"}
POST = {"id", "kind", "height", "parents", "timestamp", "author", "text", "body"}
MEMBER = {"public_key", "name", "path", "valid_to", "online"}
REQUEST = {"request", "request_ids", "link", "fingerprint", "expires_at"}
PREVIEW = {"public_key", "peer_id", "fingerprint", "addresses"}
ISSUED = {"invite", "link", "request_ids", "delivered", "path", "valid_to"}
PEER = {"protocol", "address", "peer_id", "state", "since", "spaces", "last_error"}


@dataclass
class Terminal:
    """One person's shell."""

    folder: Path
    captured: pytest.CaptureFixture[str]

    def run(self, *words: str, as_json: bool = True) -> tuple[int, str, str]:
        """Status, what went to stdout, what to stderr."""
        self.captured.readouterr()
        chosen = ("--json",) if as_json else ()
        status = main(["--profile", str(self.folder), *chosen, *words])
        told = self.captured.readouterr()
        assert "Traceback" not in told.err
        return status, told.out, told.err

    def do(self, *words: str) -> Any:  # whatever the command's document is
        """The document of a command that is done."""
        status, out, _ = self.run(*words)
        assert status == 0
        assert out.endswith("\n")
        assert out.count("\n") == 1, "exactly one document"
        return json.loads(out)

    def fail(self, *words: str) -> tuple[int, str]:
        """Status and code of a command that fails, telling it in one line."""
        status, out, err = self.run(*words)
        assert out == ""
        (line,) = err.splitlines()
        told = json.loads(line)["error"]
        assert set(told) == {"code", "message", "hint"}
        assert told["message"].endswith(".")
        return status, told["code"]


@pytest.fixture
def shell(
    short: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Terminal]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
    return lambda name: Terminal(short / name, capsys)


@pytest.fixture
def ann(shell: Callable[[str], Terminal]) -> Terminal:
    made = shell("ann")
    made.do("identity", "new", "ann")
    return made


# ---- shapes -------------------------------------------------------------------------------------


def test_identities(ann: Terminal) -> None:
    (listed,) = ann.do("identity", "list")
    made = ann.do("identity", "new", "second")
    assert set(made) >= IDENTITY
    assert set(made["channel"]) >= SPACE
    assert bytes.fromhex(listed["public_key"]).hex() == listed["public_key"]
    assert listed["name"] == listed["channel"]["name"] == "ann"


def test_an_identity_goes_to_another_profile_in_an_encrypted_file(
    ann: Terminal, shell: Callable[[str], Terminal], tmp_path: Path
) -> None:
    secret, wrong, file = tmp_path / "secret", tmp_path / "wrong", tmp_path / "ann.identity"
    secret.write_text("open sesame\n")
    wrong.write_text("open barley\n")
    written = ann.do("identity", "export", "ann", str(file), "--secret-file", str(secret))
    assert written["bytes"] == file.stat().st_size
    assert file.stat().st_mode & 0o077 == 0
    laptop = shell("laptop")
    taking = ("identity", "import", str(file), "--secret-file")
    assert laptop.run(*taking, str(wrong))[0] == 1
    taken = laptop.do(*taking, str(secret))
    assert taken["public_key"] == ann.do("identity", "list")[0]["public_key"]
    assert ann.fail("identity", "export", "ann", str(file)) == (1, "file_passphrase_needed")
    assert laptop.fail(*("identity", "import", str(wrong)), "--secret-file", str(secret)) == (
        1,
        "file_no_export",
    )


def test_channels(ann: Terminal) -> None:
    made = ann.do("channel", "new", "Garden", "--public")
    assert set(made) >= SPACE
    assert (made["kind"], made["public"], made["expires_at"]) == ("private", True, None)
    assert {space["name"] for space in ann.do("channel", "list")} == {"ann", "Garden"}
    assert ann.do("channel", "rename", "Garden", "Orchard")["name"] == "Orchard"
    assert ann.do("channel", "mute", made["id"][:6])["muted"] is True
    assert ann.do("channel", "mute", "Orchard", "--off")["muted"] is False
    assert ann.do("channel", "leave", "Orchard")["can_post"] is False
    assert ann.do("channel", "forget", "Orchard")["id"] == made["id"]
    assert [space["name"] for space in ann.do("channel", "list")] == ["ann"]
    assert ann.fail("channel", "leave", "Orchard") == (1, "space_unknown")


def test_posts(ann: Terminal) -> None:
    said = ann.do("channel", "post", "ann", "Hello")
    assert set(said) >= POST
    assert set(said["author"]) == {"public_key", "path"}
    assert (said["kind"], said["text"], said["height"]) == ("message", "Hello", 1)
    assert json.loads(said["body"]) == {"text": "Hello"}
    again = ann.do("channel", "post", "ann", "Again", "--reply-to", said["id"])
    assert again["parents"] == [said["id"]]
    read = ann.do("channel", "read", "ann", "--limit", "2")
    assert read == [said, again]
    assert ann.do("channel", "read", "ann", "--after", said["id"]) == [again]
    assert [post["kind"] for post in ann.do("channel", "read", "ann", "--before", said["id"])] == [
        "root"
    ]
    _, out, _ = ann.run("channel", "read", "ann", "--all")
    assert [json.loads(line)["text"] for line in out.splitlines()] == ["", "Hello", "Again"]


def test_a_whole_channel_is_read_over_many_pages(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.posts.PAGE_POSTS", 2)
    for number in range(5):
        ann.do("channel", "post", "ann", str(number))
    _, out, _ = ann.run("channel", "read", "ann", "--all")
    assert [json.loads(line)["text"] for line in out.splitlines()] == ["", *"01234"]
    assert [post["text"] for post in ann.do("channel", "read", "ann", "--limit", "3")] == [*"234"]


def test_reactions_edits_and_files(ann: Terminal, tmp_path: Path) -> None:
    said = ann.do("channel", "post", "ann", "Helo")
    for option in ("--react-to", "--edit"):
        assert ann.do("channel", "post", "ann", "👍", option, said["id"])["kind"] == "message"
    picture = tmp_path / "flower.png"
    picture.write_bytes(b"not really a picture")
    body = ann.do("channel", "post", "ann", "Look", "--file", str(picture))["body"]
    assert "flower.png" in body
    assert "data:image/png;base64," in body
    assert ann.fail("channel", "post", "ann", "--file", str(tmp_path / "none")) == (
        1,
        "file_unreadable",
    )


def test_members_requests_and_peers(ann: Terminal, shell: Callable[[str], Terminal]) -> None:
    (member,) = ann.do("channel", "members", "ann")
    assert set(member) >= MEMBER
    ben = shell("ben")
    ben.do("identity", "new", "ben")
    asked = ben.do("invite", "request")
    assert set(asked) >= REQUEST
    assert ben.do("invite", "list") == [asked]
    seen = ann.do("invite", "show", asked["request"])
    assert set(seen) >= PREVIEW
    assert seen["fingerprint"] == asked["fingerprint"]
    issued = ann.do("invite", "issue", "ann", asked["link"], "--name", "Ben")
    assert set(issued) >= ISSUED
    assert issued["delivered"] is False
    accepted = ben.do("invite", "accept", issued["invite"])
    assert set(accepted) >= {"channel", "path", "valid_to"}
    assert set(accepted["channel"]) >= SPACE
    (peer,) = ben.do("peers", "add", "127.0.1.9:9")
    assert set(peer) >= PEER
    assert (peer["protocol"], peer["address"]) == ("peerlinks", "127.0.1.9:9")
    assert ben.do("peers", "forget", "127.0.1.9:9") == ben.do("peers") == []


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


def test_a_public_channel_is_followed_by_key(
    ann: Terminal, shell: Callable[[str], Terminal]
) -> None:
    made = ann.do("channel", "new", "News", "--public")
    ben = shell("ben")
    followed = ben.do("channel", "follow", made["public_key"])
    assert (followed["id"], followed["can_post"]) == (made["id"], False)
    assert followed["name"] == made["public_key"][:8]
    assert ben.fail("channel", "follow", made["public_key"]) == (1, "space_known")


def test_doctor(ann: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.diagnosis._probe", lambda _: None)
    monkeypatch.setattr("app.diagnosis._output", lambda _: "0")
    checks = ann.do("doctor")
    assert all(set(check) == {"check", "ok", "detail", "hint"} for check in checks)
    assert {"python", "window", "camera", "keyring", "java", "database", "ports"} <= {
        check["check"] for check in checks
    }


# ---- for people ---------------------------------------------------------------------------------


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


# ---- exit statuses ------------------------------------------------------------------------------


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
        ("invite", "show"),
        ("invite", "request", "--qr", "picture.jpg"),
        ("invite", "issue", "ann", "x"),
        ("peers", "--watch", "add", "h:1"),
        ("invite", "request", "--valid", "0"),
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
        (("sync", "--peer", "127.0.0.1:1"), "protocol_missing"),
        (("open", "tidings:foo"), "link_invalid"),
        (("serve", "--listen", "gopher:127.0.0.1:70"), "protocol_unknown"),
        (("open", "https://example.org"), "link_foreign"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_is_refused(ann: Terminal, words: tuple[str, ...], code: str) -> None:
    assert ann.fail(*words) == (1, code)


def test_a_profile_in_use_that_does_not_answer(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "LOCK_SECONDS", 0.1)
    held = try_lock(ann.folder / "lock")
    assert held is not None
    assert ann.fail("channel", "list") == (3, "profile_in_use")
    held.release()
    assert ann.do("channel", "list")


def test_a_port_that_is_taken_is_a_fault(ann: Terminal) -> None:
    import socket

    with socket.socket() as other:
        other.bind(("127.0.1.200", 0))
        other.listen()
        listen = f"peerlinks:127.0.1.200:{other.getsockname()[1]}"
        status, out, err = ann.run("serve", "--no-discovery", "--listen", listen)
    assert status == 6
    assert json.loads(err)["error"]["code"] == "port_in_use"
    assert [json.loads(line) for line in out.splitlines()] == [{"event": "closed"}]


@pytest.mark.parametrize(
    ("problem", "status", "code"),
    [
        (Refused(Refusal.READ_ONLY), 1, "read_only"),
        (Fault(FaultReason.PROFILE_IN_USE), 3, "profile_in_use"),
        (Fault(FaultReason.PROFILE_NEWER), 4, "profile_newer"),
        (Fault(FaultReason.DISK_FULL), 6, "disk_full"),
        (ZeroDivisionError("a defect"), 6, "bug"),
    ],
    ids=str,
)
def test_whatever_happens_is_one_line_and_a_status(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch, problem: Exception, status: int, code: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr("app.cli.session.remote_or_lock", fail)
    assert ann.fail("channel", "list") == (status, code)


def test_a_defect_is_in_the_log_with_its_place(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr("app.cli.session.remote_or_lock", fail)
    ann.run("channel", "list", as_json=False)
    log = (ann.folder / "logs" / "tidings.log").read_text()
    assert "ZeroDivisionError: a defect" in log
    assert __name__.rpartition(".")[2] in log
    assert logging.getLogger().handlers


def test_an_interrupt_is_told_as_shells_do(ann: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.cli.session.remote_or_lock", interrupt)
    assert ann.run("channel", "list") == (root.INTERRUPTED, "", "")


# ---- standard input, and other texts ------------------------------------------------------------


def test_what_is_posted_may_come_from_standard_input(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for content, text in ((b"two\nlines\n", "two\nlines"), ("ä\r\n".encode(), "ä")):
        (tmp_path / "in").write_bytes(content)
        with (tmp_path / "in").open() as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            assert ann.do("channel", "post", "ann", "-")["text"] == text
    (tmp_path / "in").write_bytes(b"\xff\xfe")
    with (tmp_path / "in").open() as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        assert ann.fail("channel", "post", "ann", "-") == (1, "text_unreadable")


def test_a_first_line_without_end_is_no_passphrase(ann: Terminal, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"x" * 10_000)
    secret = str(tmp_path / "secret")
    file = str(tmp_path / "file")
    export = ("identity", "export", "ann", file, "--secret-file", secret)
    assert ann.fail(*export) == (1, "file_unreadable")
    assert not os.path.exists(file)  # noqa: PTH110 - nothing was written


def test_a_request_whose_code_cannot_be_written_is_not_left_open(ann: Terminal) -> None:
    assert ann.fail("invite", "request", "--qr", "/nowhere/at/all.png") == (1, "file_unwritable")
    assert ann.do("invite", "list") == []


def test_a_profile_that_is_a_file_is_usage(shell: Callable[[str], Terminal]) -> None:
    nobody = shell("nobody")
    nobody.folder.touch()
    assert nobody.fail("channel", "list") == (2, "usage")


def test_a_noun_alone_shows_its_help_and_says_what_is_missing(ann: Terminal) -> None:
    status, _, err = ann.run("channel", as_json=False)
    assert status == 2
    assert "A command is missing." in err


def test_a_profile_is_where_it_is_said_to_be(ann: Terminal) -> None:
    places: Paths = paths_of(ann.folder)
    assert places.database.exists()
    assert places.key.exists()
    assert not places.socket.exists()
