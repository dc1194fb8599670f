"""Data URLs, the form in which the published app attaches files (tidings.md 3; RFC 2397). Pure.

Strict: what a browser would mend (blanks, missing padding, stray signs) is no file here.
"""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote_to_bytes

FILE_BYTES_MAX = 40 << 20  # ours: more than any body can hold, and fits an answer

_HEAD = re.compile(r"data:([^,;\x00-\x20]*)((?:;[^,;\x00-\x20]*)*),", re.ASCII | re.IGNORECASE)
_HEAD_CHARACTERS_MAX = 1_024  # ours
_BASE64 = ";base64"
_NO_PERCENT_FORM = re.compile(r"%(?![0-9a-fA-F]{2})|[^\x21-\x7e]")


def file_url(content_type: str, data: bytes) -> str:
    """The data URL of a file; ``content_type`` as a browser would give it."""
    return f"data:{content_type}{_BASE64},{base64.b64encode(data).decode('ascii')}"


def file_url_units(content_type: str, size: int) -> int:
    """How long the data URL of a file of ``size`` bytes is; ``content_type`` is ASCII."""
    return len(f"data:{content_type}{_BASE64},") + (size + 2) // 3 * 4


def file_data(url: str) -> bytes | None:
    """The bytes of the file; None if the text is none, or it is larger than FILE_BYTES_MAX."""
    head = _HEAD.match(url, 0, _HEAD_CHARACTERS_MAX)
    if head is None:
        return None
    is_base64 = head[2].lower().endswith(_BASE64)
    return _from_base64(url[head.end() :]) if is_base64 else _from_percents(url[head.end() :])


def _from_base64(text: str) -> bytes | None:
    if len(text) // 4 * 3 > FILE_BYTES_MAX + 3:
        return None
    try:
        data = binascii.a2b_base64(text, strict_mode=True)
    except ValueError:  # characters that are not ASCII, too
        return None
    return data if len(data) <= FILE_BYTES_MAX else None


def _from_percents(text: str) -> bytes | None:
    if len(text) - 2 * text.count("%") > FILE_BYTES_MAX or _NO_PERCENT_FORM.search(text):
        return None
    return unquote_to_bytes(text)
