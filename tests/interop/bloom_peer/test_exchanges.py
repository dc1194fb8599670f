"""Every message of the document, both ways and in both roles, with the setting ``document``."""

from __future__ import annotations

import pytest

from engine.model.comment_queries import Network
from tests.interop.bloom_peer import messages
from tests.interop.bloom_peer.bloom import Bloom, bloom_of
from tests.interop.bloom_peer.comments import text_in
from tests.interop.bloom_peer.meeting import (
    AUTHOR,
    MEMBER,
    OTHER,
    SPACE,
    THIRD,
    Meeting,
    Opens,
    chain_to,
    comments,
)
from tests.interop.bloom_peer.messages import Range
from tests.interop.bloom_peer.trust import expiration_of, holder_of

BOTH_WAYS = pytest.mark.parametrize("opens", Opens, ids=["we-dial", "it-dials"])
LONG_AGO = 1_000_000_000.0


@BOTH_WAYS
def test_both_shake_hands_and_show_their_chains(meeting: Meeting, opens: Opens) -> None:
    meeting.settle(OTHER)
    talk = meeting.conversation(opens)
    assert talk.theirs is not None
    assert len(talk.theirs.chain) == 2
    assert talk.theirs.extensions == ()


@BOTH_WAYS
def test_of_several_feeds_the_one_is_spoken_of_that_the_peer_names(
    meeting: Meeting, opens: Opens
) -> None:
    """Open is sent at the start by both sides: whom we dial has said by then which one it keeps."""
    ours = meeting.settle()
    for name in ("one of our own", "another"):
        ours.makes_feed(name)
    talk = meeting.conversation(opens, values=comments(1))
    talk.live_until(lambda: ours.texts() == ["number 0"], "its comment")


@BOTH_WAYS
def test_we_ask_with_a_filter_and_take_what_is_given(meeting: Meeting, opens: Opens) -> None:
    """Sync, Data: a filter of the document's length to the byte, a limit that is not 0."""
    ours = meeting.settle()
    ours.says("from us")
    talk = meeting.conversation(opens, values=comments(40))
    expected = sorted(["from us", *(text_in(one) for one in comments(40))])
    talk.live_until(lambda: ours.texts() == expected, "all of it")
    assert talk.said(messages.Sync)


@BOTH_WAYS
def test_it_asks_with_a_filter_and_takes_what_we_give(meeting: Meeting, opens: Opens) -> None:
    ours = meeting.settle()
    for number in range(20):
        ours.says(f"ours {number}")
    talk = meeting.conversation(opens)
    talk.syncs()
    talk.live_until(lambda: len(talk.values) == 20, "all of ours")
    before = len(talk.said(messages.Data))
    talk.syncs()  # nothing to give is not a word
    talk.says(messages.Request(Range(min(talk.values), min(talk.values) + b"\0"), 1))
    talk.live_until(lambda: len(talk.said(messages.Data)) > before, "the fence")
    assert [len(one.values) for one in talk.said(messages.Data)[before:]] == [1]


def test_limits_and_ranges_of_a_question_are_kept(meeting: Meeting) -> None:
    ours = meeting.settle()
    for number in range(20):
        ours.says(f"ours {number}")
    talk = meeting.conversation()
    talk.says(messages.Request(Range()))
    talk.live_until(lambda: len(talk.values) == 20, "all of ours")
    listed = sorted(talk.values)
    within = Range(listed[5], listed[15])
    for ask in (
        messages.Request(within, 7),
        messages.Sync(bloom_of([]), 7, within),
    ):
        before = len(talk.said(messages.Data))
        talk.says(ask)
        talk.live_until(lambda: len(talk.said(messages.Data)) > before, "an answer")  # noqa: B023
        assert list(talk.said(messages.Data)[-1].values) == listed[5:12]


@BOTH_WAYS
def test_what_is_said_later_is_passed_on_at_once(meeting: Meeting, opens: Opens) -> None:
    ours = meeting.settle()
    talk = meeting.conversation(opens)
    talk.live_until(lambda: talk.said(messages.Request), "what asks: its Handshake was heard")
    ours.says("news")
    talk.live_until(lambda: [text_in(one) for one in talk.values] == ["news"], "our news")
    (value,) = comments(1)
    talk.gives([value])
    meeting.news.wait_until(lambda: ours.texts() == ["news", "number 0"], "its news")


def test_without_anything_of_ours_we_ask_for_all(meeting: Meeting) -> None:
    """Request."""
    ours = meeting.settle()
    talk = meeting.conversation(values=comments(3))
    talk.live_until(lambda: len(ours.texts()) == 3, "all of it")
    assert talk.said(messages.Request)[0].range == Range()


def test_a_filter_is_read_to_the_letter(meeting: Meeting) -> None:
    """One byte more than the size needs is no filter; of published programs it is (row 11)."""
    meeting.settle()
    talk = meeting.conversation()
    talk.says(messages.Sync(Bloom(bytes(12), 64, 1, 0)))
    talk.live_until_closed()


def test_without_the_setting_a_filter_may_fill_whole_words(meeting: Meeting) -> None:
    ours = meeting.settle(document=False)
    ours.says("here")
    talk = meeting.conversation()
    talk.says(messages.Sync(Bloom(bytes(12), 66, 1, 0)))
    talk.live_until(lambda: talk.values, "an answer")


@BOTH_WAYS
def test_a_filter_that_is_too_much_is_answered_with_what_we_would_take(
    meeting: Meeting, opens: Opens
) -> None:
    """FilterOptions, and those of the peer's, whose fields have one number."""
    ours = meeting.settle()
    ours.says("here")
    talk = meeting.conversation(opens)
    talk.says(messages.FilterOptions(4_096, 3))
    talk.says(messages.Sync(Bloom(b"\0" * 8, 64, 1_000, 0)))
    (options,) = talk.live_until(lambda: talk.said(messages.FilterOptions), "options")
    assert options.size >= 4_096
    talk.says(messages.Sync(bloom_of([], n=options.n)))
    talk.live_until(lambda: talk.values, "an answer")


@BOTH_WAYS
def test_a_shorter_chain_is_given_where_that_is_wished(meeting: Meeting, opens: Opens) -> None:
    """Link, from us: its end is the least of the chain that it shortens."""
    ours = meeting.settle()
    ours.shortens()
    long = chain_to(MEMBER.public, OTHER, THIRD, until=4e9)
    talk = meeting.conversation(opens, chain=long)
    (given,) = talk.live_until(lambda: talk.said(messages.Link), "a link")
    assert talk.theirs is not None
    short = [*talk.theirs.chain, given.link]
    assert holder_of(AUTHOR.public, short, 0.0) == MEMBER.public
    assert expiration_of(short) == 4e9


def test_a_shorter_chain_is_taken_and_used_the_next_time(meeting: Meeting) -> None:
    """Link, to us."""
    meeting.settle(OTHER, THIRD)
    talk = meeting.conversation()
    assert talk.theirs is not None
    assert len(talk.theirs.chain) == 3
    talk.says(messages.Link(MEMBER.trusts(talk.their_key)))
    (value,) = comments(1)
    talk.gives([value])
    meeting.news.wait_until(lambda: meeting.ours.texts() == ["number 0"], "what followed it")
    again = meeting.conversation()
    assert again.theirs is not None
    assert len(again.theirs.chain) == 2


def test_messages_that_the_document_does_not_know_are_passed_over(meeting: Meeting) -> None:
    ours = meeting.settle()
    talk = meeting.conversation()
    talk.says(messages.Unknown(64, b"anything"), messages.Unknown(99, b""))
    talk.gives(comments(1))
    meeting.news.wait_until(lambda: ours.texts() == ["number 0"], "what followed them")


@pytest.mark.parametrize("wrong", ["ended", "too long", "of nobody", "signed by another"])
def test_who_may_not_is_not_let_in(meeting: Meeting, wrong: str) -> None:
    meeting.settle()
    chains = {
        "ended": chain_to(MEMBER.public, until=LONG_AGO),
        "too long": chain_to(MEMBER.public, OTHER, THIRD, OTHER, THIRD, OTHER),
        "of nobody": [OTHER.trusts(MEMBER.public)],
        "signed by another": chain_to(THIRD.public),
    }
    talk = meeting.conversation(chain=chains[wrong])
    talk.live_until_closed()


def test_the_author_needs_no_chain(meeting: Meeting) -> None:
    ours = meeting.settle()
    talk = meeting.conversation(keys=AUTHOR, chain=())
    talk.gives(comments(2, AUTHOR, ()))
    meeting.news.wait_until(lambda: ours.texts() == ["number 0", "number 1"], "the author's words")


def test_data_that_are_not_signed_by_their_sender_are_dropped(meeting: Meeting) -> None:
    ours = meeting.settle()
    talk = meeting.conversation()
    first, second = comments(2)
    talk.says(messages.Data((first,), bytes(64)))
    talk.gives([second])
    meeting.news.wait_until(lambda: ours.texts() == ["number 1"], "the one that was signed")


def test_values_that_prove_nothing_are_dropped_and_counted(meeting: Meeting) -> None:
    """Data: the document's sets hold any values, ours only comments (D11)."""
    ours = meeting.settle()
    talk = meeting.conversation()
    talk.gives([b"anything", b"anything else", *comments(1)])
    meeting.news.wait_until(lambda: ours.texts() == ["number 0"], "the comment among them")
    assert ours.ask(Network(SPACE)).refused == 2
