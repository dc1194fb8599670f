"""Whom a text speaks to is found as if every name were tried at every sign, the longest first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.ids import PublicKey
from tests.fake_history import key_of
from ui.composing.mentions import FOLDED_CHARACTERS_MAX, Nameable, mentioned, named_of, spelt

SIGNS = "aB\u00df_* \\@.\u3055\u4e2d"
NAMES = st.one_of(st.text(SIGNS, max_size=4), st.sampled_from(["a" * 99, "a" * 100]))


def forms(one: Nameable) -> set[str]:
    """How their name may stand in a folded text."""
    written = {one.name.casefold(), spelt(one.name).casefold()}
    return {form for form in written if 0 < len(form) <= FOLDED_CHARACTERS_MAX}


def bearers(folded: str, those: list[Nameable]) -> list[PublicKey]:
    """Of the longest name with which ``folded`` begins, whole."""
    there = [
        form
        for one in those
        for form in forms(one)
        if folded.startswith(form) and not goes_on(folded[len(form) : len(form) + 1])
    ]
    longest = max(there, key=len, default="")
    return [one.key for one in those if longest in forms(one)]


def goes_on(character: str) -> bool:
    """Whether a name that ends before it is only the beginning of a word."""
    return (character.isalnum() or character == "_") and character not in "\u3055\u4e2d"


def is_joined(character: str) -> bool:
    """Whether an ``@`` behind it begins nothing."""
    return goes_on(character) or character == "@"


@given(st.lists(NAMES, max_size=5), st.lists(st.one_of(NAMES, st.just("@")), max_size=8))
def test_a_name_that_only_one_member_has_is_found_wherever_it_stands_whole(
    names: list[str], parts: list[str]
) -> None:
    those = [Nameable(key_of(str(place)), name, "") for place, name in enumerate(names)]
    text = "".join(parts + [f" @{spelt(name)}" for name in names])
    folded = text.casefold()
    signs = [
        place
        for place, sign in enumerate(folded)
        if sign == "@"
        and (not place or not (goes_on(folded[place - 1]) or folded[place - 1] == "@"))
    ]
    found = [bearers(folded[place + 1 :], those) for place in signs]
    expected = dict.fromkeys(keys[0] for keys in found if len(keys) == 1)
    assert mentioned(text, named_of(those), ()) == tuple(expected)
