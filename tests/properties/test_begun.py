"""What has been begun is a pile: no words are lost in it, and none get into another piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from engine.model.ids import PostId
from ui.composing.begun import NOTHING_BEGUN, Begun, Piece

POSTS = [PostId(bytes([number]) * 32) for number in range(4)]
Step = tuple[str, PostId]
Words = dict[PostId | None, list[str]]

STEPS: dict[str, Callable[[Begun, PostId, str], Begun]] = {
    "type": lambda begun, _post, word: begun.typed(f"{begun.standing.text} {word}"),
    "empty": lambda begun, _post, _word: begun.typed(""),
    "leave": lambda begun, _post, _word: begun.left(),
    "send": lambda begun, _post, _word: begun.sent(),
    "answer": lambda begun, post, _word: begun.answering(post),
    "change": lambda begun, post, word: begun.changing(post, word),
    "message is back": lambda begun, _post, word: begun.with_before(Piece(word)),
    "answer is back": lambda begun, post, word: begun.with_before(Piece(word, reply_to=post)),
    "change is back": lambda begun, post, word: begun.with_before(Piece(word, edits=post)),
}

steps = st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.sampled_from(POSTS)), max_size=12)


def words_of(begun: Begun) -> Words:
    """By what they change; of an empty piece there are none."""
    return {one.edits: one.text.split() for one in begun.pieces if one.text.split()}


def changed(begun: Begun) -> set[PostId | None]:
    """Whose changes hold other words than the post: those stay, as each is a whole text."""
    return {one.edits for one in begun.pieces if one.is_change and not one.is_untouched}


def stepped(wanted: Sequence[Step], tag: str = "w") -> Begun:
    begun = Begun()
    for number, (what, post) in enumerate(wanted):
        begun = STEPS[what](begun, post, f"{tag}{number}")
    return begun


def expected(before: Begun, what: str, post: PostId, word: str) -> Words:
    """What a step makes of the words: whatever stood in the field may go, nothing else."""
    words, at = words_of(before), before.standing.edits
    there = {piece.edits for piece in before.pieces}
    is_left = at is not None and (what in {"leave", "answer"} or (what == "change" and at != post))
    if what in {"send", "empty"} or is_left:
        words.pop(at, None)
        there.discard(at)
    match what:
        case "type":
            words[at] = [*words.get(at, []), word]
        case "change" if post not in there:
            words[post] = [word]
        case "message is back" | "answer is back":
            words[None] = [word, *words.get(None, [])]
        case "change is back" if post not in changed(before):
            words[post] = [word]
        case _:
            pass
    return words


@given(steps)
def test_words_stay_with_what_they_are_about_and_go_only_with_what_stands_in_the_field(
    wanted: list[Step],
) -> None:
    begun = Begun()
    for number, (what, post) in enumerate(wanted):
        words = expected(begun, what, post, f"w{number}")
        begun = STEPS[what](begun, post, f"w{number}")
        assert words_of(begun) == words
        kinds = [piece.edits for piece in begun.pieces]
        assert len(kinds) == len(set(kinds))
        assert all(piece.reply_to is None for piece in begun.pieces if piece.is_change)


@given(steps, steps)
def test_what_lay_there_stands_before_what_was_begun_meanwhile_each_with_its_own(
    first: list[Step], later: list[Step]
) -> None:
    earlier, begun = stepped(first), stepped(later, "v")
    whole = begun.over(earlier)
    words, before, behind = words_of(whole), words_of(earlier), words_of(begun)
    assert words.keys() == before.keys() | behind.keys()
    assert words.get(None, []) == before.get(None, []) + behind.get(None, [])
    for post in words.keys() - {None}:
        assert words[post] == (behind if post in changed(begun) else behind | before)[post]
    assert whole.posts <= earlier.posts | begun.posts


@given(steps, st.sampled_from(POSTS))
def test_a_change_that_comes_back_takes_only_an_empty_field(
    wanted: list[Step], post: PostId
) -> None:
    begun = stepped(wanted)
    whole = begun.with_before(Piece("as it was", edits=post))
    if begun.standing.is_something:
        assert whole.standing.edits == begun.standing.edits
    elif all(piece.edits != post for piece in begun.pieces):
        assert whole.standing.edits == post


@given(steps)
def test_what_was_written_is_in_the_field_again_once_a_change_is_left(wanted: list[Step]) -> None:
    begun = stepped(wanted)
    changed = begun.changing(POSTS[0], "as it was")
    assert changed.standing.edits == POSTS[0]
    if begun.standing.is_something and not begun.standing.is_change:
        assert changed.left().standing == begun.standing


@given(steps, st.sampled_from(POSTS))
def test_an_answer_is_what_stands_in_the_field_and_only_that_is_left(
    wanted: list[Step], post: PostId
) -> None:
    begun = stepped(wanted).answering(post)
    assert begun.standing.reply_to == post
    assert begun.left().standing.reply_to is None
    if begun.standing.text.strip():
        assert begun.left().standing.text == begun.standing.text
        assert begun.left().pieces[1:] == begun.pieces[1:]
    else:
        assert begun.left() == begun.sent()


@given(steps)
def test_the_draft_of_a_pile_is_its_message_else_one_of_its_changes(wanted: list[Step]) -> None:
    begun = stepped(wanted)
    words = words_of(begun)
    assert begun.draft in {*begun.pieces, NOTHING_BEGUN}
    if None in words:
        assert begun.draft.text.split() == words[None]
    else:
        assert begun.draft.is_change == any(piece.is_change for piece in begun.pieces)


@given(steps, st.frozensets(st.sampled_from(POSTS)))
def test_what_is_about_a_post_that_is_gone_goes_but_for_the_words_of_an_answer(
    wanted: list[Step], there: frozenset[PostId]
) -> None:
    begun = stepped(wanted)
    left = begun.without_others_than(there)
    words = words_of(begun)
    assert left.posts <= there
    assert words_of(left) == {kind: words[kind] for kind in words if kind in {*there, None}}


@given(steps)
def test_what_cannot_be_read_leaves_the_words_of_the_message_and_apart_from_it_all_changes(
    wanted: list[Step],
) -> None:
    begun = stepped(wanted)
    words = words_of(begun)
    message, changes = begun.words_alone(), begun.changes_alone()
    assert not message.posts
    assert words_of(message) | words_of(changes) == words
    assert all(piece.is_change for piece in changes.pieces)
