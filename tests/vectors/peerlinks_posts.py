"""Recorded channel messages, written and judged: one check for each kind of case."""

from __future__ import annotations

import pytest

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.protocols.peerlinks.graph.acceptance import Accepted, AlreadyStored, HeldBack
from engine.protocols.peerlinks.messages import (
    decode_message,
    encode_message,
    message_hash,
    message_tbs,
)
from engine.protocols.peerlinks.packets import ChannelMessage, Json, Root
from engine.protocols.peerlinks.records import Channel
from tests.memory_records import MemoryRecords
from tests.vectors.peerlinks_cases import (
    DECIDED,
    Case,
    acceptance_over,
    chain_of,
    channel_of,
    posts_of,
    stored_in_turn,
    unhex,
)


def _signed(message: ChannelMessage, seed: str) -> ChannelMessage:
    secret_key = ed25519.from_seed(unhex(seed)).secret_key
    signature = ed25519.sign(message_tbs(message), secret_key)
    return ChannelMessage(
        message.parents, message.height, message.chain, message.timestamp, message.body, signature
    )


def message_encode(case: Case) -> None:
    given, out = case["in"], case["out"]
    body = Root() if given["body"] == "root" else Json(given["body"]["json"])
    parents, chain = posts_of(given["parents"]), chain_of(given["chain"])
    message = ChannelMessage(parents, given["height"], chain, given["timestamp"], body, b"")
    assert message_tbs(message).hex() == out["tbs"]
    signed = _signed(message, given["author_seed"])
    assert signed.signature.hex() == out["signature"]
    wire = encode_message(signed)
    assert wire.hex() == out["wire"]
    assert message_hash(wire).hex() == out["hash"]
    assert decode_message(wire) == signed


_REFUSED_BY_US = {name for name, why in DECIDED.items() if why.startswith("refused")}


def message_receive(case: Case) -> None:
    given = case["in"]
    channel = channel_of(given)
    records = stored_in_turn(channel, [unhex(wire) for wire in given["stored"]], given["now"])
    _expect_verdict(case, channel, records, unhex(given["message"]))


def _expect_verdict(case: Case, channel: Channel, records: MemoryRecords, wire: bytes) -> None:
    out, now = case["out"], case["in"]["now"]
    acceptance = acceptance_over(records)
    if case["name"] == "message-receive/future-121s":
        (held,) = acceptance.judge(channel, [wire], now)
        assert held == HeldBack(message_hash(wire), now + 1)
    elif out["accepted"] and case["name"] not in _REFUSED_BY_US:
        (verdict,) = acceptance.judge(channel, [wire], now)
        assert isinstance(verdict, Accepted if out.get("is_new", True) else AlreadyStored)
        assert verdict.hash.hex() == out["hash"]
    else:
        with pytest.raises(PeerViolation):
            acceptance.judge(channel, [wire], now)


def message_size(case: Case) -> None:
    given = case["in"]
    channel = channel_of(given)
    records = stored_in_turn(channel, [unhex(wire) for wire in given["stored"]], given["now"])
    text = given["json_prefix"] + given["json_unit"] * given["json_count"] + given["json_suffix"]
    chain = chain_of(given["chain"])
    unsigned = ChannelMessage(
        posts_of(given["parents"]), given["height"], chain, given["timestamp"], Json(text), b""
    )
    wire = encode_message(_signed(unsigned, given["author_seed"]))
    assert len(wire) == case["out"]["wire_length"]
    assert message_hash(wire).hex() == case["out"]["hash"]
    _expect_verdict(case, channel, records, wire)
