"""How much a test does: what every change can afford or, by the environment, what a release demands
(``tests/release/pieces.py``).
"""

from __future__ import annotations

import os


def amount(name: str, usual: int) -> int:
    """``usual``, unless ``TIDINGS_TESTS_{name}`` says otherwise."""
    return int(os.environ.get(f"TIDINGS_TESTS_{name}", usual))
