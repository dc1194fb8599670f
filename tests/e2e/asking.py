"""The command line in this process: it reaches a program that serves as a process of its own would.

To start one takes longer than anything it does; that it can be started is shown by all that are.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from app.cli.root import main
from app.profile.paths import _RUNTIME_VARIABLE


def ask(runtime: Path, words: Sequence[str]) -> tuple[int, str, str]:
    """Status, what went to stdout, what to stderr."""
    out, err = StringIO(), StringIO()
    with (
        _own_log(),
        patch.dict(os.environ, {_RUNTIME_VARIABLE: str(runtime)}),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = main(words)
    return status, out.getvalue(), err.getvalue()


@contextmanager
def _own_log() -> Iterator[None]:
    """Logging is afterwards as it was."""
    root = logging.getLogger()
    handlers, level, raises = root.handlers[:], root.level, logging.raiseExceptions
    last_resort = logging.lastResort
    root.handlers[:] = []
    try:
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers[:], root.level, logging.raiseExceptions = handlers, level, raises
        logging.lastResort = last_resort
