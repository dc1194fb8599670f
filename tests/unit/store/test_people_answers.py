"""What queries answer of people: members, identities, and who asks to be let in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import Refusal
from engine.model.queries import Identities, InviteRequests, Members, PreviewRequest
from engine.model.views import IdentityView, MemberView
from engine.protocols.peerlinks.messages import decode_invite_request
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import (
    Channel,
    ChannelForgotten,
    ChannelStored,
    IdentityStored,
    MemberSeen,
    RequestClosed,
    RequestOpened,
)
from engine.protocols.tidings.fingerprint import request_fingerprint
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Around, Opened, refusal_of
from tests.unit.store.garden import AT, GARDEN, HERE, PEER, join

GARDEN_OF_OTHERS = replace(GARDEN, secret_key=None)

# ---- people -------------------------------------------------------------------------------------


def test_members_are_known_from_posts_requests_and_own_chains(memory: Opened) -> None:
    join(memory, GARDEN)
    root = a.message(HERE)
    post = a.message(HERE, [root], "hi", by=a.chain("zoe", "bob"))
    memory.keep(root, post, MemberSeen(HERE, a.chain("cat")))
    presence = {HERE: ((PEER, a.key("bob")),)}
    members = memory.reader.answer(Members(HERE), Around(presence=presence))
    assert [(one.path, one.online) for one in members] == [
        ((), True),
        (("zoe", "bob"), True),
        (("cat",), False),
        (("zoe",), False),
    ]
    owner = members[0]
    assert (owner.public_key, owner.name, owner.valid_to, owner.ours) == (
        GARDEN.public_key,
        "garden",
        None,
        True,
    )
    assert members[1].valid_to == a.link("bob").valid_to


def test_of_a_members_chains_the_longest_lasting_counts(memory: Opened) -> None:
    old, new = a.link("bob"), a.link("bob", valid_to=a.NOW + 500 * a.DAY)
    memory.keep(ChannelStored(GARDEN, a.NOW), MemberSeen(HERE, (a.link("zoe"), new)))
    memory.keep(MemberSeen(HERE, (old,)), MemberSeen(HERE, (new,)))
    memory.keep(MemberSeen(HERE, (old,)))
    (bob,) = [m for m in memory.reader.answer(Members(HERE), AT) if m.public_key == a.key("bob")]
    assert (bob.path, bob.valid_to) == (("bob",), new.valid_to)


LATER = a.NOW + 500 * a.DAY


def renamed_by_mal() -> Chain:
    """Mal signed a link for bob's key under another name, above xav, whom bob let in himself."""
    thief = replace(a.link("bob", valid_to=LATER), display_name="thief")
    return (a.link("mal", valid_to=LATER), thief, a.link("xav", valid_to=LATER))


def bob_in(here: Opened) -> MemberView:
    return next(
        one for one in here.reader.answer(Members(HERE), AT) if one.public_key == a.key("bob")
    )


def test_whom_their_own_posts_have_shown_no_chain_of_others_shows_otherwise(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN_OF_OTHERS, a.NOW), MemberSeen(HERE, a.chain("zoe", "bob")))
    before = bob_in(memory)
    memory.keep(MemberSeen(HERE, renamed_by_mal()))
    assert bob_in(memory) == before
    assert before.path == ("zoe", "bob")


def test_what_others_chains_said_of_somebody_gives_way_to_their_own(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN_OF_OTHERS, a.NOW), MemberSeen(HERE, renamed_by_mal()))
    assert bob_in(memory).path == ("mal", "thief")
    memory.keep(MemberSeen(HERE, a.chain("bob")))
    memory.keep(MemberSeen(HERE, (*renamed_by_mal()[:2], a.link("cat"))))
    assert (bob_in(memory).path, bob_in(memory).valid_to) == (("bob",), a.link("bob").valid_to)


@pytest.mark.parametrize(("where", "through"), [(GARDEN, ()), (GARDEN_OF_OTHERS, a.chain("ann"))])
def test_whom_we_let_in_nobody_else_renames_though_they_have_said_nothing_yet(
    memory: Opened, where: Channel, through: Chain
) -> None:
    join(memory, where, through=through)
    memory.keep(MemberSeen(HERE, (*through, *a.chain("bob", "cat"))))
    memory.keep(MemberSeen(HERE, renamed_by_mal()))
    assert bob_in(memory).name == "bob"
    assert bob_in(memory).let_in_by_us


def test_of_two_chains_of_others_the_longer_lasting_counts(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN_OF_OTHERS, a.NOW), MemberSeen(HERE, a.chain("bob", "cat")))
    memory.keep(MemberSeen(HERE, (a.link("bob", valid_to=LATER), a.link("dan"))))
    assert bob_in(memory).valid_to == LATER


def test_that_whoever_let_them_in_has_renewed_it_is_known_from_those_below(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN_OF_OTHERS, a.NOW), MemberSeen(HERE, a.chain("bob")))
    memory.keep(MemberSeen(HERE, (a.link("bob", valid_to=LATER), a.link("cat"))))
    assert bob_in(memory).valid_to == LATER
    memory.keep(MemberSeen(HERE, renamed_by_mal()))
    assert bob_in(memory).path == ("bob",)


def test_an_earlier_link_that_comes_late_shortens_no_renewed_right(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN_OF_OTHERS, a.NOW))
    memory.keep(MemberSeen(HERE, (a.link("bob", valid_to=LATER), a.link("cat"))))
    memory.keep(MemberSeen(HERE, a.chain("bob")))
    assert bob_in(memory).valid_to == LATER
    memory.keep(MemberSeen(HERE, renamed_by_mal()))
    assert bob_in(memory).path == ("bob",)  # which was proven all the same


def test_identities_come_oldest_first_without_their_forgotten_channels(memory: Opened) -> None:
    memory.keep(
        ChannelStored(GARDEN, a.NOW),
        IdentityStored(a.identity("ann", made_with=HERE)),
        IdentityStored(a.identity("bob")),
    )
    ann, bob = memory.reader.answer(Identities(), AT)
    assert ann == IdentityView("ann", a.key("ann"), HERE)
    assert bob == IdentityView("bob", a.key("bob"), None)
    memory.keep(ChannelForgotten(HERE))
    assert memory.reader.answer(Identities(), AT)[0].channel is None


# ---- requests -----------------------------------------------------------------------------------


def test_open_requests_are_shown_with_what_is_compared_aloud(memory: Opened) -> None:
    opened_request = a.request("ann")
    memory.keep(IdentityStored(a.identity("ann")), RequestOpened(opened_request))
    (view,) = memory.reader.answer(InviteRequests(), AT)
    asked = decode_invite_request(opened_request.request)
    assert view.fingerprint == request_fingerprint(asked.trustee, asked.box_public_key)
    assert (view.identity, view.request) == ("ann", opened_request.request)
    assert view.request_ids == opened_request.request_ids
    memory.keep(RequestClosed(opened_request.request_ids[0]))
    assert memory.reader.answer(InviteRequests(), AT) == ()


def test_a_previewed_request_tells_who_asks_and_whether_they_are_here(memory: Opened) -> None:
    request = a.request("bob").request
    asked = decode_invite_request(request)
    preview = memory.reader.answer(PreviewRequest(request), AT)
    assert (preview.public_key, preview.peer_id) == (a.key("bob"), asked.peer_id)
    assert (preview.own, preview.online) == (False, False)
    memory.keep(IdentityStored(a.identity("bob")))
    again = memory.reader.answer(PreviewRequest(request), Around(peers=(asked.peer_id,)))
    assert (again.own, again.online) == (True, True)


def test_identities_are_told_as_they_were_made_or_used(memory: Opened) -> None:
    for number, name in enumerate(("ann", "bob", "cleo")):
        memory.keep(IdentityStored(a.identity(name, used_at=a.NOW + number % 2)))
    asked = (Identities(), Identities(used_last_first=True))
    told = [[one.name for one in memory.reader.answer(query, AT)] for query in asked]
    assert told == [["ann", "bob", "cleo"], ["bob", "ann", "cleo"]]


@pytest.mark.parametrize("data", [b"", b"x", b"\0" * 102, a.request("bob").request + b"x"])
def test_what_is_no_request_is_refused(memory: Opened, data: bytes) -> None:
    refusal = refusal_of(lambda: memory.reader.answer(PreviewRequest(data), AT))
    assert refusal is Refusal.REQUEST_INVALID
