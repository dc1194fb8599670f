"""The command line as a whole: global options, all nouns, and what becomes of failures."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from app import crash
from app.cli import channel, doctor, identity, invite, peers, serve, sync, window
from app.cli.failures import CommandFailed, ExitStatus, Failure, failure_of, usage
from app.cli.printing import Output
from app.cli.session import Session
from app.control.codec import PROGRAM_VERSION
from app.logs import start_logging
from app.profile.paths import paths_of
from engine.errors import Fault, FaultReason, Refused

INTERRUPTED = 130  # as shells say it

root = typer.Typer(
    add_completion=True,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    help="Private channels between people's own computers. Without a command: the window.",
)
root.add_typer(identity.app, name="identity")
root.add_typer(channel.app, name="channel")
root.add_typer(invite.app, name="invite")
root.add_typer(peers.app, name="peers")
for _one in (serve, sync, doctor, window):
    _one.add_to(root)


@root.callback(invoke_without_command=True)
def options(
    context: typer.Context,
    profile: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder that holds everything.")
    ] = None,
    passphrase_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its first line opens the profile.")
    ] = None,
    *,
    json: Annotated[bool, typer.Option("--json", help="Answers as JSON on stdout.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Say the version and leave.")] = False,
) -> None:
    """Options that go before every command."""
    if version:
        typer.echo(f"Tidings {PROGRAM_VERSION}")
        raise typer.Exit
    if profile is not None and profile.exists() and not profile.is_dir():
        raise usage(f"{profile} is no folder.", "Give the profile's folder with “--profile DIR”.")
    context.obj = Session(paths_of(profile), Output(as_json=json), passphrase_file)
    start_logging(context.obj.paths.logs)
    if context.invoked_subcommand is None:
        window.show(context.obj, None)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; the process's exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    crash.forbid_core_dumps()
    try:
        status = typer.main.get_command(root).main(words, "tidings", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone
        sys.stderr.close()
        return ExitStatus.DONE
    except Exception as error:  # noqa: BLE001 - the crash hook of the command line
        failure = _failure_of(error)
        Output(as_json="--json" in words).failure(failure)
        return failure.status
    return status if isinstance(status, int) else ExitStatus.DONE


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
