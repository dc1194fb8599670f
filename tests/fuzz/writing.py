"""Functions in the readers' modules that the readers of a target do not read by.

They write, or say what was read; or another target reads by them, and is measured there.
"""

from __future__ import annotations

_PEERLINKS = "protocols.peerlinks.messages"
_CABLE = "protocols.cable"
_HYPERCORE = "protocols.hypercore"
_HYPERBLOOM = "protocols.hyperbloom"
_TIDINGS = "protocols.tidings"
_SCAN = "wire.protobuf_scan"


def _of(module: str, *names: str) -> frozenset[str]:
    return frozenset(f"{module}.{name}" for name in names)


WRITING: dict[str, frozenset[str]] = {
    "peerlinks": _of(f"{_PEERLINKS}.greeting", "encode_hello", "encode_shake")
    | _of(f"{_PEERLINKS}.envelope", "encode_packet", "_schema_of")
    | _of(f"{_PEERLINKS}.letters", "decode_encrypted_invite", "encode_invite")
    | _of(f"{_PEERLINKS}.posts", "decode_message", "_schema_of", "_schema_of_body")
    | _of(f"{_PEERLINKS}.requests", "encode_request_tbs", "_encode_query", "_fill_query")
    | _of(f"{_PEERLINKS}.requests", "encode_request_content", "_encode_bulk")
    | _of(f"{_PEERLINKS}.responses", "encode_response_content", "_schema_of_page")
    | _of(f"{_PEERLINKS}.trust", "link_tbs", "encode_link", "schema_of_link")
    | _of("wire.frames", "encode_frame", "FrameReader.buffered", "FrameReader.__iter__")
    | _of(_SCAN, "demand_count", "scan_fields"),  # dep0010
    "cable": _of(f"{_CABLE}.moderation.flags", "write_flags", "_written")
    | _of(f"{_CABLE}.wire.messages", "write_message", "_length", "_parts", "_asking", "_limit")
    | _of(f"{_CABLE}.wire.messages", "cut_messages", "MessageReader.buffered")
    | _of(f"{_CABLE}.wire.posts", "write_post", "_links", "_body", "_parts", "_speaking")
    | _of(f"{_CABLE}.wire.posts", "_moderating", "_why", "_pairs"),
    "dep0010": _of(f"{_HYPERCORE}.dep0010.messages", "encode", "_opening", "_availability")
    | _of(f"{_HYPERCORE}.dep0010.messages", "_exchange", "_handshake", "_have", "_span")
    | _of(f"{_HYPERCORE}.drive.messages", "encode_contents_key", "encode_entry", "_encode_stat")
    | _of("wire.varint_frames", "encode_varint_frame", "VarintFrameReader.buffered")
    | _of("wire.varint_frames", "VarintFrameReader.rest")
    | _of(_SCAN, "scan_runs", "_alike"),  # peerlinks
    "draft1": _of(f"{_HYPERCORE}.draft1.messages", "encode", "_availability", "_exchange")
    | _of(f"{_HYPERCORE}.draft1.messages", "_aside", "_data", "_data_as_drafted")
    | _of(f"{_HYPERCORE}.draft1.stream", "Boxes.__init__", "Boxes.seal", "Boxes.unseal")
    | _of(f"{_HYPERCORE}.draft1.stream", "Boxes._next_nonce", "Unboxed.seal", "Unboxed.unseal")
    | _of(f"{_HYPERCORE}.draft1.stream", "Incoming.buffered", "frame", "encode_open"),
    "hyperbloom": _of(f"{_HYPERBLOOM}.messages", "encode", "_body", "_handshake", "_sync")
    | _of(f"{_HYPERBLOOM}.recon.packets", "encode_recon", "_rows")
    | _of(f"{_HYPERBLOOM}.comments.value", "Comment.author", "comment_id", "write_comment"),
    "port": _of(f"{_TIDINGS}.port.messages", "encode_message", "_encode_addresses")
    | _of(f"{_TIDINGS}.port.messages", "_encode_address")
    | _of(f"{_TIDINGS}.port.select", "read_answer"),
    "bodies": _of("protocols.peerlinks.bodies.forms", "compose_body", "_value_of", "_file_value"),
    "bitfields": _of(f"{_HYPERCORE}.blocks.rle", "bitfield_of", "bits_from", "encode", "_literal"),
    "codes": _of(f"{_TIDINGS}.links", "LinkError.refusal", "encode_link", "qr_text")
    | _of(f"{_TIDINGS}.links", "_encode_addresses", "_encode_address")
    | _of(f"{_TIDINGS}.payloads", "encode_payload", "_type_of", "_bytes_of", "invite_of")
    | _of(f"{_TIDINGS}.payloads", "_form_of", "_encode_name"),
}
