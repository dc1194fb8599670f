"""The inputs that are kept: a text a target, an input a line in base64, shortest first."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent / "corpus"


def kept(name: str) -> list[bytes]:
    """Of the target of that name; none for a new one."""
    file = FOLDER / f"{name}.txt"
    return [b64decode(line) for line in file.read_text().split()] if file.exists() else []


def keep(name: str, inputs: Iterable[bytes]) -> None:
    """Instead of what was kept."""
    lines = [
        b64encode(one).decode() for one in sorted(set(inputs), key=lambda one: (len(one), one))
    ]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))


def unpack(inputs: Iterable[bytes], folder: Path) -> None:
    """A file each, as libFuzzer wants them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(inputs):
        (folder / f"{number:06}").write_bytes(one)


def packed(folder: Path) -> list[bytes]:
    """The reverse."""
    return [file.read_bytes() for file in sorted(folder.iterdir())]
