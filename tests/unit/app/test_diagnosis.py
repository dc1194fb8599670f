"""What ``doctor`` finds on a machine that is well, and on one that is not. It never raises."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Sequence
from dataclasses import replace

import pytest
from typing_extensions import override

from app.diagnosis import Check, of_engine, of_machine
from app.profile.paths import Paths
from app.screen import DISPLAY_VARIABLES
from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.health import HealthView
from engine.model.ids import ProtocolName
from engine.model.peers import (
    ListenerView,
    PortMappingState,
    PortMappingTrouble,
    PortMappingView,
)
from engine.model.queries import AnyQuery, Health
from engine.store.database import DAMAGED_LOG
from tests.fake_engine import FakeEngine
from ui.wording.troubles import MAPPING_TROUBLES


def named(checks: Sequence[Check], name: str) -> Check:
    (found,) = (check for check in checks if check.check == name)
    return found


def test_everything_the_machine_has_to_do_with_is_looked_at(paths: Paths) -> None:
    names = [check.check for check in of_machine(paths)]
    assert names == ["python", "window", "camera", "keyring", "java", "profile", "log", "ipv6"]


def test_a_log_of_which_changes_were_lost_is_named_until_it_is_removed(paths: Paths) -> None:
    assert named(of_machine(paths), "log").ok
    paths.backup.mkdir(parents=True)
    kept = paths.backup / DAMAGED_LOG.format(number=1)
    kept.write_bytes(b"what is left of it")
    check = named(of_machine(paths), "log")
    assert not check.ok
    assert kept.name in check.detail
    assert "come again" in check.hint
    kept.unlink()
    assert named(of_machine(paths), "log").ok


def test_a_healthy_database_and_open_ports() -> None:
    engine = FakeEngine()
    here = Address("192.168.1.7", 4711)
    engine.listeners = (ListenerView(ProtocolName.PEERLINKS, here, (here,)),)
    checks = asyncio.run(_found(engine))
    assert all(check.ok for check in checks)
    assert "encrypted, format 1" in named(checks, "database").detail
    assert named(checks, "ports").detail == "192.168.1.7:4711"


@pytest.mark.parametrize(
    ("view", "ok", "detail"),
    [
        (PortMappingView(), True, "No router is asked to let others through."),
        (
            PortMappingView(PortMappingState.HELD, Address("11.22.33.44", 4711)),
            True,
            "The router says that it lets others through at 11.22.33.44:4711.",
        ),
        (
            PortMappingView(PortMappingState.FAILED, trouble=PortMappingTrouble.NOT_PUBLIC),
            False,
            MAPPING_TROUBLES[PortMappingTrouble.NOT_PUBLIC][0],
        ),
    ],
)
def test_how_it_stands_with_the_router_is_told(
    view: PortMappingView, *, ok: bool, detail: str
) -> None:
    engine = FakeEngine(port_mapping=view)
    check = named(asyncio.run(_found(engine)), "router")
    assert (check.ok, check.detail) == (ok, detail)
    assert ok or check.hint


def test_a_damaged_database_is_told_with_what_to_do() -> None:
    class Damaged(FakeEngine):
        @override
        def _answer(self, query: AnyQuery) -> object:
            answer = super()._answer(query)
            return replace(answer, intact=False) if isinstance(answer, HealthView) else answer

    check = named(asyncio.run(_found(Damaged())), "database")
    assert not check.ok
    assert "damaged" in check.detail
    assert "format 1" in check.detail
    assert "tidings restore FILE" in check.hint


def test_a_database_that_cannot_be_looked_at_is_told_in_words() -> None:
    class Broken(FakeEngine):
        @override
        def _answer(self, query: AnyQuery) -> object:
            if isinstance(query, Health):
                raise Fault(FaultReason.DATABASE_CORRUPT, "tidings.db")
            return super()._answer(query)

    check = named(asyncio.run(_found(Broken())), "database")
    assert not check.ok
    assert "damaged" in check.detail
    assert check.hint


async def _found(engine: FakeEngine) -> Sequence[Check]:
    return await of_engine(engine)


def test_files_that_others_can_read_are_named(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_processes(monkeypatch)
    paths.profile.mkdir(mode=0o700)
    paths.key.touch(mode=0o600)
    assert named(of_machine(paths), "profile").ok
    paths.key.chmod(0o644)
    check = named(of_machine(paths), "profile")
    assert not check.ok
    assert check.detail.endswith(": key")
    assert str(paths.profile) in check.hint


def test_a_missing_window_library_is_told_in_its_own_words(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_processes(monkeypatch, status=1, complaint="trace\nImportError: libEGL.so.1\n")
    check = named(of_machine(paths), "window")
    assert not check.ok
    assert "libEGL.so.1" in check.detail
    assert check.hint


@pytest.mark.parametrize("screen", [{}, {"DISPLAY": "127.0.0.1:59000"}, {"WAYLAND_DISPLAY": "no"}])
def test_a_computer_without_a_screen_has_no_window(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, screen: dict[str, str]
) -> None:
    _without_processes(monkeypatch)
    for name in DISPLAY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in screen.items():
        monkeypatch.setenv(name, value)
    check = named(of_machine(paths), "window")
    assert not check.ok
    assert check.detail.startswith("no screen: ")
    assert all(name in check.detail for name in screen)
    assert "tidings serve" in check.hint


def test_a_window_that_qt_can_open_is_well(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert named(of_machine(paths), "window").ok


def test_a_platform_that_qt_does_not_know_has_no_window(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "nonsense")
    check = named(of_machine(paths), "window")
    assert not check.ok
    assert check.hint


@pytest.mark.parametrize(
    "problem", [subprocess.TimeoutExpired("python", 1), FileNotFoundError("python")]
)
def test_a_probe_that_does_not_end_is_no_end_of_the_diagnosis(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(subprocess, "run", fail)
    assert not named(of_machine(paths), "window").ok
    assert not named(of_machine(paths), "camera").ok


def _without_processes(
    monkeypatch: pytest.MonkeyPatch, status: int = 0, complaint: str = ""
) -> None:
    def run(words: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(words, status, "1\n", complaint)

    monkeypatch.setattr(subprocess, "run", run)
