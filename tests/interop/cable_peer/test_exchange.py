"""Every message of the document exchanged with the engine, in both roles, plain and secured."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.model.address import Address
from engine.model.commands import LeaveSpace, Say
from engine.model.communities import CommunityView
from engine.model.community_commands import (
    CreateCommunity,
    DeletePost,
    JoinChannel,
    SetInfo,
    SetTopic,
)
from engine.model.community_queries import CommunityChannels, CommunityMembers
from engine.model.contents import Words
from engine.model.ids import PostId, ProtocolName, SpaceId
from engine.model.queries import Timeline
from engine.model.views import PostView
from tests.interop.cable_peer import posts, wire
from tests.interop.cable_peer.line import Plain, Secured
from tests.interop.cable_peer.person import Person
from tests.interop.our_peer import OurPeer, Ways
from tests.interop.scene import own_host, scene_in

HALL = "default"
WAYS = [
    pytest.param(protocol, dials, id=f"{protocol}-{'they' if dials else 'we'}_dial")
    for protocol in (ProtocolName.CABLE, ProtocolName.CABLE_NOISE)
    for dials in (True, False)
]


@dataclass
class Meeting:
    """A community of ours, and somebody else in it, connected."""

    ours: OurPeer
    community: CommunityView
    them: Person
    taken: list[Address] = field(default_factory=list)

    @property
    def hall(self) -> SpaceId:
        found = self.ours.ask(CommunityChannels(self.community.id))
        space = next(one.space for one in found if one.name == HALL)
        assert space is not None
        return space

    def timeline(self) -> list[PostView]:
        return list(self.ours.ask(Timeline(self.hall, 100)).posts)

    def texts(self) -> list[str]:
        return [one.text or "" for one in self.timeline()]

    def until(self, done: Callable[[], object]) -> None:
        """They hear and answer until it is so."""
        self.them.listen_until(done)


@contextmanager
def meeting(folder: Path, protocol: ProtocolName, *, dials: bool) -> Iterator[Meeting]:
    with scene_in(folder) as scene:
        ours = scene.ours(ways=Ways(protocol=protocol))
        community = ours.perform(CreateCommunity("ours"))
        them = Person("them")
        met = Meeting(ours, community, them)
        stream = _dial(ours.address) if dials else _answer(met)
        try:
            them.line = (
                Plain(stream)
                if protocol is ProtocolName.CABLE
                else Secured(stream, community.key, dials=dials)
            )
            yield met
        finally:
            for address in met.taken:
                ours.stop_dialling(address)
            stream.close()


def _dial(address: Address) -> socket.socket:
    return socket.create_connection((address.host, address.port), 10)


def _answer(met: Meeting) -> socket.socket:
    with socket.create_server((own_host(), 0)) as server:
        server.settimeout(10)
        host, port = server.getsockname()[:2]
        address = Address(host, port)
        met.ours.dial(address)
        met.taken.append(address)
        return server.accept()[0]


def now() -> int:
    return int(time.time())


@pytest.mark.parametrize(("protocol", "dials"), WAYS)
def test_what_we_hold_is_named_and_given(
    tmp_path: Path, protocol: ProtocolName, *, dials: bool
) -> None:
    with meeting(tmp_path, protocol, dials=dials) as met:
        space = met.hall
        said = [met.ours.perform(Say(space, Words(f"text {one}"))) for one in range(3)]
        met.ours.perform(SetTopic(space, "gardens"))
        met.ours.perform(SetInfo(met.community.id, "name", "Ann"))
        them = met.them
        ranged = them.ask(wire.RANGE, HALL, 0, now() + 100, 50)
        stated = them.ask(wire.STATE, HALL, 50, 0)
        listed = them.ask(wire.LIST, "", 50)
        none = them.ask(wire.RANGE, "nowhere", 0, now() + 100, 50)
        met.until(lambda: all(them.ended(one) for one in (ranged, stated, listed, none)))
        assert them.names(listed) == [HALL]
        assert them.hashes(none) == []
        them.fetch(them.hashes(ranged) + them.hashes(stated))
        held = {posts.read(one) for one in them.held.values()}
        texts = {one.words: one.hash for one in held if one.kind == posts.TEXT}
        assert texts == {f"text {one}": said[one].id for one in range(3)}
        kinds = {posts.read(them.held[one]).kind for one in them.hashes(stated)}
        assert kinds == {posts.JOIN, posts.TOPIC, posts.INFO}
        assert {one.author for one in held} == {met.community.own_key}


@pytest.mark.parametrize(("protocol", "dials"), WAYS)
def test_what_they_hold_is_asked_for_and_shown(
    tmp_path: Path, protocol: ProtocolName, *, dials: bool
) -> None:
    with meeting(tmp_path, protocol, dials=dials) as met:
        them, keys = met.them, met.them.keys
        joined = them.make(posts.join(keys, HALL, now() - 50))
        them.make(posts.info(keys, now() - 49, "name", "Ben"))
        first = them.make(posts.text(keys, HALL, now() - 40, "hello", joined))
        them.make(posts.text(keys, HALL, now() - 30, "and bye", first))
        them.make(posts.topic(keys, HALL, now() - 20, "houses", first))
        met.until(lambda: {"hello", "and bye", "houses"} <= set(met.texts()))
        assert [one.channel for one in them.requests(wire.RANGE)] == [HALL]
        assert [one.channel for one in them.requests(wire.STATE)] == [HALL]
        assert len(them.requests(wire.LIST)) == 1
        members = met.ours.ask(CommunityMembers(met.community.id, HALL))
        assert ("Ben", keys.public) in [(one.name, one.public_key) for one in members]
        (channel,) = met.ours.ask(CommunityChannels(met.community.id))
        assert channel.topic == "houses"


@pytest.mark.parametrize(("protocol", "dials"), WAYS)
def test_what_comes_later_comes_by_itself_both_ways(
    tmp_path: Path, protocol: ProtocolName, *, dials: bool
) -> None:
    with meeting(tmp_path, protocol, dials=dials) as met:
        them, keys = met.them, met.them.keys
        met.until(lambda: them.requests(wire.RANGE) and them.requests(wire.STATE))
        live = them.ask(wire.RANGE, HALL, now() - 10, 0, 2)
        state = them.ask(wire.STATE, HALL, 0, 50)
        known = them.ask(wire.LIST, "", 9)  # once this is answered the others are open
        met.until(lambda: them.ended(known))
        before = them.hashes(live)
        said = met.ours.perform(Say(met.hall, Words("live")))
        met.until(lambda: said.id in them.hashes(live))
        assert len(before) == 1  # our join
        assert them.hashes(live) == [*before, said.id]
        met.until(lambda: them.ended(live))
        topic = met.ours.perform(SetTopic(met.hall, "news"))
        met.until(lambda: topic.id in them.hashes(state))
        them.cancel(state)
        them.make(posts.text(keys, HALL, now(), "theirs"))
        met.until(lambda: "theirs" in met.texts())


@pytest.mark.parametrize(("protocol", "dials"), WAYS)
def test_deletes_go_both_ways(tmp_path: Path, protocol: ProtocolName, *, dials: bool) -> None:
    with meeting(tmp_path, protocol, dials=dials) as met:
        them, keys = met.them, met.them.keys
        first = them.make(posts.text(keys, HALL, now() - 5, "theirs"))
        ours = met.ours.perform(Say(met.hall, Words("ours")))
        met.until(lambda: "theirs" in met.texts())
        state = them.ask(wire.STATE, HALL, 0, 50)
        listed = them.ask(wire.LIST, "", 9)
        met.until(lambda: them.ended(listed))
        met.ours.perform(DeletePost(met.hall, ours.id))
        met.until(lambda: bool(them.hashes(state)))
        them.fetch(them.hashes(state))
        (found,) = [them.held[one] for one in them.hashes(state)]
        assert posts.read(found).kind == posts.DELETE
        gone = them.ask_for(ours.id)
        met.until(lambda: them.ended(gone))
        assert [one for answer in them.answers_to(gone) for one in answer.data] == []
        them.make(posts.delete(keys, now(), first))
        met.until(lambda: PostId(first) not in [one.id for one in met.timeline() if one.text])


@pytest.mark.parametrize(("protocol", "dials"), WAYS)
def test_channels_that_we_join_and_leave_are_asked_about_and_cancelled(
    tmp_path: Path, protocol: ProtocolName, *, dials: bool
) -> None:
    with meeting(tmp_path, protocol, dials=dials) as met:
        them, keys = met.them, met.them.keys
        them.make(posts.text(keys, "garden", now() - 5, "flowers"))
        met.until(lambda: bool(them.requests(wire.LIST)))
        joined = met.ours.perform(JoinChannel(met.community.id, "garden"))
        met.until(lambda: len(them.requests(wire.RANGE)) == 2)
        requests = [*them.requests(wire.RANGE), *them.requests(wire.STATE)]
        asked = {one.id for one in requests if one.channel == "garden"}
        met.until(
            lambda: (
                them.requests(wire.BY_HASH)
                and "flowers" in [one.text for one in met.ours.ask(Timeline(joined.id, 9)).posts]
            )
        )
        met.ours.perform(LeaveSpace(joined.id))
        met.until(lambda: {one.id for one in them.requests(wire.CANCEL)} >= asked)


@pytest.mark.parametrize(("protocol", "dials"), WAYS)
def test_a_long_history_comes_in_pieces_and_whole(
    tmp_path: Path, protocol: ProtocolName, *, dials: bool
) -> None:
    with meeting(tmp_path, protocol, dials=dials) as met:
        them, keys = met.them, met.them.keys
        for one in range(1_500):
            post = posts.text(keys, HALL, now() - 5_000 + one, f"text {one}")
            them.held[posts.hash_of(post)] = post
        met.until(lambda: met.ours.ask(CommunityChannels(met.community.id))[0].posts >= 1_500)
        sizes = [len(one.hashes) for one in them.requests(wire.BY_HASH)]
        assert max(sizes) <= 500


def test_the_end_of_a_secured_stream_is_answered(tmp_path: Path) -> None:
    with meeting(tmp_path, ProtocolName.CABLE_NOISE, dials=True) as met:
        line = met.them.line
        assert isinstance(line, Secured)
        line.send(b"")
        while line.receive() is not None:
            pass
        assert line.ended


def test_whoever_has_another_key_is_told_nothing(tmp_path: Path) -> None:
    with meeting(tmp_path, ProtocolName.CABLE_NOISE, dials=True) as met:
        stream = _dial(met.ours.address)
        with pytest.raises(AssertionError, match="ended in the middle"):
            Secured(stream, bytes(32), dials=True)
        stream.close()
