"""What a place needs of a code, and how it is said that something else was found there. No Qt.

The window's pages and the command line say the same words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar, assert_never

from engine.errors import Refusal, Refused
from engine.model.found import (
    Found,
    FoundChannel,
    FoundInvite,
    FoundOther,
    FoundPeer,
    FoundRequest,
    FoundSafetyCode,
)
from ui.text.language import QT_TR_NOOP, tr
from ui.wording.sentences import Sentence, sentence_of

F = TypeVar("F", bound=Found)
F_co = TypeVar("F_co", bound=Found, covariant=True)

_OTHER_NOUNS = {
    "community": QT_TR_NOOP("a community"),
    "feed": QT_TR_NOOP("a feed"),
    "folder": QT_TR_NOOP("a shared folder"),
    "trust_link": QT_TR_NOOP("a permission to comment"),
    "comment_key": QT_TR_NOOP("a key for comments"),
}
_UNREAD = frozenset({Refusal.LINK_FOREIGN, Refusal.LINK_INVALID, Refusal.LINK_TRUNCATED})


@dataclass(frozen=True, slots=True)
class Wanted(Generic[F_co]):
    """What a place can use. ``noun`` is it in words, with its article, in English."""

    kind: type[F_co]
    noun: str


REQUEST = Wanted(FoundRequest, QT_TR_NOOP("an invite request"))
INVITE = Wanted(FoundInvite, QT_TR_NOOP("an invite"))
CHANNEL = Wanted(FoundChannel, QT_TR_NOOP("a public channel or its key"))
SAFETY_CODE = Wanted(FoundSafetyCode, QT_TR_NOOP("a safety code"))


def demanded(found: Found, wanted: Wanted[F]) -> F:
    """``found``, if it is the wanted thing. Refused otherwise, with what it is."""
    if isinstance(found, wanted.kind):
        return found
    detail = tr("{found} was found, {wanted} is needed").format(
        found=noun_of(found), wanted=tr(wanted.noun)
    )
    raise Refused(Refusal.LINK_OF_OTHER_TYPE, detail)


def noun_of(found: Found) -> str:
    """What was found, in words, with its article."""
    match found:
        case FoundRequest():
            return tr(REQUEST.noun)
        case FoundInvite():
            return tr(INVITE.noun)
        case FoundChannel():
            return tr(CHANNEL.noun)
        case FoundSafetyCode():
            return tr(SAFETY_CODE.noun)
        case FoundPeer():
            return tr("a peer's address")
        case FoundOther(kind):
            return tr(_OTHER_NOUNS.get(kind, QT_TR_NOOP("a code of another kind")))
        case _:
            assert_never(found)


def sentence_where(wanted: Wanted[Found], refused: Refused) -> Sentence:
    """The words for ``refused``; where nothing could be read, with what is needed here."""
    words = sentence_of(refused)
    if refused.reason not in _UNREAD:
        return words
    needed = tr("Here {wanted} is needed.").format(wanted=tr(wanted.noun))
    return Sentence(words.message, f"{needed} {words.hint}")
