"""What strangers can make us remember, read or look through is bounded: each at N and at N + 1."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import CreateCommunity, HideMember
from engine.model.community_queries import OneCommunityMember
from engine.model.ids import CommunityId, PostId
from engine.model.queries import Space
from engine.protocols.cable import posts
from engine.protocols.cable.exchange.answering.sources import News
from engine.protocols.cable.exchange.circle import Circle
from engine.protocols.cable.keys import community_id
from engine.protocols.cable.limits import (
    BAD_REMEMBERED_MAX,
    COMMUNITIES_TRIED_MAX,
    EARLY_REMEMBERED_MAX,
    LINKS_MAX,
)
from engine.protocols.cable.moderation.flags import REASON_UNITS_MAX, Flag, read_flags
from engine.protocols.cable.records import Community, Mark
from engine.protocols.cable.secured.greeting import Greeting
from engine.protocols.cable.wire.posts import read_post, write_post
from engine.protocols.cable.wire.version import M
from engine.protocols.contract import Role
from engine.store.cable import anew, community_spaces, giving, places, rows
from engine.store.cable.anew import ACCEPTING_MAX, ANEW_SECONDS, AUTHORS_MAX, Anew
from engine.store.cable.infos import PAIRS_MAX
from tests.unit.cable.desk import NOW, Desk, key_of, person, said_by

BEES = CommunityId(bytes(32))


def hash_of(number: int) -> PostId:
    return PostId(hash32(b"%d" % number))


@pytest.fixture
def bees(desk: Desk) -> CommunityView:
    return desk.do(CreateCommunity("Bees", nickname="ada"))


def _never(*_: object) -> None:
    raise AssertionError("a post is read")


# ---- of the wire --------------------------------------------------------------------------------


def test_a_post_has_so_many_links() -> None:
    links = [hash_of(one) for one in range(LINKS_MAX + 1)]
    most = write_post(M, person(1), links[:-1], 1, posts.Join("hall"))
    assert read_post(M, most.encoded)[0].links == tuple(links[:-1])
    with pytest.raises(PeerViolation, match="too many links"):
        read_post(M, write_post(M, person(1), links, 1, posts.Join("hall")).encoded)


def test_a_first_message_is_tried_with_so_many_keys() -> None:
    keys = [hash32(b"%d" % one) for one in range(COMMUNITIES_TRIED_MAX + 1)]
    ours = [
        Community(CommunityId(community_id(key)), key, WireVersion.M, person(1), "") for key in keys
    ]

    def met(number: int) -> Greeting:
        listener = Greeting(Role.LISTENER, ours, b"", Random(1).randbytes)
        dialler = Greeting(Role.DIALLER, [ours[number]], b"", Random(2).randbytes)
        listener.feed(dialler.start())
        listener.step()
        return listener

    assert met(COMMUNITIES_TRIED_MAX - 1).community == ours[COMMUNITIES_TRIED_MAX - 1]
    assert met(COMMUNITIES_TRIED_MAX).is_lost


@pytest.mark.parametrize("beyond", [0, 1])
def test_of_the_reasons_that_others_write_so_much_is_kept(beyond: int) -> None:
    written = json.dumps({key_of(7).hex(): {"reason": "x" * (REASON_UNITS_MAX + beyond)}})
    assert read_flags(written) == {key_of(7): Flag("x" * REASON_UNITS_MAX, None)}


# ---- of the memory of connections ---------------------------------------------------------------


def test_so_many_posts_of_the_future_are_remembered_and_the_latest_of_them() -> None:
    circle = Circle()
    for one in range(EARLY_REMEMBERED_MAX):
        circle.came_early(hash_of(one), NOW)
    assert not circle.is_of_use(hash_of(0), NOW - 1)
    circle.came_early(hash_of(EARLY_REMEMBERED_MAX), NOW)
    assert circle.is_of_use(hash_of(0), NOW - 1)
    assert not circle.is_of_use(hash_of(1), NOW - 1)


def test_so_much_that_was_no_post_is_remembered_and_the_latest_of_it() -> None:
    circle = Circle()
    circle.bad.add(hash_of(one) for one in range(BAD_REMEMBERED_MAX))
    assert not circle.is_of_use(hash_of(0), NOW)
    circle.bad.add([hash_of(BAD_REMEMBERED_MAX)])
    assert circle.is_of_use(hash_of(0), NOW)
    assert not circle.is_of_use(hash_of(1), NOW)


# ---- of the store -------------------------------------------------------------------------------


def test_of_so_many_authors_it_is_remembered_when_all_was_named_again_for_them() -> None:
    known = Anew()
    for author in range(AUTHORS_MAX + 1):
        known.want(BEES, author)
        known.look(NOW)
    times = known.times(BEES)
    assert times == AUTHORS_MAX + 1
    known.want(BEES, 1)
    known.look(NOW)
    assert known.times(BEES) == times, "it was just done for them"
    known.want(BEES, 0)
    known.look(NOW)
    assert known.times(BEES) == times + 1, "the first was forgotten"


def test_so_many_authors_wait_for_all_to_be_named_once_more() -> None:
    known = Anew()
    for author in range(AUTHORS_MAX):
        known.want(BEES, author)
        known.look(NOW)
    for author in range(AUTHORS_MAX + 1):
        known.want(BEES, author)
    known.look(NOW)
    assert known.times(BEES) == AUTHORS_MAX, "the last had no room, and all others have to wait"
    known.look(NOW + ANEW_SECONDS)
    assert known.times(BEES) == AUTHORS_MAX + 1, "once for all of them"


def test_of_who_accepts_roles_again_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anew, "ACCEPTING_MAX", 3)
    assert ACCEPTING_MAX > 3
    known = Anew()
    for one in range(4):
        known.note_accepting(hash_of(one), key_of(one))
    assert known.accepting(map(hash_of, range(9))) == {key_of(one) for one in range(1, 4)}


@pytest.mark.parametrize(("hidden", "topic"), [(2, "hives"), (3, "")])
def test_so_many_topics_by_people_who_are_hidden_are_looked_at(
    desk: Desk, bees: CommunityView, hidden: int, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(community_spaces, "TOPICS_LOOKED_AT_MAX", 3)
    desk.receive(bees, said_by(8, posts.Topic("default", "hives"), NOW))
    for one in range(hidden):
        desk.receive(bees, said_by(7, posts.Topic("default", f"{one}"), NOW + 1 + one))
    desk.do(HideMember(bees.id, key_of(7)))
    assert desk.ask(Space(desk.space(bees))).topic == topic


def test_of_a_post_that_came_after_its_deletes_one_that_counts_is_told(
    desk: Desk, bees: CommunityView
) -> None:
    """However many strangers name it too, and however often its author did."""
    text = said_by(8, posts.Text("default", "gone"), NOW)
    theirs = [said_by(8, posts.Delete((text.hash,)), NOW + at) for at in (1, 3, 2)]
    junk = [said_by(9, posts.Delete((text.hash,)), NOW + 10 + at) for at in range(5)]
    desk.receive(bees, *junk, *theirs)
    assert desk.receive(bees, text) == []
    told = {text.hash: Mark(int(NOW) + 3, theirs[1].hash)}
    assert desk.cable.deletes_of(bees.id, [text.hash, hash_of(1)]) == told


def test_what_names_a_post_that_came_after_its_delete_is_not_read(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be long, and is asked for with every notice, for each who follows the channel."""
    text = said_by(8, posts.Text("default", "gone"), NOW)
    desk.receive(bees, said_by(8, posts.Delete((text.hash,)), NOW + 1))
    assert desk.receive(bees, text) == []
    monkeypatch.setattr(giving, "read_post", _never)
    assert News.of(desk.cable, bees.id, (), {text.hash: "default"}).late_in["default"]


@pytest.mark.parametrize(("others", "name"), [(PAIRS_MAX - 1, "Zoe"), (PAIRS_MAX, "")])
def test_so_many_pairs_of_an_info_are_looked_at(desk: Desk, others: int, name: str) -> None:
    bees = desk.do(CreateCommunity("Bees", WireVersion.M, "ada"))
    pairs = [(f"key {one}", "x") for one in range(others)]
    said = posts.Info((*pairs, ("name", "Zoe")))
    desk.receive(bees, said_by(8, said, NOW, wire=WireVersion.M))
    assert desk.ask(OneCommunityMember(bees.id, key_of(8))).name == name


def test_of_channels_and_authors_so_many_are_held_in_memory(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "KEPT_MAX", 3)
    known = desk.cable._rows
    known.forget_memory()
    for count, one in enumerate([1, 2, 3, 1]):
        desk.receive(bees, said_by(10 + count, posts.Join(f"channel {count}"), NOW))
        assert (len(known._channels), len(known._authors)) == (one, one)
    assert desk.cable.channels(bees.id, 0, 9)[:1] == ["channel 0"]


def test_of_places_so_many_are_held_in_memory_and_the_latest_of_them(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "PLACES_KEPT", 3)
    texts = [said_by(8, posts.Text("default", f"{one}"), NOW + one) for one in range(4)]
    desk.receive(bees, *texts)
    known = desk.cable._places
    known.forget_memory()
    for text in texts[:3]:
        known.place(1, text.hash)
    assert [one for _, one in known._known] == [text.hash for text in texts[:3]]
    known.place(1, texts[3].hash)
    assert [one for _, one in known._known] == [text.hash for text in texts[1:]]
