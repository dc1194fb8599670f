"""Hashes, signatures, boxes and entropy against literal vectors of libsodium and BLAKE2b."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.crypto import boxes, ed25519
from engine.crypto.blake2b import hash32, hash_of_size
from engine.crypto.entropy import SeededEntropy
from engine.errors import PeerViolation
from engine.wire.frames import FrameReader, encode_frame

VECTORS = Path(__file__).parent.parent / "vectors" / "peerlinks.json"
LOW_ORDER_KEYS = [
    bytes(32),
    b"\x01" + bytes(31),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
]


def cases(kind: str) -> list[Any]:  # Any: the vectors' JSON has one shape a kind
    found = [case for case in json.loads(VECTORS.read_text())["cases"] if case["kind"] == kind]
    assert found
    return found


def test_blake2b_gives_the_hash_of_the_rfc() -> None:
    expected = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
    assert hash32(b"").hex() == expected


def test_a_shorter_hash_is_not_a_longer_one_cut() -> None:
    assert hash_of_size(b"abc", 32) == hash32(b"abc")
    assert hash_of_size(b"abc", 64)[:32] != hash32(b"abc")


@pytest.mark.parametrize("case", cases("channel-keys"), ids=lambda case: case["name"])
def test_channel_keys_are_keyed_hashes_of_the_public_key(case: Any) -> None:
    key = bytes.fromhex(case["in"]["channel_pub_key"])
    assert hash32(key, b"peerlinks-channel-id").hex() == case["out"]["channel_id"]
    assert hash32(key, b"peerlinks-symmetric").hex() == case["out"]["symmetric_key"]


@pytest.mark.parametrize("case", cases("request-id"), ids=lambda case: case["name"])
def test_request_ids_are_keyed_hashes_of_either_key(case: Any) -> None:
    pair = boxes.from_seed(bytes.fromhex(case["in"]["box_seed"]))
    trustee = bytes.fromhex(case["in"]["trustee_pub_key"])
    assert pair.public_key.hex() == case["in"]["box_pub_key"]
    assert hash32(pair.public_key, b"peerlinks-invite").hex() == case["out"]["request_id_js"]
    assert hash32(trustee, b"peerlinks-invite").hex() == case["out"]["request_id_seed_document"]


@pytest.mark.parametrize("case", cases("sign-seed"), ids=lambda case: case["name"])
def test_signing_keys_come_from_their_seed(case: Any) -> None:
    pair = ed25519.from_seed(bytes.fromhex(case["in"]["seed"]))
    assert pair.public_key.hex() == case["out"]["public_key"]
    assert pair.secret_key.hex() == case["out"]["secret_key"]
    assert pair.seed.hex() == case["in"]["seed"]


def test_ed25519_signs_as_the_second_vector_of_rfc_8032() -> None:
    seed = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
    pair = ed25519.from_seed(bytes.fromhex(seed))
    signature = ed25519.sign(b"\x72", pair.secret_key)
    assert signature.hex() == (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert ed25519.verify(signature, b"\x72", pair.public_key)


@pytest.mark.parametrize(
    ("signature", "key"),
    [(b"", b""), (bytes(63), bytes(32)), (bytes(64), bytes(31)), (bytes(65), bytes(32))],
)
def test_a_signature_or_key_of_a_wrong_length_is_false(signature: bytes, key: bytes) -> None:
    assert not ed25519.verify(signature, b"message", key)


def test_a_signature_by_a_key_of_small_order_is_false() -> None:
    assert not ed25519.verify(b"\x01" + bytes(63), b"anything", b"\x01" + bytes(31))


def test_verify_each_answers_in_the_order_asked() -> None:
    pair = ed25519.from_seed(bytes(32))
    good = ed25519.SignedItem(ed25519.sign(b"a", pair.secret_key), b"a", pair.public_key)
    bad = ed25519.SignedItem(good.signature, b"b", pair.public_key)
    assert ed25519.verify_each([good, bad, good]) == [True, False, True]
    assert ed25519.verify_each([]) == []


def test_no_repr_shows_a_secret() -> None:
    signing, sealing = ed25519.from_seed(b"s" * 32), boxes.from_seed(b"s" * 32)
    assert "secret" not in repr(signing)
    assert repr(sealing.secret_key)[2:-1] not in repr(sealing)


@pytest.mark.parametrize("case", cases("sync-response"), ids=lambda case: case["name"])
def test_a_box_sealed_by_the_published_program_opens(case: Any) -> None:
    pair = boxes.from_seed(bytes.fromhex(case["in"]["response_seed"]))
    box = bytes.fromhex(case["in"]["box"])
    assert pair.public_key.hex() == case["in"]["response_pub_key"]
    opened = boxes.open_sealed(box, pair)
    assert opened is not None
    assert opened.hex() == case["out"]["content"]


@pytest.mark.parametrize("message", [b"", b"x", b"m" * 70_000])
def test_a_box_sealed_with_a_given_ephemeral_pair_is_libsodiums_own_form(message: bytes) -> None:
    pair, ephemeral = boxes.from_seed(b"r" * 32), boxes.from_seed(b"e" * 32)
    box = boxes.seal_with(message, pair.public_key, ephemeral)
    assert box[:32] == ephemeral.public_key
    assert len(box) == len(message) + boxes.SEAL_BYTES
    assert boxes.open_sealed(box, pair) == message  # libsodium's crypto_box_seal_open
    assert boxes.seal_with(message, pair.public_key, ephemeral) == box


def test_a_box_of_the_machines_entropy_opens_too() -> None:
    pair = boxes.from_seed(b"r" * 32)
    assert boxes.open_sealed(boxes.seal(b"hello", pair.public_key), pair) == b"hello"


@pytest.mark.parametrize("key", [*LOW_ORDER_KEYS, b"", bytes(31), b"k" * 33])
def test_nothing_is_sealed_to_a_key_that_nobody_can_own(key: bytes) -> None:
    assert not boxes.is_sound_public_key(key)
    with pytest.raises(PeerViolation):
        boxes.seal_with(b"secret", key, boxes.from_seed(b"e" * 32))
    with pytest.raises(PeerViolation):
        boxes.seal(b"secret", key)


def test_a_secret_box_has_its_authenticator_first() -> None:
    key = bytes.fromhex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389")
    nonce = bytes.fromhex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
    box = boxes.secretbox(b"\xbe\x07\x5f\xc5", nonce, key)
    assert len(box) == 20
    assert boxes.open_secretbox(box, nonce, key) == b"\xbe\x07\x5f\xc5"
    assert boxes.open_secretbox(box[4:] + box[:4], nonce, key) is None


@pytest.mark.parametrize(("nonce_size", "key_size"), [(23, 32), (24, 31), (0, 0), (25, 33)])
def test_a_box_with_a_nonce_or_key_of_a_wrong_length_stays_shut(
    nonce_size: int, key_size: int
) -> None:
    assert boxes.open_secretbox(bytes(40), bytes(nonce_size), bytes(key_size)) is None


@pytest.mark.parametrize("case", cases("frame"), ids=lambda case: case["name"])
def test_frames_are_the_published_bridges(case: Any) -> None:
    payload, framed = bytes.fromhex(case["in"]["payload"]), bytes.fromhex(case["out"]["bytes"])
    reader = FrameReader(limit=64)
    reader.feed(framed)
    assert encode_frame(payload) == framed
    assert list(reader) == [payload]


def test_seeded_entropy_is_one_stream_however_it_is_cut() -> None:
    whole = SeededEntropy(b"seed")(1000)
    pieces = SeededEntropy(b"seed")
    assert b"".join(pieces(size) for size in (0, 1, 63, 64, 65, 300, 507)) == whole
    assert SeededEntropy(b"other")(1000) != whole


def test_a_fork_of_entropy_does_not_depend_on_what_was_drawn() -> None:
    drawn, fresh = SeededEntropy(b"seed"), SeededEntropy(b"seed")
    drawn(100)
    assert drawn.fork("peer 1")(32) == fresh.fork("peer 1")(32)
    assert fresh.fork("peer 1")(32) != fresh.fork("peer 2")(32)
