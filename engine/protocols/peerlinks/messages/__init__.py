"""Bytes to values and back: the only code that knows the generated protocol buffers. Pure.

Decoders check shape (lengths, counts, finite numbers) and raise PeerViolation for whatever else
they are given; unknown fields are skipped. Encoders write canonical bytes: fields in ascending
order, minimal varints, and every scalar that was set, zeros too, as the published implementation
does (note 1).
What a message may *mean* is judged in ``acceptance``, ``chain`` and ``answers``.

``greeting``  Hello, Shake, which travel bare
``envelope``  Packet and the boxes in it
``trust``     Link
``posts``     ChannelMessage
``requests``  what is inside a SyncRequest, in both layouts
``responses`` what is inside a SyncResponse
``letters``   InviteRequest, EncryptedInvite, Invite, Renewal
"""

from __future__ import annotations

from engine.protocols.peerlinks.messages.envelope import decode_packet, encode_packet
from engine.protocols.peerlinks.messages.greeting import (
    decode_hello,
    decode_shake,
    encode_hello,
    encode_shake,
)
from engine.protocols.peerlinks.messages.letters import (
    decode_encrypted_invite,
    decode_invite,
    decode_invite_request,
    decode_renewal,
    encode_encrypted_invite,
    encode_invite,
    encode_invite_request,
    encode_renewal,
)
from engine.protocols.peerlinks.messages.posts import (
    CanonicalMessage,
    decode_message,
    encode_message,
    message_hash,
    message_tbs,
    read_message,
)
from engine.protocols.peerlinks.messages.requests import (
    decode_request_content,
    encode_request_content,
    encode_request_tbs,
)
from engine.protocols.peerlinks.messages.responses import (
    decode_response_content,
    encode_response_content,
)
from engine.protocols.peerlinks.messages.trust import decode_link, encode_link, link_tbs

__all__ = [
    "CanonicalMessage",
    "decode_encrypted_invite",
    "decode_hello",
    "decode_invite",
    "decode_invite_request",
    "decode_link",
    "decode_message",
    "decode_packet",
    "decode_renewal",
    "decode_request_content",
    "decode_response_content",
    "decode_shake",
    "encode_encrypted_invite",
    "encode_hello",
    "encode_invite",
    "encode_invite_request",
    "encode_link",
    "encode_message",
    "encode_packet",
    "encode_renewal",
    "encode_request_content",
    "encode_request_tbs",
    "encode_response_content",
    "encode_shake",
    "link_tbs",
    "message_hash",
    "message_tbs",
    "read_message",
]
