"""What fails on this computer: exit statuses 3 to 6, one line, never a traceback."""

from __future__ import annotations

import json
import logging

import pytest

from app.cli import root, session
from app.profile.lock import try_lock
from app.profile.paths import Paths, paths_of
from engine.errors import Fault, FaultReason, Refusal, Refused
from tests.unit.app.terminal import Terminal


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


def test_a_profile_is_where_it_is_said_to_be(ann: Terminal) -> None:
    places: Paths = paths_of(ann.folder)
    assert places.database.exists()
    assert places.key.exists()
    assert not places.socket.exists()


def test_a_defect_before_there_is_a_log_is_no_traceback_either(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr("app.cli.root.paths_of", fail)
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    assert ann.fail("channel", "list") == (6, "bug")
