"""Reactions, edits and retractions as protocols/tidings.md section 3 has them."""

from __future__ import annotations

import itertools

import pytest

from engine.model.ids import PostId, PostKind
from engine.model.queries import Extent, Timeline
from engine.model.views import ReactionView
from engine.protocols.peerlinks.bodies.forms import ReactionBody, compose_body
from engine.protocols.peerlinks.records import ChannelStored, PostHidden
from engine.store.timeline import marks
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened
from tests.unit.store.garden import AT, GARDEN, HERE
from tests.unit.store.talk import (
    BOB,
    CAT,
    edit,
    one,
    react,
    reply,
    retract,
    said,
    shown,
    unreact,
)

ROOT = a.message(HERE)
POST = a.message(HERE, [ROOT], "hello", by=BOB)


@pytest.fixture
def here(memory: Opened) -> Opened:
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, POST)
    return memory


def test_a_mark_is_no_row_and_never_unread(here: Opened) -> None:
    here.keep(react("👍", POST, POST), edit("hallo", POST, POST), retract(ROOT, POST))
    assert [post.id for post in shown(here)] == [POST.hash]
    length = here.reader.answer(Extent(HERE), AT)
    assert (length.posts, length.unread) == (2, 1)
    page = here.reader.answer(Timeline(HERE, 1), AT)
    assert (page.before, page.after) == (1, 0)


def test_each_author_counts_once_for_each_emoji(here: Opened) -> None:
    first = react("👍", POST, POST, by=BOB)
    again = react("👍", POST, first, by=BOB)
    here.keep(first, again, react("👍", POST, first, by=CAT), react("🎉", POST, again, by=CAT))
    thumbs, party = sorted(shown(here)[0].reactions, key=lambda one: -one.count)
    assert (thumbs.emoji, thumbs.count, sorted(thumbs.names)) == ("👍", 2, ["bob", "cat"])
    assert party == ReactionView("🎉", 1, ours=False, names=("cat",))


def test_our_own_reaction_is_told_apart_and_an_owner_has_no_name(here: Opened) -> None:
    here.keep(react("👍", POST, POST, by=(), ours=True))
    assert shown(here)[0].reactions == (ReactionView("👍", 1, ours=True, names=("",)),)


def test_a_reaction_taken_back_counts_no_more_until_it_is_made_again(here: Opened) -> None:
    made = react("👍", POST, POST)
    taken = unreact("👍", POST, made)
    here.keep(made, taken, unreact("👍", POST, made, by=CAT))
    assert shown(here)[0].reactions == ()
    here.keep(react("👍", POST, taken))
    assert [one.count for one in shown(here)[0].reactions] == [1]


def test_the_newest_edit_of_the_author_is_shown_and_its_time(here: Opened) -> None:
    first = edit("one", POST, POST)
    second = edit("two", POST, first)
    here.keep(first, second)
    post = shown(here)[0]
    assert (post.text, post.edited_at) == ("two", second.message.timestamp)
    assert post.body == '{"text":"hello"}'


def test_nobody_changes_the_post_of_another(here: Opened) -> None:
    here.keep(edit("mine now", POST, POST, by=CAT), retract(POST, POST, by=CAT))
    post = shown(here)[0]
    assert (post.text, post.edited_at, post.retracted) == ("hello", None, False)
    assert len(shown(here)) == 1


def test_an_author_is_the_same_under_another_path(here: Opened) -> None:
    renamed = (a.link("zoe"), a.link("bob"))
    here.keep(edit("from elsewhere", POST, POST, by=renamed))
    assert shown(here)[0].text == "from elsewhere"


def test_a_post_that_was_taken_back_says_nothing_more(here: Opened) -> None:
    taken = retract(POST, POST)
    here.keep(taken, edit("late", POST, taken), react("👍", POST, taken, by=CAT))
    post = shown(here)[0]
    assert (post.text, post.retracted, post.reactions, post.files) == ("", True, (), ())


def test_marks_of_posts_that_are_not_here_say_nothing_and_hold_once_they_come(
    memory: Opened,
) -> None:
    beside = a.message(HERE, [ROOT], "beside", by=BOB)
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, beside, react("👍", POST, beside))
    assert [post.text for post in shown(memory)] == ["beside"]
    memory.keep(POST)
    assert [reaction.emoji for reaction in one(memory, POST).reactions] == ["👍"]


def test_a_reaction_to_a_reaction_is_nothing(here: Opened) -> None:
    mark = react("👍", POST, POST)
    here.keep(mark, react("🎉", mark, mark), edit("no text", mark, mark))
    assert [one.emoji for one in shown(here)[0].reactions] == ["👍"]
    assert one(here, mark).reactions == ()


def test_a_mark_is_shown_by_its_id_with_what_it_is_about(here: Opened) -> None:
    mark = react("👍", POST, POST)
    here.keep(mark)
    found = one(here, mark)
    assert (found.kind, found.target, found.text) == (PostKind.MARK, POST.hash, "👍")
    assert found.body == compose_body(ReactionBody("👍", POST.hash))


def test_everything_is_told_as_it_was_signed(here: Opened) -> None:
    mark, changed = react("👍", POST, POST), edit("hallo", POST, POST)
    here.keep(mark, changed, PostHidden(HERE, POST.hash, hidden=True))
    page = here.reader.answer(Timeline(HERE, everything=True), AT)
    kinds = {post.id: post.kind for post in page.posts}
    assert kinds[mark.hash] is kinds[changed.hash] is PostKind.MARK
    told = next(post for post in page.posts if post.id == POST.hash)
    assert (told.text, told.hidden, told.edited_at) == ("hello", True, None)
    assert (page.before, page.after) == (0, 0)
    first = here.reader.answer(Timeline(HERE, 1, everything=True), AT)
    assert (first.before, first.after) == (1, 0)  # the root alone is shown


def test_only_the_newest_reactions_of_a_post_are_looked_at(
    here: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "REACTIONS_MAX", 3)
    on = POST
    for number in range(5):
        on = react(f"{number}", POST, on)
        here.keep(on)
    assert [one.emoji for one in shown(here)[0].reactions] == ["2", "3", "4"]


def test_of_a_page_only_so_many_reactions_are_looked_at_and_a_few_of_each_post(
    here: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the newest post first, as the last page is read from its end."""
    monkeypatch.setattr(marks, "PAGE_REACTIONS_MAX", 5)
    monkeypatch.setattr(marks, "REACTIONS_LEAST", 2)
    posts = [POST, a.message(HERE, [POST], "second"), a.message(HERE, [POST], "third")]
    here.keep(*posts[1:])
    on = POST
    for post in posts:
        for number in range(4):
            on = react(f"{number}", post, on)
            here.keep(on)
    page = {post.id: [one.emoji for one in post.reactions] for post in shown(here)}
    newest, *others = [page[post.id] for post in reversed(shown(here))]
    assert (newest, others) == (["0", "1", "2", "3"], [["2", "3"], ["2", "3"]])
    for post in posts:
        assert len(one(here, post).reactions) == 4, "asked for alone"


def test_edits_are_found_behind_any_number_of_marks_of_others(
    here: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "REACTIONS_MAX", 1)
    on = edit("mended", POST, POST)
    here.keep(on)
    for _ in range(5):
        on = edit("mine now", POST, on, by=CAT)
        here.keep(on, react("👍", POST, on))
    assert shown(here)[0].text == "mended"


def test_of_too_many_kinds_of_reactions_those_of_most_members_are_shown(
    here: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "EMOJI_MAX", 2)
    on = POST
    for emoji, name in [("1", "bob"), ("2", "bob"), ("2", "cat"), ("3", "bob"), ("3", "dan")]:
        on = said(ReactionBody(emoji, POST.hash), on, by=a.chain(name))
        here.keep(on)
    assert [one.emoji for one in shown(here)[0].reactions] == ["2", "3"]


def test_at_most_ten_names_are_told_of_a_reaction(here: Opened) -> None:
    on = POST
    for number in range(12):
        on = react("👍", POST, on, by=a.chain(f"member {number}"))
        here.keep(on)
    (thumbs,) = shown(here)[0].reactions
    assert (thumbs.count, thumbs.names) == (12, tuple(f"member {n}" for n in range(10)))


def test_the_order_of_arrival_changes_nothing(memory: Opened) -> None:
    beside = a.message(HERE, [POST], "cat's own", by=CAT)
    told = [
        edit("one", POST, POST),
        react("👍", POST, POST, by=CAT),
        reply("yes", POST, POST, by=CAT),
        retract(beside, POST, by=CAT),
        beside,
    ]
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, POST)
    seen = set()
    for ordered in itertools.permutations(told):
        memory.store.database.begin()
        for message in ordered:
            memory.storage.apply(message)
        memory.store.timeline.flush()
        seen.add(repr(shown(memory)))
        memory.store.database.rollback()
    assert len(seen) == 1


def test_an_unknown_id_is_no_answered_post(here: Opened) -> None:
    here.keep(said('{"text":"yes","reply_to":"' + "ab" * 32 + '"}', POST))
    answer = shown(here)[-1].reply
    assert answer is not None
    assert (answer.id, answer.author, answer.order) == (PostId(b"\xab" * 32), None, None)


@pytest.mark.parametrize("paths", [marks.PATHS_MAX, marks.PATHS_MAX + 1])
def test_an_author_is_looked_for_under_so_many_paths_and_no_more(
    memory: Opened, paths: int
) -> None:
    names = [BOB, *((a.link(f"zoe {number}"), a.link("bob")) for number in range(paths - 1))]
    posts = [a.message(HERE, [ROOT], f"post {number}", by=BOB) for number in range(paths)]
    edits = [edit("new", post, post, by=by) for post, by in zip(posts, names, strict=True)]
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, *posts, *edits)
    found = memory.reader.answer(Timeline(HERE, 2 * paths), AT).posts
    assert sum(post.text == "new" for post in found) == marks.PATHS_MAX
