"""Hides and blocks: what is said, and what becomes of it for a reader."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.flags import Flag, read_flags, write_flags
from engine.protocols.cable.moderation.judging import Judge, Opinion, Standing

ANN, BEN, CLEO, DAN = (PublicKey(bytes([number]) * 32) for number in range(1, 5))
KEYS = st.binary(min_size=32, max_size=32).map(PublicKey)
FLAGS = st.dictionaries(
    KEYS,
    st.builds(
        Flag,
        st.text(st.characters(codec="utf-8"), max_size=40),
        st.none() | st.floats(0, 2**40),
    ),
    max_size=5,
)


@given(FLAGS)
def test_flags_are_read_as_they_were_written(flags: dict[PublicKey, Flag]) -> None:
    assert read_flags(write_flags(flags)) == flags


@pytest.mark.parametrize(
    "value", ["", "[]", "null", "1", "{", '{"a":NaN}', "[" * 100_000, '{"' + "a" * 70_000 + '":1}']
)
def test_what_is_no_object_says_nothing(value: str) -> None:
    assert read_flags(value) is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ab", {}),
        ("zz" * 32, {}),
        ("a " * 32, {}),
        (ANN.hex(), []),
        (ANN.hex(), {"reason": 1}),
        (ANN.hex(), {"timestamp": "soon"}),
        (ANN.hex(), {"timestamp": True}),
        (ANN.hex(), {"timestamp": 10**400}),
    ],
)
def test_an_entry_without_sense_is_skipped_alone(name: str, said: object) -> None:
    value = json.dumps({name: said, BEN.hex(): {"reason": "spam"}})
    assert read_flags(value) == {BEN: Flag("spam")}


@pytest.mark.parametrize("at", ["1e999", "-1e999"])
def test_a_time_that_no_number_holds_skips_its_entry_alone(at: str) -> None:
    value = f'{{"{ANN.hex()}":{{"timestamp":{at}}},"{BEN.hex()}":{{"reason":"spam"}}}}'
    assert read_flags(value) == {BEN: Flag("spam")}


@given(st.text())
def test_whatever_an_author_writes_is_flags_or_nothing(value: str) -> None:
    assert read_flags(value) is None or json.loads(value) is not None


SPAM, RUDE = Flag("spam"), Flag("rude")


def judge(own: Opinion | None = None, **followed: Opinion) -> Judge:
    names = {"ben": BEN, "cleo": CLEO, "dan": DAN}
    opinions = {names[name]: opinion for name, opinion in followed.items()}
    return Judge(ANN, own or Opinion({}, {}), opinions)


def test_nobody_is_hidden_of_whom_nothing_was_said() -> None:
    assert judge().verdict(BEN).standing is Standing.SHOWN


def test_ones_own_word_counts_and_a_block_is_more_than_a_hide() -> None:
    verdict = judge(Opinion({BEN: RUDE}, {BEN: SPAM})).verdict(BEN)
    assert (verdict.standing, verdict.by, verdict.flag) == (Standing.BLOCKED, ANN, SPAM)


def test_the_word_of_those_one_follows_counts_and_is_named() -> None:
    verdict = judge(ben=Opinion({DAN: RUDE}, {}), cleo=Opinion({}, {DAN: SPAM})).verdict(DAN)
    assert (verdict.standing, verdict.by, verdict.flag) == (Standing.BLOCKED, CLEO, SPAM)


def test_ones_own_word_wins_over_theirs() -> None:
    theirs = Opinion({}, {DAN: SPAM})
    assert judge(Opinion({DAN: RUDE}, {}), ben=theirs).verdict(DAN).standing is Standing.HIDDEN
    shown = judge(Opinion({}, {}, frozenset({DAN})), ben=theirs).verdict(DAN)
    assert shown.standing is Standing.SHOWN


def test_nobody_turns_a_reader_against_themself_or_those_they_follow() -> None:
    angry = judge(ben=Opinion({}, {ANN: SPAM, CLEO: SPAM}), cleo=Opinion({}, {BEN: RUDE}))
    assert [angry.verdict(one).standing for one in (ANN, BEN, CLEO)] == [Standing.SHOWN] * 3
