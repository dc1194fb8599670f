"""Marks in a post's text the names of those it speaks to. Pure; no Qt.

A post names them by their keys (tidings.md section 3); the text says ``@`` and a name. Where the
name of a key is not known, whatever single word follows an ``@`` is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.model.ids import PublicKey
from ui.text.markdown import Block, BlockKind, Prose, Span, Style, utf16_length

NAMES_MAX = 64  # ours: of one post; what names more people highlights the first of them
_WORD = r"[^\W_][\w'\u2019.-]*[\w]|[^\W_]"


def with_mentions(
    prose: Prose, mentions: Sequence[PublicKey], names: Mapping[PublicKey, str]
) -> Prose:
    """``prose`` with the names of ``mentions`` in a style of their own; ``names`` as shown."""
    if not mentions:
        return prose
    pattern = _pattern([names.get(key, "") for key in mentions[:NAMES_MAX]])
    return tuple(
        block if block.kind == BlockKind.CODE else _marked(block, pattern) for block in prose
    )


def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    known = sorted({re.escape(name) for name in names if name}, key=len, reverse=True)
    alternatives = known if all(names) else [*known, _WORD]
    return re.compile(rf"(?<!\w)@(?:{'|'.join(alternatives)})(?!\w)")


def _marked(block: Block, pattern: re.Pattern[str]) -> Block:
    found = tuple(_spans(block, pattern))
    return replace(block, spans=(*block.spans, *found)) if found else block


def _spans(block: Block, pattern: re.Pattern[str]) -> Iterator[Span]:
    code = [span for span in block.spans if Style.CODE in span.style]
    for match in pattern.finditer(block.text):
        start = utf16_length(block.text[: match.start()])
        end = start + utf16_length(match.group())
        if not any(span.start < end and start < span.start + span.length for span in code):
            yield Span(start, end - start, Style.MENTION)
