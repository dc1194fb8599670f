"""How a request for an invite that we made is shown to our user. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.model.views import InviteRequestView
from engine.protocols.peerlinks.messages import decode_invite_request
from engine.protocols.peerlinks.records import Identity, OpenRequest

Fingerprint = Callable[[bytes, bytes], str]
"""Of a request, by its trustee key and its box key (protocols/tidings.md 2)."""


def request_view(
    request: OpenRequest, identities: Iterable[Identity], fingerprint: Fingerprint
) -> InviteRequestView:
    """``identities``: all of ours, of which one asks."""
    asked = decode_invite_request(request.request)
    names = {identity.public_key: identity.name for identity in identities}
    return InviteRequestView(
        request=request.request,
        request_ids=request.request_ids,
        fingerprint=fingerprint(asked.trustee, asked.box_public_key),
        identity=names.get(request.identity, request.identity.hex()),
        created_at=request.created_at,
        expires_at=request.expires_at,
        renews=request.renews,
    )
