"""The window from the command line, where it cannot be loaded or still asks for a passphrase."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

import pytest
import typer
from typing_extensions import override

from app.cli.printing import Output
from app.cli.root import INTERRUPTED, main
from app.cli.session import Session
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


@pytest.mark.parametrize("words", [[], ["open"]], ids=["alone", "open"])
def test_the_window_alone_is_what_it_is_with_the_options_that_say_the_same(
    words: list[str], short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[object, ...]] = []

    def show(*call: object, hidden: bool = False) -> None:
        shown.append((*call, hidden))
        raise typer.Exit(4)

    monkeypatch.setenv("XDG_DATA_HOME", str(short))
    monkeypatch.setattr("app.cli.root.start_logging", lambda *logs: shown.append(logs))
    monkeypatch.setattr("app.cli.window.show", show)
    session = Session(paths_of(short / "tidings"), Output(as_json=False), None)

    assert main(words) == main(["--profile", str(session.paths.profile), *words]) == 4
    assert shown == 2 * [(session.paths.logs,), (session, None, False)]


def test_who_gives_up_where_the_window_alone_asks_has_interrupted_it(
    short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def show(*_call: object) -> None:
        raise EOFError

    monkeypatch.setenv("XDG_DATA_HOME", str(short))
    monkeypatch.setattr("app.cli.window.show", show)
    assert main([]) == INTERRUPTED


def test_a_shell_that_completes_is_shown_no_window(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_TIDINGS_COMPLETE", "source_bash")
    monkeypatch.setattr("app.cli.window.show", lambda *_call: pytest.fail("it is shown"))
    with pytest.raises(SystemExit):
        main([])
    assert "_TIDINGS_COMPLETE=" in capsys.readouterr().out


def test_only_the_window_can_be_hidden(ann: Terminal) -> None:
    status, _, err = ann.run("--hidden", "identity", "list")
    assert status == 2
    assert "--hidden" in err
