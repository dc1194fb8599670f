"""A post's text -> blocks of plain text with spans of style. The safe part of Markdown; no Qt.

Bold, italic, strike, code, code blocks, quotes, lists, headings and links. HTML is text, images are
their words or else their address, nothing is ever fetched (reliability.md G-1). Offsets and lengths
count UTF-16 units, as Qt's text layouts do. May run on any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Flag, auto
from functools import cache
from typing import TYPE_CHECKING

from engine.model.looks import is_blank
from ui.text.links import own_links, pressable
from ui.text.message_link import shortened

if TYPE_CHECKING:  # slow to load: it is not before a text has a mark in it
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

CHARACTERS_MAX = 20_000  # reliability.md G-5: more is behind "Show more"
FOLDED_LINES_MAX = 40  # reliability.md G-5: as well
NESTING_MAX = 50  # ours: what lies deeper in quotes and lists is shown as it was written
LEVELS_MAX = 6  # ours: of quotes, and of lists; deeper ones are shown flat
BLOCKS_MAX = 2_000  # ours: a bound on objects, not on text

_MARKS = re.compile(
    r"[*_`~\[\]<>#|\\&]|^\s*(?:[-+]|\d+[.)])\s|^\s{4}|^\s*(?:-{3,}|={3,})\s*$", re.MULTILINE
)
_FENCE_SIGNS = re.compile("`{3}|~{3}")
_ADDRESS = re.compile(r"[a-z]://|www\.|mailto:|tidings:|\bin\s+channel\b|\w\.\w|@", re.IGNORECASE)


class Style(Flag):
    """How a run of characters looks."""

    PLAIN = 0
    BOLD = auto()
    ITALIC = auto()
    STRIKE = auto()
    CODE = auto()
    MENTION = auto()


class BlockKind(Flag):
    """What a block is."""

    PARAGRAPH = auto()
    HEADING = auto()
    CODE = auto()
    RULE = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """``length`` UTF-16 units from ``start`` in that style. ``link`` is where a press leads."""

    start: int
    length: int
    style: Style
    link: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """One layout of its own. ``indent`` counts list levels, ``quotes`` the bars at its left.

    ``marker`` stands before the first line (a bullet or a number).
    """

    kind: BlockKind
    text: str
    spans: tuple[Span, ...] = ()
    indent: int = 0
    quotes: int = 0
    marker: str = ""


Prose = tuple[Block, ...]


def parse(text: str) -> Prose:
    """The blocks of ``text``. Never empty, never raises. Marks without words are text."""
    plain = cleaned(text)
    if _MARKS.search(plain) or _ADDRESS.search(plain):
        tokens = _parser().parse(plain)
        blocks = () if any(map(_is_deepest, tokens)) else _Reader().read(tokens)
        if any(map(_shows, blocks)):
            return blocks
    return (Block(BlockKind.PARAGRAPH, plain.strip("\n")),)


def as_code(text: str) -> Prose:
    """``text`` as one block of code, without a look at what it means."""
    return (Block(BlockKind.CODE, cleaned(text).strip("\n")),)


def ends_in_fence(text: str) -> bool:
    """Whether what is written on at the end of ``text`` is shown as code, after a fence."""
    if not _FENCE_SIGNS.search(text):
        return False
    parser = _parser()
    tokens: list[Token] = []
    # Of blocks alone, as what is within a line opens none; the letter stands for what is written.
    parser.block.parse(cleaned(text) + "x", parser, {}, tokens)
    last = next((token for token in reversed(tokens) if token.nesting >= 0), None)
    return last is not None and last.type == "fence"


def links_in(prose: Prose) -> tuple[str, ...]:
    """Where presses on a text may lead, each place once, in the order of the text."""
    return tuple(dict.fromkeys(span.link for block in prose for span in block.spans if span.link))


def utf16_length(text: str) -> int:
    """How many units Qt counts in ``text``."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_slice(text: str, start: int, end: int) -> str:
    """What lies between two of Qt's offsets."""
    if text.isascii():
        return text[start:end]
    units = text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end]
    return units.decode("utf-16-le", "replace")


def cleaned(text: str) -> str:
    """Without what turns the text around it or cannot be shown; line ends made one kind."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    text = text.replace("\u2029", "\n").replace("\t", "    ")
    text = re.sub(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", "", text)
    # A lone surrogate is a legal JSON character; Qt's text is not made of it.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _is_deepest(token: Token) -> bool:
    """Whether the parser passed over what is in it."""
    return token.level >= NESTING_MAX - 1 and token.type in {"blockquote_open", "list_item_open"}


def _shows(block: Block) -> bool:
    """Whether there is something to see in it; a marker alone is not what somebody said."""
    return block.kind in BlockKind.RULE | BlockKind.CODE or not is_blank(block.text)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    options = {"html": False, "linkify": True, "breaks": True, "maxNesting": NESTING_MAX}
    parser = MarkdownIt("commonmark", options)
    return parser.enable(["strikethrough", "linkify"]).disable(["html_inline", "html_block"])


@dataclass
class _Inline:
    """The text and spans of one inline token, as they grow."""

    pieces: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    units: int = 0
    address: str = ""
    """Of the link that is open; empty: none is, or it leads nowhere."""
    link: str = ""
    """What of it can be pressed."""
    _link_began: int = 0

    def open_link(self, address: str) -> None:
        """What follows is what the link is called."""
        self.address, self.link = address, pressable(address)
        self._link_began = len(self.pieces)

    def close_link(self, style: Style) -> None:
        """A link that is called nothing is called by its address."""
        if is_blank("".join(self.pieces[self._link_began :])):
            self.add(self.address, style, self.link)
        self.address = self.link = ""

    def add(self, text: str, style: Style, link: str) -> None:
        text = cleaned(text)  # again: "&#x202e;" is a sign only now
        length = utf16_length(text)
        if text and (style != Style.PLAIN or link):
            self.spans.append(Span(self.units, length, style, link))
        self.pieces.append(text)
        self.units += length

    def add_words(self, text: str, style: Style) -> None:
        """Text outside of any link: links of ours in it can be pressed."""
        done = 0
        for start, end in own_links(text):
            self.add(text[done:start], style, "")
            link = text[start:end]
            self.add(shortened(link), style, link)
            done = end
        self.add(text[done:], style, "")


class _Reader:
    """Walks the tokens once; what a token opens is kept in plain counters and stacks."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._quotes = 0
        self._lists: list[int | None] = []  # the next number, None for bullets
        self._marker = ""
        self._heading = False

    def read(self, tokens: Sequence[Token]) -> Prose:
        for token in tokens[: 8 * BLOCKS_MAX]:
            if len(self._blocks) >= BLOCKS_MAX:
                break
            self._step(token)
        return tuple(self._blocks)

    def _step(self, token: Token) -> None:  # noqa: C901 - one line a token
        match token.type:
            case "blockquote_open":
                self._quotes += 1
            case "blockquote_close":
                self._quotes -= 1
            case "bullet_list_open":
                self._lists.append(None)
            case "ordered_list_open":
                self._lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._marker = self._next_marker()
            case "list_item_close" if self._marker:  # empty: what follows is no part of it
                self._add(BlockKind.PARAGRAPH, "")
            case "heading_open" | "heading_close":
                self._heading = token.type == "heading_open"
            case "inline":
                inline = _inline(token.children or [])
                kind = BlockKind.HEADING if self._heading else BlockKind.PARAGRAPH
                self._add(kind, "".join(inline.pieces), tuple(inline.spans))
            case "fence" | "code_block":
                self._add(BlockKind.CODE, token.content.rstrip("\n"))
            case "hr":
                self._add(BlockKind.RULE, "")
            case _:
                pass  # openings and closings of paragraphs change nothing

    def _next_marker(self) -> str:
        number = self._lists[-1]
        if number is None:
            return "•"
        self._lists[-1] = number + 1
        return f"{number}."

    def _add(self, kind: BlockKind, text: str, spans: tuple[Span, ...] = ()) -> None:
        indent, quotes = min(len(self._lists), LEVELS_MAX), min(self._quotes, LEVELS_MAX)
        self._blocks.append(Block(kind, text, spans, indent, quotes, self._marker))
        self._marker = ""


def _inline(children: Sequence[Token]) -> _Inline:
    inline = _Inline()
    style = Style.PLAIN
    for child, step in _styled(children):
        style ^= step
        match child.type:
            case "link_open":
                inline.open_link(str(child.attrGet("href") or ""))
            case "link_close":
                inline.close_link(style)
            case "softbreak" | "hardbreak":
                inline.add("\n", Style.PLAIN, "")
            case "code_inline":
                inline.add(child.content, style | Style.CODE, inline.link)
            case "image" if is_blank(child.content):
                address = str(child.attrGet("src") or "")
                inline.add(address, style, inline.link if inline.address else pressable(address))
            case _ if not inline.address:
                inline.add_words(child.content, style)
            case _:
                inline.add(child.content, style, inline.link)
    return inline


def _styled(children: Sequence[Token]) -> Iterator[tuple[Token, Style]]:
    """Each token with the style that it turns on or off."""
    turns = {"strong": Style.BOLD, "em": Style.ITALIC, "s": Style.STRIKE}
    for child in children:
        yield child, turns.get(child.type.removesuffix("_open").removesuffix("_close"), Style.PLAIN)
