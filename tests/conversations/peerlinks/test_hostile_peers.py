"""A peer that answers us against the rules (design/reliability.md 2.3, rows L-1 to L-14)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.model.commands import LeaveSpace
from engine.model.events import PostsArrived
from engine.model.ids import PostId, SpaceId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.graph.answers import answer_query
from engine.protocols.peerlinks.limits import BULK_HASHES
from engine.protocols.peerlinks.messages import encode_message, message_hash, message_tbs
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    BulkResponse,
    ChannelMessage,
    Error,
    Json,
    Query,
    QueryResponse,
    Root,
    SyncResponse,
)
from engine.protocols.peerlinks.records import Channel, MessageStored
from tests.conversations.play import NOON, Play
from tests.conversations.scenes import hashes, lets_in, owner, posts_many
from tests.conversations.scripted import ScriptedPeer

ALL = Query(0, is_backward=False, limit=1_024)


def invented(text: str) -> PostId:
    return PostId(hash32(text.encode()))


class Scene:
    """Ben, who lacks what Ada wrote, has just asked a scripted peer for it."""

    def __init__(self, count: int = 10) -> None:
        self.play = Play()
        self.ada, self.channel = owner(self.play, "ada")
        posts_many(self.ada, self.channel.id, count)
        self.ben = self.play.person("ben")
        lets_in(self.ada, self.channel.id, self.ben)
        self.peer = ScriptedPeer(self.play, self.ben).greets()
        self.hashes = hashes(self.ada, self.channel.id)

    def shows(self, *messages: Abbreviated, forward: PostId | None = None) -> None:
        """Answers the Query."""
        self.peer.answers(self.channel, QueryResponse(messages, forward, None))

    def shows_all(self) -> None:
        """What Ada would have answered."""
        self.peer.answers(self.channel, answer_query(self.ada.records, self.channel.id, ALL))

    def gives(self, *wires: bytes, index: int | None = None) -> None:
        """Answers the Bulk."""
        count = len(wires) if index is None else index
        self.peer.answers(self.channel, BulkResponse(wires, count))

    def offers(self, message: ChannelMessage) -> None:
        """Shows and gives one message of its own, after those of Ada."""
        wires = [*self.wires(), encode_message(message)]
        mine = Abbreviated(message.parents, message_hash(wires[-1]))
        page = answer_query(self.ada.records, self.channel.id, ALL)
        self.shows(*page.messages, mine)
        self.gives(*wires)

    def wires(self) -> list[bytes]:
        """All of Ada's messages."""
        found = self.ada.records.wires(self.channel.id, self.hashes)
        return [one for one in found if one is not None]

    @property
    def violated(self) -> bool:
        """Whether the peer was told so, closed upon, and nothing it gave was stored."""
        closed = self.peer.closed
        return (
            closed is not None
            and closed.ending is Ending.VIOLATION
            and closed.violation is not None
            and isinstance(self.peer.packets[-1], Error)
            and hashes(self.ben, self.channel.id) == []
            and not any(e.space == self.channel.id for e in self.ben.told(PostsArrived))
        )


def owned(channel: Channel, message: ChannelMessage) -> ChannelMessage:
    """Signed by the channel's own key."""
    assert channel.secret_key is not None
    return replace(message, signature=ed25519.sign(message_tbs(message), channel.secret_key))


# ---- answers ------------------------------------------------------------------------------------


def test_an_answer_to_nothing_that_was_asked_is_a_violation() -> None:
    scene = Scene()
    scene.peer.says(SyncResponse(scene.channel.id, 17, b""))
    assert scene.violated


def test_the_same_answer_twice_is_a_violation() -> None:
    scene = Scene(count=0)
    request = scene.peer.requests()[-1]
    scene.peer.answers(scene.channel, QueryResponse((), None, None), request=request)
    assert scene.peer.end.ready
    scene.peer.answers(scene.channel, QueryResponse((), None, None), request=request)
    assert scene.violated


def test_an_answer_for_a_channel_that_was_not_asked_for_is_a_violation() -> None:
    scene = Scene()
    scene.peer.says(SyncResponse(SpaceId(bytes(32)), 0, b""))
    assert scene.violated


def test_an_answer_sealed_to_another_key_is_a_violation() -> None:
    scene = Scene()
    seq = next(one.seq for one in scene.peer.requests() if one.channel_id == scene.channel.id)
    scene.peer.says(SyncResponse(scene.channel.id, seq, bytes(200)))
    assert scene.violated


def test_an_answer_of_the_other_kind_is_a_violation() -> None:
    scene = Scene()
    scene.gives(index=1)
    assert scene.violated


# ---- pages --------------------------------------------------------------------------------------


def test_more_entries_than_were_asked_for_are_a_violation() -> None:
    scene = Scene()
    entries = [Abbreviated((), invented(str(number))) for number in range(1_025)]
    scene.shows(*entries)
    assert scene.violated


def test_a_cursor_that_leads_back_into_its_own_page_is_a_violation() -> None:
    scene = Scene()
    first, last = Abbreviated((), invented("a")), Abbreviated((), invented("b"))
    scene.shows(first, last, forward=first.hash)
    assert scene.violated


def test_a_cursor_that_leads_to_itself_is_a_violation() -> None:
    scene = Scene()
    shown = Abbreviated((invented("x"),), invented("shown"))
    scene.peer.answers(scene.channel, QueryResponse((shown,), None, invented("a")))
    assert scene.peer.closed is None
    scene.peer.answers(scene.channel, QueryResponse((shown,), None, invented("a")))
    assert scene.violated


def test_an_empty_page_that_leads_on_is_a_violation() -> None:
    scene = Scene()
    scene.shows(forward=invented("a"))
    assert scene.violated


def test_pages_without_end_that_lead_nowhere_are_a_violation() -> None:
    scene = Scene()
    parents = (invented("x"),)
    for number in range(600):
        if scene.peer.closed is not None:
            break
        entries = [
            Abbreviated(parents, PostId((number * 1_024 + entry).to_bytes(32, "little")))
            for entry in range(1_024)
        ]
        scene.peer.answers(
            scene.channel,
            QueryResponse(tuple(entries), invented(f"f{number}"), invented(f"b{number}")),
        )
    assert scene.violated


def test_a_million_invented_parents_end_the_conversation() -> None:
    scene = Scene()
    for page in range(12):
        if scene.peer.closed is not None:
            break
        entries = tuple(
            Abbreviated(
                tuple(
                    PostId(((page * 1_000 + entry) * 128 + parent).to_bytes(32, "little"))
                    for parent in range(128)
                ),
                invented(f"{page} {entry}"),
            )
            for entry in range(1_000)
        )
        cursors = invented(f"f{page}"), invented(f"b{page}")
        scene.peer.answers(scene.channel, QueryResponse(entries, *cursors))
    assert scene.violated


def _hangs_up(scene: Scene) -> None:
    scene.play.hang_up(scene.peer.end)


def _leaves(scene: Scene) -> None:
    scene.ben.does(LeaveSpace(scene.channel.id))


@pytest.mark.parametrize("end", [_hangs_up, _leaves])
def test_what_a_peer_invented_takes_room_from_nobody_once_it_is_over(
    end: Callable[[Scene], object],
) -> None:
    scene = Scene()
    machine = scene.peer.end.machine
    assert isinstance(machine, PeerlinksConnection)
    walks = machine._neighbours.unresolved._walks
    page = (Abbreviated((invented("x"),), invented("shown")),)
    scene.peer.answers(scene.channel, QueryResponse(page, None, invented("back")))
    assert walks
    end(scene)
    assert not walks


# ---- bulks --------------------------------------------------------------------------------------


def test_no_progress_is_a_violation() -> None:
    scene = Scene()
    scene.shows_all()
    scene.gives(index=0)
    assert scene.violated


def test_progress_beyond_what_was_asked_is_a_violation() -> None:
    scene = Scene()
    scene.shows_all()
    scene.gives(*scene.wires(), index=len(scene.wires()) + 1)
    assert scene.violated


def test_a_message_nobody_asked_for_is_a_violation() -> None:
    scene = Scene()
    entries = answer_query(scene.ada.records, scene.channel.id, ALL).messages
    scene.shows(*entries[:5])
    scene.gives(*scene.wires()[:6], index=5)
    assert scene.violated


def test_more_messages_than_hashes_are_a_violation() -> None:
    scene = Scene(count=0)
    scene.shows_all()
    scene.gives(*scene.wires() * 2, index=1)
    assert scene.violated


@pytest.mark.parametrize(
    "spoil",
    [
        lambda one, _: replace(one, signature=bytes(64)),
        lambda one, channel: owned(channel, replace(one, height=one.height + 1)),
        lambda one, channel: owned(channel, replace(one, timestamp=NOON - 1.0)),
        lambda one, channel: owned(channel, replace(one, timestamp=one.timestamp + 700.0)),
        lambda one, channel: owned(channel, replace(one, body=Json("NaN"))),
        lambda one, channel: owned(channel, replace(one, body=Json(""))),
        lambda one, channel: owned(channel, replace(one, body=Root())),
        lambda one, channel: owned(channel, replace(one, parents=(), height=0)),
        lambda one, channel: owned(channel, replace(one, parents=(), height=0, body=Root())),
    ],
)
def test_a_message_against_the_rules_is_a_violation_and_nothing_of_its_packet_counts(
    spoil: Callable[[ChannelMessage, Channel], ChannelMessage],
) -> None:
    scene = Scene()
    last = next(
        record.message
        for record in scene.ada.stored
        if isinstance(record, MessageStored) and record.hash == scene.hashes[-1]
    )
    honest = owned(
        scene.channel,
        replace(last, parents=(scene.hashes[-1],), height=last.height + 1, body=Json("1")),
    )
    scene.offers(spoil(honest, scene.channel))
    assert scene.violated


def test_the_same_message_unspoilt_is_accepted() -> None:
    scene = Scene()
    last = next(
        record.message
        for record in scene.ada.stored
        if isinstance(record, MessageStored) and record.hash == scene.hashes[-1]
    )
    honest = replace(last, parents=(scene.hashes[-1],), height=last.height + 1, body=Json("1"))
    scene.offers(owned(scene.channel, honest))
    assert scene.peer.end.ready
    assert len(hashes(scene.ben, scene.channel.id)) == len(scene.hashes) + 1


def test_a_member_cannot_write_a_root() -> None:
    scene = Scene(count=0)
    (own,) = scene.ben.records.own_chains(scene.channel.id)
    me = scene.ben.records.identities()[0]
    message = ChannelMessage((), 0, own.chain, NOON, Root(), b"")
    signed = replace(message, signature=ed25519.sign(message_tbs(message), me.secret_key))
    scene.shows(Abbreviated((), message_hash(encode_message(signed))))
    scene.gives(encode_message(signed))
    assert scene.violated


def test_what_was_accepted_before_a_violation_stays_and_the_next_peer_brings_the_rest() -> None:
    scene = Scene(count=BULK_HASHES + 28)
    scene.shows_all()
    requests = [one for one in scene.peer.requests() if one.channel_id == scene.channel.id]
    first, second = requests[-2:]
    wires = scene.wires()
    scene.peer.answers(
        scene.channel, BulkResponse(tuple(wires[:BULK_HASHES]), BULK_HASHES), request=first
    )
    scene.peer.answers(scene.channel, BulkResponse((bytes(10),), 29), request=second)
    assert scene.peer.closed is not None
    assert scene.peer.closed.ending is Ending.VIOLATION
    assert len(hashes(scene.ben, scene.channel.id)) == BULK_HASHES
    scene.play.connect(scene.ada, scene.ben)
    assert hashes(scene.ben, scene.channel.id) == scene.hashes


# ---- packets ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x08\x00",
        b"\x08\x01",
        b"\x7a\x01x",
        b"\xff" * 20,
        b"\x1a\x02\x0a\x00",
        b"\x2a\x03\x0a\x01x",
        b"\x12\x02\x0a\x00",
    ],
)
def test_what_is_no_packet_is_a_violation(payload: bytes) -> None:
    play = Play()
    peer = ScriptedPeer(play, play.person("ada")).greets()
    peer.sends(payload)
    assert peer.closed is not None
    assert peer.closed.ending is Ending.VIOLATION


def test_nothing_of_what_a_violating_peer_sent_is_repeated_in_the_error_it_gets() -> None:
    scene = Scene()
    scene.shows_all()
    scene.gives(b"secret words of the peer", index=1)
    (error,) = (one for one in scene.peer.packets if isinstance(one, Error))
    assert "secret" not in error.reason
    assert len(error.reason) < 1_024


def test_a_hostile_peer_takes_nothing_from_the_others() -> None:
    scene = Scene()
    ends = scene.play.connect(scene.ada, scene.ben)
    scene.peer.sends(b"")
    assert scene.peer.closed is not None
    assert all(end.ready for end in ends)
    assert hashes(scene.ben, scene.channel.id) == scene.hashes


def test_what_had_come_of_a_packet_goes_with_the_connection() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    peer = ScriptedPeer(play, ada).greets()
    peer.sends_raw((1 << 20).to_bytes(4, "big") + bytes(1 << 19))
    machine = peer.end.machine
    assert machine.buffered > 1 << 19
    play.hang_up(peer.end)
    assert machine.buffered == 0
