"""What the documents point at is there, and every command they name is one with those options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
import typer.core

from app.cli.root import root
from app.logs import LOG_BYTES_MAX, LOG_FILES_KEPT
from app.profile.settings import FEED_BYTES_MAX
from engine.transport.limits import Limits
from tests.release.pieces import all_pieces

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")
_CODE = re.compile(r"`((?:app|ui|engine|tests|packaging|spark_reports|resources)/[\w/*.{},-]+)`")
_BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`([^`]+)`")
_PROGRAM = re.compile(r"(?:^|[\s=])(?:[\w/]*/bin/)?tidings (?=\S)")
_COMMANDS = typer.main.get_command(root)
_TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
_VARIABLES = set(re.findall(r"\$[({](?:or \$\()?([A-Z]+)", (ROOT / "Makefile").read_text("utf-8")))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_is_linked_is_there(document: Path) -> None:
    linked = _LINK.findall(document.read_text("utf-8"))
    assert not [one for one in linked if not (document.parent / one).exists()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_place_in_the_code_that_is_named_is_there(document: Path) -> None:
    named = _CODE.findall(document.read_text("utf-8"))
    assert not [one for one in named if "{" not in one and not list(ROOT.glob(one.rstrip("/")))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_that_is_named_can_be_given(document: Path) -> None:
    text = document.read_text("utf-8")
    wrong = {line: why for line, whole in commands(text) if (why := trouble(line, whole=whole))}
    assert wrong == {}


def test_the_documents_name_commands_that_can_be_looked_at() -> None:
    """So that a change of their form does not leave the test above without anything to look at."""
    for name, least in {"README.md": 40, "docs/relay.md": 20, "docs/packaging.md": 9}.items():
        assert len(list(commands((ROOT / name).read_text("utf-8")))) >= least, name


@pytest.mark.parametrize(
    "planted",
    [
        "`tidings sreve`",
        "`tidings serve --port 4711`",
        "`channel psot Ann`",
        "`make tests`",
        "`make fuzz HOURS_LONG=1`",
        "```sh\ntidings channel post\n```",
        "```sh\ntidings peers add a:1 b:2\n```",
        "```ini\nExecStart=/usr/bin/tidings serve --listne x\n```",
        "```sh\nmake pakcage  # all\n```",
    ],
)
def test_a_command_that_cannot_be_given_is_found(planted: str) -> None:
    assert [line for line, whole in commands(planted) if trouble(line, whole=whole)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_and_release_piece_that_is_named_is_there(document: Path) -> None:
    text = document.read_text("utf-8")
    modules = re.findall(r"python -m (tests[.\w]*)", text)
    assert [one for one in modules if not _is_module(ROOT.joinpath(*one.split(".")))] == []
    pieces = {piece.name for piece in all_pieces(ROOT / "build")}
    assert set(re.findall(r"\bPIECE=([\w-]+)", text)) <= pieces


def _is_module(place: Path) -> bool:
    return place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()


def test_the_limits_of_a_relay_are_those_of_the_program() -> None:
    relay = (ROOT / "docs" / "relay.md").read_text("utf-8")
    limits = Limits()
    assert f"| {limits.incoming_max} at once, then" in relay
    half_open = f"| {limits.half_open_max} at once, {limits.half_open_per_host_max} from one host"
    assert half_open in relay
    assert f"| {FEED_BYTES_MAX >> 30} GiB; " in relay
    older = {4: "four"}[LOG_FILES_KEPT]
    assert f"{LOG_BYTES_MAX >> 20} MiB and {older} older ones" in relay


def commands(text: str) -> Iterator[tuple[str, bool]]:
    """Lines of ours in blocks, which must be whole, and in the text, which may leave things out."""
    for kind, block in _BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines() if kind in {"sh", "ini"} else ():
            if (found := _PROGRAM.search(line)) and not line.startswith(("sudo apt", "pipx", "uv")):
                yield f"tidings {line[found.end() :]}", True
            elif line.startswith("make "):
                yield line, True
    for inline in _INLINE.findall(_BLOCK.sub("", text)):
        line = " ".join(inline.split())
        words = line.split(" ")
        if words[0] in {"tidings", "make"} and len(words) > 1:
            yield line, False
        elif words[0] in _subcommands(_COMMANDS) and len(words) > 1:
            yield f"tidings {line}", False


def trouble(line: str, *, whole: bool) -> str:
    """Why the line cannot be given; empty if it can. ``...`` and COMMAND stand for anything."""
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        return _trouble_of_make(words[1:])
    given = ["channel" if one == "COMMAND" else one for one in words[1:] if one not in {"&", "..."}]
    command, context = _COMMANDS, None
    name: str | None = "tidings"
    try:
        while True:
            context = command.make_context(name, given, parent=context)
            if not isinstance(command, typer.core.TyperGroup):
                return ""
            given = [*context._protected_args, *context.args]
            if not given:
                return ""
            name, below, given = command.resolve_command(context, given)
            assert below is not None
            command = below
    except typer.Exit:  # --help and --version
        return ""
    except typer.TyperException as problem:
        is_left_out = type(problem).__name__ in {"MissingParameter", "NoArgsIsHelpError"}
        return "" if is_left_out and not whole else problem.format_message() or "not whole"


def _trouble_of_make(words: list[str]) -> str:
    names = [word for word in words if "=" not in word]
    variables = [word.partition("=")[0] for word in words if "=" in word]
    wrong = [*(set(names) - _TARGETS), *(set(variables) - _VARIABLES)]
    return f"no such target or variable: {wrong}" if wrong else ""


def _subcommands(command: object) -> set[str]:
    assert isinstance(command, typer.core.TyperGroup)
    return set(command.commands)
