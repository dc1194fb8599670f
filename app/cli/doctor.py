"""``tidings doctor``: what on this computer might be in the way, in plain words."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from app.cli.failures import CommandFailed, failure_of
from app.cli.printing import table
from app.cli.session import Session, reach, session_of
from engine.errors import Fault, FaultReason, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.diagnosis import Check


def add_to(root: typer.Typer) -> None:
    """Puts the command into the command line."""
    root.command("doctor")(doctor)


def doctor(context: typer.Context) -> None:
    """Look at everything that Tidings needs: libraries, camera, keyring, ports, the database.

    Where there is no profile it makes none.
    """
    from app.diagnosis import of_machine

    session = session_of(context)
    # The machine first: whoever opens a profile closes to others what they could read in it.
    checks = [*of_machine(session.paths), *asyncio.run(_of_profile(session))]
    rows = [(("ok" if c.ok else "!"), c.check, c.detail, c.hint) for c in checks]
    session.output.document(
        [_shape(check) for check in checks],
        lambda: table(("", "What", "Found", "What to do"), rows),
    )


async def _of_profile(session: Session) -> Sequence[Check]:
    """What its engine says. A profile that cannot be opened is a finding like others."""
    from app.diagnosis import DAMAGED_HINT, of_engine, of_no_profile, of_unopened
    from app.profile.opening import is_there

    if not is_there(session.paths):
        return of_no_profile(session.paths)
    try:
        async with reach(session) as engine:
            return await of_engine(engine)
    except CommandFailed as error:
        failure = error.failure
    except (Refused, Fault) as problem:
        failure = failure_of(problem)
    is_damaged = failure.code == FaultReason.DATABASE_CORRUPT  # whose hint sends people here
    return of_unopened(failure.message, DAMAGED_HINT if is_damaged else failure.hint)


def _shape(check: Check) -> dict[str, object]:
    return {"check": check.check, "ok": check.ok, "detail": check.detail, "hint": check.hint}
