"""``tidings passphrase``: another one for the profile, a first one, or none any more.

Only the key file is written anew: the database, and an engine that runs on it, notice nothing.
"""

from __future__ import annotations

import asyncio
import getpass
import sys
from pathlib import Path
from typing import Annotated

import typer

from app.cli.failures import passphrases_differ, usage
from app.cli.printing import words
from app.cli.session import (
    Session,
    file_passphrase,
    remote_or_lock,
    session_of,
    tell_of_opening,
)
from app.control.client import RemoteEngine
from app.profile.lock import ProfileLock

_NEW_HINT = "Give it with “--new-file FILE”, or run the command in a terminal to be asked."

app = typer.Typer(no_args_is_help=True, help="The passphrase that opens the profile.")


@app.command()
def change(
    context: typer.Context,
    new_file: Annotated[
        Path | None,
        typer.Option("--new-file", metavar="FILE", help="Its first line is the new one."),
    ] = None,
    *,
    remove: Annotated[bool, typer.Option("--remove", help="Open without one from now on.")] = False,
) -> None:
    """Change the profile's passphrase, or give it its first one."""
    from app.profile.opening import (
        change_passphrase,
    )  # the store, which other commands may not need

    session = session_of(context)
    if remove and new_file is not None:
        raise usage("“--remove” and “--new-file” cannot be given together.")
    if not session.paths.key.exists() and not session.paths.database.exists():
        raise usage("There is no profile here yet.", "Any other command makes it.")
    found = asyncio.run(_engine_or_lock(session))
    try:
        tell_of_opening(session)
        change_passphrase(
            session.paths, session.passphrase, lambda: None if remove else new_one(new_file)
        )
    finally:
        if found is not None:
            found.release()
    now = "without a passphrase" if remove else "with the new passphrase"
    session.output.document({"passphrase": not remove}, lambda: words(f"It opens {now}."))


@app.command()
def remember(context: typer.Context) -> None:
    """Let this desktop's key ring open the profile, without asking, for whoever is logged in."""
    from app.profile.key_ring import KeyRing
    from engine.store import keys
    from engine.store.migrate import latest_format

    session = session_of(context)
    newest = latest_format()
    if not keys.needs_passphrase(session.paths.profile, newest):
        raise usage("This profile opens without a passphrase: there is nothing to remember.")
    given = session.passphrase(is_new=False)
    KeyRing(session.paths).remember(keys.unlock(session.paths.profile, given, newest))
    session.output.document({"remembered": True}, lambda: words("The key ring opens it now."))


@app.command()
def forget(context: typer.Context) -> None:
    """Ask for the passphrase at each start again."""
    from app.profile.key_ring import KeyRing

    session = session_of(context)
    KeyRing(session.paths).forget()
    session.output.document({"remembered": False}, lambda: words("It is asked for again."))


async def _engine_or_lock(session: Session) -> ProfileLock | None:
    """So that nobody opens the profile meanwhile. One that is open reads its key no more."""
    found = await remote_or_lock(session.paths)
    if not isinstance(found, RemoteEngine):
        return found
    await found.close()
    return None


def new_one(new_file: Path | None) -> str:
    """A passphrase for a profile, from a file or typed twice. Refused without either."""
    if new_file is not None:
        return file_passphrase(new_file, is_new=True)
    if not sys.stdin.isatty():
        raise usage("A new passphrase is needed.", _NEW_HINT)
    typed = getpass.getpass("New passphrase: ")
    if not typed:
        raise usage("An empty passphrase protects nothing.", "“--remove” takes the old one away.")
    if getpass.getpass("Once more: ") != typed:
        raise passphrases_differ()
    return typed
