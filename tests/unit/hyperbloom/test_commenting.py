"""What our own user asks of comments, over a real database."""

from __future__ import annotations

import math
from typing import TypeVar

import pytest

from engine.crypto.ed25519 import verify_each
from engine.crypto.entropy import SeededEntropy
from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.comment_commands import (
    AcceptTrust,
    ChangeComment,
    CommentKey,
    GiveShorterChains,
    HideCommenter,
    RetractComment,
    TrustCommenter,
    WriteComment,
)
from engine.model.comment_queries import CommentCounts, Comments, Network
from engine.model.comments import CommentCount, CommentView, NetworkView
from engine.model.ids import PostId, PublicKey, SpaceId, SpaceKind
from engine.model.queries import Query
from engine.protocols.contract import Answer, Store
from engine.protocols.hyperbloom.commands import Commenting
from engine.protocols.hyperbloom.comments.value import Comment, Kind, write_comment
from engine.protocols.hyperbloom.exchange.policy import Comments as Lawful
from engine.protocols.hyperbloom.packets import EVERYTHING
from engine.protocols.hyperbloom.records import ChainSeen, Taken, ValuesStored
from engine.store.hyperbloom.answers import CommentAnswers
from engine.store.hyperbloom.records import HyperbloomRepository
from engine.store.opening import open_memory_store
from tests.conversations.hyperbloom.stage import FEED, KEYS, NOON, SPACE, chain_of

R = TypeVar("R")
OTHER = SpaceId(b"\7" * 32)


class Around:
    """What an answer needs besides the database."""

    presence = {}  # type: ignore[var-annotated]  # noqa: RUF012 - nobody is there
    peers = ()
    traffic = {}  # type: ignore[var-annotated]  # noqa: RUF012

    def __init__(self, now: float) -> None:
        self.now = now


class Home:
    """A profile that follows the feed; ``owns``: feeds of its own, by their keys' number."""

    def __init__(self, *owns: int) -> None:
        store = open_memory_store()
        self.now = NOON
        self.has_left = False
        self.database = store.database
        self.spaces = store.spaces
        keys = [KEYS[number] for number in owns]
        self.sets = HyperbloomRepository(store.database, lambda: keys)
        self.answers = CommentAnswers(store.database, lambda _: 0 in owns)
        self.commenting = Commenting(
            records=self.sets,
            entropy=SeededEntropy(b"home"),
            own_keys=lambda: keys,
            kind_of=store.spaces.kind,
            is_kept=lambda _: not self.has_left,
        )
        store.database.begin()
        store.spaces.store(SPACE, SpaceKind.FEED, "a feed", FEED, NOON)
        store.spaces.store(OTHER, SpaceKind.PRIVATE, "a channel", PublicKey(OTHER), NOON)
        store.database.commit()

    def does(self, command: Command[R]) -> R:
        result: object = None
        self.database.begin()
        try:
            for effect in self.commenting.perform(command, self.now):
                match effect:
                    case Store(record):
                        self.sets.apply(record)
                    case Answer(answer):
                        result = answer
                    case _:
                        raise AssertionError(effect)
        except Refused:
            self.database.rollback()
            raise
        self.database.commit()
        return self.shows(result) if isinstance(result, Query) else result  # type: ignore[return-value]

    def shows(self, query: Query[R]) -> R:
        answer = self.answers.answerers()[type(query)]
        return answer(query, Around(self.now))  # type: ignore[return-value]

    def takes(self, *values: bytes) -> None:
        """From a peer, verified."""
        taken = Lawful(verify_each).lawful(FEED, values, self.now)
        self.database.begin()
        self.sets.apply(ValuesStored(SPACE, tuple(taken), self.now))
        self.database.commit()

    def is_refused(self, command: Command[object]) -> Refusal:
        with pytest.raises(Refused) as refused:
            self.does(command)
        return refused.value.reason

    def values(self) -> list[bytes]:
        return list(self.sets.values(SPACE, EVERYTHING, 1_000))

    @property
    def network(self) -> NetworkView:
        return self.shows(Network(SPACE))


def author() -> Home:
    return Home(0)


def member(number: int = 1) -> Home:
    home = Home(number)
    home.does(AcceptTrust(FEED, chain_of(number).encoded))
    return home


# ---- writing ------------------------------------------------------------------------------------


def test_the_author_of_a_feed_comments_without_a_chain() -> None:
    home = author()
    view = home.does(WriteComment(SPACE, "first", entry=3))
    assert (view.text, view.entry, view.author, view.path, view.ours) == (
        "first",
        3,
        FEED,
        (),
        True,
    )
    assert view.expires_at is None
    assert home.shows(Comments(SPACE, entry=3)).comments == (view,)
    assert home.shows(CommentCounts(SPACE, 0, 10)) == (CommentCount(3, 1),)


def test_who_was_let_in_comments_under_the_key_of_their_own_feed() -> None:
    home = member()
    view = home.does(WriteComment(SPACE, "hello"))
    assert view.author == KEYS[1].public_key
    assert view.path == (KEYS[1].public_key,)
    assert view.expires_at == chain_of(1).expiration


def test_who_was_not_let_in_may_read_alone() -> None:
    home = Home(1)
    assert home.is_refused(WriteComment(SPACE, "hello")) is Refusal.COMMENT_NOT_ALLOWED
    assert not home.network.may_comment
    assert home.network.own_path is None


def test_a_comment_needs_words_and_has_its_greatest_length() -> None:
    home = author()
    assert home.is_refused(WriteComment(SPACE, "  ")) is Refusal.TEXT_EMPTY
    assert home.is_refused(WriteComment(SPACE, "é" * 2_049)) is Refusal.TEXT_TOO_LONG
    assert home.is_refused(WriteComment(SPACE, "\ud800")) is Refusal.BODY_INVALID
    assert home.does(WriteComment(SPACE, "é" * 2_048)).text == "é" * 2_048


def test_an_answer_answers_a_comment_that_is_there() -> None:
    home = author()
    first = home.does(WriteComment(SPACE, "first"))
    answer = home.does(WriteComment(SPACE, "second", reply_to=first.id))
    assert answer.reply_to == first.id
    unknown = WriteComment(SPACE, "third", reply_to=PostId(bytes(32)))
    assert home.is_refused(unknown) is Refusal.COMMENT_UNKNOWN


def test_the_same_words_in_the_same_moment_are_one_comment() -> None:
    home = author()
    assert home.does(WriteComment(SPACE, "x")) == home.does(WriteComment(SPACE, "x"))
    assert home.network.comments == 1


def test_comments_of_a_space_that_is_no_feed_are_refused() -> None:
    home = author()
    assert home.is_refused(WriteComment(OTHER, "x")) is Refusal.NOT_A_FEED
    assert home.is_refused(WriteComment(SpaceId(bytes(32)), "x")) is Refusal.SPACE_UNKNOWN


# ---- changing -----------------------------------------------------------------------------------


def test_the_latest_edit_is_shown_and_everybody_sees_when() -> None:
    home = author()
    first = shown = home.does(WriteComment(SPACE, "frist", entry=1))
    for text in ("first", "first!"):
        home.now += 1
        shown = home.does(ChangeComment(SPACE, first.id, text))
    assert (shown.id, shown.text, shown.edited_at, shown.at) == (first.id, "first!", home.now, NOON)
    assert home.shows(CommentCounts(SPACE, 0, 2)) == (CommentCount(1, 1),)


def test_what_was_taken_back_says_nothing_and_is_not_counted() -> None:
    home = author()
    first = home.does(WriteComment(SPACE, "oh", entry=1))
    home.now += 1
    shown = home.does(RetractComment(SPACE, first.id))
    assert (shown.text, shown.retracted) == ("", True)
    assert home.shows(CommentCounts(SPACE, 0, 2)) == ()


def test_nobody_changes_what_somebody_else_wrote() -> None:
    home, other = author(), member()
    theirs = other.does(WriteComment(SPACE, "mine"))
    home.takes(*other.values())
    assert home.is_refused(ChangeComment(SPACE, theirs.id, "ours")) is Refusal.COMMENT_NOT_OURS
    assert home.is_refused(RetractComment(SPACE, theirs.id)) is Refusal.COMMENT_NOT_OURS


def test_an_edit_of_somebody_elses_comment_that_came_over_the_wire_changes_nothing() -> None:
    home = author()
    first = home.does(WriteComment(SPACE, "mine"))
    edit = Comment(Kind.EDIT, chain_of(1), NOON, "theirs", None, first.id)
    home.takes(write_comment(edit, KEYS[1].secret_key))
    assert home.shows(Comments(SPACE)).comments[0].text == "mine"


def test_a_hidden_author_is_folded_away_and_shown_again() -> None:
    home, other = author(), member()
    other.does(WriteComment(SPACE, "noise"))
    home.takes(*other.values())
    noisy = PublicKey(KEYS[1].public_key)
    home.does(HideCommenter(SPACE, noisy))
    assert [one.hidden for one in home.shows(Comments(SPACE)).comments] == [True]
    assert home.network.trustees[0].hidden
    home.does(HideCommenter(SPACE, noisy, hidden=False))
    assert [one.hidden for one in home.shows(Comments(SPACE)).comments] == [False]


# ---- reading ------------------------------------------------------------------------------------


def test_pages_go_back_in_time_and_count_what_precedes_them() -> None:
    home = author()
    written = []
    for number in range(7):
        home.now += 1
        written.append(home.does(WriteComment(SPACE, str(number))))
    newest = home.shows(Comments(SPACE, limit=3))
    assert [one.text for one in newest.comments] == ["4", "5", "6"]
    assert newest.before == 4
    before = home.shows(Comments(SPACE, before=newest.comments[0].id, limit=3))
    assert [one.text for one in before.comments] == ["1", "2", "3"]
    assert before.before == 1


def test_an_entrys_comments_the_feeds_own_and_all_of_them() -> None:
    home = author()
    for text, entry in (("feed", None), ("one", 1), ("two", 2)):
        home.now += 1
        home.does(WriteComment(SPACE, text, entry=entry))

    def texts(query: Comments) -> list[str]:
        return [one.text for one in home.shows(query).comments]

    assert texts(Comments(SPACE)) == ["feed"]
    assert texts(Comments(SPACE, entry=2)) == ["two"]
    assert texts(Comments(SPACE, everything=True)) == ["feed", "one", "two"]


# ---- trust --------------------------------------------------------------------------------------


def test_trust_is_handed_over_and_taken_up() -> None:
    home, guest = author(), Home(1)
    key = guest.does(CommentKey(SPACE))
    assert key == KEYS[1].public_key
    link = home.does(TrustCommenter(SPACE, key, NOON + 1_000))
    network = guest.does(AcceptTrust(link.feed, link.links))
    assert (network.may_comment, network.own_path, network.expires_at) == (
        True,
        (key,),
        NOON + 1_000,
    )
    comment = guest.does(WriteComment(SPACE, "hello"))
    home.takes(*guest.values())
    shown: CommentView = home.shows(Comments(SPACE)).comments[0]
    assert (shown.id, shown.path) == (comment.id, (key,))
    (trustee,) = home.network.trustees
    assert (trustee.public_key, trustee.by_us, trustee.comments) == (key, True, 1)


def test_who_has_no_feed_is_given_a_key_and_keeps_it() -> None:
    guest = Home()
    key = guest.does(CommentKey(SPACE))
    assert guest.does(CommentKey(SPACE)) == key
    link = author().does(TrustCommenter(SPACE, key))
    assert guest.does(AcceptTrust(link.feed, link.links)).may_comment


def test_five_links_are_the_most() -> None:
    chain, homes = author(), [Home(number) for number in range(1, 7)]
    for length, home in enumerate(homes[:5], 1):
        link = chain.does(TrustCommenter(SPACE, home.does(CommentKey(SPACE))))
        assert len(link.links) == length
        home.does(AcceptTrust(FEED, link.links))
        chain = home
    last = TrustCommenter(SPACE, homes[5].does(CommentKey(SPACE)))
    assert chain.is_refused(last) is Refusal.TRUST_FULL
    assert not chain.network.may_trust


def test_a_right_ends_with_its_first_link() -> None:
    home = Home(2)
    home.does(AcceptTrust(FEED, chain_of(1, 2, until=NOON + 10).encoded))
    home.now += 10
    home.does(WriteComment(SPACE, "in time"))
    home.now += 1
    assert home.is_refused(WriteComment(SPACE, "late")) is Refusal.COMMENT_RIGHT_ENDED
    assert not home.network.may_comment
    assert home.shows(Comments(SPACE)).comments[0].text == "in time"


@pytest.mark.parametrize(
    ("links", "reason"),
    [
        ((), Refusal.TRUST_INVALID),
        ((b"rubbish",), Refusal.TRUST_INVALID),
        (chain_of(1, 2).encoded[1:], Refusal.TRUST_INVALID),
        (chain_of(3).encoded, Refusal.TRUST_NOT_FOR_US),
        (chain_of(1, until=NOON - 1).encoded, Refusal.TRUST_INVALID),
    ],
)
def test_a_chain_that_is_none_or_not_for_us_is_refused(
    links: tuple[bytes, ...], reason: Refusal
) -> None:
    assert Home(1).is_refused(AcceptTrust(FEED, links)) is reason


def test_a_worse_chain_does_not_take_the_place_of_a_better_one() -> None:
    home = member()
    worse = chain_of(2, 1, until=NOON + 10)
    assert home.is_refused(AcceptTrust(FEED, worse.encoded)) is Refusal.TRUST_BETTER_KNOWN
    assert home.network.own_path == (KEYS[1].public_key,)


@pytest.mark.parametrize("until", [NOON, NOON - 1, math.nan])
def test_trust_lasts_into_the_future(until: float) -> None:
    command = TrustCommenter(SPACE, PublicKey(KEYS[2].public_key), until)
    assert author().is_refused(command) is Refusal.VALIDITY_INVALID


def test_nobody_trusts_themself_or_no_key() -> None:
    assert author().is_refused(TrustCommenter(SPACE, FEED)) is Refusal.KEY_INVALID
    assert author().is_refused(TrustCommenter(SPACE, PublicKey(b"short"))) is Refusal.KEY_INVALID


def test_shorter_chains_are_given_only_when_wished() -> None:
    home = author()
    assert not home.network.issues
    assert home.does(GiveShorterChains(SPACE, gives=True)).issues


def test_whoever_proved_to_belong_is_shown_by_the_shortest_chain_that_holds() -> None:
    home = author()
    home.database.begin()
    home.sets.apply(ChainSeen(SPACE, chain_of(1, 2, 3), NOON))
    home.sets.apply(ChainSeen(SPACE, chain_of(3, until=NOON - 5), NOON))
    home.sets.apply(ChainSeen(SPACE, chain_of(2, 3), NOON))
    home.sets.apply(ValuesStored(SPACE, (Taken(b"no comment"),), NOON))
    home.database.commit()
    (trustee,) = home.network.trustees
    assert trustee.public_key == KEYS[3].public_key
    assert [bytes(one) for one in trustee.path] == [KEYS[2].public_key, KEYS[3].public_key]
