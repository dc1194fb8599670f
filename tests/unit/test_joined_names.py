"""Names of Persian and Indic scripts, and emoji of several, keep what joins them (G-4)."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.communities import WireVersion
from engine.model.community_commands import CreateCommunity, JoinChannel
from engine.model.community_queries import CommunityMembers, OneCommunity
from engine.protocols.cable.posts import Info, Join
from engine.protocols.spaces import valid_name
from tests.unit.cable.desk import NOW, Desk, key_of, said_by

JOINED = [
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",  # Persian, with its non-joiner
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 F",  # a family
    "\u0915\u094d\u200d\u0937",  # Hindi, half a letter
]
UNSEEN = {
    "Jun\u200de": "U+200D",  # between ASCII
    "\u0639\u0644\u06cc\u200c": "U+200C",  # at the end
    "\u0639 \u200c\u0644": "U+200C",  # beside a blank
    "\u0639\u200c\u200d\u0644": "U+200C",  # beside another
    "\u0639\u200c\u0644\u202e\u0639": "U+202E",
    "A\nB": "U+000A",
    "A\u200bB": "U+200B",
    "A\ud800B": "U+D800",
}


@pytest.mark.parametrize("name", JOINED)
def test_joiners_between_what_is_seen_are_part_of_a_name(name: str) -> None:
    assert valid_name(f" {name} ") == name


@pytest.mark.parametrize(("name", "character"), UNSEEN.items())
def test_what_is_not_seen_in_a_name_is_refused_and_named(name: str, character: str) -> None:
    with pytest.raises(Refused, match=Refusal.NAME_UNSEEN) as refused:
        valid_name(name)
    assert refused.value.detail == character


@pytest.mark.parametrize("name", JOINED)
@pytest.mark.parametrize("wire", list(WireVersion))
def test_they_are_kept_in_communities_their_channels_and_by_their_members(
    wire: WireVersion, name: str
) -> None:
    desk = Desk()
    made = desk.do(CreateCommunity(name, wire, name))
    assert (made.name, desk.ask(OneCommunity(made.id)).nickname) == (name, name)
    assert desk.do(JoinChannel(made.id, name)).name == f"{name}#{name}"


@pytest.mark.parametrize("name", UNSEEN)
def test_a_channel_or_a_member_of_a_community_is_not_called_so(name: str) -> None:
    desk = Desk()
    made = desk.do(CreateCommunity("Bees"))
    assert desk.refusal(lambda: desk.do(JoinChannel(made.id, name))) is Refusal.NAME_UNSEEN
    second = desk.refusal(lambda: desk.do(CreateCommunity("Wasps", WireVersion.S, name)))
    assert second is Refusal.NAME_UNSEEN


@pytest.mark.parametrize("name", [*JOINED, "Jun\u200de"])
def test_a_member_who_took_such_a_name_bears_it(name: str) -> None:
    desk = Desk()
    bees = desk.do(CreateCommunity("Bees"))
    desk.receive(bees, said_by(7, Join("default"), NOW), said_by(7, Info((("name", name),)), NOW))
    borne = {one.public_key: one.name for one in desk.ask(CommunityMembers(bees.id))}
    assert borne[key_of(7)] == (name if name in JOINED else "")
