"""This program once more, or a part of it, as a process of its own: how it is started.

What lies in the folder one happens to be in is never run: it may be full of a stranger's files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import app


def program() -> Sequence[str]:
    """How this very program is started."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "app"]


def surroundings() -> Mapping[str, str]:
    """Of such a process: this program is found, installed or not, and nothing of where we are."""
    here = str(Path(app.__file__).resolve().parents[1])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"}
