"""A made-up community: three channels, people online and not, and somebody who advertises."""

from __future__ import annotations

from dataclasses import replace

from engine.model.communities import Judgement, MemberStanding
from engine.model.ids import CommunityId, PostKind
from tests.fake_engine import FakeEngine

DAY_SECONDS = 86_400.0


def a_community(engine: FakeEngine, now: float) -> CommunityId:
    """It was used yesterday and today; its channel ``default`` is read but for the end."""
    there = engine.communities
    engine.now = now - DAY_SECONDS
    community = there.add("Village makers", nickname="Juniper", peers=2)
    wren = there.member(community, "Wren", online=True, channels=("default", "tools"))
    moss = there.member(community, "Moss", online=True)
    fern = there.member(community, "Fern", followed=True)
    there.member(community, "Alder")
    offers = there.member(community, "Great Offers")
    there.join(community, "tools")
    there.join(community, "seedlings")
    for name, topic in (("compost", "What goes on the heap"), ("repairs", "Every first Friday")):
        there.channel(community, name, topic=topic, members=7, posts=40)
    own = there.known[community].view.own_key
    for member in (own, wren, moss, fern):
        there.say_as(community, member, "", PostKind.JOIN)
    there.say_as(community, wren, "The shed has a new lock. The key hangs where it always did.")
    there.say_as(community, moss, "Thank you! I bring the drill back on **Saturday**.")
    engine.now = now - 3_000
    topic = "Who has what, who needs what"
    there.say_as(community, wren, topic, PostKind.TOPIC)
    space = there.space(community)
    engine.spaces[space].view = replace(engine.spaces[space].view, topic=topic)
    said = Judgement(MemberStanding.HIDDEN, own, "Juniper", "advertising", engine.now)
    known = there.known[community].members
    known[offers] = replace(known[offers], standing=MemberStanding.HIDDEN, judgement=said)
    there.say_as(community, offers, "BUY NOW")
    there.say_as(community, offers, "ONLY TODAY")
    there.say_as(community, fern, "Does anybody have a ladder of more than four metres?")
    there.say_as(community, own, "I do. It stands behind the house; take it whenever you like.")
    there.say_as(community, moss, "I need it on Sunday.", channel="tools")
    engine.now = now
    history = engine.spaces[space].history
    engine.spaces[space].read_up_to = history.run(len(history) - 1, len(history))[0].order
    return community
