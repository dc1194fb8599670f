"""Files as the blocks of a fixed feed: one entry that names them, and their pieces behind it.

The form is that of every entry with files: JSON text with ``text``, ``at`` and ``files``, each with
its name, type, size and count of blocks. Pure; no Qt.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.model.contents import Attachment
from engine.model.feeds import PART_BYTES, PARTS_MAX


def blocks_of(text: str, at: float, files: Sequence[Attachment]) -> tuple[bytes, ...]:
    """The entry and the pieces of ``files``, in order. ``at``: Unix seconds."""
    pieces = [_cut(file.data) for file in files]
    named = [
        {
            "name": file.name,
            "type": file.content_type,
            "size": len(file.data),
            "blocks": len(cut),
        }
        for file, cut in zip(files, pieces, strict=True)
    ]
    entry = json.dumps({"text": text, "at": at, "files": named}, ensure_ascii=False)
    return (entry.encode("utf-8", "replace"), *(piece for cut in pieces for piece in cut))


def file_blocks(body: str, height: int, number: int) -> range:
    """Which blocks the ``number``-th file of the entry at ``height`` takes; empty: it is none.

    ``body`` is a stranger's: whatever is no such entry has no file.
    """
    try:
        counts = [int(one["blocks"]) for one in json.loads(body)["files"]]
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return range(0)
    is_sane = all(0 <= count <= PARTS_MAX for count in counts) and sum(counts) <= PARTS_MAX
    if not is_sane or not 0 <= number < len(counts):
        return range(0)
    start = height + 1 + sum(counts[:number])
    return range(start, start + counts[number])


def _cut(data: bytes) -> list[bytes]:
    return [data[at : at + PART_BYTES] for at in range(0, len(data), PART_BYTES)]
