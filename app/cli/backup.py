"""``tidings backup`` and ``tidings restore``: the whole profile as one encrypted file, and back."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from app.cli.arguments import demand_place
from app.cli.failures import runs_already, usage
from app.cli.printing import facts
from app.cli.session import (
    Call,
    Session,
    file_passphrase,
    remote_or_lock,
    run,
    session_of,
)
from app.control.client import RemoteEngine
from app.profile.lock import ProfileLock
from engine.errors import Refusal, Refused
from engine.model.backup_commands import WriteBackup

ONE_COMPUTER = (
    "Use this profile on one computer only. Your own feeds and shared folders wait until a reader "
    "of them is connected: “tidings feed continue FEED” meets one and goes on with it."
)

SecretOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Its first line is the file's passphrase; else it is asked."),
]


def add_to(root: typer.Typer) -> None:
    """Puts the commands into the command line."""
    root.command("backup")(backup)
    root.command("restore")(restore)


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Where to; a file of that name is replaced.")],
    secret_file: SecretOption = None,
    *,
    same_passphrase: Annotated[
        bool, typer.Option("--same-passphrase", help="The profile's own passphrase opens it, too.")
    ] = False,
) -> None:
    """Write everything of the profile to one encrypted file, while it goes on."""
    if same_passphrase and secret_file is not None:
        raise usage("“--same-passphrase” and “--secret-file” cannot be given together.")

    async def work(call: Call) -> None:
        demand_place(file, secret_file, call.session.passphrase_file)
        passphrase = (
            _own_passphrase(call.session)
            if same_passphrase
            else file_passphrase(secret_file, is_new=True)
        )
        view = await call.engine.perform(WriteBackup(str(file.absolute()), passphrase))
        document = {"file": view.file, "bytes": view.bytes, "made_at": view.made_at}
        pairs = [("file", view.file), ("bytes", f"{view.bytes:,}")]
        call.output.document(document, lambda: facts(pairs))
        call.output.note(
            "Its passphrase opens it, and nothing else does: keep both, and not in one place."
        )

    run(context, work)


def _own_passphrase(session: Session) -> str:
    """The one that opens the profile, which is tried. Refused: PASSPHRASE_WRONG."""
    from engine.store import keys
    from engine.store.migrate import latest_format

    newest = latest_format()
    if not keys.needs_passphrase(session.paths.profile, newest):
        raise usage(
            "This profile opens without a passphrase, so the backup needs one of its own.",
            "Leave out “--same-passphrase”.",
        )
    passphrase = session.passphrase(is_new=False)
    keys.unlock(session.paths.profile, passphrase, newest)
    assert passphrase is not None, "a profile that needs one has opened with it"
    return passphrase


def restore(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="What “tidings backup” wrote.", show_default=False)
    ] = None,
    secret_file: SecretOption = None,
    *,
    before_update: Annotated[
        bool,
        typer.Option(
            "--before-update",
            help="Instead: this profile as it was before a newer version of the program changed"
            " it. What came since is lost to it.",
        ),
    ] = False,
) -> None:
    """Bring a backup back, into a folder without a profile; its passphrase opens that, too."""
    session = session_of(context)
    if before_update and (file is not None or secret_file is not None):
        raise usage("“--before-update” takes the copy that lies in the profile, and no file.")
    if before_update:
        _go_back(session)
    elif file is None:
        raise usage("The backup's file is missing.")
    else:
        _restore(session, file, secret_file)


def _restore(session: Session, file: Path, secret_file: Path | None) -> None:
    demand_no_profile(session)
    passphrase = file_passphrase(secret_file, is_new=False)
    held = asyncio.run(lock_for(session))
    try:
        from app.backups.restoring import restore as restore_profile

        manifest = restore_profile(session.paths, file.absolute(), passphrase)
    finally:
        held.release()
    made = datetime.fromtimestamp(manifest.made_at).astimezone().strftime("%Y-%m-%d %H:%M")
    session.output.caution("one_computer", ONE_COMPUTER)
    session.output.document(
        {
            "file": str(file.absolute()),
            "bytes": file.stat().st_size,
            "profile": str(session.paths.profile),
            "made_at": manifest.made_at,
        },
        lambda: facts([("profile", str(session.paths.profile)), ("backup of", made)]),
    )


def _go_back(session: Session) -> None:
    held = asyncio.run(lock_for(session))
    try:
        from app.backups.restoring import go_back

        number = go_back(session.paths, session.passphrase)
    finally:
        held.release()
    kept = session.paths.backup / "after-update.db"
    session.output.caution("one_computer", ONE_COMPUTER)
    session.output.document(
        {"profile": str(session.paths.profile), "format": number, "kept": str(kept)},
        lambda: facts([("profile", str(session.paths.profile)), ("kept", str(kept))]),
    )


def demand_no_profile(session: Session) -> None:
    """Before anything is asked for."""
    if session.paths.key.exists() or session.paths.database.exists():
        raise Refused(Refusal.PROFILE_THERE, str(session.paths.profile))


async def lock_for(session: Session) -> ProfileLock:
    """Of a profile that no program runs on; else that is told, or that one does not answer."""
    found = await remote_or_lock(session.paths)
    if isinstance(found, RemoteEngine):
        await found.close()
        raise runs_already()
    return found
