"""Which packages activity reports need besides the program, and how they are got.

They are large, so they are an extra. Nothing here imports them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec

EXTRA = "tidings[reports]"
OF_DATASETS = ("pyarrow",)
OF_REPORTS = ("pyspark", "pyarrow", "matplotlib")
MISSING = "The packages for reports are missing."


def are_installed(names: Sequence[str] = OF_REPORTS) -> bool:
    """Whether all of those packages are there."""
    return all(find_spec(name) is not None for name in names)


def how_to_install() -> str:
    """One sentence with what to do, for the Python that runs us. pip knows us by our name."""
    if getattr(sys, "frozen", False):
        return f"A bundle cannot be added to: install Tidings with pip, as “{EXTRA}”."
    python = sys.executable
    if find_spec("pip") is None:  # as where uv made the environment
        return f"Install them with “uv pip install --python {python} '{EXTRA}'”."
    return f"Install them with “{python} -m pip install '{EXTRA}'”."
