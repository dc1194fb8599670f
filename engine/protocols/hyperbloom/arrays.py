"""numpy, loaded with its first use: most sets that two peers compare are equal, and then nothing is
counted in bulk. Whoever has no comments need not pay its fifth of a second and its 14 MiB.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = ["np"]

if TYPE_CHECKING:
    import numpy as np
else:

    class _Later:
        def __getattr__(self, name: str) -> object:
            found = getattr(import_module("numpy"), name)
            setattr(self, name, found)
            return found

    np = _Later()
