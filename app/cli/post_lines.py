"""A post as people read it in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from app.cli.amounts import in_words
from app.cli.printing import moment
from app.exporting.naming import Naming
from engine.model.ids import PostKind
from engine.model.views import FileView, PostView, ReactionView
from ui.text.namesakes import NOBODY, Bearers, called, key_digits, told_apart

_WITHOUT_TEXT = {
    PostKind.ROOT: "(made this channel)",
    PostKind.JOIN: "(joined)",
    PostKind.LEAVE: "(left)",
    PostKind.TOPIC: "(cleared the topic)",
}
_INDENT = "    "
_QUOTE_CHARACTERS_MAX = 60  # ours
_KILOBYTE, _MEGABYTE = 1_000, 1_000_000


def shown(naming: Naming, found: PostView, bearers: Bearers = NOBODY) -> str:
    """``naming`` is that of its space, ``bearers``: of the names there."""
    name = _author(naming, found, bearers)
    head = f"{moment(found.timestamp)}  {name}: {_text(found, bearers)}"
    return "\n".join([head, *(_INDENT + line for line in _below(naming, found))])


def _author(naming: Naming, found: PostView, bearers: Bearers) -> str:
    key = found.author.public_key
    if found.folded is not None and found.folded.nameless:
        return key_digits(key)
    name = naming.of(found.author)
    return name + told_apart(name, key, bearers) if found.author.path else name


def size_of(file: FileView) -> str:
    """In words; of what cannot be read nothing is known."""
    if file.size >= _MEGABYTE:
        return f"{file.size / _MEGABYTE:.1f} MB"
    if file.size >= _KILOBYTE:
        return f"{file.size // _KILOBYTE} kB"
    return f"{file.size} bytes" if file.size_known else "unreadable"


def _text(found: PostView, bearers: Bearers) -> str:
    if found.retracted:
        return "(taken back)"
    if _is_data(found):
        return f"({in_words(found.files[0].size)} of data)"
    if found.folded is not None:
        why = f": {found.folded.reason}" if found.folded.reason else ""
        name = called(found.folded.by_name, found.folded.by, bearers)
        return f"({found.folded.standing} by {name}{why})"
    if found.kind is PostKind.INFO and found.text:
        return f"(is called {found.text} now)"
    said = f"(set the topic) {found.text}" if found.kind is PostKind.TOPIC else found.text
    text = (
        said
        if found.text
        else ("" if found.files else _WITHOUT_TEXT.get(found.kind, f"({found.kind})"))
    )
    edited = "" if found.edited_at is None else "(edited)"
    return " ".join(part for part in (text, edited) if part)


def _below(naming: Naming, found: PostView) -> Iterator[str]:
    if found.folded is not None:  # a file's name may say as much as the text
        return
    if found.reply is not None:
        quote = found.reply
        if quote.retracted:
            yield "in answer to a post that was taken back"
        elif quote.folded:
            yield "in answer to a post that is folded away"
        elif quote.author is None:
            yield "in answer to a post that is not here"
        else:
            yield f"> {naming.of(quote.author)}: {quote.text[:_QUOTE_CHARACTERS_MAX]}"
    for number, file in enumerate(() if _is_data(found) else found.files, 1):
        yield f"[{number}] {file.name} ({size_of(file)})"
    if found.reactions:
        yield "  ".join(_reaction(one) for one in found.reactions)


def _is_data(found: PostView) -> bool:
    """Whether it is a block of a feed that is no text: what it is made of is shown as its file."""
    is_block = found.kind is PostKind.BLOCK and not found.text and len(found.files) == 1
    return is_block and not found.files[0].name


def _reaction(one: ReactionView) -> str:
    return f"{one.emoji} {one.count}" + (" (you too)" if one.ours else "")
