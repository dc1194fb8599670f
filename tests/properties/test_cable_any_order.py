"""Whatever order posts come in, a community's timelines and state are the same afterwards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.model.communities import WireVersion
from engine.model.community_commands import CreateCommunity
from engine.model.community_queries import CommunityChannels, CommunityMembers
from engine.model.ids import PostId, PostKind
from engine.protocols.cable.graph import Place, in_order
from engine.protocols.cable.posts import Content, Delete, Info, Join, Leave, Post, Text, Topic
from engine.protocols.cable.records import Span
from tests.unit.cable.desk import NOW, Desk, said_by

PEOPLE = (7, 8, 9)
KINDS = ("text", "text", "text", "join", "leave", "topic", "delete", "name")

Draws = list[tuple[int, int, str, list[int]]]
draws = st.lists(
    st.tuples(
        st.sampled_from(PEOPLE),
        st.integers(0, 6),
        st.sampled_from(KINDS),
        st.lists(st.integers(0, 20), max_size=2),
    ),
    min_size=2,
    max_size=14,
)


def history(drawn: Draws, wire: str) -> list[Post]:
    """Posts of some people whose clocks may run back; deletes are of what their author said.

    What somebody says of themselves (info, join, leave) is later from one to the next: of what was
    superseded nothing is kept, so that nobody could tell, while a link between two is not known,
    that the one of the earlier time is the later one.
    """
    made: list[Post] = []
    own_last: dict[int, PostId] = {}
    own_at: dict[int, int] = {}
    for number, (person, at, kind, back) in enumerate(drawn):
        content = _content(number, person, kind, made)
        if isinstance(content, Delete | Info):
            links = [own_last[person]] if wire == "S" and person in own_last else []
            # Later versions order these by time alone: two of one moment would mean nothing.
            own_at[person] = max(at, own_at.get(person, -1) + 1)
            when = NOW + (number if wire != "S" else own_at[person])
            post = said_by(person, content, when, links, wire)
            own_last[person] = post.hash
        else:
            there = [one for one in made if not isinstance(one.content, Delete | Info)]
            wanted = back[:1] if wire == "S" else back
            links = list(dict.fromkeys(there[-1 - n % len(there)].hash for n in wanted if there))
            moment = at
            if isinstance(content, Join | Leave):
                moment = own_at[person] = max(at, own_at.get(person, -1) + 1)
            post = said_by(person, content, NOW + moment, links, wire)
        made.append(post)
    return list({post.hash: post for post in made}.values())


def _content(number: int, person: int, kind: str, made: list[Post]) -> Content:
    match kind:
        case "join":
            return Join("default")
        case "leave":
            return Leave("default")
        case "topic":
            return Topic("default", f"topic {number}")
        case "name":
            return Info((("name", f"name {number}"),))
        case "delete":
            author = said_by(person, Join("x"), 0).author
            own = [
                one
                for one in made
                if one.author == author and not isinstance(one.content, Delete | Info)
            ]
            if own:
                return Delete((own[number % len(own)].hash,))
        case _:
            pass
    return Text("default", f"text {number}")


def kept(posts: list[Post], seed: int, wire: WireVersion) -> Desk:
    """A profile to which they came in some order, in some portions."""
    dice, desk = Random(seed), Desk()
    view = desk.do(CreateCommunity("Bees", wire))
    desk.now = NOW + 1_000
    left = posts.copy()
    dice.shuffle(left)
    while left:
        count = dice.randint(1, len(left))
        desk.receive(view, *left[:count])
        del left[:count]
    return desk


def seen(desk: Desk) -> object:
    """All that people and peers see of it."""
    (community,) = desk.cable.communities()
    (channel,) = desk.ask(CommunityChannels(community.id))
    assert channel.space is not None
    rows = [
        (post.id, post.kind, post.text, post.author.path)
        for post in desk.posts(channel.space)
        if not post.ours
    ]
    members = [(one.public_key, one.name) for one in desk.ask(CommunityMembers(community.id))]
    own = community.own.public_key
    marks = [
        *desk.cable.in_span(community.id, Span("default", 0, None), None, 100),
        *desk.cable.state(community.id, "default", None, 100),
    ]
    given = desk.cable.given(community.id, [mark.hash for mark in marks], None)
    # No document says in which order posts of one moment are told.
    told = sorted(post.hash for post in given if post.author != own)
    return rows, channel.topic, channel.members, members[1:], told


# A join behind a text, behind another whose clock ran ahead; and a leave of a time in between.
_A_JOIN_THAT_MOVES: Draws = [
    (8, 1, "text", []),
    (8, 0, "text", [0]),
    (7, 0, "join", [0]),
    (7, 0, "leave", []),
]
# Somebody of whom nothing is left for a while is called otherwise meanwhile.
_A_NAME_WHILE_AWAY: Draws = [
    *[(7, 0, "text", []) for _ in range(7)],
    *[(8, 0, kind, []) for kind in ("text", "text", "delete", "name", "name")],
]


@pytest.mark.parametrize("wire", [WireVersion.S, WireVersion.M])
@example(drawn=_A_JOIN_THAT_MOVES, seeds=(0, 1))
@example(drawn=_A_JOIN_THAT_MOVES, seeds=(0, 2))
@example(drawn=_A_JOIN_THAT_MOVES, seeds=(0, 3))
@example(drawn=_A_NAME_WHILE_AWAY, seeds=(0, 22))
@example(drawn=_A_NAME_WHILE_AWAY, seeds=(0, 45))
@settings(max_examples=25, deadline=None)
@given(drawn=draws, seeds=st.tuples(st.integers(0, 1 << 32), st.integers(0, 1 << 32)))
def test_the_order_of_arrival_changes_nothing(
    wire: WireVersion, drawn: Draws, seeds: tuple[int, int]
) -> None:
    posts = history(drawn, str(wire))
    one, other = (seen(kept(posts, seed, wire)) for seed in seeds)
    assert one == other


@pytest.mark.parametrize("wire", [WireVersion.S, WireVersion.M])
@settings(max_examples=25, deadline=None)
@given(drawn=draws, seed=st.integers(0, 1 << 32))
def test_a_timeline_is_in_the_order_of_the_documents(
    wire: WireVersion, drawn: Draws, seed: int
) -> None:
    posts = history(drawn, str(wire))
    desk = kept(posts, seed, wire)
    (community,) = desk.cable.communities()
    deleted = {
        (post.author, target)
        for post in posts
        if isinstance(post.content, Delete)
        for target in post.content.hashes
    }
    rows = [
        post
        for post in posts
        if not isinstance(post.content, Delete | Info) and (post.author, post.hash) not in deleted
    ]
    ordered = [
        place.hash
        for place in in_order(Place(post.hash, post.timestamp, post.links) for post in rows)
    ]
    (channel,) = desk.ask(CommunityChannels(community.id))
    assert channel.space is not None
    shown = [
        post.id
        for post in desk.posts(channel.space)
        if not post.ours and post.kind is not PostKind.INFO
    ]
    assert shown == ordered
