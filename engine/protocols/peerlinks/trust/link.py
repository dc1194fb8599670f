"""Link: one signed step of permission ("The chain"). Its shape is in ``shapes``. Pure."""

from __future__ import annotations

from engine.crypto.ed25519 import SignedItem, sign
from engine.errors import Refusal, Refused
from engine.model.ids import PublicKey, SpaceId
from engine.model.limits import NAME_UNITS_MAX
from engine.protocols.peerlinks.messages import link_tbs
from engine.protocols.peerlinks.packets import Link
from engine.protocols.peerlinks.shapes import is_name, is_text, is_time


def issue_link(
    issuer_secret: bytes,
    channel: SpaceId,
    trustee: PublicKey,
    display_name: str,
    valid_from: float,
    valid_to: float,
) -> Link:
    """A link signed by ``issuer_secret`` (64 bytes): the trustee may act under that name meanwhile.

    Refused with NAME_INVALID or VALIDITY_INVALID where no peer would accept it.
    """
    if not (is_text(display_name) and is_name(display_name)):
        raise Refused(Refusal.NAME_INVALID, str(NAME_UNITS_MAX))
    if not (is_time(valid_from) and is_time(valid_to) and valid_from < valid_to):
        raise Refused(Refusal.VALIDITY_INVALID)
    unsigned = Link(trustee, display_name, valid_from, valid_to, b"")
    signature = sign(link_tbs(unsigned, channel), issuer_secret)
    return Link(trustee, display_name, valid_from, valid_to, signature)


def link_signed_item(link: Link, channel: SpaceId, issuer: PublicKey) -> SignedItem:
    """The question whether ``issuer`` signed this link for ``channel``."""
    return SignedItem(link.signature, link_tbs(link, channel), issuer)
