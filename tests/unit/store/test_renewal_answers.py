"""What queries say of rights that end: ours, and of those whom we let in."""

from __future__ import annotations

from dataclasses import replace

from engine.model.queries import InviteRequests, Members, Space
from engine.model.views import EndingView, MemberView, SpaceView
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import (
    ChannelLeft,
    IdentityUsed,
    MemberSeen,
    Renewal,
    RenewalAsked,
    RequestOpened,
)
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Around, Opened
from tests.unit.store.garden import GARDEN, HERE, KITCHEN, join

END = a.NOW + 99 * a.DAY
SOON = END - 19 * a.DAY
EARLY_SECONDS = 120.0  # our own chain counts as ended this early


def space_at(here: Opened, now: float) -> SpaceView:
    return here.reader.answer(Space(KITCHEN.id), Around(now=now))


def member_at(here: Opened, name: str, now: float) -> MemberView:
    found = here.reader.answer(Members(HERE), Around(now=now))
    return next(one for one in found if one.public_key == a.key(name))


def fresh(*names: str, days: float = 99) -> Chain:
    return tuple(a.link(name, a.NOW, a.NOW + days * a.DAY) for name in names)


# ---- ours ---------------------------------------------------------------------------------------


def test_before_its_last_days_nothing_is_said_of_our_right(memory: Opened) -> None:
    join(memory, KITCHEN, through=fresh("ann"))
    assert space_at(memory, SOON - 1.0).ending is None


def test_from_day_80_on_our_right_is_said_to_end(memory: Opened) -> None:
    join(memory, KITCHEN, through=fresh("ann"))
    expected = EndingView(END, ended=False, path=("ann",), own=True, asked=False)
    assert space_at(memory, SOON).ending == expected


def test_whose_link_ends_first_is_named(memory: Opened) -> None:
    chain = (*fresh("zoe", days=30), *fresh("ann"))
    join(memory, KITCHEN, through=chain)
    ending = space_at(memory, a.NOW + 29 * a.DAY).ending
    assert ending is not None
    assert (ending.path, ending.own) == (("zoe",), False)


def test_a_right_that_ended_is_said_to_have_ended(memory: Opened) -> None:
    join(memory, KITCHEN, through=fresh("ann"))
    view = space_at(memory, END - EARLY_SECONDS)
    assert view.ending is not None
    assert view.ending.ended
    assert not view.can_post


def test_an_owner_never_hears_of_an_end(memory: Opened) -> None:
    join(memory, GARDEN)
    view = memory.reader.answer(Space(HERE), Around(now=END * 2))
    assert view.ending is None


def test_what_was_left_is_not_renewed(memory: Opened) -> None:
    join(memory, KITCHEN, through=fresh("ann"))
    memory.keep(ChannelLeft(KITCHEN.id))
    assert space_at(memory, END).ending is None


def test_that_we_have_asked_is_said_at_any_time(memory: Opened) -> None:
    join(memory, KITCHEN, through=fresh("ann"))
    asked = replace(a.request("ann"), renews=KITCHEN.id)
    memory.keep(RequestOpened(asked))
    ending = space_at(memory, a.NOW + 1.0).ending
    assert ending is not None
    assert ending.asked
    (request,) = memory.reader.answer(InviteRequests(), Around())
    assert request.renews == KITCHEN.id


# ---- of several identities ----------------------------------------------------------------------

BEN_ENDS = a.NOW + 10 * a.DAY


def as_two(memory: Opened, *, work_days: float = 99) -> None:
    """Ben, until day 10, was used last; so that is who posts."""
    join(memory, KITCHEN, as_="ben-work", through=fresh("ben-work", days=work_days))
    join(memory, KITCHEN, as_="ben", through=fresh("ben", days=10))
    memory.keep(IdentityUsed(a.key("ben"), a.NOW + 1.0))


def test_of_several_rights_the_one_that_is_used_is_said_to_end_and_who_follows(
    memory: Opened,
) -> None:
    as_two(memory)
    view = space_at(memory, BEN_ENDS - a.DAY)
    assert view.ending == EndingView(
        BEN_ENDS,
        ended=False,
        path=("ben",),
        own=True,
        asked=False,
        identity="ben",
        successor="ben-work",
    )
    assert view.expires_at == BEN_ENDS
    assert space_at(memory, a.NOW + a.DAY).ending is None


def test_that_another_of_ours_acts_since_a_right_has_ended_is_said_until_it_has_acted(
    memory: Opened,
) -> None:
    as_two(memory)
    now = BEN_ENDS + a.DAY
    view = space_at(memory, now)
    assert view.can_post
    assert view.own_path == ("ben-work",)
    assert view.ending is not None
    assert (view.ending.ended, view.ending.identity) == (True, "ben")
    assert view.ending.successor == "ben-work"
    memory.keep(IdentityUsed(a.key("ben-work"), now))
    assert space_at(memory, now).ending is None


def test_nobody_follows_whose_right_ends_before(memory: Opened) -> None:
    as_two(memory, work_days=9)
    ending = space_at(memory, BEN_ENDS - a.DAY / 2).ending
    assert ending is not None
    assert (ending.identity, ending.successor) == ("ben", None)


def test_where_all_have_ended_the_last_of_them_is_said(memory: Opened) -> None:
    as_two(memory)
    view = space_at(memory, END)
    assert not view.can_post
    assert view.ending is not None
    assert (view.ending.at, view.ending.identity) == (END, "ben-work")
    assert view.ending.successor is None


# ---- of those whom we let in --------------------------------------------------------------------


def asking(name: str, chain: Chain) -> RenewalAsked:
    return RenewalAsked(Renewal(HERE, a.key(name), b"asked", chain, a.NOW, END))


def test_an_owner_counts_whom_they_let_in_and_whose_right_ends_soon(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(
        MemberSeen(HERE, fresh("bob")),
        MemberSeen(HERE, fresh("cat", days=300)),
        MemberSeen(HERE, (*fresh("bob"), *fresh("dan"))),
    )
    counts = [
        memory.reader.answer(Space(HERE), Around(now=now)).invites_ending
        for now in (SOON - 1.0, SOON, END)
    ]
    assert counts == [0, 1, 0]


def test_a_member_counts_whom_they_let_in_themselves(memory: Opened) -> None:
    join(memory, KITCHEN, through=fresh("ann"))
    memory.keep(
        MemberSeen(KITCHEN.id, fresh("bob")),
        MemberSeen(KITCHEN.id, (*fresh("ann"), *fresh("cat"))),
    )
    assert space_at(memory, SOON).invites_ending == 1


def test_the_list_says_who_ends_who_asks_and_whose_it_is_to_renew(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(MemberSeen(HERE, (*fresh("bob"), *fresh("dan"))), asking("bob", fresh("bob")))
    bob, dan = (member_at(memory, name, SOON) for name in ("bob", "dan"))
    assert (bob.let_in_by_us, dan.let_in_by_us) == (True, False)
    assert bob.ending == EndingView(END, ended=False, path=("bob",), own=True, asked=True)
    assert dan.ending == EndingView(END, ended=False, path=("bob",), own=False, asked=False)
    ended = member_at(memory, "dan", END).ending
    assert ended is not None
    assert ended.ended


def test_who_asks_us_was_let_in_by_us_also_where_somebody_else_let_them_in_for_longer(
    memory: Opened,
) -> None:
    join(memory, GARDEN)
    memory.keep(
        MemberSeen(HERE, (*fresh("zoe", days=200), *fresh("bob", days=200))),
        MemberSeen(HERE, fresh("bob")),
    )
    assert not member_at(memory, "bob", SOON).let_in_by_us
    memory.keep(asking("bob", fresh("bob")))
    assert member_at(memory, "bob", SOON).let_in_by_us


def test_who_waits_is_counted_until_the_asking_has_expired(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(MemberSeen(HERE, fresh("bob")), asking("bob", fresh("bob")))
    counts = [
        memory.reader.answer(Space(HERE), Around(now=now)).renewals for now in (a.NOW, END - 1, END)
    ]
    assert counts == [1, 1, 0]


def test_a_fresh_link_ends_the_warning(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(MemberSeen(HERE, fresh("bob")))
    memory.keep(MemberSeen(HERE, (a.link("bob", SOON, SOON + 99 * a.DAY),)))
    bob = member_at(memory, "bob", SOON)
    assert (bob.ending, bob.valid_to) == (None, SOON + 99 * a.DAY)
