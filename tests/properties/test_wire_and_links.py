"""Properties: there and back, any cut of a stream, and nothing raised but what is documented."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crypto import boxes, ed25519
from engine.crypto.blake2b import hash_of_size
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL, WrapError, unwrap, wrap
from engine.errors import PeerViolation
from engine.model.address import Address
from engine.model.communities import WireVersion
from engine.protocols.peerlinks.bodies.forms import (
    AttachedFile,
    Body,
    EditBody,
    FilesBody,
    ReactionBody,
    ReplyBody,
    RetractBody,
    TextBody,
    UnreactBody,
    compose_body,
    parse_body,
)
from engine.protocols.tidings.links import Link, LinkError, LinkProblem, decode_link, encode_link
from engine.protocols.tidings.pasted import PastedLink, read_pasted
from engine.protocols.tidings.payloads import (
    CommentKeyLink,
    CommunityLink,
    FeedLink,
    FolderLink,
    InviteLink,
    InviteRequestLink,
    PeerLink,
    PublicChannelLink,
    TrustLink,
    invite_of,
)
from engine.wire import json_text
from engine.wire.base32 import decode_base32, encode_base32
from engine.wire.base58 import decode_base58, encode_base58
from engine.wire.frames import FrameReader, encode_frame
from engine.wire.json_text import is_json
from engine.wire.protobuf_scan import scan_fields, scan_runs
from engine.wire.text import MalformedText, utf16_units
from engine.wire.varint import decode_minimal_varint, decode_varint, encode_varint

keys = st.binary(min_size=32, max_size=32)
utf8 = st.characters(exclude_categories=["Cs"])
names = st.text(utf8, max_size=64)
texts = st.text(utf8)
hashes = keys
trust_links = st.binary(min_size=137, max_size=137)
payloads = st.one_of(
    st.builds(
        lambda a, b, c: InviteRequestLink(b"\x0a\x20" + a + b"\x12\x20" + b + b"\x1a\x20" + c),
        keys,
        keys,
        keys,
    ),
    st.builds(
        lambda key, box: InviteLink(invite_of(key, box)),
        keys,
        st.binary(min_size=48, max_size=520),
    ),
    st.builds(PublicChannelLink, keys, names),
    st.builds(CommunityLink, keys, st.sampled_from(WireVersion), names),
    st.builds(FeedLink, keys, names),
    st.builds(FolderLink, keys, names),
    st.builds(TrustLink, keys, st.lists(trust_links, min_size=1, max_size=5).map(tuple)),
    st.builds(CommentKeyLink, keys, keys),
    st.builds(PeerLink, keys),
)
hosts = st.one_of(
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(str),
    st.sampled_from(["localhost", "a.example", "x-1.y_2.example"]),
)
addresses = st.builds(Address, hosts, st.integers(1, 65_535))
links = st.builds(Link, payloads, st.lists(addresses, max_size=4).map(tuple))
mentions = st.lists(keys, max_size=4).map(tuple)
emoji = st.text(utf8, min_size=1, max_size=20)
files = st.builds(AttachedFile, texts, texts, texts)
bodies: st.SearchStrategy[Body] = st.one_of(
    st.builds(TextBody, texts, mentions),
    st.builds(ReplyBody, texts, hashes, mentions),
    st.builds(ReactionBody, emoji, hashes),
    st.builds(UnreactBody, emoji, hashes),
    st.builds(EditBody, texts, hashes, mentions),
    st.builds(RetractBody, hashes),
    st.builds(
        FilesBody, st.lists(files, min_size=1, max_size=3).map(tuple), st.none() | texts, mentions
    ),
)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
json_like = st.text(st.sampled_from('[]{},:"\\u0a1-.eE+ \ntrfnlsé\x01'), max_size=40)


@given(st.integers(0, 2**64 - 1), st.binary(max_size=4))
def test_varints_come_back(value: int, after: bytes) -> None:
    encoded = encode_varint(value)
    assert decode_varint(encoded + after) == (value, len(encoded))
    assert decode_minimal_varint(encoded + after) == (value, len(encoded))


@given(st.binary(max_size=12))
def test_any_bytes_are_a_varint_or_a_violation(data: bytes) -> None:
    try:
        value, end = decode_varint(data)
    except PeerViolation:
        return
    assert 0 <= value < 2**64
    assert 1 <= end <= 10


@given(st.lists(st.binary(max_size=40), max_size=8), st.data())
def test_frames_do_not_depend_on_how_the_stream_was_cut(
    sent: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(map(encode_frame, sent))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    reader, received = FrameReader(limit=40), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        reader.feed(stream[start:end])
        received += list(reader)
    assert received == sent
    assert reader.buffered == 0


@given(st.binary())
def test_base32_and_base58_come_back(data: bytes) -> None:
    assert decode_base32(encode_base32(data)) == data
    assert decode_base58(encode_base58(data)) == data
    assert encode_base32(data) == base64.b32encode(data).decode().rstrip("=")


@given(st.text(st.sampled_from("ABCYZ234567a1=8 é"), max_size=24))
def test_a_text_that_base32_reads_is_the_only_text_for_its_bytes(text: str) -> None:
    try:
        data = decode_base32(text)
    except MalformedText:
        return
    assert encode_base32(data) == text


@given(st.text(max_size=24))
def test_a_text_that_base58_reads_is_the_only_text_for_its_bytes(text: str) -> None:
    try:
        data = decode_base58(text)
    except MalformedText:
        return
    assert encode_base58(data) == text


@given(st.text())
def test_utf16_units_are_those_of_the_encoding(text: str) -> None:
    assert utf16_units(text) == sum(1 + (ord(character) > 0xFFFF) for character in text)


@given(st.binary(max_size=64))
def test_a_scan_walks_forward_or_raises_a_violation(data: bytes) -> None:
    position = 0
    try:
        for field in scan_fields(data):
            assert position < field.start <= field.end <= len(data)
            position = field.end
    except PeerViolation:
        return
    assert position == len(data)


FIELDS = st.lists(st.sampled_from([b"\x08\x01", b"\x0a\x00", b"\x0a\x01x", b"\x12\x01y", b"\x0a"]))


@given(st.binary(max_size=64) | FIELDS.map(b"".join))
def test_a_scan_of_runs_finds_the_same_fields(data: bytes) -> None:
    def of_runs() -> list[int]:
        return [one.field for one, alike in scan_runs(data, 0, len(data)) for _ in range(alike)]

    try:
        fields = [one.field for one in scan_fields(data)]
    except PeerViolation:
        with pytest.raises(PeerViolation):
            of_runs()
    else:
        assert of_runs() == fields


@given(json_values)
def test_both_judges_accept_what_json_writes(value: object) -> None:
    for is_ascii in (True, False):
        text = json.dumps(value, ensure_ascii=is_ascii)
        assert is_json(text)
        assert json_text._is_json_exactly(text)


@given(json_like)
def test_both_judges_agree_on_anything(text: str) -> None:
    assert is_json(text) == json_text._is_json_exactly(text)


@given(links)
def test_a_link_comes_back_or_is_too_long(link: Link) -> None:
    try:
        text = encode_link(link)
    except LinkError as error:
        is_too_long = error.problem is LinkProblem.TOO_LONG
        assert is_too_long
        return
    assert decode_link(text) == link
    assert read_pasted(f"see {text}!") == PastedLink(link)


@given(st.text(max_size=60) | st.text(st.sampled_from("ABCD234567"), max_size=120))
def test_a_text_is_a_link_or_a_link_error(text: str) -> None:
    for written in (text, "tidings:" + text):
        try:
            link = decode_link(written)
        except LinkError:
            continue
        assert encode_link(link) == written


@given(st.binary(max_size=120))
def test_bytes_with_a_right_checksum_are_a_link_or_a_link_error(body: bytes) -> None:
    text = "tidings:" + encode_base32(body + hash_of_size(body, 4))
    try:
        link = decode_link(text)
    except LinkError:
        return
    assert encode_link(link) == text


@given(
    st.text(max_size=200)
    | st.builds(
        "{} {}".format, st.sampled_from(["/invite a", "/accept-invite", "cabal://"]), st.text()
    )
)
def test_pasting_anything_never_raises(text: str) -> None:
    assert read_pasted(text) is not None


@given(bodies)
def test_a_body_comes_back_and_is_json(body: Body) -> None:
    text = compose_body(body)
    assert is_json(text)
    assert parse_body(text) == body
    assert compose_body(parse_body(text)) == text


@given(st.text() | json_like)
def test_parsing_any_text_as_a_body_never_raises(text: str) -> None:
    compose_body(parse_body(text)).encode("utf-8", "surrogatepass")


@given(st.binary(max_size=100), st.binary(max_size=70), st.binary(max_size=40))
def test_verification_never_raises(message: bytes, signature: bytes, key: bytes) -> None:
    assert not ed25519.verify(signature, message, key)


@given(st.binary(max_size=300), keys, keys)
def test_a_sealed_box_opens_for_its_owner_alone(message: bytes, seed: bytes, other: bytes) -> None:
    owner, ephemeral = boxes.from_seed(seed), boxes.from_seed(other)
    box = boxes.seal_with(message, owner.public_key, ephemeral)
    assert boxes.open_sealed(box, owner) == message
    assert boxes.open_sealed(box[:-1], owner) is None
    assert (boxes.open_sealed(box, ephemeral) is None) == (seed != other)


@given(st.binary(max_size=100))
def test_any_box_opens_or_gives_nothing(box: bytes) -> None:
    assert boxes.open_sealed(box, boxes.from_seed(bytes(32))) is None
    assert boxes.open_secretbox(box, bytes(24), bytes(32)) is None


@given(st.binary(max_size=200), st.text(max_size=20), st.binary(max_size=8))
def test_a_wrapped_secret_comes_back(secret: bytes, passphrase: str, seed: bytes) -> None:
    data = wrap(secret, passphrase, SeededEntropy(seed), MINIMAL)
    assert unwrap(data, passphrase) == secret


@given(st.binary(max_size=200), st.booleans())
def test_any_file_unwraps_or_raises_a_wrap_error(data: bytes, ours: bool) -> None:  # noqa: FBT001
    try:
        unwrap((b"tidwrap\n\x01" if ours else b"") + data, "p")
    except WrapError:
        return
    raise AssertionError("a file of chance was opened")
