"""What a place needs of a code, and how it is said that something else was found there. No Qt.

The window's pages and the command line say the same words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar, assert_never

from engine.errors import Refusal, Refused
from engine.model.communities import WireVersion
from engine.model.found import (
    Found,
    FoundChannel,
    FoundCommentKey,
    FoundCommunity,
    FoundFeed,
    FoundFolder,
    FoundInvite,
    FoundPeer,
    FoundRequest,
    FoundSafetyCode,
    FoundTrustLink,
)
from ui.text.language import QT_TR_NOOP, tr
from ui.wording.sentences import Sentence, sentence_of

F = TypeVar("F", bound=Found)
F_co = TypeVar("F_co", bound=Found, covariant=True)

_UNREAD = frozenset({Refusal.LINK_FOREIGN, Refusal.LINK_INVALID, Refusal.LINK_TRUNCATED})


@dataclass(frozen=True, slots=True)
class Wanted(Generic[F_co]):
    """What a place can use. ``noun`` is it in words, with its article, in English."""

    kind: type[F_co]
    noun: str


REQUEST = Wanted(FoundRequest, QT_TR_NOOP("an invite request"))
INVITE = Wanted(FoundInvite, QT_TR_NOOP("an invite"))
CHANNEL = Wanted(FoundChannel, QT_TR_NOOP("a public channel or its key"))
FEED = Wanted(FoundFeed, QT_TR_NOOP("a feed or its key"))
FOLDER = Wanted(FoundFolder, QT_TR_NOOP("a shared folder or its key"))
COMMUNITY = Wanted(FoundCommunity, QT_TR_NOOP("a community or its key"))
TRUST_LINK = Wanted(FoundTrustLink, QT_TR_NOOP("a permission to comment"))
COMMENT_KEY = Wanted(FoundCommentKey, QT_TR_NOOP("a key for comments"))
SAFETY_CODE = Wanted(FoundSafetyCode, QT_TR_NOOP("a safety code"))


def demanded(found: Found, wanted: Wanted[F]) -> F:
    """``found``, if it is or may be the wanted thing. Refused otherwise, with what it is."""
    for reading in readings_of(found):
        if isinstance(reading, wanted.kind):
            return reading
    detail = tr("{found} was found, {wanted} is needed").format(
        found=noun_of(found), wanted=tr(wanted.noun)
    )
    raise Refused(Refusal.LINK_OF_OTHER_TYPE, detail)


def readings_of(found: Found) -> Iterator[Found]:
    """``found``, and what else it may be where its text does not tell: the likeliest first."""
    yield found
    match found:
        case FoundChannel(key, name, addresses, only_key=True):
            yield FoundFeed(key, name, addresses=addresses)
            yield FoundFolder(key, name, addresses)
            yield FoundCommunity(key, WireVersion.M, name, addresses)
        case FoundFeed(key, name, addresses=addresses, or_folder=True):
            yield FoundFolder(key, name, addresses)
        case _:
            pass


def noun_of(found: Found) -> str:  # noqa: C901, PLR0911 - one table, one row a kind
    """What was found, in words, with its article."""
    match found:
        case FoundRequest():
            return tr(REQUEST.noun)
        case FoundInvite():
            return tr(INVITE.noun)
        case FoundChannel():
            return tr(CHANNEL.noun)
        case FoundFeed():
            return tr("a feed")
        case FoundFolder():
            return tr("a shared folder")
        case FoundSafetyCode():
            return tr(SAFETY_CODE.noun)
        case FoundPeer():
            return tr("a peer's address")
        case FoundCommunity():
            return tr("a community")
        case FoundTrustLink():
            return tr(TRUST_LINK.noun)
        case FoundCommentKey():
            return tr(COMMENT_KEY.noun)
        case _:
            assert_never(found)


def sentence_where(wanted: Wanted[Found], refused: Refused) -> Sentence:
    """The words for ``refused``; where nothing could be read, with what is needed here."""
    words = sentence_of(refused)
    if refused.reason not in _UNREAD:
        return words
    needed = tr("Here {wanted} is needed.").format(wanted=tr(wanted.noun))
    return Sentence(words.message, f"{needed} {words.hint}")
