"""How a command reaches an engine: a running one, over the control socket, or its own (D14)."""

from __future__ import annotations

import asyncio
import getpass
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

import typer

from app.cli.cautions import of_opening
from app.cli.failures import passphrases_differ, still_locked, usage, version_differs
from app.cli.printing import Output, aside
from app.control.client import RemoteEngine, VersionDiffers, connect
from app.control.codec import PROGRAM_VERSION
from app.profile.lock import ProfileLock, is_waiting_for_passphrase, try_lock
from app.profile.paths import Paths
from engine.api import Engine
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.store.backup.placing import take_up
from engine.store.files import make_private_folder
from ui.wording.sentences import sentence_of

LOCK_SECONDS = 20.0  # ours: several commands of their own, on a busy machine, hold it for less
PASSPHRASE_BYTES_MAX = 4_096  # ours
_POLL_SECONDS = 0.05
_FIRST_LINE_HINT = "Write the passphrase, and nothing else, on the first line of the file."


class Online(Enum):
    """How far an engine of our own goes: it dials peers, or it is found by others as well."""

    DIALLING = auto()
    FOUND = auto()


@dataclass(frozen=True, slots=True)
class Session:
    """What the global options said."""

    paths: Paths
    output: Output
    passphrase_file: Path | None

    def passphrase(self, *, is_new: bool) -> str | None:
        """From the file, or from the terminal for a profile that has one; None: a new one without.

        Refused if the file cannot be read, or if one is needed and there is no terminal to ask at.
        """
        if self.passphrase_file is not None:
            if passphrase := _first_line(self.passphrase_file):
                return passphrase
            raise usage(f"The first line of {self.passphrase_file} is empty.", _FIRST_LINE_HINT)
        if is_new:
            aside(
                "This profile is made without a passphrase: whoever can read its folder can read "
                "everything in it."
            )
            return None
        if not sys.stdin.isatty():
            raise Refused(Refusal.PASSPHRASE_NEEDED)
        return getpass.getpass("Passphrase: ")


async def _stay() -> None:
    """Until the command ends."""


@dataclass(frozen=True, slots=True)
class Call:
    """One command under way."""

    session: Session
    engine: Engine
    let_go: Callable[[], Awaitable[None]] = _stay
    """Nothing more is asked of the engine: from now on others may have the profile."""

    @property
    def output(self) -> Output:
        """Where its answer goes."""
        return self.session.output


def tell_of_opening(session: Session) -> None:
    """What there is to say of the profile's key, before it is opened. The caller holds the lock."""
    for one in of_opening(session.paths, session.passphrase_file):
        session.output.caution(one.code, one.message)


def tell_of_troubles(session: Session, troubles: Sequence[Fault]) -> None:
    """What was found wrong with a profile that could be opened all the same."""
    for trouble in troubles:
        words = sentence_of(trouble)
        session.output.caution(trouble.reason, f"{words.message} {words.hint}")


def session_of(context: typer.Context) -> Session:
    """What the global options said; the root callback has put it there."""
    session = context.find_object(Session)
    assert session is not None, "the root callback runs before every command"
    return session


def run(context: typer.Context, work: Callable[[Call], Awaitable[None]]) -> None:
    """Does ``work`` with an engine, whichever there is."""
    asyncio.run(_run(session_of(context), work))


def run_online(
    context: typer.Context, work: Callable[[Call], Awaitable[None]], *, discovery: bool
) -> None:
    """The same with an engine that dials its peers and, with ``discovery``, is found by others."""
    asyncio.run(_run(session_of(context), work, Online.FOUND if discovery else Online.DIALLING))


async def _run(
    session: Session, work: Callable[[Call], Awaitable[None]], online: Online | None = None
) -> None:
    async with AsyncExitStack() as held:
        engine = await held.enter_async_context(reach(session, online))
        await work(Call(session, engine, held.aclose))


@asynccontextmanager
async def reach(session: Session, online: Online | None = None) -> AsyncIterator[Engine]:
    """The running engine of the profile, or one opened for the block's duration."""
    found = await remote_or_lock(session.paths)
    if isinstance(found, RemoteEngine):
        try:
            yield found
        finally:
            await found.close()
        return
    from app.compose import open_engine

    try:
        tell_of_opening(session)
        async with open_engine(
            session.paths, session.passphrase, online=online is not None
        ) as opened:
            tell_of_troubles(session, opened.troubles)
            if online is Online.FOUND:
                await _be_found(session.paths, opened.engine)
            yield opened.engine
    finally:
        found.release()


async def _be_found(paths: Paths, engine: Engine) -> None:
    from app.online import Doors, go_online
    from app.profile.settings import StoredSettings

    # Not for some seconds: a router is asked only by who stays.
    await go_online(engine, StoredSettings(paths.settings), Doors(port_mapping=False))


async def running_engine(paths: Paths) -> RemoteEngine | None:
    """The engine that runs on the profile, if one does."""
    try:
        return await connect(paths.socket)
    except VersionDiffers as error:
        raise version_differs(error.theirs, PROGRAM_VERSION) from error


async def remote_or_lock(paths: Paths) -> RemoteEngine | ProfileLock:
    """The running engine, or the lock that lets us be it; waits while another command has it."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        remote = await running_engine(paths)
        if remote is not None:
            return remote
        lock = _lock(paths)
        if lock is not None:
            return lock
        if is_waiting_for_passphrase(paths.lock):
            raise still_locked()
        if time.monotonic() >= deadline:
            raise Fault(FaultReason.PROFILE_IN_USE, str(paths.profile))
        await asyncio.sleep(_POLL_SECONDS)


def _lock(paths: Paths) -> ProfileLock | None:
    """None while somebody else holds it. A restored profile that lies ready is put in place."""
    make_private_folder(paths.profile)
    lock = try_lock(paths.lock)
    if lock is None:
        return None
    try:
        take_up(paths.profile)
    except BaseException:
        lock.release()
        raise
    return lock


def file_passphrase(secret_file: Path | None, *, is_new: bool) -> str:
    """The passphrase of an exported file, from ``secret_file`` or from the terminal.

    Refused if it is empty, if two entries of a new one differ, or if there is nobody to ask.
    """
    if secret_file is not None:
        passphrase = _first_line(secret_file)
    elif sys.stdin.isatty():
        passphrase = getpass.getpass("Passphrase for the file: ")
        if is_new and getpass.getpass("Once more: ") != passphrase:
            raise passphrases_differ()
    else:
        raise Refused(Refusal.FILE_PASSPHRASE_NEEDED)
    if not passphrase:
        raise Refused(Refusal.FILE_PASSPHRASE_NEEDED)
    return passphrase


def _first_line(path: Path) -> str:
    """May be empty. Refused if it cannot be read, is no UTF-8 or far too long for a passphrase."""
    try:
        with path.open("rb") as file:
            line = file.readline(PASSPHRASE_BYTES_MAX + 1).rstrip(b"\r\n")
        if len(line) <= PASSPHRASE_BYTES_MAX:
            return line.decode("utf-8")
        why = "its first line is too long for a passphrase"
    except OSError as error:
        why = error.strerror or type(error).__name__
    except UnicodeDecodeError:
        why = "its first line is not UTF-8 text"
    raise Refused(Refusal.FILE_UNREADABLE, f"{path} ({why})")
