"""``tidings export``: one history as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from app.cli.arguments import demand_place, space_of
from app.cli.calling_off import in_good_order
from app.cli.collecting import rarely_collected
from app.cli.failures import usage
from app.cli.printing import aside, facts
from app.cli.session import Call, run

ENDINGS = {".jsonl", ".csv", ".html"}  # as app.exporting has them, which loads late
LEFT_OUT = "messages deleted for yourself, people whom you hide, and words taken back"


def add_to(root: typer.Typer) -> None:
    """Puts the command into the command line."""
    root.command("export")(export)


def export(
    context: typer.Context,
    space: Annotated[str, typer.Argument(metavar="SPACE", help="Name, or id or key in hex.")],
    to: Annotated[
        Path, typer.Option("--to", metavar="FILE", help="Ends in .jsonl, .csv or .html.")
    ],
) -> None:
    """Write a channel's history to a file: for programs, for a spreadsheet, or to read.

    Messages deleted for yourself, people whom you hide, and words that were taken back, are left
    out.
    """
    if to.suffix.lower() not in ENDINGS:
        raise usage(f"The file “{to}” must be named *.jsonl, *.csv or *.html.")

    async def work(call: Call) -> None:
        from app.exporting.history import export_history

        view = await space_of(call.engine, space)
        file = to.absolute()
        told = _progress() if call.output.is_at_terminal else _silence
        demand_place(to, call.session.passphrase_file)
        with in_good_order(call.output):
            written = await export_history(call.engine, view.id, file, told)
        pairs = [("posts", f"{written:,}"), ("file", str(file)), ("left out", LEFT_OUT)]
        call.output.document({"posts": written, "file": str(file)}, lambda: facts(pairs))

    with rarely_collected():
        run(context, work)


def _silence(_done: int, _all: int) -> None:
    """Nobody looks on."""


def _progress() -> Callable[[int, int], None]:
    """One line on stderr that counts, and is gone at the end."""

    def told(done: int, total: int) -> None:
        line = f"{done:,} of {total:,} posts" if done < total else " " * 40
        aside(f"\r{line}", end="" if done < total else "\r")

    return told
