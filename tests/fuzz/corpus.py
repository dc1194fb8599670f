"""The inputs that are kept: a text a target, an input a line in base64, shortest first.

Those that are larger than what is fuzzed lie apart, packed: they are read, so that the branches
behind a size are reached, but nothing is made of them.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent / "corpus"


def kept(name: str) -> list[bytes]:
    """Of the target of that name; none for a new one."""
    return _lines(FOLDER / f"{name}.txt")


def kept_large(name: str) -> list[bytes]:
    """The same, of those that are too large to be fuzzed."""
    return [zlib.decompress(line) for line in _lines(FOLDER / "large" / f"{name}.txt")]


def keep(name: str, inputs: Iterable[bytes]) -> None:
    """Instead of what was kept."""
    _write(FOLDER / f"{name}.txt", inputs)


def keep_large(name: str, inputs: Iterable[bytes]) -> None:
    """The same, of those that are too large to be fuzzed."""
    _write(FOLDER / "large" / f"{name}.txt", (zlib.compress(one, 9) for one in inputs))


def _lines(file: Path) -> list[bytes]:
    return [b64decode(line) for line in file.read_text().split()] if file.exists() else []


def _write(file: Path, inputs: Iterable[bytes]) -> None:
    lines = [
        b64encode(one).decode() for one in sorted(set(inputs), key=lambda one: (len(one), one))
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines))


def unpack(inputs: Iterable[bytes], folder: Path) -> None:
    """A file each, as libFuzzer wants them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(inputs):
        (folder / f"{number:06}").write_bytes(one)


def packed(folder: Path) -> list[bytes]:
    """The reverse."""
    return [file.read_bytes() for file in sorted(folder.iterdir())]
