"""However the streams are cut and in whatever order posts come: all hold the same in the end."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.communities import WireVersion
from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import posts
from engine.protocols.contract import Role, WakeAt
from tests.conversations.cable.stage import HALL, NOON, Open, Peer, Stage, inside, plain, secured

WORDS = st.text(st.characters(codec="utf-8"), max_size=20)
EVERYWHERE = (HALL, "garden", "höhle")
CHANNELS = st.sampled_from(EVERYWHERE)
DEEDS = st.one_of(
    st.builds(posts.Text, CHANNELS, WORDS),
    st.builds(posts.Topic, CHANNELS, WORDS),
    st.builds(posts.Join, CHANNELS),
    st.builds(posts.Leave, CHANNELS),
    st.builds(lambda name: posts.Info((("name", name),)), WORDS),
    st.just(None),  # a delete of an earlier one
)
HISTORIES = st.lists(st.tuples(st.integers(0, 2), DEEDS, st.integers(-50, 50)), max_size=25)
History = list[tuple[int, posts.Content | None, int]]
NAMES = ("ann", "ben", "cleo")


def told(wire: WireVersion, history: History, dice: Random) -> list[posts.Post]:
    """What was said by three people, each post linking to an earlier one or to none."""
    people = [Peer(name, wire) for name in NAMES]
    made: dict[PostId, posts.Post] = {}
    for who, content, at in history:
        links = [dice.choice(list(made))] if made and dice.random() < 0.7 else []
        # Not infos: of those that were superseded nothing is left that could stand again.
        own = [
            one.hash
            for one in made.values()
            if one.author == people[who].author and not isinstance(one.content, posts.Info)
        ]
        if content is None:
            content = posts.Delete((dice.choice(own),)) if own else posts.Join(HALL)  # noqa: PLW2901
        post = people[who].makes(content, NOON + at, links)
        made[post.hash] = post
    return list(made.values())


def timely(history: History) -> History:
    """As clocks that agree would have it. A way of links that leads through what is deleted is
    seen by those alone who held it: there only the time tells all the same.
    """
    return [(who, deed, number) for number, (who, deed, _) in enumerate(history)]


def shown(peer: Peer) -> object:
    """What its records answer, whatever came first."""
    records, id_ = peer.records, peer.id
    channels = records.channels(id_, 0, 99)
    return (
        peer.held,
        [(one, records.state(id_, one, None, 99), peer.range(one)) for one in channels],
    )


@given(st.sampled_from(list(WireVersion)), HISTORIES, st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_state_is_the_same_however_the_posts_came(
    wire: WireVersion, history: History, dice: Random
) -> None:
    deletes = any(deed is None for _, deed, _ in history)
    made = told(wire, timely(history) if deletes else history, dice)
    answers = []
    for _ in range(3):
        dice.shuffle(made)
        reader = Peer("reader", wire)
        for post in made:
            reader.takes(post)
        answers.append(shown(reader))
    assert answers[0] == answers[1] == answers[2]


@given(
    st.sampled_from(list(WireVersion)),
    st.sampled_from([plain, secured, inside]),
    HISTORIES,
    st.sampled_from([0, 1, 5, 64]),
    st.randoms(use_true_random=False),
)
@settings(max_examples=30, deadline=None)
def test_after_they_have_met_all_hold_the_same(
    wire: WireVersion,
    opens: Open,
    history: History,
    cut: int,
    dice: Random,
) -> None:
    people = [Peer(name, wire, channels=EVERYWHERE) for name in NAMES]
    for post in told(wire, timely(history), dice):
        dice.choice(people).takes(post)
    stage = Stage(cut=cut, opens=opens)
    stage.connect(people[0], people[1])
    stage.connect(people[1], people[2])
    stage.run(120)
    assert all(end.close is None for pair in stage.pairs for end in pair)
    assert said_in(people[0]) == said_in(people[1]) == said_in(people[2])


def said_in(peer: Peer) -> object:
    """What is shown of all channels. Deletes count by what they do: whoever never saw what one
    deletes does not know where it belongs. Later versions leave them out of a state, so that of
    a state not everybody hears what ended it: there the texts alone are compared.
    """
    is_s = peer.wire is WireVersion.S
    lasting = [
        post.hash
        for post in peer.records.given(peer.id, sorted(peer.held), None)
        if not isinstance(post.content, posts.Delete)
    ]
    return [
        (
            [mark for mark in peer.range(channel) if mark.hash in lasting],
            [
                mark
                for mark in peer.records.state(peer.id, channel, None, 99)
                if mark.hash in lasting and is_s
            ],
        )
        for channel in EVERYWHERE
    ]


@given(st.binary(max_size=300), st.integers(1, 40))
@settings(max_examples=200)
def test_noise_has_the_same_effect_however_it_is_cut(data: bytes, cut: int) -> None:
    def heard(size: int) -> list[str]:
        machine = plain(Peer("ann").connecting, ConnectionId(1), Role.LISTENER)
        effects = [*machine.start(NOON)]
        for at in range(0, len(data), size):
            effects += [one for e in machine.receive(data[at : at + size], NOON) for one in e]
        return [str(one) for one in effects if not isinstance(one, WakeAt)]

    assert heard(cut) == heard(len(data) or 1)
