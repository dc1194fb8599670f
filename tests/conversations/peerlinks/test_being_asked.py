"""What we answer, and to whom ("Synchronization"; protocols/peerlinks.md section 2)."""

from __future__ import annotations

import pytest

from engine.crypto import boxes, ed25519
from engine.crypto.entropy import SeededEntropy
from engine.model.commands import LeaveSpace
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.contract import Charge, Ending
from engine.protocols.peerlinks.conversation import allowance
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.limits import (
    BULK_ANSWER_BYTES_MAX,
    NEEDS_A_REQUEST,
    NEEDS_ALWAYS,
    SEEN_AS_MAX,
)
from engine.protocols.peerlinks.messages import (
    encode_request_content,
    encode_request_tbs,
)
from engine.protocols.peerlinks.packets import (
    Bulk,
    BulkResponse,
    Layout,
    QueryResponse,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.records import HeldByPeer, LayoutLearned, MemberSeen
from engine.protocols.peerlinks.trust.link import issue_link
from tests.conversations.peerlinks.asking import (
    ALL,
    DAY,
    MEMBER,
    OUTSIDER,
    asked_by_member,
    membership,
)
from tests.conversations.play import NOON, Person, Play
from tests.conversations.scenes import (
    channel_of,
    creates_channel,
    hashes,
    owner,
    posts,
)
from tests.conversations.scripted import ScriptedPeer

UNKNOWN = PostId(b"?" * 32)


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


def test_posts_that_a_peer_needs_cost_no_allowance_and_those_that_nobody_needs_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "REQUESTS_BURST", 10.0)
    monkeypatch.setattr(allowance, "REQUESTS_DEBT_MAX", 0.0)
    peer, ada, channel = asked_by_member(Play())
    chain, one = membership(channel), Bulk((hashes(ada, channel.id)[0],))

    def reads(times: int) -> None:
        for _ in range(times):
            if peer.closed is None:
                peer.asks(channel, one, MEMBER.secret_key, chain)

    needed = NEEDS_ALWAYS // (1 + NEEDS_A_REQUEST)
    reads(needed)
    assert peer.end.ready
    reads(needed)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TOO_MANY


def test_questions_that_give_nothing_cost_allowance_however_few_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "REQUESTS_BURST", 10.0)
    monkeypatch.setattr(allowance, "REQUESTS_DEBT_MAX", 0.0)
    peer, _, channel = asked_by_member(Play())
    chain, unknown = membership(channel), Bulk((PostId(bytes(32)),))
    for _ in range(10):
        assert peer.asks(channel, unknown, MEMBER.secret_key, chain) is not None
    peer.asks(channel, unknown, MEMBER.secret_key, chain)
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


def test_who_asks_as_two_is_present_as_both_and_news_once_as_each() -> None:
    peer, ada, channel = asked_by_member(Play())
    for seq, who in enumerate((MEMBER, OUTSIDER, MEMBER, OUTSIDER, MEMBER)):
        peer.asks(channel, ALL, who.secret_key, membership(channel, who), seq=seq)
    both = [PublicKey(one.public_key) for one in (MEMBER, OUTSIDER)]
    assert list(peer.end.machine.presence) == [(channel.id, one) for one in both]
    learned = [one.chain[-1].trustee for one in ada.stored if isinstance(one, MemberSeen)]
    assert learned == both


def test_who_asks_as_another_is_not_present_as_the_one_whose_right_has_ended() -> None:
    play = Play()
    peer, _, channel = asked_by_member(play)
    ends = membership(channel, valid_to=play.now + 5.0)
    peer.asks(channel, ALL, MEMBER.secret_key, ends)
    play.now += 6.0
    peer.asks(channel, ALL, OUTSIDER.secret_key, membership(channel, OUTSIDER), seq=1)
    assert list(peer.end.machine.presence) == [(channel.id, PublicKey(OUTSIDER.public_key))]


def test_of_whoever_asks_as_very_many_the_last_are_present() -> None:
    peer, _, channel = asked_by_member(Play())
    many = [ed25519.from_seed(bytes([number] * 32)) for number in range(SEEN_AS_MAX + 1)]
    first, second, *_, last = many
    for seq, who in enumerate((*many[:-1], first, last)):
        peer.asks(channel, ALL, who.secret_key, membership(channel, who), seq=seq)
    present = [key for _, key in peer.end.machine.presence]
    assert len(present) == SEEN_AS_MAX
    assert present[:2] == [last.public_key, first.public_key]
    assert second.public_key not in present


def test_a_member_who_asks_again_is_not_news() -> None:
    peer, ada, channel = asked_by_member(Play())
    for seq in range(3):
        peer.asks(channel, ALL, MEMBER.secret_key, membership(channel), seq=seq)
    assert len([one for one in ada.stored if isinstance(one, MemberSeen)]) == 1
    assert len([one for one in ada.stored if isinstance(one, LayoutLearned)]) == 1


def test_of_what_was_asked_only_what_was_given_is_held() -> None:
    """One answer has room for two of the three."""
    peer, ada, channel = asked_by_member(Play())
    text = "x" * (BULK_ANSWER_BYTES_MAX // 2 - 1_000)
    long_ones = [posts(ada, channel.id, text) for _ in range(3)]
    asked = Bulk((UNKNOWN, *long_ones))
    answer = peer.asks(channel, asked, MEMBER.secret_key, membership(channel))
    assert isinstance(answer, BulkResponse)
    assert (len(answer.messages), answer.forward_index) == (2, 3)
    assert held_by(ada, peer) == [long_ones[:2]]
    peer.asks(channel, Bulk(tuple(long_ones[2:])), MEMBER.secret_key, membership(channel), seq=1)
    assert held_by(ada, peer) == [long_ones[:2], long_ones[2:]]


def held_by(person: Person, peer: ScriptedPeer) -> list[list[PostId]]:
    """What was noted of it, one after another."""
    noted = [one for one in person.records.noted if isinstance(one, HeldByPeer)]
    return [list(one.hashes) for one in noted if one.peer == peer.peer_id]


def test_nobody_is_present_once_the_connection_has_ended() -> None:
    play = Play()
    peer, _, channel = asked_by_member(play)
    peer.asks(channel, ALL, MEMBER.secret_key, membership(channel))
    play.hang_up(peer.end)
    assert list(peer.end.machine.presence) == []
