"""Who a text speaks to: by the key that completing it brought, else by an unmistakable name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.model.communities import CommunityMemberView
from engine.model.ids import PublicKey
from engine.model.views import MemberView
from tests.fake_history import key_of
from ui.composing.mentions import (
    MENTIONS_MAX,
    Nameable,
    begun_mention,
    fitting,
    mentioned,
    nameable,
    nameable_in_community,
    named_of,
    spelt,
)
from ui.text.markdown import parse
from ui.text.namesakes import bearers_of, key_digits


def member(*path: str, ours: bool = False, key: str = "") -> MemberView:
    public_key = key_of(key or "/".join(path))
    name = path[-1] if path else "Garden"
    return MemberView(public_key, name, path, None, online=False, ours=ours)


def spoken_to(
    text: str, those: Sequence[Nameable], completed: Sequence[PublicKey]
) -> tuple[PublicKey, ...]:
    return mentioned(text, named_of(those), completed)


WREN, MOSS = member("Wren"), member("Moss")
OTHER_WREN = member("Fern", "Wren", key="the other one")
ANNA_LENA, ANNA = member("Anna Lena"), member("Anna")


def keys(*members: MemberView) -> tuple[PublicKey, ...]:
    return tuple(one.public_key for one in members)


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("@", ""),
        ("@Wr", "Wr"),
        ("hello @Wr", "Wr"),
        ("(@Wr", "Wr"),
        ("@Anna L", "Anna L"),
        ("こんにちは@W", "W"),
        ("你好@Wr", "Wr"),
        ("\uc548\ub155@", ""),
        ("mail me at wren@example", None),
        ("@@Wr", None),
        ("@ Wr", None),
        ("hello", None),
        ("", None),
        ("@" + "x" * 60, None),
    ],
)
def test_a_mention_begins_where_a_word_could(before: str, typed: str | None) -> None:
    assert begun_mention(before) == typed


def test_members_are_named_by_their_last_name_and_by_their_path_where_two_share_it() -> None:
    those = nameable((WREN, MOSS, OTHER_WREN, member("Juniper", ours=True)))
    assert [one.name for one in those] == ["Wren", "Moss", "Wren"]
    assert [bool(one.path) for one in those] == [True, False, True]
    assert those[2].path.startswith("Fern \u203a Wren")


def test_two_who_share_even_a_path_are_told_apart_by_their_keys() -> None:
    one, two = nameable((WREN, member("Wren", key="an impostor")))
    assert one.path != two.path


def test_in_a_community_who_looks_like_anybody_there_is_told_apart_by_their_key() -> None:
    june, moss, nobody, own = (
        CommunityMemberView(
            key_of(tag), name, online=False, ours=tag == "own", channels=(), last_post_at=None
        )
        for tag, name in (("june", "June"), ("moss", "Moss"), ("nobody", " "), ("own", "Fern"))
    )
    in_another_channel = key_of("else"), "M\u043ess"
    bearers = bearers_of([(june.public_key, "June"), (moss.public_key, "Moss"), in_another_channel])
    digits = key_digits(moss.public_key)
    assert nameable_in_community((june, moss, nobody, own), bearers) == (
        Nameable(june.public_key, "June", ""),
        Nameable(moss.public_key, "Moss", digits, f"Moss.{digits}"),
    )


def test_names_that_begin_so_come_before_those_with_a_further_word_that_does() -> None:
    those = nameable((member("Anna Lena"), member("Lena"), member("Moss")))
    assert [one.name for one in fitting("le", those)] == ["Lena", "Anna Lena"]
    assert fitting("zz", those) == ()
    annie_first = nameable((member("Annie"), member("Anna Ann"), member("Ann")))
    assert [one.name for one in fitting("ann", annie_first)] == ["Ann", "Annie", "Anna Ann"]
    assert len(fitting("", tuple(those) * 9, limit=8)) == 8


def test_a_completed_name_carries_its_key() -> None:
    those = nameable((WREN, MOSS, OTHER_WREN))
    assert spoken_to("Thanks, @Wren!", those, keys(OTHER_WREN)) == keys(OTHER_WREN)


def test_two_of_the_same_name_can_be_meant_in_one_text() -> None:
    those = nameable((WREN, OTHER_WREN))
    completed = keys(OTHER_WREN, WREN)
    assert spoken_to("@Wren and @Wren", those, completed) == completed


def test_a_name_typed_by_hand_counts_where_only_one_has_it() -> None:
    those = nameable((WREN, MOSS, OTHER_WREN))
    assert spoken_to("@moss and @Wren", those, ()) == keys(MOSS)


def test_a_mention_that_was_deleted_again_does_not_count() -> None:
    assert spoken_to("nothing", nameable((WREN,)), keys(WREN)) == ()


def test_the_longer_name_is_meant_where_both_fit() -> None:
    those = nameable((ANNA, ANNA_LENA))
    assert spoken_to("@Anna Lena, look", those, ()) == keys(ANNA_LENA)
    assert spoken_to("@Annalisa", those, ()) == ()


@pytest.mark.parametrize(
    "text", ["@Wrenさん、お願いします", "やあ@Wren です", "你好@wren 早", "@Wrenครับ"]
)
def test_where_no_blanks_are_set_a_name_ends_at_the_next_letter_of_that_script(text: str) -> None:
    assert spoken_to(text, nameable((WREN, MOSS)), ()) == keys(WREN)


def test_nobody_is_named_twice_and_no_more_than_are_shown() -> None:
    many = nameable([member(f"m{number}") for number in range(MENTIONS_MAX + 9)])
    text = " ".join(f"@{one.name}" for one in many)
    assert len(spoken_to(f"{text} {text}", many, ())) == MENTIONS_MAX


@pytest.mark.parametrize(
    "name",
    ["(.*", "\u202egnp", "a\nb", "", "\u3164", "@", "x" * 300, "\ud800", "<img src=x>", "A\\"],
)
def test_hostile_names_are_only_names(name: str) -> None:
    (one,) = nameable((member(name),))
    assert "\n" not in one.name
    assert "\u202e" not in one.name
    assert spoken_to(f"hello @{one.name} there", (one,), (one.key,)) == (one.key,)


def test_a_name_that_is_a_pattern_takes_nobody_elses_mention() -> None:
    those = (Nameable(key_of("a"), ".*", ""), Nameable(key_of("b"), "Wren", ""))
    assert spoken_to("@Wren", those, ()) == (key_of("b"),)


NAMES_WITH_MARKS = [
    "*Ann*",
    "_Ann_",
    "`Ann`",
    "[Ann](b)",
    "~~Ann~~",
    "a\\*b",
    "&amp;",
    "<http://a.de>",
]


@pytest.mark.parametrize("name", [*NAMES_WITH_MARKS, "Ann_Lee", "Ann & Bob", "R&B", "Dr. Ann-Lee"])
def test_a_spelt_name_is_read_as_it_is(name: str) -> None:
    assert parse(f"hello @{spelt(name)} *there*")[0].text == f"hello @{name} there"


@pytest.mark.parametrize("name", ["Ann_Lee", "Ann & Bob", "R&B", "Dr. Ann-Lee", "Änne"])
def test_a_name_without_marks_is_spelt_as_it_is(name: str) -> None:
    assert spelt(name) == name


@pytest.mark.parametrize("name", NAMES_WITH_MARKS)
def test_a_name_with_marks_is_meant_spelt_and_as_it_is(name: str) -> None:
    star = member(name)
    for text in (f"hello @{spelt(name)} there", f"hello @{name} there"):
        assert spoken_to(text, nameable((star, WREN)), ()) == keys(star)
