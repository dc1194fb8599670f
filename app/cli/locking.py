"""``tidings lock`` and ``tidings unlock``: the profile of a program that runs, window or not."""

from __future__ import annotations

import asyncio
import getpass
import sys

import typer

from app.cli.failures import usage
from app.cli.printing import words
from app.cli.session import Session, remote_or_lock, session_of
from app.control.client import RemoteEngine
from engine.errors import Refusal, Refused


def add_to(root: typer.Typer) -> None:
    """Puts the commands into the command line."""
    root.command("lock")(lock)
    root.command("unlock")(unlock)


def lock(context: typer.Context) -> None:
    """Lock the profile of the Tidings that runs: it goes on, and shows and tells nothing."""
    session = session_of(context)
    asyncio.run(_turn(session, None))
    session.output.document({"locked": True}, lambda: words("It is locked."))


def unlock(context: typer.Context) -> None:
    """Unlock the profile of the Tidings that runs."""
    session = session_of(context)
    asyncio.run(_turn(session, _passphrase(session)))
    session.output.document({"locked": False}, lambda: words("It is unlocked."))


async def _turn(session: Session, passphrase: str | None) -> None:
    """None: it is locked. Where nothing runs on the profile it is as locked as it can be."""
    found = await remote_or_lock(session.paths)
    if not isinstance(found, RemoteEngine):
        found.release()
        raise usage(
            "No Tidings runs on this profile: it is open to nobody who lacks its passphrase.",
            "“tidings passphrase change” sets one.",
        )
    try:
        if passphrase is None:
            await found.lock()
        else:
            await found.unlock(passphrase)
    finally:
        await found.close()


def _passphrase(session: Session) -> str:
    if session.passphrase_file is not None:
        given = session.passphrase(is_new=False)
        assert given is not None, "an empty file is refused"
        return given
    if not sys.stdin.isatty():
        raise Refused(Refusal.PASSPHRASE_NEEDED)
    return getpass.getpass("Passphrase: ")
