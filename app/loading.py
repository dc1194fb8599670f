"""Loading the program's own parts, faster than Python does it by itself."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """For imports: nothing is collected meanwhile, and what there is at its end stays for good.

    What modules are made of is never garbage, and looking through it again and again is a fifth of
    the time until the window is there.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()
