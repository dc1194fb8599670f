"""Names of files that are made up here from another's: beside it, on any file system. Pure."""

from __future__ import annotations

FILE_NAME_BYTES_MAX = 255  # what file systems have
SUFFIX_BYTES_MAX = 32  # ours: a longer one is part of the name


def name_beside(name: str, mark: str) -> str:
    """``name`` with ``mark`` before its suffix: "plan (2).pdf" of "plan.pdf" and " (2)".

    Where that is too long for a file system, its stem is cut, by whole characters. ``mark`` is
    short, and ``name`` the name of a file: at most 255 bytes.
    """
    stem, suffix = _split(name)
    while stem and _bytes_of(stem + mark + suffix) > FILE_NAME_BYTES_MAX:
        stem = stem[:-1]
    return f"{stem}{mark}{suffix}"


def _split(name: str) -> tuple[str, str]:
    """Stem, and suffix with its dot."""
    stem, dot, suffix = name.rpartition(".")
    is_suffix = stem and suffix and _bytes_of(dot + suffix) <= SUFFIX_BYTES_MAX
    return (stem, dot + suffix) if is_suffix else (name, "")


def _bytes_of(name: str) -> int:
    return len(name.encode("utf-8", "surrogatepass"))
