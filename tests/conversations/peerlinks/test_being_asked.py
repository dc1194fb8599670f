"""What we answer, and to whom ("Synchronization"; protocols/peerlinks.md section 2)."""

from __future__ import annotations

import pytest

from engine.crypto import boxes, ed25519
from engine.crypto.entropy import SeededEntropy
from engine.model.commands import AcceptInvite, IssueInvite, LeaveSpace, RequestInvite
from engine.model.events import ReconciliationDone
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Charge, Ending
from engine.protocols.peerlinks.conversation.surroundings import Policy
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.limits import (
    KEPT_REQUEST_BYTES_MAX,
    KEPT_REQUESTS_MAX,
    NEEDS_A_REQUEST,
    NEEDS_ALWAYS,
)
from engine.protocols.peerlinks.messages import (
    encode_request_content,
    encode_request_tbs,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Chain,
    Layout,
    Ping,
    Query,
    QueryResponse,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.records import Channel, LayoutLearned, MemberSeen
from engine.protocols.peerlinks.trust.link import issue_link
from tests.conversations.play import NOON, Person, Play
from tests.conversations.scenes import (
    channel_of,
    creates_channel,
    hashes,
    lets_in,
    owned_by,
    owner,
    posts,
    posts_many,
)
from tests.conversations.scripted import ScriptedPeer

ALL = Query(0, is_backward=False, limit=1_024)
MEMBER = ed25519.from_seed(bytes(32))
OUTSIDER = ed25519.from_seed(bytes(31) + b"\x01")
DAY = 86_400.0


def membership(
    channel: Channel, *, valid_from: float = NOON - DAY, valid_to: float = NOON + DAY
) -> Chain:
    """The member's chain, issued by the owner."""
    assert channel.secret_key is not None
    return (
        issue_link(
            channel.secret_key,
            channel.id,
            PublicKey(MEMBER.public_key),
            "member",
            valid_from,
            valid_to,
        ),
    )


def asked_by_member(play: Play) -> tuple[ScriptedPeer, Person, Channel]:
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 4)
    return ScriptedPeer(play, ada).greets(), ada, channel


def test_a_member_is_given_what_it_asks_for() -> None:
    peer, ada, channel = asked_by_member(Play())
    chain = membership(channel)
    page = peer.asks(channel, ALL, MEMBER.secret_key, chain)
    assert isinstance(page, QueryResponse)
    assert [one.hash for one in page.messages] == hashes(ada, channel.id)
    some = peer.asks(channel, Bulk((page.messages[0].hash,)), MEMBER.secret_key, chain, seq=1)
    assert isinstance(some, BulkResponse)
    assert some.forward_index == len(some.messages) == 1


def test_the_owner_asks_without_a_chain() -> None:
    peer, _, channel = asked_by_member(Play())
    assert channel.secret_key is not None
    assert isinstance(peer.asks(channel, ALL, channel.secret_key), QueryResponse)
    assert (channel.id, channel.public_key) in list(peer.end.machine.presence)


@pytest.mark.parametrize("layout", list(Layout))
def test_both_layouts_are_understood(layout: Layout) -> None:
    peer, _, channel = asked_by_member(Play())
    answer = peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=layout)
    assert isinstance(answer, QueryResponse)
    assert len(answer.messages) == 5


def test_seq_may_repeat_and_fall_and_is_echoed() -> None:
    peer, _, channel = asked_by_member(Play())
    for seq in (5, 5, 0, (1 << 32) - 1):
        peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), seq=seq)
    answers = [one for one in peer.packets if isinstance(one, SyncResponse)]
    assert [answer.seq for answer in answers] == [5, 5, 0, (1 << 32) - 1]
    assert all(answer.box for answer in answers)


def test_an_unknown_channel_is_answered_without_a_box() -> None:
    peer, _, _ = asked_by_member(Play())
    unknown = SpaceId(bytes(32))
    peer.says(SyncRequest(unknown, 7, bytes(24), bytes(100)))
    assert peer.packets[-1] == SyncResponse(unknown, 7, b"")
    assert peer.end.ready


def test_a_channel_we_left_is_answered_as_if_it_were_unknown() -> None:
    peer, ada, channel = asked_by_member(Play())
    ada.does(LeaveSpace(channel.id))
    assert peer.asks(channel, ALL, MEMBER.secret_key, membership(channel)) is None
    assert peer.end.ready


@pytest.mark.parametrize(
    ("valid_from", "valid_to"), [(NOON - DAY, NOON + 4.0), (NOON + 100.0, NOON + DAY)]
)
def test_a_chain_that_does_not_hold_by_our_clock_gets_nothing_and_the_connection_goes_on(
    valid_from: float, valid_to: float
) -> None:
    peer, _, channel = asked_by_member(Play())
    chain = membership(channel, valid_from=valid_from, valid_to=valid_to)
    assert peer.asks(channel, ALL, MEMBER.secret_key, chain) is None
    assert peer.end.ready
    assert list(peer.end.machine.presence) == []


def test_valid_to_is_the_first_moment_at_which_a_chain_does_not_hold() -> None:
    play = Play()
    peer, _, channel = asked_by_member(play)
    chain = membership(channel, valid_to=play.now + 10.0)
    play.now += 9.999
    assert peer.asks(channel, ALL, MEMBER.secret_key, chain) is not None
    play.now = chain[0].valid_to
    assert peer.asks(channel, ALL, MEMBER.secret_key, chain, seq=1) is None


def test_a_reader_without_a_chain_gets_nothing_from_a_private_channel() -> None:
    peer, _, channel = asked_by_member(Play())
    assert peer.asks(channel, ALL, OUTSIDER.secret_key) is None
    assert peer.end.ready


def test_a_reader_without_a_chain_gets_everything_from_a_public_channel() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    space = creates_channel(ada, "news", public=True).id
    channel = channel_of(ada, space)
    peer = ScriptedPeer(play, ada).greets()
    assert isinstance(peer.asks(channel, ALL, OUTSIDER.secret_key), QueryResponse)
    assert list(peer.end.machine.presence) == [(space, None)]


def test_neither_chain_nor_signature_of_a_reader_matters_in_a_public_channel() -> None:
    play = Play()
    ada, private = owner(play, "ada")
    space = creates_channel(ada, "news", public=True).id
    peer = ScriptedPeer(play, ada).greets()
    foreign = membership(private)
    answer = peer.asks(channel_of(ada, space), ALL, OUTSIDER.secret_key, foreign)
    assert isinstance(answer, QueryResponse)


# ---- hostile requests ---------------------------------------------------------------------------


def violated(peer: ScriptedPeer) -> bool:
    return peer.closed is not None and peer.closed.ending is Ending.VIOLATION


def test_a_chain_of_another_channel_is_a_violation() -> None:
    play = Play()
    peer, ada, channel = asked_by_member(play)
    space = creates_channel(ada, "other").id
    chain = membership(channel_of(ada, space))
    assert peer.asks(channel, ALL, MEMBER.secret_key, chain) is None
    assert violated(peer)


def test_a_request_signed_by_another_than_its_chains_leaf_is_a_violation() -> None:
    peer, _, channel = asked_by_member(Play())
    assert peer.asks(channel, ALL, OUTSIDER.secret_key, membership(channel)) is None
    assert violated(peer)


def test_a_chain_the_owner_did_not_sign_is_a_violation() -> None:
    peer, _, channel = asked_by_member(Play())
    key = PublicKey(MEMBER.public_key)
    forged = issue_link(OUTSIDER.secret_key, channel.id, key, "me", NOON - 1, NOON + DAY)
    assert peer.asks(channel, ALL, MEMBER.secret_key, (forged,)) is None
    assert violated(peer)


def test_four_links_are_a_violation() -> None:
    peer, _, channel = asked_by_member(Play())
    chain = membership(channel) * 4
    assert peer.asks(channel, ALL, MEMBER.secret_key, chain) is None
    assert violated(peer)


@pytest.mark.parametrize("nonce_bytes", [0, 23, 25])
def test_a_nonce_of_another_length_is_a_violation(nonce_bytes: int) -> None:
    peer, _, channel = asked_by_member(Play())
    peer.says(SyncRequest(channel.id, 0, bytes(nonce_bytes), bytes(100)))
    assert violated(peer)


@pytest.mark.parametrize("box_bytes", [0, 16, 17, 500])
def test_a_box_that_does_not_open_is_a_violation(box_bytes: int) -> None:
    peer, _, channel = asked_by_member(Play())
    peer.says(SyncRequest(channel.id, 0, bytes(24), bytes(box_bytes)))
    assert violated(peer)


def test_a_response_key_that_nobody_can_own_is_a_violation() -> None:
    peer, _, channel = asked_by_member(Play())
    tbs = encode_request_tbs(ALL, membership(channel), bytes(32), Layout.DOCUMENT)
    sealed = encode_request_content(tbs, ed25519.sign(tbs, MEMBER.secret_key))
    nonce = SeededEntropy(b"nonce")(24)
    box = boxes.secretbox(sealed, nonce, symmetric_key(channel.public_key))
    peer.says(SyncRequest(channel.id, 0, nonce, box))
    assert violated(peer)


def test_a_flood_of_requests_ends_the_conversation_and_a_long_reconciliation_does_not() -> None:
    play = Play()
    peer, _, _ = asked_by_member(play)
    request = SyncRequest(SpaceId(bytes(32)), 0, bytes(24), b"")
    peer.says(*[request] * 20_000)
    assert peer.end.ready
    peer.says(*[request] * 1_000)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TOO_MANY


def test_what_an_honest_peer_asks_costs_it_nothing_and_what_nobody_needs_is_charged() -> None:
    peer, _, channel = asked_by_member(Play())
    chain = membership(channel)

    def costs() -> bool:
        peer.asks(channel, ALL, MEMBER.secret_key, chain)
        return peer.end.machine.charge is not Charge.NONE

    assert not costs()
    peer.says(SyncRequest(SpaceId(bytes(32)), 0, bytes(24), b""))
    assert peer.end.machine.charge is Charge.FULL
    assert any(costs() for _ in range(2 * NEEDS_ALWAYS // NEEDS_A_REQUEST))


# ---- what we learn ------------------------------------------------------------------------------


def test_a_member_who_asks_is_seen_and_present_as_soon_as_it_asks() -> None:
    peer, ada, channel = asked_by_member(Play())
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel))
    key = PublicKey(MEMBER.public_key)
    assert list(peer.end.machine.presence) == [(channel.id, key)]
    assert ada.records.members == {(channel.id, key): membership(channel)}


def test_a_member_who_asks_again_is_not_news() -> None:
    peer, ada, channel = asked_by_member(Play())
    for seq in range(3):
        peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), seq=seq)
    assert len([one for one in ada.stored if isinstance(one, MemberSeen)]) == 1
    assert len([one for one in ada.stored if isinstance(one, LayoutLearned)]) == 1


def test_nobody_is_present_once_the_connection_has_ended() -> None:
    play = Play()
    peer, _, channel = asked_by_member(play)
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel))
    play.hang_up(peer.end)
    assert list(peer.end.machine.presence) == []


# ---- which layout we ask in ---------------------------------------------------------------------


def layout_asked(peer: ScriptedPeer, channel: Channel) -> Layout | None:
    mine = [one for one in peer.requests() if one.channel_id == channel.id]
    return peer.opened(mine[-1], channel).layout if mine else None


def test_one_of_ours_is_asked_at_once_and_in_the_documents_layout() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=True).greets()
    assert layout_asked(peer, channel) is Layout.DOCUMENT


def test_who_shows_nothing_is_asked_in_the_published_layout_after_two_seconds() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    play.pass_time(1.9)
    assert layout_asked(peer, channel) is None
    play.pass_time(0.2)
    assert layout_asked(peer, channel) is Layout.PUBLISHED


@pytest.mark.parametrize("layout", list(Layout))
def test_who_asks_is_asked_in_the_same_layout_at_once(layout: Layout) -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=layout)
    assert layout_asked(peer, channel) is layout
    assert ada.records.layout_of(PublicKey(MEMBER.public_key)) is layout


def test_a_ping_shows_the_published_layout() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    peer.says(Ping(1))
    assert layout_asked(peer, channel) is Layout.PUBLISHED


def test_who_follows_the_text_asks_in_the_documents_layout_at_once() -> None:
    play = Play()
    ada = play.person("ada", Policy(document=True))
    channel = owned_by(ada)
    peer = ScriptedPeer(play, ada, ours=False).greets()
    assert layout_asked(peer, channel) is Layout.DOCUMENT


def test_who_follows_the_text_does_so_whatever_the_peer_speaks() -> None:
    play = Play()
    ada = play.person("ada", Policy(document=True))
    channel = owned_by(ada)
    peer = ScriptedPeer(play, ada, ours=False).greets()
    layout = Layout.PUBLISHED
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=layout)
    assert layout_asked(peer, creates_channel(ada, "second")) is Layout.DOCUMENT


def test_a_request_for_a_channel_we_join_later_has_shown_the_layout_already() -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ben, ours=False).greets()
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=Layout.DOCUMENT)
    assert peer.requests() == []
    ben.does(AcceptInvite(ada.does(IssueInvite(channel.id, asked.request, "Ben")).invite))
    assert layout_asked(peer, channel) is Layout.DOCUMENT


@pytest.mark.parametrize(
    ("later", "size", "layout"),
    [
        (KEPT_REQUESTS_MAX - 1, KEPT_REQUEST_BYTES_MAX, Layout.DOCUMENT),
        (KEPT_REQUESTS_MAX, KEPT_REQUEST_BYTES_MAX, None),
        (KEPT_REQUESTS_MAX, KEPT_REQUEST_BYTES_MAX + 1, Layout.DOCUMENT),
    ],
)
def test_of_requests_for_unknown_channels_the_last_64_small_ones_are_kept(
    later: int, size: int, layout: Layout | None
) -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ben, ours=False).greets()
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), layout=Layout.DOCUMENT)
    for number in range(later):
        space = SpaceId(number.to_bytes(32, "big"))
        peer.says(SyncRequest(space, 0, bytes(24), bytes(size)))
    ben.does(AcceptInvite(ada.does(IssueInvite(channel.id, asked.request, "Ben")).invite))
    assert layout_asked(peer, channel) is layout


def test_a_kept_request_that_breaks_the_rules_is_no_longer_held_against_the_peer() -> None:
    play = Play()
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ben, ours=False).greets()
    peer.says(SyncRequest(channel.id, 0, bytes(24), bytes(100)))
    ben.does(AcceptInvite(ada.does(IssueInvite(channel.id, asked.request, "Ben")).invite))
    assert peer.end.ready


def test_a_remembered_layout_helps_where_a_request_could_be_either() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ada.records.apply(LayoutLearned(PublicKey(MEMBER.public_key), Layout.DOCUMENT))
    peer = ScriptedPeer(play, ada, ours=False).greets()
    peer.asks(channel, Bulk(()), MEMBER.secret_key, membership(channel), layout=Layout.PUBLISHED)
    assert layout_asked(peer, channel) is Layout.DOCUMENT


def test_a_guess_that_was_answered_with_an_error_is_not_repeated() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    peer = ScriptedPeer(play, ada, ours=False).greets()
    play.pass_time(2.0)
    assert layout_asked(peer, channel) is Layout.PUBLISHED
    peer.sends(b"\x0a\x06\x0a\x04what")
    again = ScriptedPeer(play, ada, ours=False).greets()
    play.pass_time(2.0)
    assert layout_asked(again, channel) is Layout.DOCUMENT


def test_what_a_peer_was_given_is_told_once_it_asks_for_no_more() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    for number in range(100):
        posts(ada, channel.id, str(number))
    play.connect(ada, ben)
    play.pass_time(2)
    told = ada.told(ReconciliationDone)
    assert sum(event.sent for event in told) == len(hashes(ada, channel.id))
    play.pass_time(60)
    assert ada.told(ReconciliationDone) == told
