"""What PeerLinks' machines may rely on when they read, whoever keeps the records.

The same scenarios run on the twin in memory and on the database, there also with a commit after
each record.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.ids import PublicKey
from engine.protocols.peerlinks.bodies.forms import EditBody, compose_body
from engine.protocols.peerlinks.packets import Chain, Layout
from engine.protocols.peerlinks.records import (
    AuthorHidden,
    ChainStored,
    ChannelForgotten,
    ChannelLeft,
    ChannelStored,
    IdentityStored,
    IdentityUsed,
    InviteClosed,
    InviteStored,
    LayoutLearned,
    MemberSeen,
    MessageStored,
    OwnChain,
    Renewal,
    RenewalAsked,
    RenewalClosed,
    RequestClosed,
    RequestOpened,
)
from engine.store.peerlinks.people import MARKS_PASSED_MAX
from tests import peerlinks_samples as a
from tests.conformance.peerlinks_garden import CHANNEL, HERE, OTHER, Kept, a_leaf, store_all


def two_of_us(records: Kept) -> tuple[OwnChain, OwnChain]:
    """Ann, who owns the channel, and Bob, who was let in and was used later."""
    owned = OwnChain(HERE, a.key("ann"), ())
    invited = OwnChain(HERE, a.key("bob"), a.chain("zoe", "bob"))
    store_all(
        records,
        ChannelStored(CHANNEL, a.NOW),
        IdentityStored(a.identity("ann", used_at=a.NOW)),
        IdentityStored(a.identity("bob", used_at=a.NOW + 1)),
        ChainStored(owned),
        ChainStored(invited),
    )
    return owned, invited


def changes(post: MessageStored, times: int, *, by: Chain = ()) -> list[MessageStored]:
    """Marks in a row, each built on the one before."""
    made = [post]
    for number in range(times):
        text = compose_body(EditBody(f"{number}", post.hash))
        made.append(a.message(HERE, made[-1:], by=by, ours=True, json_text=text))
    return made[1:]


# ---- identities, channels, chains ---------------------------------------------------------------


def test_a_new_profile_holds_nothing(records: Kept) -> None:
    assert list(records.identities()) == []
    assert list(records.channels()) == []
    assert list(records.open_requests()) == []
    assert list(records.issued_invites()) == []


def test_identities_come_oldest_first_and_a_replaced_one_keeps_its_place(records: Kept) -> None:
    ann, bob = a.identity("ann", made_with=HERE), a.identity("bob")
    store_all(records, IdentityStored(ann), IdentityStored(bob))
    renamed = replace(ann, name="anna")
    store_all(records, IdentityStored(renamed))
    assert list(records.identities()) == [renamed, bob]


def test_posting_makes_an_identity_the_latest_used(records: Kept) -> None:
    ann = a.identity("ann", used_at=a.NOW)
    store_all(records, IdentityStored(ann), IdentityUsed(ann.public_key, a.NOW + 5))
    assert list(records.identities()) == [replace(ann, used_at=a.NOW + 5)]


def test_an_unknown_identity_that_posts_changes_nothing(records: Kept) -> None:
    store_all(records, IdentityUsed(a.key("nobody"), a.NOW))
    assert list(records.identities()) == []


def test_channels_come_oldest_first_with_their_secrets(records: Kept) -> None:
    followed = a.channel("news", public=True, owned=False)
    store_all(records, ChannelStored(CHANNEL, a.NOW), ChannelStored(followed, a.NOW + 1))
    assert list(records.channels()) == [CHANNEL, followed]
    assert records.channel(followed.id) == followed
    assert records.channel(OTHER.id) is None


def test_a_channel_stored_again_is_replaced_and_keeps_its_posts(
    records: Kept, graph: list[MessageStored]
) -> None:
    renamed = replace(CHANNEL, name="yard", secret_key=None)
    store_all(records, ChannelStored(OTHER, a.NOW + 1), ChannelStored(renamed, a.NOW + 2))
    assert list(records.channels()) == [renamed, OTHER]
    assert records.count(HERE) == len(graph)


def test_a_left_channel_stays_with_its_posts_and_may_be_joined_again(
    records: Kept, graph: list[MessageStored]
) -> None:
    store_all(records, ChannelLeft(HERE))
    assert records.channel(HERE) == replace(CHANNEL, left=True)
    assert records.count(HERE) == len(graph)
    store_all(records, ChannelStored(CHANNEL, a.NOW))
    assert records.channel(HERE) == CHANNEL


def test_own_chains_come_with_the_most_recently_used_identity_first(records: Kept) -> None:
    owned = OwnChain(HERE, a.key("ann"), ())
    invited = OwnChain(HERE, a.key("bob"), a.chain("zoe", "bob"))
    store_all(
        records,
        ChannelStored(CHANNEL, a.NOW),
        IdentityStored(a.identity("ann", used_at=a.NOW)),
        IdentityStored(a.identity("bob", used_at=a.NOW + 1)),
        ChainStored(owned),
        ChainStored(invited),
        ChainStored(OwnChain(HERE, a.key("stranger"), a.chain("stranger"))),
        ChainStored(OwnChain(OTHER.id, a.key("ann"), a.chain("ann"))),
    )
    assert list(records.own_chains(HERE)) == [invited, owned]
    store_all(records, IdentityUsed(a.key("ann"), a.NOW + 2))
    assert list(records.own_chains(HERE)) == [owned, invited]


def test_own_chains_begin_with_whoever_wrote_last_in_that_channel(records: Kept) -> None:
    """Marks are not written: whoever changes a post can only be its author."""
    owned = OwnChain(HERE, a.key("ann"), ())
    invited = OwnChain(HERE, a.key("bob"), a.chain("zoe", "bob"))
    root = a.message(HERE, ours=True)
    by_bob = a.message(HERE, [root], "mine", by=invited.chain, ours=True)
    by_ann = a.message(HERE, [by_bob], "and mine", ours=True)
    edit = compose_body(EditBody("no", by_bob.hash))
    edited = a.message(HERE, [by_ann], by=invited.chain, ours=True, json_text=edit)
    store_all(
        records,
        *(ChannelStored(channel, a.NOW) for channel in (CHANNEL, OTHER)),
        IdentityStored(a.identity("ann", used_at=a.NOW + 1)),
        IdentityStored(a.identity("bob", used_at=a.NOW)),
        *(ChainStored(own) for own in (owned, invited, replace(owned, channel=OTHER.id))),
        ChainStored(replace(invited, channel=OTHER.id)),
        root,
    )
    assert list(records.own_chains(HERE)) == [owned, invited]
    store_all(records, by_bob, IdentityUsed(a.key("bob"), a.NOW + 2))
    assert list(records.own_chains(HERE)) == [invited, owned]
    store_all(records, IdentityUsed(a.key("ann"), a.NOW + 3))  # elsewhere
    assert list(records.own_chains(HERE)) == [invited, owned]
    assert [one.identity for one in records.own_chains(OTHER.id)] == [a.key("ann"), a.key("bob")]
    store_all(records, by_ann, IdentityUsed(a.key("ann"), a.NOW + 4), edited)
    store_all(records, IdentityUsed(a.key("bob"), a.NOW + 5))
    assert list(records.own_chains(HERE)) == [owned, invited]


@pytest.mark.parametrize("times", [MARKS_PASSED_MAX - 1, MARKS_PASSED_MAX, MARKS_PASSED_MAX + 9])
def test_however_often_a_post_is_changed_who_wrote_it_has_written(
    records: Kept, times: int
) -> None:
    owned, invited = two_of_us(records)
    by_bob = a.message(HERE, [a.message(HERE)], "mine", by=invited.chain, ours=True)
    by_ann = a.message(HERE, [by_bob], "and mine", ours=True)
    store_all(records, a.message(HERE), by_bob, by_ann, *changes(by_ann, times))
    store_all(records, IdentityUsed(a.key("bob"), a.NOW + 5))
    assert list(records.own_chains(HERE)) == [owned, invited]


def test_who_only_changed_something_has_not_written(records: Kept) -> None:
    owned, invited = two_of_us(records)
    by_ann = a.message(HERE, [a.message(HERE)], "mine", ours=True)
    marks = changes(by_ann, MARKS_PASSED_MAX, by=invited.chain)
    store_all(records, a.message(HERE), by_ann, *marks)
    store_all(records, IdentityUsed(a.key("bob"), a.NOW + 5))
    assert list(records.own_chains(HERE)) == [owned, invited]


def test_a_new_chain_replaces_the_one_an_identity_had(records: Kept) -> None:
    first = OwnChain(HERE, a.key("bob"), a.chain("bob"))
    second = OwnChain(HERE, a.key("bob"), (a.link("bob", valid_to=a.NOW + 500 * a.DAY),))
    store_all(records, IdentityStored(a.identity("bob")), ChainStored(first), ChainStored(second))
    assert list(records.own_chains(HERE)) == [second]


def test_a_forgotten_channel_leaves_nothing(records: Kept, graph: list[MessageStored]) -> None:
    store_all(
        records,
        IdentityStored(a.identity("ann", made_with=HERE)),
        ChainStored(OwnChain(HERE, a.key("ann"), ())),
        MemberSeen(HERE, a.chain("bob")),
        InviteStored(a.invite(HERE, "zoe")),
        ChannelForgotten(HERE),
    )
    assert records.channel(HERE) is None
    assert records.count(HERE) == 0
    assert records.known(HERE, a.hashes(graph)) == frozenset()
    assert list(records.own_chains(HERE)) == []
    assert list(records.issued_invites()) == []
    assert list(records.identities()) == [a.identity("ann")]


def test_a_forgotten_channel_may_come_back_empty(records: Kept, graph: list[MessageStored]) -> None:
    store_all(records, ChannelForgotten(HERE), ChannelStored(CHANNEL, a.NOW), graph[0])
    assert records.count(HERE) == 1
    assert a_leaf(records) == [graph[0].hash]


def test_forgetting_one_channel_leaves_the_others(
    records: Kept, graph: list[MessageStored]
) -> None:
    elsewhere = a.line(OTHER.id, 3)
    store_all(records, ChannelStored(OTHER, a.NOW), *elsewhere, ChannelForgotten(HERE))
    assert list(records.channels()) == [OTHER]
    assert records.count(OTHER.id) == len(elsewhere)


# ---- invites and peers --------------------------------------------------------------------------


def test_open_requests_come_newest_first_until_they_are_closed(records: Kept) -> None:
    old, new = a.request("ann", a.NOW), a.request("ann", a.NOW + 5, number=1)
    store_all(records, RequestOpened(old), RequestOpened(new))
    assert list(records.open_requests()) == [new, old]
    store_all(records, RequestClosed(new.request_ids[0]))
    assert list(records.open_requests()) == [old]


def test_the_id_that_an_identitys_requests_share_closes_none_of_them(records: Kept) -> None:
    opened = a.request("ann")
    store_all(records, RequestOpened(opened), RequestClosed(opened.request_ids[1]))
    assert list(records.open_requests()) == [opened]


def test_a_request_remembers_the_channel_it_renews_and_goes_with_it(records: Kept) -> None:
    plain = a.request("ann", a.NOW)
    renewing = replace(a.request("ann", a.NOW + 5, number=1), renews=HERE)
    store_all(records, ChannelStored(CHANNEL, a.NOW), RequestOpened(plain), RequestOpened(renewing))
    assert list(records.open_requests()) == [renewing, plain]
    store_all(records, ChannelForgotten(HERE))
    assert list(records.open_requests()) == [plain]


def test_members_ask_once_each_and_the_latest_asking_counts(records: Kept) -> None:
    def asks(name: str, at: float) -> Renewal:
        return Renewal(HERE, a.key(name), b"asked", a.chain(name), at, at + a.DAY)

    late, early = asks("zoe", a.NOW + 9), asks("bob", a.NOW)
    store_all(records, ChannelStored(CHANNEL, a.NOW), RenewalAsked(late), RenewalAsked(early))
    assert list(records.renewals()) == [early, late]
    again = asks("bob", a.NOW + 20)
    store_all(records, RenewalAsked(again))
    assert list(records.renewals()) == [late, again]
    store_all(records, RenewalClosed(HERE, a.key("zoe")))
    assert list(records.renewals()) == [again]
    store_all(records, ChannelForgotten(HERE))
    assert list(records.renewals()) == []


def test_issued_invites_come_oldest_first_and_one_for_each_trustee(records: Kept) -> None:
    late, early = a.invite(HERE, "zoe", a.NOW + 9), a.invite(HERE, "bob", a.NOW)
    store_all(records, ChannelStored(CHANNEL, a.NOW), InviteStored(late), InviteStored(early))
    assert list(records.issued_invites()) == [early, late]
    sent = replace(early, delivered=True, box=b"another box")
    store_all(records, InviteStored(sent))
    assert list(records.issued_invites()) == [sent, late]
    store_all(records, InviteClosed(HERE, late.trustee))
    assert list(records.issued_invites()) == [sent]


def test_who_is_hidden_is_so_in_that_channel_until_shown_or_forgotten(records: Kept) -> None:
    ann, bob = a.key("ann"), a.key("bob")
    store_all(records, ChannelStored(CHANNEL, a.NOW), ChannelStored(OTHER, a.NOW))
    assert ann not in records.hidden_authors(HERE)
    store_all(records, AuthorHidden(HERE, ann, a.NOW), AuthorHidden(HERE, bob, a.NOW))
    assert (ann in records.hidden_authors(HERE), ann in records.hidden_authors(OTHER.id)) == (
        True,
        False,
    )
    store_all(records, AuthorHidden(HERE, ann, None))
    assert (ann in records.hidden_authors(HERE), bob in records.hidden_authors(HERE)) == (
        False,
        True,
    )
    store_all(records, ChannelForgotten(HERE))
    assert bob not in records.hidden_authors(HERE)


def test_the_latest_layout_of_a_peer_counts(records: Kept) -> None:
    leaf = PublicKey(b"l" * 32)
    assert records.layout_of(leaf) is None
    store_all(records, LayoutLearned(leaf, Layout.PUBLISHED), LayoutLearned(leaf, Layout.DOCUMENT))
    assert records.layout_of(leaf) is Layout.DOCUMENT
