"""A comment is what its author signed, and no other bytes are one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.model.ids import PostId, PublicKey
from engine.protocols.hyperbloom.comments.value import (
    TEXT_BYTES_MAX,
    Comment,
    Kind,
    comment_id,
    read_comment,
    write_comment,
)
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import issue_link

PEOPLE = [ed25519.from_seed(bytes([number]) * 32) for number in range(7)]
FEED = PublicKey(PEOPLE[0].public_key)
NOON = 1_790_000_000.0


def chain_of(links: int, until: float = NOON + 1) -> Chain:
    """From the feed's author through so many people."""
    chain = Chain(FEED)
    for issuer, trustee in pairwise(PEOPLE[: links + 1]):
        key = PublicKey(trustee.public_key)
        chain = chain.with_link(issue_link(issuer.secret_key, key, until, bytes(32)))
    return chain


def accepted(value: bytes, feed: PublicKey = FEED) -> Comment | None:
    try:
        comment, signed = read_comment(value, feed)
    except PeerViolation:
        return None
    return comment if all(ed25519.verify_each(signed)) else None


@st.composite
def comments(draw: st.DrawFn) -> tuple[Comment, bytes]:
    """A comment and its author's secret."""
    links = draw(st.integers(0, 5))
    kind = draw(st.sampled_from(Kind))
    reference = draw(st.binary(min_size=32, max_size=32).map(PostId))
    answers = kind is not Kind.COMMENT or draw(st.booleans())
    text = draw(st.text(st.characters(codec="utf-8"), min_size=1, max_size=300))
    comment = Comment(
        kind,
        chain_of(links),
        draw(st.floats(0, NOON)),
        "" if kind is Kind.RETRACTION else text,
        draw(st.none() | st.integers(0, 2**40)),
        reference if answers else None,
    )
    return comment, PEOPLE[links].secret_key


@given(comments())
def test_what_an_author_wrote_is_read_and_proven(written: tuple[Comment, bytes]) -> None:
    comment, secret_key = written
    assert accepted(write_comment(comment, secret_key)) == comment


@given(comments(), st.data())
def test_no_changed_byte_and_no_cut_is_accepted(
    written: tuple[Comment, bytes], data: st.DataObject
) -> None:
    value = bytearray(write_comment(*written))
    place = data.draw(st.integers(0, len(value) - 1))
    value[place] ^= data.draw(st.integers(1, 255))
    assert accepted(bytes(value)) is None
    assert accepted(bytes(value[:place])) is None


@given(st.binary(max_size=400))
def test_whatever_comes_is_a_comment_or_not(value: bytes) -> None:
    assert accepted(value) is None


@given(comments())
def test_a_comment_belongs_to_its_feed(written: tuple[Comment, bytes]) -> None:
    assert accepted(write_comment(*written), PublicKey(PEOPLE[6].public_key)) is None


def test_the_chain_must_hold_when_the_comment_was_written() -> None:
    late = Comment(Kind.COMMENT, chain_of(2, NOON), NOON + 0.001, "too late")
    in_time = Comment(Kind.COMMENT, chain_of(2, NOON), NOON, "just")
    assert accepted(write_comment(late, PEOPLE[2].secret_key)) is None
    assert accepted(write_comment(in_time, PEOPLE[2].secret_key)) == in_time


def test_somebody_elses_key_signs_nothing() -> None:
    comment = Comment(Kind.COMMENT, chain_of(2), NOON, "not mine")
    assert accepted(write_comment(comment, PEOPLE[3].secret_key)) is None


@pytest.mark.parametrize(
    ("kind", "text", "reference"),
    [
        (Kind.COMMENT, "", None),
        (Kind.EDIT, "", PostId(bytes(32))),
        (Kind.EDIT, "new", None),
        (Kind.RETRACTION, "", None),
        (Kind.RETRACTION, "words", PostId(bytes(32))),
    ],
)
def test_a_comment_says_something_and_a_change_changes_one(
    kind: Kind, text: str, reference: PostId | None
) -> None:
    comment = Comment(kind, chain_of(1), NOON, text, None, reference)
    assert accepted(write_comment(comment, PEOPLE[1].secret_key)) is None


def test_the_longest_text_has_4096_bytes() -> None:
    comment = Comment(Kind.COMMENT, chain_of(5), NOON, "x" * TEXT_BYTES_MAX)
    value = write_comment(comment, PEOPLE[5].secret_key)
    assert accepted(value) == comment
    assert len(value) == 3 + 5 * 137 + 17 + 2 + 4_096 + 64
    assert len(comment_id(value)) == 32
