"""Windows of several people."""

from __future__ import annotations

from tests.gui.desks import desk

__all__ = ["desk"]
