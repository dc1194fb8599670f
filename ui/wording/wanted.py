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
)
from ui.wording.sentences import Sentence, sentence_of

F = TypeVar("F", bound=Found)
F_co = TypeVar("F_co", bound=Found, covariant=True)

_OTHER_NOUNS = {
    "community": "a community",
    "feed": "a feed",
    "folder": "a shared folder",
    "trust_link": "a permission to comment",
    "comment_key": "a key for comments",
}
_UNREAD = frozenset({Refusal.LINK_FOREIGN, Refusal.LINK_INVALID, Refusal.LINK_TRUNCATED})


@dataclass(frozen=True, slots=True)
class Wanted(Generic[F_co]):
    """What a place can use. ``noun`` is it in words, with its article."""

    kind: type[F_co]
    noun: str


REQUEST = Wanted(FoundRequest, "an invite request")
INVITE = Wanted(FoundInvite, "an invite")
CHANNEL = Wanted(FoundChannel, "a public channel or its key")


def demanded(found: Found, wanted: Wanted[F]) -> F:
    """``found``, if it is the wanted thing. Refused otherwise, with what it is."""
    if isinstance(found, wanted.kind):
        return found
    detail = f"{noun_of(found)} was found, {wanted.noun} is needed"
    raise Refused(Refusal.LINK_OF_OTHER_TYPE, detail)


def noun_of(found: Found) -> str:
    """What was found, in words, with its article."""
    match found:
        case FoundRequest():
            return REQUEST.noun
        case FoundInvite():
            return INVITE.noun
        case FoundChannel():
            return CHANNEL.noun
        case FoundPeer():
            return "a peer's address"
        case FoundOther(kind):
            return _OTHER_NOUNS.get(kind, "a code of another kind")
        case _:
            assert_never(found)


def sentence_where(wanted: Wanted[Found], refused: Refused) -> Sentence:
    """The words for ``refused``; where nothing could be read, with what is needed here."""
    words = sentence_of(refused)
    if refused.reason not in _UNREAD:
        return words
    return Sentence(words.message, f"Here {wanted.noun} is needed. {words.hint}")
