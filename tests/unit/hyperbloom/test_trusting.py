"""Who lets whom comment, over a real database."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from engine.errors import Refusal
from engine.model.comment_commands import (
    AcceptTrust,
    CheckTrust,
    CommentKey,
    GiveShorterChains,
    RetractComment,
    TrustCommenter,
    WriteComment,
)
from engine.model.comment_queries import Comments
from engine.model.comments import CommentView
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.records import ChainSeen, Taken, ValuesStored
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import issue_link
from engine.store.hyperbloom.chains import connected
from engine.store.hyperbloom.seen_chains import CHAINS_MAX, CHAINS_OF_ONE_MAX
from tests.conversations.hyperbloom.stage import CENTURY, FEED, KEYS, NOON, SPACE, chain_of
from tests.unit.hyperbloom.home import Home, author, member


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


def test_we_ourselves_are_listed_with_the_way_that_we_have_now() -> None:
    guest = Home(3)
    guest.does(AcceptTrust(FEED, chain_of(1, 2, 3).encoded))
    assert [one.path for one in guest.network.trustees] == []  # nobody has shown anything yet
    guest.does(WriteComment(SPACE, "from afar"))
    guest.does(AcceptTrust(FEED, chain_of(3).encoded))
    assert guest.network.own_path == (guest.network.own_key,)
    (listed,) = guest.network.trustees
    assert listed.path == guest.network.own_path


def test_what_somebody_took_back_is_not_counted_for_them() -> None:
    home, guest = author(), member()
    said = [guest.does(WriteComment(SPACE, text)) for text in ("one", "two")]
    home.takes(*guest.values())
    assert [one.comments for one in home.network.trustees] == [2]
    guest.does(RetractComment(SPACE, said[0].id))
    home.takes(*set(guest.values()) - set(home.values()))
    assert [one.comments for one in home.network.trustees] == [1]
    assert home.network.comments == 1


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


@pytest.mark.parametrize(
    ("links", "reason"),
    [
        ((b"rubbish",), Refusal.TRUST_INVALID),
        (chain_of(3).encoded, Refusal.TRUST_NOT_FOR_US),
        (chain_of(1, until=NOON - 1).encoded, Refusal.TRUST_INVALID),
    ],
)
def test_a_chain_is_looked_at_before_its_feed_is_followed(
    links: tuple[bytes, ...], reason: Refusal
) -> None:
    home = Home(1, followed=False)
    assert home.is_refused(CheckTrust(FEED, links)) is reason
    assert home.does(CheckTrust(FEED, chain_of(1).encoded)) is None
    assert home.is_refused(AcceptTrust(FEED, chain_of(1).encoded)) is Refusal.SPACE_UNKNOWN


def test_a_chain_for_a_key_that_was_drawn_for_the_feed_is_for_us() -> None:
    guest = Home()
    link = author().does(TrustCommenter(SPACE, guest.does(CommentKey(SPACE))))
    assert guest.does(CheckTrust(FEED, link.links)) is None
    assert not guest.network.may_comment


def test_a_worse_chain_does_not_take_the_place_of_a_better_one() -> None:
    home = member()
    worse = chain_of(2, 1, until=NOON + 10)
    assert home.is_refused(AcceptTrust(FEED, worse.encoded)) is Refusal.TRUST_BETTER_KNOWN
    assert home.network.own_path == (KEYS[1].public_key,)


def test_a_right_that_lasts_is_not_given_away_for_a_shorter_path() -> None:
    """Only one chain is kept: behind the end of the shorter one there would be none."""
    home = Home(1)
    home.does(AcceptTrust(FEED, chain_of(2, 1).encoded))
    soon_over = chain_of(1, until=NOON + 86_400)
    assert home.is_refused(AcceptTrust(FEED, soon_over.encoded)) is Refusal.TRUST_BETTER_KNOWN
    assert home.network.expires_at == NOON + CENTURY
    home.does(AcceptTrust(FEED, chain_of(1).encoded))
    assert home.network.own_path == (KEYS[1].public_key,)


def test_the_right_to_let_others_in_that_a_longer_right_took_away_is_taken_up_again() -> None:
    home, third = member(), PublicKey(KEYS[7].public_key)
    home.does(AcceptTrust(FEED, chain_of(2, 3, 4, 5, 1, until=math.inf).encoded))
    assert home.is_refused(TrustCommenter(SPACE, third)) is Refusal.TRUST_FULL
    home.does(AcceptTrust(FEED, chain_of(1).encoded))
    assert home.network.may_trust
    assert len(home.does(TrustCommenter(SPACE, third)).links) == 2


def test_the_key_in_whose_name_comments_stand_is_not_given_up_for_a_feed_of_ours() -> None:
    """They could not be changed any more: one that was drawn for them is kept nowhere else."""
    guest = Home()
    key = guest.does(CommentKey(SPACE))
    soon_over = author().does(TrustCommenter(SPACE, key, NOON + 1_000))
    guest.does(AcceptTrust(FEED, soon_over.links))
    comment = guest.does(WriteComment(SPACE, "hello"))
    guest.own_keys.append(KEYS[1])
    accept = AcceptTrust(FEED, chain_of(1).encoded)
    assert guest.is_refused(accept) is Refusal.TRUST_FOR_OTHER_KEY
    assert guest.does(CommentKey(SPACE)) == key
    guest.does(RetractComment(SPACE, comment.id))
    assert guest.does(accept).own_key == KEYS[1].public_key


def test_a_key_under_which_nothing_was_said_gives_way_to_a_feed_of_ours() -> None:
    home, guest = author(), Home()
    key = guest.does(CommentKey(SPACE))
    guest.does(AcceptTrust(FEED, home.does(TrustCommenter(SPACE, key, NOON + 1_000)).links))
    home.does(WriteComment(SPACE, "said by somebody else"))
    guest.takes(*home.values())
    guest.own_keys.append(KEYS[1])
    assert guest.does(AcceptTrust(FEED, chain_of(1).encoded)).own_key == KEYS[1].public_key


@pytest.mark.parametrize("until", [NOON, NOON - 1, math.nan])
def test_trust_lasts_into_the_future(until: float) -> None:
    command = TrustCommenter(SPACE, PublicKey(KEYS[2].public_key), until)
    assert author().is_refused(command) is Refusal.VALIDITY_INVALID


def test_nobody_trusts_themself_the_author_or_no_key() -> None:
    home, guest = author(), member()
    own = PublicKey(KEYS[1].public_key)
    assert home.is_refused(TrustCommenter(SPACE, FEED)) is Refusal.KEY_OWN
    assert guest.is_refused(TrustCommenter(SPACE, own)) is Refusal.KEY_OWN
    assert guest.is_refused(TrustCommenter(SPACE, FEED)) is Refusal.TRUST_NEEDLESS
    assert home.is_refused(TrustCommenter(SPACE, PublicKey(b"short"))) is Refusal.KEY_INVALID


def test_an_author_does_not_let_in_another_key_of_their_own() -> None:
    home = Home(0)
    home.own_keys.insert(0, KEYS[1])  # of an older feed
    assert home.is_refused(TrustCommenter(SPACE, home.does(CommentKey(SPACE)))) is Refusal.KEY_OWN


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


def test_whom_we_let_in_is_shown_before_they_have_shown_themselves() -> None:
    home = author()
    home.does(TrustCommenter(SPACE, PublicKey(KEYS[2].public_key), NOON + 100))
    (trustee,) = home.network.trustees
    assert (trustee.public_key, trustee.valid_to, trustee.by_us, trustee.ended) == (
        KEYS[2].public_key,
        NOON + 100,
        True,
        False,
    )


def nearer() -> Home:
    """Let in by 1, they let 3 in; then the author themself lets them in."""
    home = Home(2)
    home.does(AcceptTrust(FEED, chain_of(1, 2).encoded))
    home.does(TrustCommenter(SPACE, PublicKey(KEYS[3].public_key)))
    home.does(AcceptTrust(FEED, chain_of(2).encoded))
    assert home.network.own_path == (KEYS[2].public_key,)
    return home


def test_whom_we_let_in_stays_let_in_by_us_when_our_own_way_becomes_shorter() -> None:
    home = nearer()
    (trustee,) = home.network.trustees
    assert (trustee.public_key, trustee.by_us) == (KEYS[3].public_key, True)


def test_whom_somebody_else_let_in_on_the_way_that_we_had_is_not_let_in_by_us() -> None:
    home = nearer()
    home.database.begin()
    home.sets.apply(ChainSeen(SPACE, chain_of(1, 4), NOON))
    home.sets.apply(ChainSeen(SPACE, chain_of(2, 3, 5), NOON))
    home.sets.apply(ChainSeen(SPACE, chain_of(6), NOON))
    home.database.commit()
    assert [bytes(one.public_key) for one in home.network.trustees if one.by_us] == [
        KEYS[3].public_key
    ]


def seen(home: Home) -> int:
    count: int = home.database.value("SELECT count(*) FROM hyperbloom_chain")
    return count


def test_of_one_key_only_the_latest_chains_are_kept() -> None:
    home = author()
    home.database.begin()
    for number in range(CHAINS_OF_ONE_MAX + 5):
        home.sets.apply(ChainSeen(SPACE, chain_of(2, until=NOON + number), NOON + number))
    home.database.commit()
    assert seen(home) == CHAINS_OF_ONE_MAX
    (trustee,) = home.network.trustees
    assert trustee.valid_to == NOON + CHAINS_OF_ONE_MAX + 4


def let_in_by_the_author() -> Home:
    home = author()
    home.does(TrustCommenter(SPACE, PublicKey(KEYS[3].public_key)))
    return home


@pytest.mark.parametrize("ours", [let_in_by_the_author, nearer])
def test_who_shows_ever_new_keys_fills_no_disk_and_drives_out_nobody_whom_we_let_in(
    ours: Callable[[], Home],
) -> None:
    home = ours()
    through = chain_of(1)
    home.database.begin()
    for number in range(CHAINS_MAX + 20):
        trustee = PublicKey(number.to_bytes(32, "big"))
        link = issue_link(KEYS[1].secret_key, trustee, math.inf, bytes(32))
        chain = Chain(FEED, (*through.links, link))
        home.sets.apply(ChainSeen(SPACE, chain, NOON + 1 + number))
    home.database.commit()
    assert seen(home) == CHAINS_MAX
    chains = connected(home.database, 1)
    assert KEYS[3].public_key in {one.key for one in chains}
