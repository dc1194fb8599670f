"""Codes of refusals, faults and endings -> one plain sentence and a next step. The only such place.

No Qt here: the command line says the same words. The template is translated first, then the detail
is put in, so a translator sees ``{detail}``, and what somebody else wrote is never a template.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Fault, Refused
from engine.model.joiners import printable
from engine.model.peers import PortMappingState, PortMappingView
from ui.text.language import tr
from ui.wording import Words
from ui.wording.refusals import REFUSALS
from ui.wording.troubles import ENDINGS, FAULTS, MAPPING_TROUBLES, OTHER_ENDING

DETAIL_CHARACTERS_MAX = 200
READ_CHARACTERS_MAX = 1_000  # ours: more than a detail shows, however many blanks are in it


@dataclass(frozen=True, slots=True)
class Sentence:
    """What happened, and what to do about it (``hint`` may be empty). Both plain text, one line."""

    message: str
    hint: str

    @property
    def whole(self) -> str:
        """Both, where there is one place for them."""
        return f"{self.message} {self.hint}".strip()


def sentence_of(problem: Refused | Fault) -> Sentence:
    """The words for what was raised."""
    match problem:
        case Refused():
            return _filled(REFUSALS[problem.reason], problem.detail)
        case Fault():
            return _filled(FAULTS[problem.reason], problem.detail)


def sentence_of_ending(code: str, detail: str = "") -> Sentence:
    """The words for a ``PeerGone.reason`` or ``PeerView.last_error``.

    ``code`` is an ``Ending`` or an ``OSError`` name in lower case; one nobody foresaw is shown as
    it is.
    """
    known = ENDINGS.get(code)
    if known is not None:
        return _filled(known, detail)
    return _filled(OTHER_ENDING, detail or code)


def sentence_of_port_mapping(view: PortMappingView) -> Sentence:
    """How it stands with the router; what it says of itself is only said by it."""
    if view.trouble is not None:
        return _filled(MAPPING_TROUBLES[view.trouble], "")
    if view.state is PortMappingState.OFF:
        return Sentence(tr("No router is asked to let others through."), "")
    if view.address is None:
        return Sentence(tr("The router is being asked to let others through."), "")
    message = tr("The router says that it lets others through at {address}.").replace(
        "{address}", str(view.address)
    )
    if not view.lasting:
        return Sentence(message, "")
    return Sentence(
        message,
        tr("It does so until Tidings takes that back, also when this computer is just cut off."),
    )


def one_line(text: str) -> str:
    """``text`` made safe to stand inside a sentence: printable, on one line, not too long."""
    read = text[:READ_CHARACTERS_MAX]
    plain = " ".join(printable(read, " ").split())
    if len(plain) <= DETAIL_CHARACTERS_MAX:
        return plain
    return plain[: DETAIL_CHARACTERS_MAX - 1] + "…"


def _filled(words: Words, detail: str) -> Sentence:
    """``words``: the sentence without a detail, the one with it ("" : the same), the hint."""
    plain, detailed, hint = words
    shown = one_line(detail)
    template = detailed if shown and detailed else plain
    return Sentence(tr(template).replace("{detail}", shown), tr(hint) if hint else "")
