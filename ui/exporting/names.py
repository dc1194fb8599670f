"""Names for files that are written, from names that people chose. Pure; no Qt."""

from __future__ import annotations

from ui.text.names import plain_name

NAME_CHARACTERS_MAX = 60  # ours
_KEPT = " -_"


def file_name(name: str, suffix: str) -> str:
    """``name`` as a file's name that every system takes, with that ending."""
    letters = (one if one.isalnum() or one in _KEPT else "-" for one in plain_name(name))
    kept = "".join(letters).strip(" -")[:NAME_CHARACTERS_MAX]
    return f"{kept or 'tidings'}{suffix}"
