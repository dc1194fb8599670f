"""Words in lines and letters in names, held against plain searching."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.searching.matches import marks_in, utf16_offsets, words_of
from ui.switching.destinations import Destination, Kind, offered, recent_after
from ui.switching.fuzzy import fit, folded
from ui.text.lines import read_line
from ui.wording.sentences import one_line

letters = st.text(alphabet="abÄö9é-_ .,\N{SQUID}\N{COMBINING ACUTE ACCENT}", max_size=40)
anything = st.text(max_size=60)


@given(anything, anything)
def test_marks_are_words_or_their_beginnings_in_order_and_apart(line: str, looked: str) -> None:
    wanted = [word.folded for word in words_of(looked)]
    end = 0
    for start, stop in marks_in(line, looked):
        assert end <= start < stop <= len(line)
        end = stop
        (inside,) = words_of(line[start:stop])
        assert inside.folded in wanted


@given(letters, letters)
def test_every_word_that_was_looked_for_is_marked_wherever_it_stands(line: str, word: str) -> None:
    for one in words_of(word):
        marked = [line[start:stop] for start, stop in marks_in(line, one.folded)]
        may_begin = len(one.folded) > 1 or not one.folded.isascii()
        meant = [
            found
            for found in words_of(line)
            if found.folded == one.folded or (may_begin and found.folded.startswith(one.folded))
        ]
        assert len(marked) == len(meant)


@given(anything, anything)
def test_offsets_for_qt_cover_the_same_letters(line: str, looked: str) -> None:
    plain = line.encode("utf-16", "replace").decode("utf-16", "replace")
    marks = marks_in(plain, looked)
    units = plain.encode("utf-16-le")
    for (start, stop), (at, length) in zip(marks, utf16_offsets(plain, marks), strict=True):
        assert units[2 * at : 2 * (at + length)].decode("utf-16-le") == plain[start:stop]


@given(letters, letters)
def test_letters_fit_a_name_that_holds_them_and_the_places_say_which(typed: str, name: str) -> None:
    how = fit(typed, name)
    words = folded(typed).split()
    if how is None:
        assert any(word not in folded(name) for word in words)
        return
    assert list(how.places) == sorted(set(how.places))
    assert {folded(name)[place] for place in how.places} == set("".join(words))


@given(letters)
def test_a_name_fits_itself_better_than_any_of_its_letters_alone(name: str) -> None:
    words = folded(name).split()
    if len(words) == 1 and len(words[0]) > 1:
        whole, first = fit(words[0], words[0]), fit(words[0][0], words[0])
        assert whole is not None
        assert first is not None
        assert whole.score > first.score


@given(st.lists(st.text(alphabet="ab cde", min_size=1, max_size=8), max_size=8), letters)
def test_whatever_is_typed_only_what_fits_is_offered_and_each_once(
    names: list[str], typed: str
) -> None:
    there = [
        Destination(Kind.CHANNEL, name, lambda: None, key=bytes([n]))
        for n, name in enumerate(names)
    ]
    rows = offered(typed, there)
    assert len({row.destination.key for row in rows}) == len(rows)
    if not typed.strip().startswith(("#", "@", ">")):
        fitting = [one for one in there if fit(typed, one.name) is not None]
        assert {row.destination.key for row in rows} == {one.key for one in fitting}


@given(st.lists(st.sampled_from("abcdef"), max_size=60))
def test_what_was_opened_last_is_first_and_nothing_is_there_twice(opened: list[str]) -> None:
    recent: list[str] = []
    for one in opened:
        recent = recent_after(one, recent)
        assert recent[0] == one
    assert recent == list(dict.fromkeys(reversed(opened)))


@given(anything)
def test_a_line_has_no_breaks_and_turns_nothing_around_it(text: str) -> None:
    for line in (one_line(text), read_line(text, 40)):
        assert not set(line) & set("\n\r\t\x00\u202e\u2066\u2028")
    assert len(read_line(text, 40)) <= 40
