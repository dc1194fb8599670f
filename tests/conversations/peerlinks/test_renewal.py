"""Links end after 99 days; from day 80 on a fresh one is asked for, and one command gives it."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import (
    AcceptInvite,
    CreateIdentity,
    ForgetSpace,
    IssueInvite,
    LeaveSpace,
    RenewChain,
    RequestInvite,
)
from engine.model.events import InviteArrived, InviteDelivered
from engine.protocols.peerlinks.limits import ENDS_LOOK_SECONDS
from engine.protocols.peerlinks.packets import Notification
from tests.conversations.peerlinks.renewals import (
    DAY,
    EIGHTY,
    NINETY_NINE,
    asks,
    chain,
    circle,
    led_elsewhere,
    meet_at,
    part,
    renews,
    three,
)
from tests.conversations.play import NOON, Play
from tests.conversations.scenes import (
    hashes,
    identity_of,
    lets_in,
    owner,
    posts,
)
from tests.conversations.scripted import ScriptedPeer


@pytest.fixture
def play() -> Play:
    """Begins at noon."""
    return Play()


# ---- asking -------------------------------------------------------------------------------------


def test_before_day_80_nobody_asks(play: Play) -> None:
    anna, _, ben = circle(play)
    meet_at(play, EIGHTY - 1.0, (ben, anna))
    assert asks(anna) == []
    assert ben.records.open_requests() == []


def test_from_day_80_on_a_member_asks_by_themself_where_both_meet(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    assert asks(anna) == [identity_of(ben).public_key]
    assert [request.renews for request in ben.records.open_requests()] == [channel.id]


def test_day_80_may_come_in_the_middle_of_a_conversation(play: Play) -> None:
    anna, _, ben = circle(play)
    meet_at(play, EIGHTY - 60.0, (ben, anna))
    play.pass_time(61.0)
    assert asks(anna) == [identity_of(ben).public_key]


def test_a_shorter_link_is_asked_for_in_its_last_fifth(play: Play) -> None:
    anna, channel = owner(play, "anna")
    ben = play.person("ben")
    lets_in(anna, channel.id, ben, valid_to=NOON + 10 * DAY)
    meet_at(play, 8 * DAY, (ben, anna))
    assert asks(anna) == []
    part(play, ben)
    meet_at(play, 8.1 * DAY, (ben, anna))
    assert asks(anna) == [identity_of(ben).public_key]


def test_asking_once_is_enough_however_often_they_meet(play: Play) -> None:
    anna, _, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    first = anna.records.renewals()
    meet_at(play, EIGHTY + DAY, (ben, anna), (anna, ben))
    assert anna.records.renewals() == first
    assert len(ben.records.open_requests()) == 1


def test_a_request_that_nobody_answers_ends_with_its_secret_though_nobody_is_there(
    play: Play,
) -> None:
    anna, _, ben = circle(play)
    play.pass_time(EIGHTY)
    play.connect(ben, anna)
    (request,) = ben.records.open_requests()
    part(play, ben)
    play.pass_time(request.expires_at - play.now + ENDS_LOOK_SECONDS)
    assert ben.records.open_requests() == []
    assert anna.records.renewals() == []


def test_an_owner_never_asks(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, NINETY_NINE * 5, (ben, anna))
    assert anna.records.open_requests() == []
    with pytest.raises(Refused) as refused:
        anna.does(RenewChain(channel.id))
    assert refused.value.reason is Refusal.RIGHT_UNENDING


def test_a_member_may_ask_early(play: Play) -> None:
    anna, channel, ben = circle(play)
    play.connect(ben, anna)
    ben.does(RenewChain(channel.id))
    assert asks(anna) == [identity_of(ben).public_key]


def test_of_several_rights_the_one_that_ends_first_is_asked_for_unless_one_is_named(
    play: Play,
) -> None:
    anna, channel, ben = circle(play)
    play.now += 1.0
    ben.does(CreateIdentity("ben-work"))  # used last
    asked = ben.does(RequestInvite("ben-work"))
    wish = IssueInvite(channel.id, asked.request, "ben-work", NOON + NINETY_NINE + DAY)
    ben.does(AcceptInvite(anna.does(wish).invite))
    keys = {one.name: one.public_key for one in ben.records.identities()}
    ben.does(RenewChain(channel.id))
    assert [one.identity for one in ben.records.open_requests()] == [keys["ben"]]
    ben.does(RenewChain(channel.id, "ben-work"))
    waiting = {one.identity for one in ben.records.open_requests()}
    assert waiting == {keys["ben"], keys["ben-work"]}


def test_the_request_is_told_to_nobody_but_tidings(play: Play) -> None:
    _, channel, ben = circle(play)
    play.now = NOON + EIGHTY
    other = ScriptedPeer(play, ben, ours=False).greets()
    ben.does(RenewChain(channel.id))
    play.pass_time(1.0)
    assert other.said(Notification) == []


# ---- giving -------------------------------------------------------------------------------------


def test_one_confirmation_gives_99_more_days_over_the_existing_connection(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    issued = renews(anna, channel.id, ben)
    assert issued.valid_to == NOON + EIGHTY + NINETY_NINE
    assert [link.valid_to for link in chain(ben, channel.id)] == [issued.valid_to]
    assert asks(anna) == []
    assert ben.records.open_requests() == []
    arrived = ben.told(InviteArrived)[-1]
    assert arrived.space == channel.id
    assert arrived.renewed


def test_who_was_renewed_writes_on_after_the_first_link_has_ended(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    renews(anna, channel.id, ben)
    part(play, ben)
    meet_at(play, NINETY_NINE + DAY, (ben, anna))
    posts(ben, channel.id, "day one hundred")
    play.pass_time(1.0)
    assert hashes(anna, channel.id) == hashes(ben, channel.id)


def test_a_confirmation_days_later_reaches_the_member_at_the_next_meeting(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    part(play, ben)
    play.now += 2 * DAY
    issued = renews(anna, channel.id, ben)
    meet_at(play, EIGHTY + 9 * DAY, (anna, ben))
    assert chain(ben, channel.id)[0].valid_to == issued.valid_to
    play.pass_time(1.0)
    assert anna.told(InviteDelivered)[-1].taken


def test_a_link_that_ended_is_renewed_all_the_same(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, NINETY_NINE + DAY, (ben, anna))
    with pytest.raises(Refused) as refused:
        posts(ben, channel.id, "too late")
    assert refused.value.reason is Refusal.CHAIN_EXPIRED
    renews(anna, channel.id, ben)
    posts(ben, channel.id, "back again")
    play.pass_time(1.0)
    assert hashes(anna, channel.id) == hashes(ben, channel.id)


def test_what_was_asked_survives_a_restart_of_both(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    anna.restarts()
    ben.restarts()
    issued = renews(anna, channel.id, ben)
    play.connect(ben, anna)
    assert chain(ben, channel.id)[0].valid_to == issued.valid_to


def test_nobody_is_renewed_who_has_not_asked(play: Play) -> None:
    anna, channel, ben = circle(play)
    with pytest.raises(Refused) as refused:
        renews(anna, channel.id, ben)
    assert refused.value.reason is Refusal.RENEWAL_UNKNOWN


def test_an_ordinary_invite_answers_what_was_asked_too(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    request = ben.records.open_requests()[0]
    anna.does(IssueInvite(channel.id, request.request, "Benjamin"))
    assert [link.display_name for link in chain(ben, channel.id)] == ["Benjamin"]
    assert asks(anna) == []


# ---- whose link ---------------------------------------------------------------------------------


def test_a_member_asks_who_let_them_in_and_not_the_owner(play: Play) -> None:
    anna, _, ben, cleo = three(play)
    meet_at(play, EIGHTY, (cleo, ben), (cleo, anna))
    assert asks(ben) == [identity_of(cleo).public_key]
    assert asks(anna) == []


def test_who_ends_as_early_is_to_be_renewed_first(play: Play) -> None:
    anna, channel, ben, cleo = three(play)
    meet_at(play, EIGHTY, (cleo, ben))
    with pytest.raises(Refused) as refused:
        renews(ben, channel.id, cleo)
    assert refused.value.reason is Refusal.OWN_LINK_FIRST
    play.connect(ben, anna)
    renews(anna, channel.id, ben)
    renews(ben, channel.id, cleo)
    ends = [link.valid_to for link in chain(cleo, channel.id)]
    assert ends == [NOON + EIGHTY + NINETY_NINE] * 2


def test_who_let_somebody_in_and_ended_cannot_renew_them(play: Play) -> None:
    _, channel, ben, cleo = three(play)
    meet_at(play, NINETY_NINE, (cleo, ben))
    with pytest.raises(Refused) as refused:
        renews(ben, channel.id, cleo)
    assert refused.value.reason is Refusal.CHAIN_EXPIRED


def test_a_member_of_an_inviter_who_is_gone_comes_back_by_an_ordinary_invite(play: Play) -> None:
    anna, channel, _, cleo = three(play)
    play.now = NOON + NINETY_NINE + DAY
    lets_in(anna, channel.id, cleo)
    assert [link.display_name for link in chain(cleo, channel.id)] == ["cleo"]


def test_who_became_a_member_through_others_is_not_asked_for_what_would_lead_elsewhere(
    play: Play,
) -> None:
    """Cleo's Tidings takes nothing that puts her under somebody else: she is invited anew."""
    channel, ben, cleo = led_elsewhere(play)
    meet_at(play, EIGHTY, (cleo, ben))
    assert asks(ben) == []
    part(play, ben)
    lets_in(ben, channel.id, cleo)
    assert [link.display_name for link in chain(cleo, channel.id)] == ["dan", "ben", "cleo"]


def test_what_was_asked_before_the_way_changed_cannot_be_given_any_more(play: Play) -> None:
    anna, channel, ben, cleo = three(play)
    meet_at(play, EIGHTY, (cleo, ben))
    dan = play.person("dan")
    lets_in(anna, channel.id, dan)
    play.connect(dan, anna)
    play.pass_time(1.0)
    lets_in(dan, channel.id, ben)
    with pytest.raises(Refused) as refused:
        renews(ben, channel.id, cleo)
    assert refused.value.reason is Refusal.RENEWAL_UNKNOWN, "and it says what to do instead"


# ---- leaving ------------------------------------------------------------------------------------


def test_who_leaves_asks_no_more(play: Play) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    ben.does(LeaveSpace(channel.id))
    assert ben.records.open_requests() == []
    meet_at(play, EIGHTY + DAY, (ben, anna))
    assert ben.records.open_requests() == []


@pytest.mark.parametrize("command", [LeaveSpace, ForgetSpace])
def test_who_parts_from_a_channel_keeps_nobody_waiting_there(
    play: Play, command: type[LeaveSpace | ForgetSpace]
) -> None:
    anna, channel, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    anna.does(command(channel.id))
    assert asks(anna) == []


def test_what_nobody_confirmed_is_forgotten_in_the_end(play: Play) -> None:
    anna, _, ben = circle(play)
    meet_at(play, EIGHTY, (ben, anna))
    part(play, ben)
    play.now = NOON + EIGHTY + 19 * DAY
    anna.restarts()
    assert asks(anna) == []
