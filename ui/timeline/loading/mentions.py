"""Marks in a post's text the names of those it speaks to. Pure; no Qt.

A post names them by their keys (tidings.md section 3); the text says ``@`` and a name. Where the
name of a key is not known, whatever single word follows an ``@`` is taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.model.ids import PublicKey
from engine.model.indexing import goes_on_with
from ui.text.markdown import Block, BlockKind, Prose, Span, Style, utf16_length

NAMES_MAX = 64  # ours: of one post; what names more people highlights the first of them
_WORD = re.compile(r"[^\W_][\w'\u2019.-]*[\w]|[^\W_]")


def with_mentions(
    prose: Prose, mentions: Sequence[PublicKey], names: Mapping[PublicKey, str]
) -> Prose:
    """``prose`` with the names of ``mentions`` in a style of their own; ``names`` as shown."""
    if not mentions:
        return prose
    forms = _forms([names.get(key, "") for key in mentions[:NAMES_MAX]])
    return tuple(
        block if block.kind == BlockKind.CODE else _marked(block, forms) for block in prose
    )


def _forms(names: Sequence[str]) -> list[re.Pattern[str]]:
    """What may stand behind an ``@``, the longest first."""
    known = sorted({name for name in names if name}, key=len, reverse=True)
    return [*(re.compile(re.escape(name)) for name in known), *(() if all(names) else (_WORD,))]


def _marked(block: Block, forms: Sequence[re.Pattern[str]]) -> Block:
    found = tuple(_spans(block, forms))
    return replace(block, spans=(*block.spans, *found)) if found else block


def _places(text: str, forms: Sequence[re.Pattern[str]]) -> Iterator[tuple[int, int]]:
    """Where an ``@`` and a name stand, that are no part of a longer word."""
    for sign in re.finditer("@", text):
        if goes_on_with(text[sign.start() - 1 : sign.start()]):
            continue
        found = (form.match(text, sign.end()) for form in forms)
        ends = (match.end() for match in found if match is not None)
        end = next((end for end in ends if not goes_on_with(text[end : end + 1])), None)
        if end is not None:
            yield sign.start(), end


def _spans(block: Block, forms: Sequence[re.Pattern[str]]) -> Iterator[Span]:
    code = [span for span in block.spans if Style.CODE in span.style]
    for first, last in _places(block.text, forms):
        start = utf16_length(block.text[:first])
        end = start + utf16_length(block.text[first:last])
        if not any(span.start < end and start < span.start + span.length for span in code):
            yield Span(start, end - start, Style.MENTION)
