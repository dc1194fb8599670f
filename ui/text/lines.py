"""A post's text on one line, where it is not shown as a post: found, quoted, announced. No Qt."""

from __future__ import annotations

import re

from ui.text.markdown import parse

READ_MAX = 2_000  # ours: characters; nobody reads more of a text on one line
_TURNING = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def _in_one(text: str) -> str:
    """``text`` as it is, without what turns the text around it or cannot be shown."""
    blank = _TURNING.sub(" ", text)
    # A lone surrogate is a legal JSON character; Qt's text is not made of it.
    whole = blank.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return " ".join(whole.split())


def read_line(text: str, characters_max: int) -> str:
    """The beginning of a post as it is read, without its Markdown marks."""
    blocks = parse(text[:READ_MAX])
    line = " ".join(_in_one(f"{block.marker} {block.text}") for block in blocks).strip()
    return line if len(line) <= characters_max else line[: characters_max - 1].rstrip() + "…"
