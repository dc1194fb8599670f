"""What goes to the terminal: JSON documents on stdout, or rich's tables; failures on stderr.

Whatever people wrote is made harmless first: no control or direction character reaches a terminal.
rich is imported only where something is shown to a person.
"""

from __future__ import annotations

import errno
import json
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from typing_extensions import override

from app.cli.failures import Failure
from spark_reports.aside import lead_nowhere, nobody_reads, say_aside

if TYPE_CHECKING:
    from rich.console import RenderableType

Document = Mapping[str, object] | Sequence[Mapping[str, object]]
_KEPT_CONTROLS = "\n\t"
_HIDDEN_CATEGORIES = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_DIRECTIONS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class ReaderGone(Exception):  # noqa: N818 - nothing went wrong
    """Whoever read our answer does so no more."""


class TerminalClosed(ReaderGone):
    """It was to be read at a terminal."""


@contextmanager
def answering() -> Iterator[None]:
    """The block writes to stdout. Raises ReaderGone; what waits there, and what is written there
    from then on, is lost.
    """
    try:
        yield
    except OSError as error:
        if not nobody_reads(sys.stdout, error):
            raise
        lead_nowhere(sys.stdout)
        raise (TerminalClosed if error.errno == errno.EIO else ReaderGone) from error


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command's answer goes. ``as_json`` is the user's choice. What tells it raises
    ReaderGone.
    """

    as_json: bool

    @property
    def is_at_terminal(self) -> bool:
        """Whether a person is there who can be asked."""
        return not self.as_json and sys.stdin.isatty() and sys.stdout.isatty()

    def document(self, document: Document, shown: Callable[[], RenderableType]) -> None:
        """The command's one answer."""
        if self.as_json:
            print_json(document)
        else:
            _console_print(shown())

    @contextmanager
    def listing(self) -> Iterator[Callable[[Mapping[str, object]], None]]:
        """The command's one answer as JSON: a list that is told an element at a time. What fails
        on the way leaves it open, so that nobody takes a part for all of it.
        """
        before = "["

        def tell(element: Mapping[str, object]) -> None:
            nonlocal before
            with answering():
                print(before + _as_json(element), end="")
            before = ","

        yield tell
        with answering():
            print("]" if before == "," else "[]", flush=True)

    def line(self, document: Mapping[str, object], shown: Callable[[], str]) -> None:
        """One more object of a stream, flushed."""
        if self.as_json:
            print_json(document)
        else:
            print_text(f"{shown()}\n")

    def note(self, text: str) -> None:
        """A remark beside the answer, on stderr; as JSON nothing is said."""
        if not self.as_json:
            aside(harmless(text))

    def caution(self, code: str, message: str) -> None:
        """A warning beside the answer, on stderr: one line, as JSON too."""
        if self.as_json:
            told = {"code": code, "message": message}
            aside(json.dumps({"warning": told}))
        else:
            aside(harmless(message))

    def failure(self, failure: Failure) -> None:
        """Why there is no answer."""
        if self.as_json:
            told = {"code": failure.code, "message": failure.message, "hint": failure.hint}
            aside(json.dumps({"error": told}))
            return
        aside(harmless(failure.message))
        if failure.hint:
            aside(harmless(failure.hint))


def aside(text: str, end: str = "\n") -> None:
    """On stderr, beside the answer. Where nobody reads that any more, nothing comes of it: who is
    called off by a terminal that closes is told so there.
    """
    say_aside(f"{text}{end}", sys.stderr)


def print_json(document: Document) -> None:
    """One line of pure ASCII: it survives every terminal, and lone surrogates too. Raises
    ReaderGone.
    """
    with answering():
        print(_as_json(document), flush=True)


def print_text(text: str) -> None:
    """Made harmless. Raises ReaderGone."""
    with answering():
        print(harmless(text), end="", flush=True)


def _as_json(document: Document) -> str:
    return json.dumps(document, separators=(",", ":"))


def harmless(text: str) -> str:
    """``text`` without characters that steer a terminal or turn its direction around."""
    return "".join(c if _is_harmless(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def _is_harmless(character: str) -> bool:
    if character in _KEPT_CONTROLS:
        return True
    return (
        character not in _DIRECTIONS and unicodedata.category(character) not in _HIDDEN_CATEGORIES
    )


def moment(seconds: float | None) -> str:
    """A time of day as people read it, in their own time zone; empty for None.

    “never” for one that no calendar reaches: other programs write it so.
    """
    if seconds is None:
        return ""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):
        return "never" if seconds > 0 else f"{seconds:.0f}"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> RenderableType:
    """Rows under their headings, without frames; long cells are folded, never cut."""
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        shown.add_column(column, overflow="fold")
    for row in rows:
        shown.add_row(*(Text(harmless(cell)) for cell in row))
    return shown


def facts(pairs: Sequence[tuple[str, str]]) -> RenderableType:
    """Names and values, one pair a line; values are never wrapped, so that they can be copied."""
    from rich.text import Text

    width = max((len(name) for name, _ in pairs), default=0)
    lines = (f"{name:<{width}}  {harmless(value)}" for name, value in pairs)
    return Text("\n".join(lines))


def words(text: str) -> RenderableType:
    """A plain sentence."""
    from rich.text import Text

    return Text(harmless(text))


def _console_print(shown: RenderableType) -> None:
    from rich.console import Console
    from rich.text import Text

    class Answer(Console):
        @override
        def on_broken_pipe(self) -> None:
            raise  # noqa: PLE0704 - what is being handled; rich would end the program

    with answering():
        Answer().print(shown, soft_wrap=isinstance(shown, Text))
