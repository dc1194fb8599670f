"""Links end after 99 days; from day 80 on a fresh one is asked for, and one command gives it."""

from __future__ import annotations

import pytest

from engine.crypto.ed25519 import from_seed
from engine.errors import Refusal, Refused
from engine.model.commands import (
    ForgetSpace,
    IssueInvite,
    LeaveSpace,
    RenewChain,
    RenewInvite,
    RequestInvite,
)
from engine.model.events import InviteArrived, InviteDelivered
from engine.model.ids import PublicKey, SpaceId
from engine.model.views import IssuedInviteView
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation.renewing import seal_renewal
from engine.protocols.peerlinks.packets import Chain, Notification
from engine.protocols.peerlinks.records import Channel
from tests.conversations.play import NOON, Person, Play
from tests.conversations.scenes import (
    hashes,
    identity_of,
    lets_in,
    owned_by,
    owner,
    posts,
)
from tests.conversations.scripted import ScriptedPeer

DAY = 86_400.0
EIGHTY = 80 * DAY
NINETY_NINE = 99 * DAY


@pytest.fixture
def play() -> Play:
    """Begins at noon."""
    return Play()


def _circle(play: Play) -> tuple[Person, Channel, Person]:
    """An owner, the channel, and somebody whom the owner let in at noon."""
    anna, channel = owner(play, "anna")
    ben = play.person("ben")
    lets_in(anna, channel.id, ben)
    return anna, channel, ben


def _chain(person: Person, space: SpaceId) -> Chain:
    return person.records.own_chains(space)[0].chain


def _asks(inviter: Person) -> list[PublicKey]:
    """Who waits for a fresh link."""
    return [renewal.trustee for renewal in inviter.records.renewals()]


def _renews(inviter: Person, space: SpaceId, member: Person) -> IssuedInviteView:
    return inviter.does(RenewInvite(space, identity_of(member).public_key))


def _meet_at(play: Play, at: float, *pairs: tuple[Person, Person]) -> None:
    play.now = NOON + at
    for one, other in pairs:
        play.connect(one, other)


def _part(play: Play, person: Person) -> None:
    for end in list(person.ends):
        play.hang_up(end)
    play.run()


# ---- asking -------------------------------------------------------------------------------------


def test_before_day_80_nobody_asks(play: Play) -> None:
    anna, _, ben = _circle(play)
    _meet_at(play, EIGHTY - 1.0, (ben, anna))
    assert _asks(anna) == []
    assert ben.records.open_requests() == []


def test_from_day_80_on_a_member_asks_by_themself_where_both_meet(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    assert _asks(anna) == [identity_of(ben).public_key]
    assert [request.renews for request in ben.records.open_requests()] == [channel.id]


def test_day_80_may_come_in_the_middle_of_a_conversation(play: Play) -> None:
    anna, _, ben = _circle(play)
    _meet_at(play, EIGHTY - 60.0, (ben, anna))
    play.pass_time(61.0)
    assert _asks(anna) == [identity_of(ben).public_key]


def test_a_shorter_link_is_asked_for_in_its_last_fifth(play: Play) -> None:
    anna, channel = owner(play, "anna")
    ben = play.person("ben")
    lets_in(anna, channel.id, ben, valid_to=NOON + 10 * DAY)
    _meet_at(play, 8 * DAY, (ben, anna))
    assert _asks(anna) == []
    _part(play, ben)
    _meet_at(play, 8.1 * DAY, (ben, anna))
    assert _asks(anna) == [identity_of(ben).public_key]


def test_asking_once_is_enough_however_often_they_meet(play: Play) -> None:
    anna, _, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    first = anna.records.renewals()
    _meet_at(play, EIGHTY + DAY, (ben, anna), (anna, ben))
    assert anna.records.renewals() == first
    assert len(ben.records.open_requests()) == 1


def test_an_owner_never_asks(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, NINETY_NINE * 5, (ben, anna))
    assert anna.records.open_requests() == []
    with pytest.raises(Refused) as refused:
        anna.does(RenewChain(channel.id))
    assert refused.value.reason is Refusal.RIGHT_UNENDING


def test_a_member_may_ask_early(play: Play) -> None:
    anna, channel, ben = _circle(play)
    play.connect(ben, anna)
    ben.does(RenewChain(channel.id))
    assert _asks(anna) == [identity_of(ben).public_key]


def test_the_request_is_told_to_nobody_but_tidings(play: Play) -> None:
    _, channel, ben = _circle(play)
    play.now = NOON + EIGHTY
    other = ScriptedPeer(play, ben, ours=False).greets()
    ben.does(RenewChain(channel.id))
    play.pass_time(1.0)
    assert other.said(Notification) == []


# ---- giving -------------------------------------------------------------------------------------


def test_one_confirmation_gives_99_more_days_over_the_existing_connection(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    issued = _renews(anna, channel.id, ben)
    assert issued.valid_to == NOON + EIGHTY + NINETY_NINE
    assert [link.valid_to for link in _chain(ben, channel.id)] == [issued.valid_to]
    assert _asks(anna) == []
    assert ben.records.open_requests() == []
    arrived = ben.told(InviteArrived)[-1]
    assert arrived.space == channel.id
    assert arrived.renewed


def test_who_was_renewed_writes_on_after_the_first_link_has_ended(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    _renews(anna, channel.id, ben)
    _part(play, ben)
    _meet_at(play, NINETY_NINE + DAY, (ben, anna))
    posts(ben, channel.id, "day one hundred")
    play.pass_time(1.0)
    assert hashes(anna, channel.id) == hashes(ben, channel.id)


def test_a_confirmation_days_later_reaches_the_member_at_the_next_meeting(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    _part(play, ben)
    play.now += 2 * DAY
    issued = _renews(anna, channel.id, ben)
    _meet_at(play, EIGHTY + 9 * DAY, (anna, ben))
    assert _chain(ben, channel.id)[0].valid_to == issued.valid_to
    play.pass_time(1.0)
    assert anna.told(InviteDelivered)[-1].taken


def test_a_link_that_ended_is_renewed_all_the_same(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, NINETY_NINE + DAY, (ben, anna))
    with pytest.raises(Refused) as refused:
        posts(ben, channel.id, "too late")
    assert refused.value.reason is Refusal.CHAIN_EXPIRED
    _renews(anna, channel.id, ben)
    posts(ben, channel.id, "back again")
    play.pass_time(1.0)
    assert hashes(anna, channel.id) == hashes(ben, channel.id)


def test_what_was_asked_survives_a_restart_of_both(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    anna.restarts()
    ben.restarts()
    issued = _renews(anna, channel.id, ben)
    play.connect(ben, anna)
    assert _chain(ben, channel.id)[0].valid_to == issued.valid_to


def test_nobody_is_renewed_who_has_not_asked(play: Play) -> None:
    anna, channel, ben = _circle(play)
    with pytest.raises(Refused) as refused:
        _renews(anna, channel.id, ben)
    assert refused.value.reason is Refusal.RENEWAL_UNKNOWN


def test_an_ordinary_invite_answers_what_was_asked_too(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    request = ben.records.open_requests()[0]
    anna.does(IssueInvite(channel.id, request.request, "Benjamin"))
    assert [link.display_name for link in _chain(ben, channel.id)] == ["Benjamin"]
    assert _asks(anna) == []


# ---- whose link ---------------------------------------------------------------------------------


def _three(play: Play) -> tuple[Person, Channel, Person, Person]:
    """Anna let Ben in, and Ben let Cleo in, all at noon."""
    anna, channel, ben = _circle(play)
    cleo = play.person("cleo")
    owned_by(cleo)
    play.connect(ben, anna)
    posts(ben, channel.id, "here I am")
    lets_in(ben, channel.id, cleo)
    _part(play, ben)
    return anna, channel, ben, cleo


def test_a_member_asks_who_let_them_in_and_not_the_owner(play: Play) -> None:
    anna, _, ben, cleo = _three(play)
    _meet_at(play, EIGHTY, (cleo, ben), (cleo, anna))
    assert _asks(ben) == [identity_of(cleo).public_key]
    assert _asks(anna) == []


def test_who_ends_as_early_is_to_be_renewed_first(play: Play) -> None:
    anna, channel, ben, cleo = _three(play)
    _meet_at(play, EIGHTY, (cleo, ben))
    with pytest.raises(Refused) as refused:
        _renews(ben, channel.id, cleo)
    assert refused.value.reason is Refusal.OWN_LINK_FIRST
    play.connect(ben, anna)
    _renews(anna, channel.id, ben)
    _renews(ben, channel.id, cleo)
    ends = [link.valid_to for link in _chain(cleo, channel.id)]
    assert ends == [NOON + EIGHTY + NINETY_NINE] * 2


def test_who_let_somebody_in_and_ended_cannot_renew_them(play: Play) -> None:
    _, channel, ben, cleo = _three(play)
    _meet_at(play, NINETY_NINE, (cleo, ben))
    with pytest.raises(Refused) as refused:
        _renews(ben, channel.id, cleo)
    assert refused.value.reason is Refusal.CHAIN_EXPIRED


def test_a_member_of_an_inviter_who_is_gone_comes_back_by_an_ordinary_invite(play: Play) -> None:
    anna, channel, _, cleo = _three(play)
    play.now = NOON + NINETY_NINE + DAY
    lets_in(anna, channel.id, cleo)
    assert [link.display_name for link in _chain(cleo, channel.id)] == ["cleo"]


# ---- leaving ------------------------------------------------------------------------------------


def test_who_leaves_asks_no_more(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    ben.does(LeaveSpace(channel.id))
    assert ben.records.open_requests() == []
    _meet_at(play, EIGHTY + DAY, (ben, anna))
    assert ben.records.open_requests() == []


@pytest.mark.parametrize("command", [LeaveSpace, ForgetSpace])
def test_who_parts_from_a_channel_keeps_nobody_waiting_there(
    play: Play, command: type[LeaveSpace | ForgetSpace]
) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    anna.does(command(channel.id))
    assert _asks(anna) == []


def test_what_nobody_confirmed_is_forgotten_in_the_end(play: Play) -> None:
    anna, _, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    _part(play, ben)
    play.now = NOON + EIGHTY + 19 * DAY
    anna.restarts()
    assert _asks(anna) == []


# ---- false ones ---------------------------------------------------------------------------------


def _sealed(ben: Person, channel: Channel, secret_key: bytes | None = None) -> bytes:
    """Ben's request as he would tell it, or signed by another key."""
    secret = identity_of(ben).secret_key if secret_key is None else secret_key
    own = ben.records.own_chains(channel.id)[0]
    request = ben.records.open_requests()[0].request
    return seal_renewal(channel, own, request, secret, ben.entropy)


def test_a_request_told_by_another_peer_than_it_names_is_ignored(play: Play) -> None:
    """Mallory has read Ben's request, and passes it on."""
    anna, channel, ben = _circle(play)
    ben.does(RenewChain(channel.id))
    peer = ScriptedPeer(play, anna).greets()
    peer.says(Notification(channel.id, _sealed(ben, channel)))
    assert _asks(anna) == []
    assert peer.closed is None


@pytest.mark.parametrize("is_true", [True, False])
def test_only_what_the_members_own_key_signed_counts(play: Play, is_true: bool) -> None:  # noqa: FBT001 - a case
    anna, channel, ben = _circle(play)
    ben.does(RenewChain(channel.id))
    other_key = None if is_true else from_seed(bytes(32)).secret_key
    peer = ScriptedPeer(play, anna, peer_id=ben.peer_id).greets()
    peer.says(Notification(channel.id, _sealed(ben, channel, other_key)))
    assert bool(_asks(anna)) is is_true


@pytest.mark.parametrize("sealed", [b"", bytes(24), bytes(40), bytes(206), bytes(1_000)])
def test_rubbish_is_ignored_and_the_conversation_goes_on(play: Play, sealed: bytes) -> None:
    anna, channel, _ = _circle(play)
    peer = ScriptedPeer(play, anna).greets()
    peer.says(Notification(channel.id, sealed))
    assert _asks(anna) == []
    assert peer.closed is None


def test_a_flood_of_them_ends_the_conversation(play: Play) -> None:
    anna, channel, _ = _circle(play)
    peer = ScriptedPeer(play, anna).greets()
    flood = [Notification(channel.id, bytes(40))] * 1_000
    for _ in range(40):
        peer.says(*flood)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TOO_MANY


def test_a_chain_that_is_not_ours_to_renew_is_not_remembered(play: Play) -> None:
    anna, channel, ben = _circle(play)
    cleo = play.person("cleo")
    lets_in(ben, channel.id, cleo)
    play.connect(cleo, anna)
    cleo.does(RenewChain(channel.id))
    assert _asks(anna) == []


def test_what_we_asked_unasked_puts_us_under_nobody_else(play: Play) -> None:
    anna, channel, ben = _circle(play)
    mallory = play.person("mallory")
    lets_in(anna, channel.id, mallory)
    _meet_at(play, EIGHTY, (ben, mallory))
    before = _chain(ben, channel.id)
    request = ben.records.open_requests()[0]
    mallory.does(IssueInvite(channel.id, request.request, "ben"))
    assert _chain(ben, channel.id) == before
    assert len(ben.records.open_requests()) == 1


def test_what_we_asked_unasked_leads_into_no_other_channel(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    other, trap = owner(play, "mallory")
    play.connect(other, ben)
    other.does(IssueInvite(trap.id, ben.records.open_requests()[0].request, "ben"))
    assert ben.records.channel(trap.id) is None
    assert ben.records.open_requests()[0].renews == channel.id


def test_what_we_asked_unasked_cuts_no_right_short(play: Play) -> None:
    anna, channel, ben = _circle(play)
    _meet_at(play, EIGHTY, (ben, anna))
    before = _chain(ben, channel.id)
    request = ben.records.open_requests()[0].request
    anna.does(IssueInvite(channel.id, request, "ben", NOON + EIGHTY + DAY))
    assert _chain(ben, channel.id) == before


def test_an_ordinary_request_may_be_answered_by_whoever_it_was_shown_to(play: Play) -> None:
    anna, channel, ben = _circle(play)
    shown = ben.does(RequestInvite())
    play.connect(ben, anna)
    anna.does(IssueInvite(channel.id, shown.request, "ben", NOON + DAY))
    assert _chain(ben, channel.id)[0].valid_to == NOON + DAY
