"""Invites both ways and to every depth, with a peer that keeps to the document."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from tests.interop.document_peer.meeting import Meeting, Opens
from tests.interop.document_peer.person import Person

BOTH_WAYS = pytest.mark.parametrize("opens", Opens, ids=["we-dial", "it-dials"])
BOTH_SETTINGS = pytest.mark.parametrize("document", [False, True], ids=["usual", "document"])


@BOTH_WAYS
@BOTH_SETTINGS
def test_it_lets_us_in(meeting: Meeting, opens: Opens, *, document: bool) -> None:
    ours = meeting.settle(document=document)
    channel = meeting.person.founds("its")
    meeting.person.posts(channel, ["before you came"])
    conversation = meeting.conversation(opens)
    space = meeting.we_join(conversation, channel)
    meeting.live_until_equal(conversation, channel, 2)
    ours.post(space, ["thank you"])
    meeting.live_until_equal(conversation, channel, 3)
    assert ours.space("its").own_path == ("Us",)


@BOTH_WAYS
@BOTH_SETTINGS
def test_we_let_it_in(meeting: Meeting, opens: Opens, *, document: bool) -> None:
    ours = meeting.settle(document=document)
    space = ours.space("us").id
    ours.post(space, ["before you came"])
    conversation = meeting.conversation(opens)
    channel = meeting.it_joins(conversation, space)
    meeting.live_until_equal(conversation, channel, 2)
    conversation.post(channel, "thank you")
    meeting.live_until_equal(conversation, channel, 3)
    assert channel.name == "us"


def test_a_full_chain_goes_from_it_to_us_to_it_to_us(meeting: Meeting) -> None:
    ann, ben = meeting.person, meeting.settle()
    cleo, dan = Person(), meeting.scene.ours("dan")
    dan.founds("dan")
    channel = ann.founds("of ann")
    with meeting.conversation(Opens.IT) as first:
        space = meeting.we_join(first, channel)
        meeting.live_until_equal(first, channel, 1)

    meeting.person = cleo
    with meeting.conversation(Opens.IT) as second:
        cleos = meeting.it_joins(second, space)
        second.post(cleos, "by cleo")
        meeting.live_until_equal(second, cleos, 2)

    meeting.ours = dan
    with meeting.conversation(Opens.IT) as third:
        meeting.we_join(third, cleos)
        meeting.live_until_equal(third, cleos, 2)
        dan.post(space, ["by dan"])
        meeting.live_until_equal(third, cleos, 3)
    assert dan.space("of ann").own_path == ("Us", "It", "Us")
    with pytest.raises(Refused) as refused:
        dan.issues(space, Person().requests_invite().hex(), "Nobody")
    assert refused.value.reason is Refusal.CHAIN_FULL
    assert ben.count(space) == 2


def test_a_full_chain_goes_from_us_to_it_to_us_to_it(meeting: Meeting) -> None:
    ann, ben = meeting.settle(), meeting.person
    cleo, dan = meeting.scene.ours("cleo"), Person()
    cleo.founds("cleo")
    space = ann.space("us").id
    with meeting.conversation(Opens.IT) as first:
        channel = meeting.it_joins(first, space)
        first.post(channel, "by ben")
        meeting.live_until_equal(first, channel, 2)

    meeting.ours = cleo
    with meeting.conversation(Opens.IT) as second:
        meeting.we_join(second, channel)
        meeting.live_until_equal(second, channel, 2)
        cleo.post(space, ["by cleo"])
        meeting.live_until_equal(second, channel, 3)

    meeting.person = dan
    with meeting.conversation(Opens.IT) as third:
        dans = meeting.it_joins(third, space)
        third.post(dans, "by dan")
        meeting.live_until_equal(third, dans, 4)
    assert [link.trustee_display_name for link in dan.chains[space]] == ["It", "Us", "It"]
    assert len(ben.chains[space]) == 1


def test_it_is_handed_the_invite_that_waited_for_it(meeting: Meeting) -> None:
    """Also twice over: what answers no open request is left alone."""
    ours = meeting.settle()
    space = ours.space("us").id
    request = meeting.person.requests_invite().hex()
    assert not ours.issues(space, request, "It").delivered
    conversation = meeting.conversation()
    channel = conversation.live_until(lambda: meeting.person.channels.get(space), "its joining")
    meeting.live_until_equal(conversation, channel, 1)


def test_an_invite_that_nobody_asked_for_is_left_alone(meeting: Meeting) -> None:
    ours = meeting.settle()
    channel = meeting.person.founds("its")
    stranger = Person()
    stranger.peer_id = ours.id
    conversation = meeting.conversation()
    conversation.send_invite(channel, stranger.requests_invite(), "Stranger")
    meeting.we_join(conversation, channel)
    meeting.live_until_equal(conversation, channel, 1)
    assert len(ours.invites()) == 1


def test_a_request_of_ours_is_what_the_document_calls_one(meeting: Meeting) -> None:
    """And names the peer that it is to be answered at."""
    ours = meeting.settle()
    channel = meeting.person.founds("its")
    with meeting.conversation() as conversation:
        request = bytes.fromhex(ours.requests())
        peer_id, _ = meeting.person.invites(channel, request, "Us")
        assert peer_id == conversation.remote == ours.id
