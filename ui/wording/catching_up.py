"""How far it has come with what is received of a space. Pure; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from ui.text.language import tr
from ui.text.numbers import number
from ui.wording.states import Status


@dataclass(frozen=True, slots=True)
class Progress:
    """Posts received of what is under way; ``expected`` in all, None where that is not known.

    ``waits``: nothing has come for a while, though more is expected.
    """

    received: int
    expected: int | None = None
    waits: bool = False


def told(progress: Progress | None, peers: int) -> Progress | None:
    """What of it is said where so many are connected: of waiting nothing where nobody is."""
    return None if progress is not None and progress.waits and not peers else progress


def progress_words(progress: Progress) -> str:
    """How far it has come, as in "Catching up, 4,200 of 20,000"."""
    received = number(progress.received)
    if progress.waits and progress.expected is not None:
        words = tr("Waiting for more, {received} of {expected}")
        return words.format(received=received, expected=number(progress.expected))
    if progress.expected is not None:
        words = tr("Catching up, {received} of {expected}")
        return words.format(received=received, expected=number(progress.expected))
    if not progress.received:
        return tr("Catching up")
    return tr("Receiving {received}").format(received=received)


def status_of_progress(progress: Progress) -> Status:
    """The same with its icon."""
    icon, colour = ("hourglass", "text2") if progress.waits else ("refresh-cw", "accent")
    return Status(icon, colour, progress_words(progress))
