"""A message's name as text: what is copied to point somebody at it, and read back. Pure; no Qt.

tidings.md section 2 has no link for a message, so it is a plain line. It holds the channel's id and
the message's hash, and neither opens anything to who is not in the channel.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.model.ids import PostId, SpaceId

MESSAGE_LINE = r"(?i:message\s+([0-9a-f]{64})\s+in\s+channel\s+([0-9a-f]{64}))"
_FORM = re.compile(MESSAGE_LINE)
_SHOWN_DIGITS = 8  # ours: as many as tell the messages in sight apart


def message_link(space: SpaceId, post: PostId) -> str:
    """``message HASH in channel ID``, both in hex."""
    return f"message {post.hex()} in channel {space.hex()}"


def read_message_link(text: str) -> tuple[SpaceId, PostId] | None:
    """What ``text`` names, None if it is no such line."""
    found = _FORM.search(text[:400])
    if found is None:
        return None
    return SpaceId(bytes.fromhex(found[2])), PostId(bytes.fromhex(found[1]))


def shortened(line: str) -> str:
    """``line`` as it is shown: hash and id by their first digits. Any other text is as it is."""
    shown, done = "", 0
    for start, end in _digits_in(line):
        shown += f"{line[done : start + _SHOWN_DIGITS]}…"
        done = end
    return shown + line[done:]


def shown_digits(line: str) -> Iterator[tuple[int, int, str]]:
    """From where to where in ``shortened(line)`` digits stand for others, and all of those."""
    cut = 0
    for start, end in _digits_in(line):
        shown = _SHOWN_DIGITS + 1
        yield start - cut, start - cut + shown, line[start:end]
        cut += end - start - shown


def _digits_in(line: str) -> Sequence[tuple[int, int]]:
    found = _FORM.fullmatch(line)
    return () if found is None else (found.span(1), found.span(2))
