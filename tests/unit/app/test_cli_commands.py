"""The command line is Typer's own, though its commands are made one by one."""

from __future__ import annotations

from typing import Any

import pytest
import typer
from typer.core import TyperGroup
from typer.main import get_command_from_info
from typer.models import CommandInfo

from app.cli.commands import command_line
from app.cli.root import main, root


def shape(command: Any) -> object:  # Typer's own class of all commands is private
    """What a person sees of a command, and of all that are in it."""
    inner = getattr(command, "commands", {})
    params = [(type(p), p.name, p.opts, p.secondary_opts, p.required) for p in command.params]
    texts = (command.name, command.help, command.hidden, command.no_args_is_help)
    return (type(command), texts, params, [(name, shape(inner[name])) for name in inner])


def test_it_is_what_typer_makes_of_it() -> None:
    assert shape(command_line(root)) == shape(typer.main.get_command(root))


def test_a_command_that_is_asked_for_is_the_only_one_that_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str | None] = []

    def noted(command: CommandInfo, **settings: Any) -> object:
        made.append(command.name)
        return get_command_from_info(command, **settings)

    monkeypatch.setattr("app.cli.commands.get_command_from_info", noted)
    line = command_line(root)
    assert isinstance(line, TyperGroup)
    assert "channel" in list(line.commands)
    assert made == []
    channel = line.commands["channel"]
    assert isinstance(channel, TyperGroup)
    assert channel.commands.get("post") is channel.commands["post"]
    assert made == ["post"]


def test_a_command_that_there_is_not_is_told_beside_one_there_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--json", "chanel", "list"]) == 2
    assert "'channel'" in capsys.readouterr().err
