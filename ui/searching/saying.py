"""What the search page says of its finds, and where there are none. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Fault, Refused
from ui.searching.typed import HITS_KEPT_MAX
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import number
from ui.wording.sentences import sentence_of

SEARCH_ON = QT_TR_NOOP("Search on")
NO_WORDS = QT_TR_NOOP("Only letters and digits are looked for.")


@dataclass(frozen=True, slots=True)
class Nothing:
    """What stands where no find is. ``action`` may be empty."""

    icon: str
    title: str
    sentence: str
    action: str = ""


def nothing_wanted() -> Nothing:
    """Before anything is typed."""
    sentence = tr(
        "Type some words, or the beginning of one. Messages of all channels are looked through, on "
        "this computer alone."
    )
    return Nothing("search", tr("Find a message"), sentence)


def nothing_found(*, everywhere: bool) -> Nothing:
    """No post holds all the words."""
    title = tr("Nothing found")
    if everywhere:
        sentence = tr("No message holds all of these words. Try fewer, or only a beginning.")
        return Nothing("search", title, sentence)
    sentence = tr("No message of this channel holds all of these words.")
    return Nothing("search", title, sentence, tr("Search all channels"))


def nothing_to_find() -> Nothing:
    """What was typed are signs alone, of which nobody knows where they stand."""
    return Nothing("search", tr("Nothing found"), tr(NO_WORDS))


def nothing_found_yet() -> Nothing:
    """The time was up."""
    sentence = tr("There was no time to look through all messages. A further word finds faster.")
    return Nothing("hourglass", tr("Nothing found yet"), sentence, tr(SEARCH_ON))


def nothing_found_in_time(*, everywhere: bool) -> Nothing:
    """The time was up, and there is no more to be had."""
    return Nothing("hourglass", tr("Nothing found in time"), stopped(everywhere=everywhere))


def stopped(*, everywhere: bool) -> str:
    """That no more time is given, and what finds more."""
    if everywhere:
        return tr("The search stopped after a while. Choose one channel, or add a word.")
    return tr("The search stopped after a while. A further word finds faster.")


def failed(trouble: Refused | Fault) -> Nothing:
    """There was no answer."""
    words = sentence_of(trouble)
    return Nothing("circle-alert", words.message, words.hint, tr("Try again"))


def count_words(count: int, *, is_whole: bool, is_cut: bool, end: str = "") -> str:
    """How many finds there are; empty for none. ``end``: why what is cut does not go on."""
    if not count:
        return ""
    if is_cut and end:
        return tr("%n messages so far. {end}", "", count).format(end=end)
    if is_cut:
        return tr("%n messages so far. There was no time to look through all.", "", count)
    if is_whole:
        return tr("%n messages", "", count)
    if count >= HITS_KEPT_MAX:
        words = tr("The newest {count} messages. A further word finds others.")
    else:
        words = tr("The newest {count} messages; older ones follow further down.")
    return words.format(count=number(count))
