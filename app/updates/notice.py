"""The small document that names the newest version. Pure: bytes in, a value or None out."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from ui.services import Newer
from ui.text.links import openable

NOTICE_BYTES_MAX = 16 * 1024  # ours: two short texts have some hundred
_NUMBER = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}", re.ASCII)

_Short = Annotated[str, msgspec.Meta(max_length=2_000)]


class _Notice(msgspec.Struct):
    """What the document must hold; whatever else it holds is passed over."""

    version: _Short
    page: _Short


def read_notice(content: bytes) -> Newer | None:
    """The version that ``content`` names, and its page; None if it is no such document."""
    if len(content) > NOTICE_BYTES_MAX:
        return None
    try:
        notice = msgspec.json.decode(content, type=_Notice)
    except (msgspec.DecodeError, RecursionError):
        return None
    page = openable(notice.page)
    if not _NUMBER.fullmatch(notice.version) or not page.startswith("https://"):
        return None
    return Newer(notice.version, page)


def is_newer(version: str, than: str) -> bool:
    """Whether the first is the later one, number by number; a missing number is 0.

    What stands behind the numbers of ``than`` (``0.2.0.dev1``) marks what comes before them.
    """
    own = _NUMBER.match(than)
    if own is None:
        return False
    ahead, here = _numbers(version), _numbers(own.group())
    return ahead > here or (ahead == here and own.group() != than)


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(number) for number in version.split(".")]
    return tuple(numbers + [0] * (4 - len(numbers)))
