"""``tidings move`` and ``tidings receive``: a profile goes to another computer in the same network.

The one shows a code, the other is given it. See ``app.moving.giving`` for what happens.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from app.cli.arguments import PICTURE_BYTES_MAX, read_file
from app.cli.backup import demand_no_profile, lock_for
from app.cli.codes import ReadOption, WriteOption, demand_picture, write_picture
from app.cli.failures import usage
from app.cli.passphrase import new_one
from app.cli.printing import facts
from app.cli.session import Call, Session, run, session_of
from engine.errors import Refusal, Refused

MOVED = (
    "The profile is on the other computer now. Use it there alone: what you post here as well "
    "would be a second life of it, and your own feeds and folders wait here."
)
FACTS = "The code is for the other computer's eyes: whoever reads it could take the profile."


def add_to(root: typer.Typer) -> None:
    """Puts the commands into the command line."""
    root.command("move")(move)
    root.command("receive")(receive)


def move(
    context: typer.Context,
    listen: Annotated[
        str | None, typer.Option(metavar="HOST", help="Only at this address of this computer.")
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="So long the other computer is waited for.")
    ] = 600.0,
    qr: WriteOption = None,
) -> None:
    """Show a code, and give the whole profile to the computer on which “tidings receive” is told
    it.
    """
    if qr is not None:
        demand_picture(qr)

    async def work(call: Call) -> None:
        from app.moving.giving import Giving

        giving = Giving(call.engine, call.session.paths.profile)
        await giving.open(listen)
        try:
            _show(call, giving.code, qr)
            await giving.wait(timeout)
        finally:
            giving.close()
        call.output.caution("moved", MOVED)
        call.output.line({"event": "moved"}, lambda: "moved")

    run(context, work)


def _show(call: Call, code: str, qr: Path | None) -> None:
    call.output.caution("secret", FACTS)
    if qr is not None:
        write_picture(qr, code)
    call.output.line({"event": "waiting", "code": code}, lambda: f"tidings receive {code}")


def receive(
    context: typer.Context,
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="What the other computer shows.")
    ] = None,
    new_file: Annotated[
        Path | None,
        typer.Option(
            "--new-file", metavar="FILE", help="Its first line is the passphrase for the profile."
        ),
    ] = None,
    qr: ReadOption = None,
    *,
    no_passphrase: Annotated[
        bool, typer.Option("--no-passphrase", help="The profile opens without one here.")
    ] = False,
) -> None:
    """Take over the profile of a computer that shows a code by “tidings move”.

    Its passphrase here is a new one, or that of “--passphrase-file”.
    """
    session = session_of(context)
    demand_no_profile(session)
    from app.moving.code import decode_code

    read = decode_code(_text_of(code, qr))
    passphrase = None if no_passphrase else new_one(new_file or session.passphrase_file)
    held = asyncio.run(lock_for(session))
    try:
        demand_no_profile(session)  # another command may have made one meanwhile
        from app.moving.taking import take
        from engine.store.backup.placing import take_up

        asyncio.run(take(session.paths, read, passphrase))
        take_up(session.paths.profile)
    finally:
        held.release()
    _tell(session)


def _text_of(code: str | None, qr: Path | None) -> str:
    if (code is None) == (qr is None):
        raise usage("Give the code, or a picture of it with “--qr IMAGE”.")
    if qr is None:
        assert code is not None, "one of the two was given"
        return code
    from app.moving.code import PREFIX
    from app.qr import QrCodes

    texts = QrCodes().read_file(read_file(qr, PICTURE_BYTES_MAX))
    found = [text for text in texts if text.startswith(PREFIX)]
    if not found:
        raise Refused(Refusal.MOVE_CODE_INVALID)
    return found[0]


def _tell(session: Session) -> None:
    place = str(session.paths.profile)
    session.output.document({"profile": place}, lambda: facts([("profile", place)]))
