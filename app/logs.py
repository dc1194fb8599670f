"""The program's log: in the profile's ``logs`` folder, rotating, for its owner alone.

Key material, invite codes and bodies of posts are never logged: whoever logs gives types, lengths
and short hashes. As a second fence every line has long runs of hexadecimal and base-32, 58 or 64
digits cut to their first eight.
"""

from __future__ import annotations

import logging
import re
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from typing_extensions import override

from engine.store.files import FILE_MODE, make_private_folder

LOG_NAME = "tidings.log"
LOG_BYTES_MAX = 2 * 1024 * 1024
LOG_FILES_KEPT = 4
_LONG_TOKEN = re.compile(r"\b([0-9A-Za-z+/_-]{8})[0-9A-Za-z+/_-]{24,}={0,2}")
_PATH_NAME_CHARACTERS_MAX = 32  # ours: keys are longer in every form
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class RedactingFormatter(logging.Formatter):
    """Cuts whatever looks like a key, in messages and tracebacks alike; paths and words stay."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        return _LONG_TOKEN.sub(_cut, super().format(record))


def _cut(match: re.Match[str]) -> str:
    token = match.group(0)
    if not any(character.isdigit() for character in token):  # a long name, no key
        return token
    if "/" in token and max(map(len, token.split("/"))) < _PATH_NAME_CHARACTERS_MAX:
        return token  # a path of usual names
    return f"{match.group(1)}…"


class PrivateFileHandler(RotatingFileHandler):
    """A rotating file that nobody else may read, from its first byte on.

    It is made with its first line: who has nothing to say leaves no trace, so that a profile that
    is refused stays as it was.
    """

    @override
    def _open(self) -> TextIOWrapper:
        file = Path(self.baseFilename)
        make_private_folder(file.parent)
        file.touch(mode=FILE_MODE)
        return super()._open()


def start_logging(folder: Path, level: int = logging.INFO) -> None:
    """Logs of this process go to ``folder`` from now on, and nowhere else."""
    handler = PrivateFileHandler(
        folder / LOG_NAME,
        maxBytes=LOG_BYTES_MAX,
        backupCount=LOG_FILES_KEPT,
        encoding="utf-8",
        delay=True,
    )
    handler.setFormatter(RedactingFormatter(_FORMAT))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(level)
    logging.getLogger("qasync").setLevel(logging.WARNING)  # it has a word at every import
    logging.raiseExceptions = False  # a full disk must not print a traceback a line
