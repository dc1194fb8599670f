"""``tidings doctor``: what on this computer might be in the way, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from app.cli.printing import table
from app.cli.session import Call, run, session_of

if TYPE_CHECKING:
    from app.diagnosis import Check


def add_to(root: typer.Typer) -> None:
    """Puts the command into the command line."""
    root.command("doctor")(doctor)


def doctor(context: typer.Context) -> None:
    """Look at everything that Tidings needs: libraries, camera, keyring, ports, the database."""
    from app.diagnosis import of_engine, of_machine

    async def work(call: Call) -> None:
        checks = [*of_machine(session_of(context).paths), *await of_engine(call.engine)]
        rows = [(("ok" if c.ok else "!"), c.check, c.detail, c.hint) for c in checks]
        call.output.document(
            [_shape(check) for check in checks],
            lambda: table(("", "What", "Found", "What to do"), rows),
        )

    run(context, work)


def _shape(check: Check) -> dict[str, object]:
    return {"check": check.check, "ok": check.ok, "detail": check.detail, "hint": check.hint}
