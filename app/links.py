"""Texts that are pasted, scanned and shown, between the window and the protocols. Pure; no Qt.

Implements ``ui.services.Links`` over ``engine.protocols.tidings``. Reading does nothing but read:
no address is dialled and nothing is joined. What cannot be read is refused with what was found.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from engine.errors import PeerViolation, Refusal, Refused
from engine.model.address import Address
from engine.model.communities import WireVersion
from engine.model.feeds import FeedForm
from engine.model.found import (
    Found,
    FoundChannel,
    FoundCommunity,
    FoundFeed,
    FoundRequest,
    FoundSafetyCode,
    FoundTrustLink,
)
from engine.model.ids import PublicKey
from engine.model.limits import LINK_ADDRESSES_MAX
from engine.protocols.tidings.fingerprint import safety_digits_in
from engine.protocols.tidings.links import Link, LinkError, LinkProblem, encode_link
from engine.protocols.tidings.pasted import (
    PASTED_CHARACTERS_MAX,
    NotUnderstood,
    PastedKey,
    PastedLink,
    Seems,
    found_of,
    read_pasted,
)
from engine.protocols.tidings.payloads import (
    CommentKeyLink,
    CommunityLink,
    FeedLink,
    FolderLink,
    InviteLink,
    InviteRequestLink,
    Payload,
    PublicChannelLink,
    TrustLink,
)

_FOUND: Mapping[Seems, tuple[Refusal, str]] = {
    Seems.EMPTY: (Refusal.LINK_FOREIGN, "there is no text"),
    Seems.TOO_LONG: (
        Refusal.LINK_FOREIGN,
        f"a text of more than {PASTED_CHARACTERS_MAX:,} characters",
    ),
    Seems.WEB_ADDRESS: (Refusal.LINK_FOREIGN, "a web address"),
    Seems.UNKNOWN_SCHEME: (Refusal.LINK_FOREIGN, "a link of another program"),
    Seems.PLAIN_TEXT: (Refusal.LINK_FOREIGN, "ordinary text"),
    Seems.UNKNOWN_BYTES: (Refusal.LINK_INVALID, "it is a code of the wrong length or kind"),
    Seems.LINK_DAMAGED: (Refusal.LINK_INVALID, "the key in it cannot be read"),
    Seems.CODE_TRUNCATED: (Refusal.LINK_TRUNCATED, "its end is missing"),
    Seems.CODE_DAMAGED: (Refusal.LINK_INVALID, "it breaks the rules of its kind"),
    Seems.CODE_NEWER: (Refusal.LINK_INVALID, "it was made by a newer version of Tidings"),
}
_PROBLEMS: Mapping[LinkProblem, str] = {
    LinkProblem.TOO_LONG: "it is too long",
    LinkProblem.NOT_BASE32: "it has characters that no code has (codes are in capital letters)",
    LinkProblem.WRONG_CHECKSUM: "some of its characters were changed",
}


@dataclass(frozen=True, slots=True)
class TidingsLinks:
    """Reads and writes our text forms. Without state; every method may run on any thread."""

    def read(self, text: str) -> Found:
        """See ``Links``. A bare key is taken for a channel's, and said to be bare."""
        if (digits := safety_digits_in(text)) is not None:
            return FoundSafetyCode(digits)
        match read_pasted(text):
            case PastedLink(link) as pasted:
                return _as_told(found_of(link), pasted)
            case PastedKey(key):
                return FoundChannel(PublicKey(key), "", only_key=True)
            case NotUnderstood(seems, problem):
                raise _refusal(seems, problem)
            case other:
                assert_never(other)

    def of_request(self, request: bytes, addresses: Sequence[Address]) -> str:
        """See ``Links``. Refused if ``request`` is none."""
        return _text(InviteRequestLink(request), addresses, Refusal.REQUEST_INVALID)

    def of_invite(self, invite: bytes, addresses: Sequence[Address]) -> str:
        """See ``Links``. Refused if ``invite`` is none."""
        return _text(InviteLink(invite), addresses, Refusal.INVITE_INVALID)

    def of_channel(self, public_key: bytes, name: str, addresses: Sequence[Address]) -> str:
        """See ``Links``. Refused if the key or the name breaks its rule."""
        return _text(PublicChannelLink(public_key, name), addresses, Refusal.KEY_INVALID)

    def of_feed(
        self, public_key: bytes, name: str, form: FeedForm, addresses: Sequence[Address]
    ) -> str:
        """See ``Links``. Refused if the key or the name breaks its rule."""
        return _text(FeedLink(public_key, name, form), addresses, Refusal.KEY_INVALID)

    def of_folder(self, public_key: bytes, name: str, addresses: Sequence[Address]) -> str:
        """See ``Links``. Refused if the key or the name breaks its rule."""
        return _text(FolderLink(public_key, name), addresses, Refusal.KEY_INVALID)

    def of_community(
        self, key: bytes, wire: WireVersion, name: str, addresses: Sequence[Address]
    ) -> str:
        """See ``Links``. Refused if the key or the name breaks its rule."""
        return _text(CommunityLink(key, wire, name), addresses, Refusal.KEY_INVALID)

    def of_trust(self, feed: bytes, links: Sequence[bytes], addresses: Sequence[Address]) -> str:
        """See ``Links``. Refused if there are not 1 to 5 links of 137 bytes."""
        return _text(TrustLink(feed, tuple(links)), addresses, Refusal.LINK_INVALID)

    def of_comment_key(self, feed: bytes, public_key: bytes, addresses: Sequence[Address]) -> str:
        """See ``Links``. Refused if a key breaks its rule."""
        return _text(CommentKeyLink(feed, public_key), addresses, Refusal.KEY_INVALID)


def _as_told(found: Found, pasted: PastedLink) -> Found:
    match found:
        case FoundRequest() if pasted.suggested_name:
            return replace(found, suggested_name=pasted.suggested_name)
        case FoundFeed() if pasted.or_folder:
            return replace(found, form=None, or_folder=True)
        case FoundCommunity() if pasted.roles:
            return replace(found, roles=pasted.roles)
        case FoundTrustLink():
            return replace(found, valid_to=_holds_until(found.links))
        case _:
            return found


def _holds_until(links: Sequence[bytes]) -> float | None:
    # It brings what signs along, which takes a while to load.
    from engine.protocols.hyperbloom.trust.link import read_link

    try:
        ends = [read_link(one).expiration for one in links]
    except PeerViolation:
        return None
    return None if any(map(math.isnan, ends)) else min(ends)


def _refusal(seems: Seems, problem: LinkProblem | None) -> Refused:
    reason, found = _FOUND[seems]
    return Refused(reason, _PROBLEMS.get(problem, found) if problem is not None else found)


def _text(payload: Payload, addresses: Sequence[Address], reason: Refusal) -> str:
    """The text with as many of ``addresses``, first ones first, as a link can carry.

    One that no link can carry (port 0, a zoned IPv6 address) or that would make it too long is
    left out: a link without it is better than none.
    """
    try:
        text = encode_link(Link(payload))
    except LinkError as error:
        raise Refused(reason) from error
    kept: tuple[Address, ...] = ()
    for address in addresses:
        if len(kept) == LINK_ADDRESSES_MAX:
            break
        if address in kept or "%" in address.host:
            continue
        try:
            text = encode_link(Link(payload, (*kept, address)))
        except LinkError:
            continue
        kept = (*kept, address)
    return text
