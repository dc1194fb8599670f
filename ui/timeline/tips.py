"""What the tool tip of each part of a row says. Plain text; no widgets."""

from __future__ import annotations

from typing import assert_never

from engine.model.ids import PostKind
from ui.text.language import tr
from ui.text.links import is_own_link
from ui.text.message_link import read_message_link
from ui.text.names import PATH_STEP, owner_name, plain_name
from ui.text.namesakes import LOOKS_LIKE_ANOTHER, is_mistakable, key_digits
from ui.text.times import clock, day_words
from ui.timeline.laying import hits
from ui.timeline.laying.layout import Row
from ui.timeline.loading.rows import Reading
from ui.timeline.parts.file_words import file_name, file_words
from ui.timeline.parts.reactions import reaction_tip


def tip_of(row: Row, hit: hits.Hit, reading: Reading) -> str:  # noqa: C901, PLR0911, PLR0912 - one line a part
    """Empty where nothing needs to be explained."""
    match hit:
        case hits.Author():
            return _author_tip(row, reading)
        case hits.Time():
            return time_words(row, reading)
        case hits.Edited():
            return _edited_tip(row, reading)
        case hits.State():
            return row.delivery.sentence if row.delivery is not None else ""
        case hits.Address(address):
            return _link_tip(address)
        case hits.Quoted(_, order):
            return tr("Go to the message it answers") if order is not None else ""
        case hits.Reacted(emoji):
            return _reaction_tip(row, emoji, reading)
        case hits.Picture(number):
            return tr("Show larger: {name}").format(name=_file(row, number))
        case hits.SaveFile(number):
            return tr("Save as… {name}").format(name=_file(row, number))
        case hits.Day():
            return tr("Go to a date")
        case hits.Talked():
            return tr("Show the comments")
        case hits.Fold():
            return row.shape.fold_text
        case hits.More():
            return ""
        case _:
            assert_never(hit)


def time_words(row: Row, reading: Reading) -> str:
    """When it was written and when it came here."""
    post = row.entry.post
    return tr("Written {day}, {time}. Received {received_day}, {received}.").format(
        day=day_words(post.timestamp, reading.zone),
        time=clock(post.timestamp, reading.zone),
        received_day=day_words(post.received_at, reading.zone),
        received=clock(post.received_at, reading.zone),
    )


def _link_tip(address: str) -> str:
    if read_message_link(address) is not None:
        return tr("Go to that message")
    return tr("Show what this link leads to") if is_own_link(address) else address


def _author_tip(row: Row, reading: Reading) -> str:
    author = row.entry.post.author
    path = author.path
    is_alike = path and is_mistakable(path[-1], author.public_key, reading.bearers)
    behind = f". {tr(LOOKS_LIKE_ANOTHER)}" if is_alike else ""
    if reading.is_community:
        key = key_digits(author.public_key)
        return tr("{name}. Key {key}").format(name=row.name_text, key=key) + behind
    if path:
        return PATH_STEP.join(plain_name(name) for name in path) + behind
    if row.entry.post.kind is PostKind.BLOCK:
        return tr("Signed by the author of this feed")
    return tr("{name} made this channel").format(name=row.name_text)


def _edited_tip(row: Row, reading: Reading) -> str:
    at = row.entry.post.edited_at
    assert at is not None
    words = tr("Edited {day}, {time}. What it said before stays in the history.")
    return words.format(day=day_words(at, reading.zone), time=clock(at, reading.zone))


def _reaction_tip(row: Row, emoji: str, reading: Reading) -> str:
    for chip in row.chips:
        if chip.view.emoji == emoji:
            return reaction_tip(chip.view, owner_name(reading.given_name))
    return ""


def _file(row: Row, number: int) -> str:
    file = row.entry.post.files[number]
    return f"{file_name(file.name)}, {file_words(file)}"
