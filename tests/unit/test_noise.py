"""Noise, beside an independent implementation, and against whoever does not keep to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from noise.connection import Keypair, NoiseConnection

from engine.crypto.entropy import SeededEntropy
from engine.crypto.noise import (
    HASH_BYTES,
    KEY_BYTES,
    PLAINTEXT_BYTES_MAX,
    CipherState,
    Handshake,
    Pattern,
    Secured,
    Side,
    key_pair,
)
from engine.errors import PeerViolation

PROLOGUE = b"TIDINGS/1"
PSK = bytes(range(32))
LOW_ORDER_POINTS = [bytes(32), b"\x01" + bytes(31)]

patterns = pytest.mark.parametrize("pattern", list(Pattern))
sides = pytest.mark.parametrize("side", list(Side))


def ours(pattern: Pattern, side: Side, prologue: bytes = PROLOGUE, psk: bytes = PSK) -> Handshake:
    entropy = SeededEntropy(f"ours {side}".encode())
    return Handshake(
        pattern,
        side,
        prologue,
        key_pair(entropy(KEY_BYTES)),
        key_pair(entropy(KEY_BYTES)),
        psk if pattern is Pattern.XX_PSK0 else b"",
    )


def oracle(pattern: Pattern, side: Side) -> NoiseConnection:
    entropy = SeededEntropy(f"oracle {side}".encode())
    connection = NoiseConnection.from_name(pattern.value.encode())
    if pattern is Pattern.XX_PSK0:
        connection.set_psks(psk=PSK)
    if side is Side.INITIATOR:
        connection.set_as_initiator()
    else:
        connection.set_as_responder()
    connection.set_prologue(PROLOGUE)
    connection.set_keypair_from_private_bytes(Keypair.STATIC, entropy(KEY_BYTES))
    connection.start_handshake()  # draws its own ephemeral key
    return connection


def other(side: Side) -> Side:
    return Side.RESPONDER if side is Side.INITIATOR else Side.INITIATOR


def meet_oracle(pattern: Pattern, side: Side) -> tuple[Secured, NoiseConnection]:
    us, them = ours(pattern, side), oracle(pattern, other(side))
    for number in range(3):
        payload = bytes([number]) * number  # empty, then 1, then 2 bytes
        if us.writes_next:
            assert them.read_message(us.write(payload)) == payload
        else:
            assert us.read(bytes(them.write_message(payload))) == payload
    assert us.is_done
    return us.secured(), them


def meet(initiator: Handshake, responder: Handshake) -> tuple[Secured, Secured]:
    responder.read(initiator.write())
    initiator.read(responder.write())
    responder.read(initiator.write())
    return initiator.secured(), responder.secured()


@patterns
@sides
def test_we_meet_the_independent_implementation_on_either_side(
    pattern: Pattern, side: Side
) -> None:
    secured, them = meet_oracle(pattern, side)
    assert secured.hash == them.get_handshake_hash()
    assert len(secured.hash) == HASH_BYTES
    for size in (0, 1, 65_518, PLAINTEXT_BYTES_MAX):
        text = bytes([size % 251]) * size
        assert them.decrypt(secured.sending.encrypt(text)) == text
        assert secured.receiving.decrypt(bytes(them.encrypt(text))) == text


@patterns
def test_after_a_rekey_of_one_direction_both_still_understand_each_other(pattern: Pattern) -> None:
    secured, them = meet_oracle(pattern, Side.INITIATOR)
    sealed = secured.sending.encrypt(b"before")
    them.decrypt(sealed)
    secured.sending.rekey()
    them.rekey_inbound_cipher()
    assert them.decrypt(secured.sending.encrypt(b"after")) == b"after"
    assert secured.receiving.decrypt(bytes(them.encrypt(b"back"))) == b"back"


def test_a_rekeyed_cipher_no_longer_opens_what_the_old_key_sealed() -> None:
    sending, receiving = CipherState(PSK), CipherState(PSK)
    sealed = sending.encrypt(b"text")
    receiving.rekey()
    with pytest.raises(PeerViolation):
        receiving.decrypt(sealed)


@pytest.mark.parametrize(
    "change",
    [lambda sealed: sealed[:-1], lambda sealed: sealed + b"\0", lambda _: b"", lambda s: s[:15]],
)
def test_what_is_cut_short_or_longer_is_refused(change: Callable[[bytes], bytes]) -> None:
    sealed = CipherState(PSK).encrypt(b"text")
    with pytest.raises(PeerViolation):
        CipherState(PSK).decrypt(change(sealed))


def test_every_flipped_bit_is_refused_and_does_not_count() -> None:
    sealed = CipherState(PSK).encrypt(b"tidings")
    receiving = CipherState(PSK)
    for bit in range(8 * len(sealed)):
        flipped = bytearray(sealed)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(PeerViolation):
            receiving.decrypt(bytes(flipped))
    assert receiving.count == 0
    assert receiving.decrypt(sealed) == b"tidings"


def test_a_message_repeated_or_out_of_order_is_refused() -> None:
    sending, receiving = CipherState(PSK), CipherState(PSK)
    first, second = sending.encrypt(b"first"), sending.encrypt(b"second")
    with pytest.raises(PeerViolation):
        receiving.decrypt(second)
    receiving.decrypt(first)
    with pytest.raises(PeerViolation):
        receiving.decrypt(first)


@patterns
def test_each_message_of_the_handshake_is_refused_where_a_bit_is_flipped(pattern: Pattern) -> None:
    for number in range(3):
        clean = [ours(pattern, Side.INITIATOR), ours(pattern, Side.RESPONDER)]
        for step in range(number):
            clean[(step + 1) % 2].read(clean[step % 2].write())
        message = bytearray(clean[number % 2].write())
        message[-1] ^= 1
        reader = clean[(number + 1) % 2]
        if number == 0 and pattern is Pattern.XX:
            # The first message of XX is an open key: another key is another handshake.
            reader.read(bytes(message))
            with pytest.raises(PeerViolation):
                clean[0].read(reader.write())
        else:
            with pytest.raises(PeerViolation):
                reader.read(bytes(message))


@patterns
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_handshake_message_of_another_length_is_refused(pattern: Pattern, number: int) -> None:
    for change in (-1, 1):
        pair = [ours(pattern, Side.INITIATOR), ours(pattern, Side.RESPONDER)]
        for step in range(number):
            pair[(step + 1) % 2].read(pair[step % 2].write())
        message = pair[number % 2].write()
        reader = pair[(number + 1) % 2]
        if number == 0 and pattern is Pattern.XX and change > 0:
            assert reader.read(message + b"\0") == b"\0"  # XX's first payload is open
            continue
        with pytest.raises(PeerViolation):
            reader.read(message[:change] if change < 0 else message + b"\0")


def test_another_prologue_is_another_handshake() -> None:
    initiator = ours(Pattern.XX, Side.INITIATOR, b"TIDINGS/1")
    responder = ours(Pattern.XX, Side.RESPONDER, b"TIDINGS/2")
    responder.read(initiator.write())
    with pytest.raises(PeerViolation):
        initiator.read(responder.write())


def test_a_wrong_psk_shows_at_the_first_message() -> None:
    initiator = ours(Pattern.XX_PSK0, Side.INITIATOR, psk=bytes(32))
    with pytest.raises(PeerViolation):
        ours(Pattern.XX_PSK0, Side.RESPONDER).read(initiator.write())


@pytest.mark.parametrize("point", LOW_ORDER_POINTS)
def test_a_key_of_low_order_is_refused_before_anything_is_answered(point: bytes) -> None:
    responder = ours(Pattern.XX, Side.RESPONDER)
    responder.read(point)
    with pytest.raises(PeerViolation):
        responder.write()


def test_the_peers_key_is_known_once_it_was_shown_and_proven_at_the_end() -> None:
    initiator, responder = ours(Pattern.XX, Side.INITIATOR), ours(Pattern.XX, Side.RESPONDER)
    assert not initiator.remote_static
    first, second = meet(initiator, responder)
    assert initiator.remote_static == first.remote_static
    assert {first.remote_static, second.remote_static} == {
        ours(Pattern.XX, Side.INITIATOR)._static.public_key,
        ours(Pattern.XX, Side.RESPONDER)._static.public_key,
    }


def test_a_name_longer_than_a_hash_is_hashed_first() -> None:
    from engine.crypto.noise import SymmetricState

    name = b"Noise_" + b"X" * HASH_BYTES
    assert SymmetricState(name).hash != name[:HASH_BYTES]
    assert len(SymmetricState(name).hash) == HASH_BYTES
