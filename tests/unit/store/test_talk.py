"""Answers, mentions, files, and posts that our user hides."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from engine.model.events import PostsChanged
from engine.model.ids import PostId
from engine.model.queries import (
    Extent,
    Identities,
    Search,
    Space,
)
from engine.model.views import QuoteView
from engine.protocols.peerlinks.bodies.forms import (
    AttachedFile,
    EditBody,
    FilesBody,
    TextBody,
    compose_body,
)
from engine.protocols.peerlinks.records import (
    ChannelForgotten,
    ChannelStored,
    IdentityStored,
    MessageStored,
    PostHidden,
)
from engine.protocols.space_records import ReadUpTo
from engine.store.timeline import pages
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened
from tests.unit.store.garden import AT, GARDEN, HERE, KITCHEN, join
from tests.unit.store.talk import BOB, CAT, edit, one, reply, retract, said, shown

ROOT = a.message(HERE)
PICTURE = bytes(range(256)) * 4
PICTURE_URL = "data:image/png;base64," + base64.b64encode(PICTURE).decode()
POST = a.message(HERE, [ROOT], "hello\n  there", by=BOB)


@pytest.fixture
def here(memory: Opened) -> Opened:
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, POST)
    return memory


def files_of(*files: tuple[str, str, str], text: str | None = None) -> str:
    return compose_body(FilesBody(tuple(AttachedFile(*file) for file in files), text))


# ---- answers ------------------------------------------------------------------------------------


def quoted(here: Opened) -> QuoteView:
    quote = shown(here)[-1].reply
    assert quote is not None
    return quote


def test_an_answer_quotes_the_beginning_on_one_line(here: Opened) -> None:
    here.keep(reply("yes", POST, POST, by=CAT))
    author = shown(here)[0].author
    assert quoted(here) == QuoteView(POST.hash, author, "hello there", shown(here)[0].order)


def test_a_quote_says_what_the_post_says_now(here: Opened) -> None:
    answer = reply("yes", POST, POST, by=CAT)
    here.keep(answer, edit("good bye", POST, POST))
    assert one(here, answer).reply == replace(quoted_of(here, answer), text="good bye")
    here.keep(retract(POST, answer))
    assert quoted_of(here, answer) == QuoteView(POST.hash, None, "", None, retracted=True)


def quoted_of(here: Opened, answer: MessageStored) -> QuoteView:
    quote = one(here, answer).reply
    assert quote is not None
    return quote


def test_nothing_is_quoted_of_a_hidden_post(here: Opened) -> None:
    here.keep(reply("yes", POST, POST, by=CAT), PostHidden(HERE, POST.hash, hidden=True))
    assert quoted(here).author is None


def test_of_a_post_with_files_alone_their_names_are_quoted(here: Opened) -> None:
    body = files_of(("a.txt", "text/plain", "data:,x"), ("b.txt", "text/plain", "data:,y"))
    post = said(body, POST)
    here.keep(post, reply("nice", post, post))
    assert quoted(here).text == "a.txt, b.txt"


# ---- mentions -----------------------------------------------------------------------------------


def mention(name: str, on: MessageStored) -> MessageStored:
    return said(TextBody("you!", (a.key(name),)), on)


def test_who_mentions_or_answers_one_of_ours_speaks_to_us(here: Opened) -> None:
    join(here, GARDEN)
    own = a.message(HERE, [POST], "mine", ours=True)
    to_us, to_others = mention("ann", own), mention("dan", own)
    answer, other_answer = reply("yes", own, own), reply("no", POST, own)
    here.keep(own, to_us, to_others, answer, other_answer)
    speaking = {post.id for post in shown(here) if post.speaks_to_us}
    assert speaking == {to_us.hash, answer.hash}
    assert one(here, to_us).mentions == (a.key("ann"),)
    extent, space = here.reader.answer(Extent(HERE), AT), here.reader.answer(Space(HERE), AT)
    assert space.mentions == 2
    assert extent.first_mention == min(one(here, post).order for post in (to_us, answer))
    assert extent.last == space.last == shown(here)[-1].order
    here.keep(ReadUpTo(HERE, shown(here)[-1].order))
    assert here.reader.answer(Space(HERE), AT).mentions == 0
    assert here.reader.answer(Extent(HERE), AT).first_mention is None


def test_an_owner_is_mentioned_by_the_channels_key(here: Opened) -> None:
    here.keep(said(TextBody("you!", (GARDEN.public_key,)), POST))
    assert shown(here)[-1].speaks_to_us


@pytest.mark.parametrize("most", [3, 2])
def test_so_many_mentions_are_counted_and_no_more(
    here: Opened, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(pages, "MENTIONS_COUNTED_MAX", most)
    join(here, GARDEN)
    here.keep(*(said(TextBody(f"you! {n}", (a.key("ann"),)), POST) for n in range(3)))
    assert here.reader.answer(Space(HERE), AT).mentions == most


def test_what_was_hidden_or_taken_back_mentions_nobody(here: Opened) -> None:
    join(here, GARDEN)
    first, second = mention("ann", POST), mention("ann", POST)
    third = said(TextBody("you, too!", (a.key("ann"),)), POST, by=CAT)
    here.keep(first, second, third, retract(first, first))
    assert here.reader.answer(Space(HERE), AT).mentions == 1
    here.keep(PostHidden(HERE, third.hash, hidden=True))
    assert here.reader.answer(Space(HERE), AT).mentions == 0


def test_an_identity_that_comes_later_was_mentioned_before(here: Opened) -> None:
    here.keep(mention("ann", POST), mention("dan", POST))
    assert here.reader.answer(Space(HERE), AT).mentions == 0
    here.keep(IdentityStored(a.identity("ann")))
    assert here.reader.answer(Space(HERE), AT).mentions == 1


def test_a_channel_that_becomes_ours_was_spoken_to_before(memory: Opened) -> None:
    root = a.message(KITCHEN.id)
    body = compose_body(TextBody("you!", (KITCHEN.public_key,)))
    post = a.message(KITCHEN.id, [root], json_text=body, by=BOB)
    memory.keep(ChannelStored(KITCHEN, a.NOW), root, post)
    assert memory.reader.answer(Space(KITCHEN.id), AT).mentions == 0
    memory.keep(ChannelStored(a.channel("kitchen"), a.NOW))
    assert memory.reader.answer(Space(KITCHEN.id), AT).mentions == 1


def test_what_is_left_of_a_forgotten_channel_speaks_to_no_identity_that_comes_later(
    here: Opened,
) -> None:
    to_ann = mention("ann", POST)
    here.keep(to_ann, mentioning("dan", to_ann, to_ann, "dan"))
    here.keep(ChannelForgotten(HERE))
    here.keep(IdentityStored(a.identity("ann")))
    assert [identity.name for identity in here.reader.answer(Identities(), AT)] == ["ann"]


def test_an_answer_that_came_before_our_own_post_speaks_to_us_once_that_comes(
    here: Opened,
) -> None:
    own = a.message(HERE, [ROOT], "mine", ours=True)
    answer = reply("yes", own, POST)
    here.keep(answer)
    assert not one(here, answer).speaks_to_us
    here.keep(own)
    assert one(here, answer).speaks_to_us


def mentioning(text: str, of: MessageStored, on: MessageStored, *names: str) -> MessageStored:
    """An edit of Bob's, which mentions those."""
    return said(EditBody(text, of.hash, tuple(a.key(name) for name in names)), on)


def test_a_post_speaks_to_whom_its_newest_text_mentions(here: Opened) -> None:
    join(here, GARDEN)
    silent = a.message(HERE, [POST], "lunch", by=BOB)
    calling = mention("ann", silent)
    here.keep(silent, calling)
    here.keep(mentioning("lunch, ann", silent, calling, "ann"))
    assert one(here, silent).speaks_to_us
    assert here.reader.answer(Space(HERE), AT).mentions == 2
    here.keep(edit("nobody is meant", calling, calling))
    assert not one(here, calling).speaks_to_us
    assert here.reader.answer(Space(HERE), AT).mentions == 1
    assert here.reader.answer(Extent(HERE), AT).first_mention == one(here, silent).order


def test_an_answer_to_us_stays_one_whatever_its_edit_mentions(here: Opened) -> None:
    join(here, GARDEN)
    own = a.message(HERE, [POST], "mine", ours=True)
    answer = reply("yes", own, own)
    here.keep(own, answer, edit("no", answer, answer), mentioning("dan", answer, answer, "dan"))
    assert one(here, answer).speaks_to_us


def test_only_the_authors_newest_edit_says_whom_a_post_speaks_to(here: Opened) -> None:
    join(here, GARDEN)
    first = mentioning("ann", POST, POST, "ann")
    second = edit("nobody", POST, first)
    of_another = said(EditBody("ann", POST.hash, (a.key("ann"),)), second, by=CAT)
    here.keep(second, first, of_another)
    assert not one(here, POST).speaks_to_us


def called(here: Opened) -> list[PostId]:
    """Which posts the last transaction says to have come to speak to us."""
    told = here.storage.told()
    return [post for event in told if isinstance(event, PostsChanged) for post in event.calling]


def test_an_edit_that_newly_speaks_to_us_is_told_once(here: Opened) -> None:
    join(here, GARDEN)
    wanted = [(("ann",), True), (("ann", "dan"), False), (("dan",), False), (("dan", "ann"), True)]
    last = POST
    for names, newly in wanted:
        last = mentioning(" ".join(names), POST, last, *names)
        here.keep(last)
        assert called(here) == ([POST.hash] if newly else [])
    here.keep(a.message(HERE, [last], "what else?"))
    assert called(here) == []


def test_nobody_is_called_by_an_edit_of_anothers_post_nor_by_our_own(here: Opened) -> None:
    join(here, GARDEN)
    own = a.message(HERE, [POST], "mine", ours=True)
    to_ann = (a.key("ann"),)
    here.keep(own, said(EditBody("ann", POST.hash, to_ann), POST, by=CAT))
    assert called(here) == []
    here.keep(said(EditBody("ann", own.hash, to_ann), own, ours=True))
    assert called(here) == []


def test_an_edit_that_was_undone_calls_nobody(here: Opened) -> None:
    join(here, GARDEN)
    here.storage.begin()
    here.storage.apply(mentioning("ann", POST, POST, "ann"))
    here.repository.news.flush()
    here.storage.rollback()
    here.keep(a.message(HERE, [POST], "what else?"))
    assert called(here) == []


def test_an_edit_that_came_before_its_post_says_whom_that_speaks_to(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT)
    join(memory, GARDEN)
    memory.keep(mentioning("ann", POST, ROOT, "ann"))
    assert called(memory) == []
    memory.keep(POST)
    assert one(memory, POST).speaks_to_us
    assert called(memory) == [POST.hash]


def test_an_identity_that_comes_later_was_mentioned_by_an_edit(here: Opened) -> None:
    here.keep(mentioning("ann", POST, POST, "ann"))
    assert not one(here, POST).speaks_to_us
    here.keep(IdentityStored(a.identity("ann")))
    assert one(here, POST).speaks_to_us


def test_an_identity_that_comes_later_is_not_spoken_to_where_an_edit_took_that_back(
    here: Opened,
) -> None:
    to_ann = mention("ann", POST)
    here.keep(to_ann, mentioning("dan", to_ann, to_ann, "dan"))
    here.keep(IdentityStored(a.identity("ann")))
    assert not one(here, to_ann).speaks_to_us


def test_an_answer_that_came_before_its_post_is_told_once_to_quote_it(here: Opened) -> None:
    late = a.message(HERE, [POST], "dated ahead", by=CAT)
    answer = reply("yes", late, POST)
    here.keep(answer)
    here.keep(late)
    assert [event.posts for event in here.storage.told() if isinstance(event, PostsChanged)] == [
        (answer.hash,)
    ]
    quote = one(here, answer).reply
    assert quote is not None
    assert quote.text == "dated ahead"


def test_an_answer_that_comes_with_its_post_or_after_it_changes_nothing(here: Opened) -> None:
    first = a.message(HERE, [POST], "first", by=CAT)
    here.keep(first, reply("yes", first, first))
    assert not any(isinstance(event, PostsChanged) for event in here.storage.told())


# ---- hidden -------------------------------------------------------------------------------------


def test_a_hidden_post_is_no_row_until_it_is_shown_again(here: Opened) -> None:
    other = a.message(HERE, [POST], "other", by=CAT)
    here.keep(other, PostHidden(HERE, POST.hash, hidden=True))
    assert [post.id for post in shown(here)] == [other.hash]
    length = here.reader.answer(Extent(HERE), AT)
    assert (length.posts, length.unread) == (2, 1)
    assert here.reader.answer(Search("hello"), AT).hits == ()
    assert one(here, POST).hidden
    here.keep(PostHidden(HERE, POST.hash, hidden=True), PostHidden(HERE, POST.hash, hidden=False))
    assert [post.id for post in shown(here)] == [POST.hash, other.hash]
    assert here.reader.answer(Extent(HERE), AT).unread == 2
    assert len(here.reader.answer(Search("hello"), AT).hits) == 1


def test_what_is_hidden_stays_so_in_a_timeline_that_is_filled_anew(here: Opened) -> None:
    here.keep(PostHidden(HERE, POST.hash, hidden=True))
    here.store.database.begin()
    here.repository.rebuild_timeline(HERE)
    here.store.database.commit()
    assert shown(here) == []
    here.keep(PostHidden(HERE, POST.hash, hidden=False))
    assert [post.id for post in shown(here)] == [POST.hash]


def test_nothing_of_it_is_left_of_a_forgotten_channel(here: Opened) -> None:
    here.keep(PostHidden(HERE, POST.hash, hidden=True), ChannelForgotten(HERE))
    here.erase_all()
    for table in ("hidden_post", "timeline", "timeline_block", "timeline_arrival"):
        assert here.store.database.value(f"SELECT count(*) FROM {table}") == 0
