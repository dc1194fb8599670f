"""QR codes as picture files: links that are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.arguments import write_file
from app.cli.failures import usage

PIXELS_A_MODULE = 8
ReadOption = Annotated[Path | None, typer.Option("--qr", metavar="IMAGE", help="A picture of it.")]
WriteOption = Annotated[
    Path | None, typer.Option("--qr", metavar="FILE", help="Write its code: a .png or .svg file.")
]


def demand_picture(path: Path) -> None:
    """CommandFailed (usage) for a file that would be no picture."""
    if path.suffix.lower() not in {".png", ".svg"}:
        raise usage(f"The picture “{path}” must be named *.png or *.svg.")


def write_picture(path: Path, link: str) -> None:
    """Refused where it cannot be written."""
    from app.qr import QrCodes

    write_file(path, QrCodes().picture(link, path.suffix.lower(), PIXELS_A_MODULE))
