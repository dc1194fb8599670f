"""The command line as Typer makes it, but each of its commands only when it is asked for.

Typer makes them all at once: it looks at every parameter of some hundred functions, which takes
longer than most commands do. A run of the program needs one of them; only the help needs all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import partial
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_command_from_info, get_command_name, get_group_from_info
from typer.models import CommandInfo, TyperInfo
from typing_extensions import override

Made = TyperCommand | TyperGroup


def command_line(root: typer.Typer) -> TyperGroup:
    """What ``typer.main.get_command`` gives for a ``root`` that has commands."""
    made = get_command(_without_commands(root))
    assert isinstance(made, TyperGroup), "it has a callback"
    return _with_commands(made, root, root)


class _Commands(Mapping[str, Made]):
    """Those of ``app``, by name and in Typer's order, made as ``root`` wants them."""

    def __init__(self, app: typer.Typer, root: typer.Typer) -> None:
        self._makers: dict[str, Callable[[], Made]] = {}
        for command in app.registered_commands:
            self._makers[_name_of(command)] = partial(_command, command, root)
        for group in app.registered_groups:
            assert group.name, "a noun has a name"
            self._makers[group.name] = partial(_group, group, root)
        self._made: dict[str, Made] = {}

    @override
    def __getitem__(self, name: str) -> Made:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    @override
    def __len__(self) -> int:
        return len(self._makers)


def _name_of(command: CommandInfo) -> str:
    assert command.callback is not None, "a command does something"
    return command.name or get_command_name(command.callback.__name__)


def _command(command: CommandInfo, root: typer.Typer) -> Made:
    made = get_command_from_info(
        command,
        pretty_exceptions_short=root.pretty_exceptions_short,
        rich_markup_mode=root.rich_markup_mode,
    )
    assert isinstance(made, TyperCommand), "none has a class of its own"
    return made


def _group(group: TyperInfo, root: typer.Typer) -> Made:
    app = group.typer_instance
    assert app is not None, "a noun was added with its commands"
    alone = copy(group)
    alone.typer_instance = _without_commands(app)
    made = get_group_from_info(
        alone,
        pretty_exceptions_short=root.pretty_exceptions_short,
        suggest_commands=root.suggest_commands,
        rich_markup_mode=root.rich_markup_mode,
    )
    return _with_commands(made, app, root)


def _without_commands(app: typer.Typer) -> typer.Typer:
    alone = copy(app)
    alone.registered_commands = []
    alone.registered_groups = []
    return alone


def _with_commands(made: TyperGroup, app: typer.Typer, root: typer.Typer) -> TyperGroup:
    made.commands = cast("Any", _Commands(app, root))  # Typer's own mapping can also be written to
    return made
