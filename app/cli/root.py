"""The command line as a whole: global options, all nouns, and what becomes of failures."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup
from typer.main import get_command

from app import crash
from app.cli import (
    backup,
    channel,
    comment,
    community,
    config,
    doctor,
    export,
    feed,
    folder,
    identity,
    invite,
    locking,
    moderate,
    moving,
    own_profile,
    passphrase,
    peers,
    report,
    searching,
    serve,
    sync,
    window,
)
from app.cli.commands import command_line
from app.cli.failures import CommandFailed, ExitStatus, Failure, failure_of, usage
from app.cli.printing import Output, ReaderGone, print_text
from app.cli.session import Session
from app.control.codec import PROGRAM_VERSION
from app.logs import start_logging
from app.profile.paths import PROGRAM, paths_of
from engine.errors import Fault, FaultReason, Refused
from ui.wording.sentences import one_line

INTERRUPTED = 130  # as shells say it
_JUST_THE_WINDOW: Sequence[Sequence[str]] = ([], ["open"])  # what people and menus begin it with
_COMPLETING = f"_{PROGRAM.upper()}_COMPLETE"  # a shell asks for words with none of its own

root = typer.Typer(
    add_completion=True,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    help="Channels, feeds and shared folders between people's own computers. "
    "Without a command: the window.",
)
root.add_typer(identity.app, name="identity")
root.add_typer(channel.app, name="channel")
root.add_typer(invite.app, name="invite")
root.add_typer(feed.app, name="feed")
root.add_typer(folder.app, name="folder")
root.add_typer(comment.app, name="comment")
root.add_typer(community.app, name="community")
root.add_typer(moderate.app, name="moderate")
root.add_typer(own_profile.app, name="profile")
root.add_typer(peers.app, name="peers")
root.add_typer(passphrase.app, name="passphrase")
root.add_typer(config.app, name="config")
for _one in (serve, sync, searching, export, report, backup, moving, locking, doctor, window):
    _one.add_to(root)


@root.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    profile: Annotated[
        str | None, typer.Option(metavar="DIR", help="The folder that holds everything.")
    ] = None,
    passphrase_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its first line opens the profile.")
    ] = None,
    *,
    json: Annotated[bool, typer.Option("--json", help="Answers as JSON on stdout.")] = False,
    hidden: Annotated[
        bool, typer.Option("--hidden", help="Begin in the tray, without a window in sight.")
    ] = False,
    choose_profile: Annotated[
        bool, typer.Option("--choose-profile", help="Ask which profile to open in a window.")
    ] = False,
    version: Annotated[bool, typer.Option("--version", help="Say the version and leave.")] = False,
) -> None:
    """Options that go before every command."""
    if version:
        print_text(f"Tidings {PROGRAM_VERSION}\n")
        raise typer.Exit
    if choose_profile:
        if context.invoked_subcommand is not None or profile is not None:
            raise usage("Only the window asks for a profile.", "Leave out “--choose-profile”.")
        profile = window.chosen_profile()
        if profile is None:
            raise typer.Exit
    folder = None if profile is None else _folder(profile)
    context.obj = _begun(Session(paths_of(folder), Output(as_json=json), passphrase_file))
    if context.invoked_subcommand is None:
        window.show(context.obj, None, hidden=hidden)
    elif hidden:
        raise usage("Only the window can be hidden.", "Leave out “--hidden”.")


_window_alone = typer.Typer(add_completion=False)


@_window_alone.command(add_help_option=False)
def window_alone() -> None:
    """What ``options`` does without any. For a single parameter Typer loads pydantic: 0.1 s."""
    window.show(_begun(Session(paths_of(None), Output(as_json=False), None)), None)


def _begun(session: Session) -> Session:
    start_logging(session.paths.logs)
    return session


def _folder(text: str) -> Path:
    """The profile's folder, there or not. An empty text would be the folder one happens to be in.

    SQLite takes names in UTF-8 only; Python shows other bytes as lone surrogates.
    """
    hint = "Give the profile's folder with “--profile DIR”."
    if not text.strip():
        raise usage("The name of the profile's folder is empty.", hint)
    if any("\ud800" <= one <= "\udfff" for one in text):
        raise usage(f"The name of the folder {text} is not UTF-8.", hint)
    try:
        folder = Path(text).expanduser()
        is_something_else = folder.exists() and not folder.is_dir()
    except (RuntimeError, OSError) as error:  # nobody's home, or a name that no file can have
        raise usage(f"The folder {one_line(text)} cannot be.", hint) from error
    if is_something_else:
        raise usage(f"{folder} is no folder.", hint)
    return folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; the process's exit status."""
    _open_closed_files()
    words = list(sys.argv[1:] if arguments is None else arguments)
    logging.lastResort = None  # until the profile's log is open a traceback would go to stderr
    crash.forbid_core_dumps()
    try:
        status = _run(words)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except ReaderGone:
        return ExitStatus.DONE
    except Exception as error:  # noqa: BLE001 - the crash hook of the command line
        failure = _failure_of(error)
        Output(as_json="--json" in words).failure(failure)
        return failure.status
    return status if isinstance(status, int) else ExitStatus.DONE


def _open_closed_files() -> None:
    """Standard files that were closed before we began, and which Python has as None, are empty and
    lead nowhere, here and in what we start. No other file gets their number then, to be written
    into as if it were one.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            file = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115, PTH123
            os.set_inheritable(file.fileno(), True)
            setattr(sys, name, file)


def _run(words: list[str]) -> object:
    if words in _JUST_THE_WINDOW and _COMPLETING not in os.environ:
        return get_command(_window_alone).main([], PROGRAM, standalone_mode=False)
    return _line().main(words, PROGRAM, standalone_mode=False)


@cache
def _line() -> TyperGroup:
    return command_line(root)


def _failure_of(error: Exception) -> Failure:
    match error:
        case CommandFailed():
            return error.failure
        case Refused() | Fault():
            return failure_of(error)
        case typer.TyperException():
            message = " ".join(error.format_message().split()).rstrip(".")
            if not message:  # its help has just been printed
                return usage("A command is missing.").failure
            return usage(f"{message}.").failure
        case _:
            crash.report(error, "command line")
            return failure_of(Fault(FaultReason.BUG, type(error).__name__))
