"""Requests and invites ("Invite"), beyond the recorded cases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.crypto import boxes
from engine.crypto.entropy import SeededEntropy
from engine.errors import Refusal, Refused
from engine.model.ids import PeerId, PublicKey, RequestId
from engine.protocols.peerlinks.invites import (
    BeginsLater,
    Inviter,
    issue_invite,
    make_request,
    open_invite,
)
from engine.protocols.peerlinks.messages import decode_invite_request, encode_invite, encode_link
from engine.protocols.peerlinks.packets import EncryptedInvite, Invite, InviteRequest
from engine.protocols.peerlinks.records import OpenRequest
from engine.protocols.peerlinks.trust.chain import VerifiedLinks, check_chain
from tests.grown_channel import (
    CHANNEL,
    DAY,
    FRIEND,
    FRIEND_CHAIN,
    GUEST,
    GUEST_CHAIN,
    KEY,
    MEMBER,
    MEMBER_CHAIN,
    NOW,
    OWNER,
    STRANGER,
    link,
)

PEER = PeerId(b"\x05" * 32)
AS_OWNER = Inviter(CHANNEL, (), OWNER)


def _entropy(name: str = "entropy") -> SeededEntropy:
    return SeededEntropy(name.encode())


def _request(name: str = "request", valid_seconds: float = 7 * DAY) -> OpenRequest:
    member = PublicKey(MEMBER.public_key)
    return make_request(member, PEER, _entropy(name), NOW, valid_seconds)


def _asked(request: OpenRequest) -> InviteRequest:
    return decode_invite_request(request.request)


def _invite(request: OpenRequest, inviter: Inviter = AS_OWNER) -> tuple[EncryptedInvite, ...]:
    return issue_invite(inviter, _asked(request), "a name", _entropy(), NOW)[1]


def _sealed(request: OpenRequest, content: bytes) -> EncryptedInvite:
    """Whatever content, sealed for that request."""
    ephemeral = boxes.from_seed(bytes(32))
    box = boxes.seal_with(content, _asked(request).box_public_key, ephemeral)
    return EncryptedInvite(request.request_ids[0], box)


def _refusal_of_issuing(inviter: Inviter, request: InviteRequest, **more: object) -> Refusal:
    arguments = {"display_name": "a name", "now": NOW, **more}
    with pytest.raises(Refused) as refused:
        issue_invite(inviter, request, entropy=_entropy(), **arguments)  # type: ignore[arg-type]  # named by each test
    return refused.value.reason


def _refusal_of_opening(
    encrypted: EncryptedInvite, *requests: OpenRequest, now: float = NOW
) -> Refusal:
    with pytest.raises(Refused) as refused:
        open_invite(encrypted, requests, now)
    return refused.value.reason


# ---- asking ---------------------------------------------------------------------------------


def test_a_request_is_102_bytes_and_says_who_where_and_to_which_box() -> None:
    request = _request()
    box_key = boxes.from_seed(request.box_seed).public_key
    assert len(request.request) == 102
    assert _asked(request) == InviteRequest(PEER, PublicKey(MEMBER.public_key), box_key)
    assert (request.created_at, request.expires_at) == (NOW, NOW + 7 * DAY)
    assert request.identity == MEMBER.public_key


def test_each_request_has_a_box_key_of_its_own() -> None:
    one, other = _request("one"), _request("other")
    assert one.request_ids[0] != other.request_ids[0]
    assert one.request_ids[1] == other.request_ids[1]


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("inf"), float("nan")])
def test_a_request_must_be_valid_for_some_time(seconds: float) -> None:
    with pytest.raises(Refused) as refused:
        _request(valid_seconds=seconds)
    assert refused.value.reason is Refusal.VALIDITY_INVALID


# ---- letting in -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "inviter",
    [
        AS_OWNER,
        Inviter(CHANNEL, (link(OWNER, STRANGER),), STRANGER),
        Inviter(CHANNEL, (link(OWNER, STRANGER), link(STRANGER, FRIEND)), FRIEND),
    ],
    ids=["owner", "depth 1", "depth 2"],
)
def test_an_invite_opens_under_both_ids_with_a_chain_to_the_asker(inviter: Inviter) -> None:
    request = _request()
    for encrypted in _invite(request, inviter):
        answered, invite = open_invite(encrypted, [_request("other"), request], NOW)
        assert answered == request
        assert invite.channel_public_key == KEY
        assert invite.channel_name == "general"
        assert invite.chain[:-1] == inviter.chain
        leaf = check_chain(invite.chain, KEY, CHANNEL.id, NOW, VerifiedLinks())
        assert leaf == MEMBER.public_key


def test_a_link_begins_two_minutes_ago_and_lasts_99_days_or_as_long_as_said() -> None:
    request = _asked(_request())
    invite, _ = issue_invite(AS_OWNER, request, "a name", _entropy(), NOW)
    last = invite.chain[-1]
    assert (last.valid_from, last.valid_to) == (NOW - 120, NOW + 99 * DAY)
    invite, _ = issue_invite(AS_OWNER, request, "a name", _entropy(), NOW, valid_to=NOW + 5)
    assert invite.chain[-1].valid_to == NOW + 5


def test_three_links_are_the_end_of_a_chain() -> None:
    inviter = Inviter(CHANNEL, GUEST_CHAIN, GUEST)
    request = replace(_asked(_request()), trustee=PublicKey(STRANGER.public_key))
    assert _refusal_of_issuing(inviter, request) is Refusal.CHAIN_FULL


def test_nobody_is_let_in_through_an_expired_chain() -> None:
    request = _asked(_request())
    for chain in (
        (link(OWNER, STRANGER, valid_to=NOW + 120),),
        (link(OWNER, STRANGER, valid_from=NOW + 60),),
    ):
        inviter = Inviter(CHANNEL, chain, STRANGER)
        assert _refusal_of_issuing(inviter, request) is Refusal.CHAIN_EXPIRED


def test_nobody_invites_themselves_or_the_owner() -> None:
    request = _asked(_request())
    as_member = Inviter(CHANNEL, MEMBER_CHAIN, MEMBER)
    assert _refusal_of_issuing(as_member, request) is Refusal.REQUEST_OWN
    of_owner = replace(request, trustee=KEY)
    assert _refusal_of_issuing(as_member, of_owner) is Refusal.REQUEST_OF_OWNER
    assert _refusal_of_issuing(AS_OWNER, of_owner) is Refusal.REQUEST_OWN


@pytest.mark.parametrize("low_order", [bytes(32), b"\x01" + bytes(31)])
def test_a_box_key_nobody_can_own_is_refused(low_order: bytes) -> None:
    request = replace(_asked(_request()), box_public_key=low_order)
    assert _refusal_of_issuing(AS_OWNER, request) is Refusal.REQUEST_INVALID


@pytest.mark.parametrize("valid_to", [NOW, NOW - 60, float("nan"), float("inf")])
def test_an_invite_ends_after_now(valid_to: float) -> None:
    request = _asked(_request())
    reason = _refusal_of_issuing(AS_OWNER, request, valid_to=valid_to)
    assert reason is Refusal.VALIDITY_INVALID


def test_a_name_of_129_units_is_refused() -> None:
    request = _asked(_request())
    reason = _refusal_of_issuing(AS_OWNER, request, display_name="x" * 129)
    assert reason is Refusal.NAME_INVALID


def test_a_long_channel_name_is_cut_to_128_units_and_no_character_in_half() -> None:
    request = _request()
    for name, suggested in (
        ("x" * 200, "x" * 128),
        ("x" + "\U0001f642" * 64, "x" + "\U0001f642" * 63),
    ):
        inviter = Inviter(replace(CHANNEL, name=name), (), OWNER)
        encrypted = _invite(request, inviter)[0]
        assert open_invite(encrypted, [request], NOW)[1].channel_name == suggested


# ---- opening --------------------------------------------------------------------------------


def test_an_invite_to_no_request_of_ours_is_unknown() -> None:
    encrypted = _invite(_request())[0]
    assert _refusal_of_opening(encrypted) is Refusal.INVITE_NOT_FOR_US
    stray = replace(encrypted, request_id=RequestId(bytes(32)))
    assert _refusal_of_opening(stray, _request()) is Refusal.INVITE_NOT_FOR_US


def test_a_box_for_another_key_is_not_for_us() -> None:
    one, other = _request("one"), _request("other")
    box = _invite(other)[0].box
    crossed = EncryptedInvite(one.request_ids[0], box)
    assert _refusal_of_opening(crossed, one, other) is Refusal.INVITE_NOT_FOR_US
    damaged = EncryptedInvite(one.request_ids[0], b"")
    assert _refusal_of_opening(damaged, one) is Refusal.INVITE_NOT_FOR_US


def test_of_several_requests_of_one_identity_the_one_with_the_key_is_answered() -> None:
    one, other = _request("one"), _request("other")
    by_document_id = _invite(other)[1]
    assert open_invite(by_document_id, [one, other], NOW)[0] == other


def test_an_expired_request_is_answered_no_more() -> None:
    request = _request(valid_seconds=60)
    encrypted = _invite(request)[0]
    assert open_invite(encrypted, [request], NOW + 59)[0] == request
    assert _refusal_of_opening(encrypted, request, now=NOW + 60) is Refusal.REQUEST_EXPIRED


@pytest.mark.parametrize(
    "invite",
    [
        Invite(KEY, "general", ()),
        Invite(PublicKey(MEMBER.public_key), "general", ()),
        Invite(KEY, "", MEMBER_CHAIN),
        Invite(KEY, "x" * 129, MEMBER_CHAIN),
        Invite(KEY, "general", FRIEND_CHAIN),
        Invite(PublicKey(STRANGER.public_key), "general", MEMBER_CHAIN),
        Invite(KEY, "general", (link(STRANGER, MEMBER),)),
        Invite(KEY, "general", (link(OWNER, MEMBER, valid_to=NOW),)),
        Invite(KEY, "general", (link(OWNER, MEMBER, valid_from=NOW + 601),)),
    ],
    ids=[
        "no chain",
        "no chain and our own key as the channel's",
        "no name",
        "a name too long",
        "a chain to somebody else",
        "a chain from another key",
        "a link of a stranger",
        "an expired link",
        "a link that begins later",
    ],
)
def test_an_invite_that_would_not_let_us_in_is_invalid(invite: Invite) -> None:
    request = _request()
    encrypted = _sealed(request, encode_invite(invite))
    assert _refusal_of_opening(encrypted, request) is Refusal.INVITE_INVALID


@pytest.mark.parametrize(("seconds", "minutes"), [(0.5, "1"), (61.0, "2"), (600.0, "10")])
def test_an_invite_that_begins_within_ten_minutes_is_only_early(
    seconds: float, minutes: str
) -> None:
    request = _request()
    invite = Invite(KEY, "general", (link(OWNER, MEMBER, valid_from=NOW + seconds),))
    with pytest.raises(BeginsLater) as early:
        open_invite(_sealed(request, encode_invite(invite)), [request], NOW)
    assert (early.value.begins_at, early.value.detail) == (NOW + seconds, minutes)
    opened = open_invite(_sealed(request, encode_invite(invite)), [request], NOW + seconds)
    assert opened == (request, invite)


def test_an_early_invite_of_a_false_chain_is_invalid() -> None:
    request = _request()
    invite = Invite(KEY, "general", (link(STRANGER, MEMBER, valid_from=NOW + 60),))
    encrypted = _sealed(request, encode_invite(invite))
    assert _refusal_of_opening(encrypted, request) is Refusal.INVITE_INVALID


def test_an_invite_whose_two_chains_differ_is_invalid() -> None:
    request = _request()
    longer = (link(OWNER, MEMBER, valid_to=NOW + DAY),)
    one = encode_invite(Invite(KEY, "general", MEMBER_CHAIN))
    other = encode_invite(Invite(KEY, "general", longer))
    # Fields ascend, so the tail is the second chain: tag, length, one link.
    tail = 2 + len(encode_link(longer[0]))
    mixed = one[:-tail] + other[-tail:]
    assert _refusal_of_opening(_sealed(request, mixed), request) is Refusal.INVITE_INVALID
    assert open_invite(_sealed(request, one), [request], NOW)[0] == request


@pytest.mark.parametrize("content", [b"", b"\xff", b"\x0a\x01\x00"])
def test_a_box_with_no_invite_in_it_is_invalid(content: bytes) -> None:
    request = _request()
    assert _refusal_of_opening(_sealed(request, content), request) is Refusal.INVITE_INVALID
