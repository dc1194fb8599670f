"""The window from the command line, where it cannot be loaded or still asks for a passphrase."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder

import pytest
from typing_extensions import override

from app.profile.lock import try_lock, waiting_for_passphrase
from app.profile.paths import paths_of
from tests.unit.app.terminal import Terminal


class Lacking(MetaPathFinder):
    """Finds nothing, and says that ``name`` is what was missing."""

    def __init__(self, name: str) -> None:
        self.name = name

    @override
    def find_spec(self, fullname: str, *_others: object) -> None:
        """As the import system asks."""
        if fullname == "app.window_start":
            raise ModuleNotFoundError(f"No module named {self.name!r}", name=self.name)


def _fails_without(name: str, ann: Terminal, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("app.cli.window.screen_trouble", lambda: None)
    monkeypatch.delitem(sys.modules, "app.window_start", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Lacking(name), *sys.meta_path])
    _, code = ann.fail()
    return code


@pytest.mark.parametrize("name", ["PySide6", "PySide6.QtGui", "shiboken6", "qasync"])
def test_a_missing_library_of_the_windows_is_named_as_that(
    name: str, ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _fails_without(name, ann, monkeypatch) == "no_qt"


@pytest.mark.parametrize("name", ["engine.somewhere", "apsw"])
def test_a_missing_part_of_our_own_is_not_blamed_on_them(
    name: str, ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _fails_without(name, ann, monkeypatch) == "bug"


@pytest.mark.parametrize("command", [(), ("identity", "list")])
def test_whoever_comes_while_the_window_asks_for_the_passphrase_is_told_so(
    ann: Terminal, command: tuple[str, ...]
) -> None:
    lock = paths_of(ann.folder).lock
    held = try_lock(lock)
    assert held is not None
    with waiting_for_passphrase(lock):
        status, _, err = ann.run(*command)
    held.release()

    assert status == 3
    assert "profile_in_use" in err
    assert "waiting for this profile's passphrase in its window" in err
    assert ann.run("identity", "list")[0] == 0


def test_open_without_a_link_is_the_window_as_a_menu_starts_it(
    ann: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.cli.window.screen_trouble", lambda: "there is none")
    assert ann.fail("open")[1] == ann.fail()[1] == "no_display"


def test_only_the_window_can_be_hidden(ann: Terminal) -> None:
    status, _, err = ann.run("--hidden", "identity", "list")
    assert status == 2
    assert "--hidden" in err
