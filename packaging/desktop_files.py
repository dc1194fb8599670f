"""What a desktop looks for: the entry of the menu, the icons, the words for a catalogue."""

from __future__ import annotations

import shutil
from pathlib import Path

APP_ID = "tidings.program.Tidings"
ENTRY = "tidings.desktop"
METAINFO = f"{APP_ID}.metainfo.xml"
ICON = "tidings"
SIDES = (16, 24, 32, 48, 64, 128, 256, 512)


def lay_out_desktop(root: Path, prefix: Path) -> None:
    """Puts them below ``prefix`` (such as `/usr` or `~/.local`), each in its place."""
    share, source = prefix / "share", root / "packaging" / "desktop"
    _copy(source / ENTRY, share / "applications" / ENTRY)
    _copy(source / METAINFO, share / "metainfo" / METAINFO)
    pictures = root / "resources" / "application"
    hicolor = share / "icons" / "hicolor"
    for side in SIDES:
        _copy(pictures / f"{ICON}-{side}.png", hicolor / f"{side}x{side}" / "apps" / f"{ICON}.png")
    _copy(pictures / f"{ICON}.svg", hicolor / "scalable" / "apps" / f"{ICON}.svg")


def _copy(source: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, to)
