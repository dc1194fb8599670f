"""XML of a gateway, read without anything that XML can do: elements and their words.

A document type is refused before it can declare anything, so that no entity grows and none leads
to a file (that is all that packages for the purpose do). The encoding is UTF-8, whatever is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate

from engine.transport.gateway.exchange import Unreadable

ELEMENTS_MAX = 2_000  # ours: the longest descriptions that are known have some 300
DEPTH_MAX = 32  # ours: a gateway's connection stands at 11


@dataclass(frozen=True, slots=True)
class Element:
    """``name`` is without a prefix: which one a router chooses says nothing. ``words`` stripped."""

    name: str
    words: str
    children: tuple[Element, ...]

    def all(self, name: str) -> Iterator[Element]:
        """Those of that name, from this one downwards, in the order of the document."""
        if self.name == name:
            yield self
        for child in self.children:
            yield from child.all(name)

    def words_of(self, name: str) -> str:
        """The words of the first child of that name; empty if there is none."""
        return next((child.words for child in self.children if child.name == name), "")


@dataclass(slots=True)
class _Open:
    name: str
    words: list[str] = field(default_factory=list)
    children: list[Element] = field(default_factory=list)


class _Reading:
    """The elements that are open, the innermost last; the first holds the document."""

    def __init__(self) -> None:
        self._open = [_Open("")]
        self._count = 0

    def begin(self, name: str, _attributes: object) -> None:
        self._count += 1
        if self._count > ELEMENTS_MAX or len(self._open) > DEPTH_MAX:
            raise Unreadable("more than any description holds")
        self._open.append(_Open(name.rpartition(":")[2]))

    def say(self, words: str) -> None:
        self._open[-1].words.append(words)

    def end(self, _name: str) -> None:
        closed = self._open.pop()
        words = "".join(closed.words).strip()
        self._open[-1].children.append(Element(closed.name, words, tuple(closed.children)))

    @property
    def whole(self) -> Element:
        return self._open[0].children[0]


def read_markup(document: bytes) -> Element:
    """The document's one element. Raises Unreadable."""
    reading = _Reading()
    parser = ParserCreate("utf-8")
    parser.StartDoctypeDeclHandler = _refuse_type
    parser.StartElementHandler = reading.begin
    parser.CharacterDataHandler = reading.say
    parser.EndElementHandler = reading.end
    try:
        parser.Parse(document, True)  # noqa: FBT003 - its only form
    except ExpatError as error:
        raise Unreadable("no markup") from error
    return reading.whole


def _refuse_type(*_: object) -> None:
    raise Unreadable("a document type")
