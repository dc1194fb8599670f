"""HyperBloom as published programs hash, sign, filter and write it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import mmh3
import pytest

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.bloom.filters import Sieve, make_filter
from engine.protocols.hyperbloom.bloom.murmur import Batch
from engine.protocols.hyperbloom.keys import discovery_key, hyperbloom_hash
from engine.protocols.hyperbloom.messages import decode, encode
from engine.protocols.hyperbloom.packets import BloomFilter, Bounds
from engine.protocols.hyperbloom.stream import Incoming, Outgoing
from engine.protocols.hyperbloom.trust.chain import Chain, read_chain
from engine.protocols.hyperbloom.trust.link import issue_link, read_link
from engine.protocols.hyperbloom.trust.signed import greeting_hash, values_hash
from engine.wire.varint import decode_varint

Fields = dict[str, Any]  # Any: recorded JSON
VECTORS: Fields = json.loads(Path(__file__).with_name("hyperbloom.json").read_text("utf-8"))
NOW = VECTORS["now"]
OPENING = packets.Open(bytes(32), bytes(24))


def named(cases: list[Fields]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


def numbered(name: str) -> list[Any]:
    return [pytest.param(case, id=f"{name}-{place}") for place, case in enumerate(VECTORS[name])]


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


def key(text: str) -> PublicKey:
    return PublicKey(raw(text))


# ---- hashes and signatures ----------------------------------------------------------------------


@pytest.mark.parametrize("case", numbered("hash"))
def test_the_hash_is_keyed(case: Fields) -> None:
    assert hyperbloom_hash(raw(case["input"])).hex() == case["hash"]


def test_a_set_is_looked_for_under_the_hash_of_its_feeds_key() -> None:
    case = VECTORS["discovery"]
    assert discovery_key(key(case["feed_key"])).hex() == case["open_feed"]


@pytest.mark.parametrize("case", numbered("links"))
def test_a_link_is_issued_and_read_as_it_was(case: Fields) -> None:
    issuer = ed25519.from_seed(raw(case["issuer_seed"]))
    link = issue_link(
        issuer.secret_key, key(case["trustee"]), case["expiration"], raw(case["nonce"])
    )
    assert link.encoded.hex() == case["link"]
    assert read_link(raw(case["link"])) == link
    assert link.is_signed_by(PublicKey(issuer.public_key))


@pytest.mark.parametrize("case", named(VECTORS["chains"]))
def test_a_chain_holds_as_the_document_says(case: Fields) -> None:
    """Published programs take a link that ends at no number for one that never ends; we do not."""
    links = [raw(one) for one in case["chain"]]
    try:
        chain = read_chain(key(case["root"]), links, case["now"])
    except PeerViolation:
        assert not case["valid"] or case["name"] == "expiration-nan"
        return
    signed = ed25519.verify(raw(case["signature"]), raw(case["message"]), chain.holder)
    assert signed == case["valid"]


@pytest.mark.parametrize("case", numbered("handshake"))
def test_each_signs_the_nonce_it_sent_and_the_one_it_received(case: Fields) -> None:
    signer = ed25519.from_seed(raw(case["seed"]))
    hashed = greeting_hash(raw(case["sent_nonce"]), raw(case["received_nonce"]))
    assert hashed.hex() == case["hash"]
    assert ed25519.sign(hashed, signer.secret_key).hex() == case["signature"]


@pytest.mark.parametrize("case", numbered("data"))
def test_values_are_signed_together_with_the_feeds_key(case: Fields) -> None:
    signer = ed25519.from_seed(raw(case["signer_seed"]))
    hashed = values_hash(key(case["feed_key"]), [raw(one) for one in case["values"]])
    assert hashed.hex() == case["hash"]
    assert ed25519.sign(hashed, signer.secret_key).hex() == case["signature"]


# ---- filters ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", numbered("hash_fn"))
def test_hash_functions_differ_by_their_seed(case: Fields) -> None:
    value = raw(case["value"])
    for one in case["hashes"]:
        seed = (one["i"] * 0xFA68676F + case["seed"]) & 0xFFFFFFFF
        assert int(Batch([value]).hashes(seed)[0]) == one["h"]
        assert mmh3.mmh3_32_uintdigest(value, seed) == one["h"]


@pytest.mark.parametrize("case", numbered("filters"))
def test_a_filter_is_made_and_asked_bit_by_bit(case: Fields) -> None:
    values = [raw(one) for one in case["values"]]
    made = make_filter(values, case["size"], case["n"], case["seed"])
    assert made.bits.hex() == case["filter"]
    sieve = Sieve(made)
    if sieve.says_nothing:
        assert list(sieve.lacking(values)) == values
        return
    tested = [raw(one["value"]) for one in case["tests"]]
    lacking = [raw(one["value"]) for one in case["tests"] if not one["in"]]
    assert list(sieve.lacking(tested)) == lacking


@pytest.mark.parametrize("case", VECTORS["store"]["syncs"])
def test_a_sync_is_answered_with_what_the_filter_lacks(case: Fields) -> None:
    bounds = Bounds()
    if case["range"] is not None:
        end = case["range"]["end"]
        bounds = Bounds(raw(case["range"]["start"]), None if end is None else raw(end))
    known = BloomFilter(raw(case["filter"]), case["size"], case["n"], case["seed"])
    held = [raw(one) for one in VECTORS["store"]["sorted"] if raw(one) in bounds]
    answer = list(Sieve(known).lacking(held))[: case["limit"] or None]
    assert answer == [raw(one) for one in case["values"]]


@pytest.mark.parametrize("case", VECTORS["store"]["requests"])
def test_a_request_is_answered_within_its_bounds_byte_by_byte(case: Fields) -> None:
    bounds = Bounds(raw(case["start"]), None if case["end"] is None else raw(case["end"]))
    held = sorted(raw(one) for one in VECTORS["store"]["inserted"])
    answer = [one for one in held if one in bounds][: case["limit"] or None]
    assert answer == [raw(one) for one in case["values"]]


# ---- the wire -----------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["A", "B"])
def test_a_recorded_session_is_read_and_written_again(who: str) -> None:
    session = VECTORS["session"]
    feed, said = key(session["feed_key"]), session[who]
    opening = packets.Open(discovery_key(feed), raw(said["nonce"]))
    outgoing, incoming = Outgoing(feed, opening), Incoming()
    assert outgoing.open().hex() == said["open"]
    incoming.feed(raw(said["open"]) + raw(said["frames"][0]["wire"]))
    assert incoming.opening() == opening
    incoming.unlock(feed, opening)
    for frame in said["frames"][1:]:
        incoming.feed(raw(frame["wire"]))
    heard = list(incoming)
    assert incoming.buffered == 0
    for packet, frame in zip(heard, said["frames"], strict=True):
        plain = raw(frame["plain"])
        payload = plain[decode_varint(plain)[1] :]
        assert decode(payload) == packet
        # Published programs write the limit 0 of a Sync, which the document forbids.
        assert encode(packet) in {payload, payload.replace(b"\x28\x00", b"", 1)}


def test_who_shakes_hands_in_a_recorded_session_proves_its_chain() -> None:
    session = VECTORS["session"]
    feed = key(session["feed_key"])
    for who, other in (("A", "B"), ("B", "A")):
        said, plain = session[who], raw(session[who]["frames"][0]["plain"])
        shake = decode(plain[decode_varint(plain)[1] :])
        assert isinstance(shake, packets.Handshake)
        assert shake.id.hex() == said["id"]
        chain = read_chain(feed, shake.chain, NOW) if shake.chain else Chain(feed)
        hashed = greeting_hash(raw(said["nonce"]), raw(session[other]["nonce"]))
        assert ed25519.verify(shake.signature, hashed, chain.holder)


@pytest.mark.parametrize("numbers", ["0880201008", "0880200808"])
def test_both_forms_of_filter_options_are_read(numbers: str) -> None:
    assert decode(b"\x02" + raw(numbers)) == packets.FilterOptions(4_096, 8)


def test_filter_options_are_written_as_two_plain_numbers() -> None:
    """Not as a list of them: whoever follows the document could not read that."""
    assert encode(packets.FilterOptions(4_096, 8)) == bytes.fromhex("02 08 8020 10 08")


READ_AS_PUBLISHED = {
    "good": 2,
    "unknown-before-handshake": 3,
    "unknown-after-handshake": 3,
    "length-varint-3-bytes-padded": 2,
    "id-varint-padded": 2,
    "request-with-unknown-field": 2,
    "data-empty-list": 2,
}
"""Messages in each; what is said of their order is the conversation's to judge."""


@pytest.mark.parametrize(
    "case", named([case for case in VECTORS["parser"]["cases"] if "wire" in case])
)
def test_odd_bytes_are_read_or_refused(case: Fields) -> None:
    feed = key(VECTORS["parser"]["feed_key"])
    incoming = Incoming()
    incoming.feed(raw(case["open"]))
    try:
        opening = incoming.opening()
        assert opening is not None
        incoming.unlock(feed, opening)
        for frame in case["wire"]:
            incoming.feed(raw(frame))
        heard = list(incoming)
    except PeerViolation:
        assert case["js_error"] is not None or case["name"] == "handshake-id-31"
        return
    if case["name"] in READ_AS_PUBLISHED:
        assert len(heard) == READ_AS_PUBLISHED[case["name"]]


@pytest.mark.parametrize("size", [262_144, 262_145])
def test_a_message_has_at_most_262144_bytes(size: int) -> None:
    feed = key(VECTORS["session"]["feed_key"])
    outgoing, incoming = Outgoing(feed, OPENING), Incoming()
    incoming.feed(outgoing.open())
    incoming.opening()
    incoming.unlock(feed, OPENING)
    incoming.feed(outgoing.say(packets.Unknown(99, bytes(size - 1))))
    if size > 262_144:
        with pytest.raises(PeerViolation):
            list(incoming)
    else:
        assert list(incoming) == [packets.Unknown(99, bytes(size - 1))]


def test_a_chain_without_links_never_ends() -> None:
    assert Chain(key(VECTORS["session"]["feed_key"])).expiration == math.inf
