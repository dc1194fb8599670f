"""Whole engines on this computer comment on feeds: through the port, and as other programs do."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest

from engine.api import Engine
from engine.errors import PeerViolation, Refusal, Refused
from engine.model.address import Address
from engine.model.commands import ForgetSpace, LeaveSpace
from engine.model.comment_commands import (
    AcceptTrust,
    ChangeComment,
    CommentKey,
    RetractComment,
    TrustCommenter,
    WriteComment,
)
from engine.model.comment_queries import CommentCounts, Comments, Network
from engine.model.comments import CommentCount, CommentView
from engine.model.events import CommentsChanged, Event
from engine.model.feed_commands import AppendBlocks, CreateFeed, CreateFolder, FollowFeed, PauseFeed
from engine.model.feeds import FeedView
from engine.model.ids import ProtocolName, PublicKey, SpaceId
from engine.model.peer_commands import AddPeer, Listen
from engine.protocols.hyperbloom.comments.value import Comment, ReadLinks, Signed, read_comment
from engine.protocols.hyperbloom.trust.chain import read_links
from tests.unit.app.test_feeds_between_engines import HOST, engines, meet, until

pytestmark = pytest.mark.asyncio


async def trusts(giver: Engine, taker: Engine, space: SpaceId, until: float | None = None) -> None:
    """As two people do it: a key is shown, a chain handed over."""
    key = await taker.perform(CommentKey(space))
    given = await giver.perform(TrustCommenter(space, key, until))
    await taker.perform(AcceptTrust(given.feed, given.links))


async def shows(engine: Engine, space: SpaceId, *texts: str) -> tuple[CommentView, ...]:
    async def holds() -> bool:
        page = await engine.ask(Comments(space, everything=True))
        return sorted(comment.text for comment in page.comments) == sorted(texts)

    await until(engine, holds)
    return (await engine.ask(Comments(space, everything=True))).comments


async def shared(author: Engine, *readers: Engine) -> FeedView:
    feed = await author.perform(CreateFeed("news"))
    for reader in readers:
        await reader.perform(FollowFeed(feed.key, "news"))
    return feed


async def test_comments_of_a_followed_feed_come_unasked_and_go_on_coming(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob", "cleo") as (ann, bob, cleo):
        feed = await shared(ann, bob, cleo)
        await ann.perform(AppendBlocks(feed.space, (b"entry",)))
        await trusts(ann, bob, feed.space)
        await ann.perform(WriteComment(feed.space, "first", entry=0))
        heard: list[Event] = []
        bob.subscribe(heard.extend)
        await meet(bob, ann)
        await meet(cleo, ann)
        await shows(bob, feed.space, "first")
        said = await bob.perform(WriteComment(feed.space, "second", entry=0))
        assert (await shows(cleo, feed.space, "first", "second"))[1].author == said.author
        await bob.perform(ChangeComment(feed.space, said.id, "second!"))
        second = (await shows(ann, feed.space, "first", "second!"))[1]
        assert (second.ours, second.path) == (False, (said.author,))
        await bob.perform(RetractComment(feed.space, said.id))
        await shows(cleo, feed.space, "first", "")
        assert await cleo.ask(CommentCounts(feed.space, 0, 9)) == (CommentCount(0, 1),)
        told = [event for event in heard if isinstance(event, CommentsChanged)]
        assert {event.space for event in told} == {feed.space}
        assert (sum(event.count for event in told), sum(event.own for event in told)) == (2, 1)
        assert {entry for event in told for entry in event.entries} == {0}


async def test_trust_goes_to_the_fifth_and_no_further(tmp_path: Path) -> None:
    names = ("ann", "bob", "cleo", "dora", "emil", "fay", "gus")
    async with engines(tmp_path, *names) as people:
        feed = await shared(people[0], *people[1:])
        for giver, taker in pairwise(people[:6]):
            await trusts(giver, taker, feed.space)
        fifth = people[5]
        view = await fifth.perform(WriteComment(feed.space, "from afar"))
        assert len(view.path) == 5
        with pytest.raises(Refused) as refused:
            await trusts(fifth, people[6], feed.space)
        assert refused.value.reason is Refusal.TRUST_FULL
        await meet(people[6], fifth)
        await meet(people[0], people[6])  # who only reads passes it on
        assert (await shows(people[0], feed.space, "from afar"))[0].path == view.path


async def test_who_may_write_no_more_reads_on(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await shared(ann, bob)
        await trusts(ann, bob, feed.space, time.time() + 1.0)
        await meet(bob, ann)
        await bob.perform(WriteComment(feed.space, "in time"))
        await shows(ann, feed.space, "in time")

        async def has_ended() -> bool:
            return not (await bob.ask(Network(feed.space))).may_comment

        await until(bob, has_ended)  # the connection ends with it, which is told
        with pytest.raises(Refused) as refused:
            await bob.perform(WriteComment(feed.space, "too late"))
        assert refused.value.reason is Refusal.COMMENT_RIGHT_ENDED
        await ann.perform(WriteComment(feed.space, "later"))
        await shows(bob, feed.space, "in time", "later")


async def test_a_feed_that_is_left_has_its_comments_and_no_connection(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await shared(ann, bob)
        await trusts(ann, bob, feed.space)
        await meet(bob, ann)
        await ann.perform(WriteComment(feed.space, "first"))
        await shows(bob, feed.space, "first")
        await bob.perform(LeaveSpace(feed.space))
        with pytest.raises(Refused) as refused:
            await bob.perform(WriteComment(feed.space, "x"))
        assert refused.value.reason is Refusal.COMMENT_NOT_ALLOWED
        await ann.perform(WriteComment(feed.space, "second"))
        await shows(bob, feed.space, "first")
        await bob.perform(FollowFeed(feed.key))
        await shows(bob, feed.space, "first", "second")


async def test_comments_of_a_paused_feed_neither_come_nor_go(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob", "cleo") as (ann, bob, cleo):
        feed = await shared(ann, bob, cleo)
        await trusts(ann, bob, feed.space)
        await meet(bob, ann)
        await meet(cleo, ann)
        await ann.perform(WriteComment(feed.space, "first"))
        await shows(bob, feed.space, "first")
        await bob.perform(PauseFeed(feed.space))
        await bob.perform(WriteComment(feed.space, "while paused"))
        await ann.perform(WriteComment(feed.space, "second"))
        await shows(cleo, feed.space, "first", "second")
        await shows(bob, feed.space, "first", "while paused")
        await bob.perform(PauseFeed(feed.space, paused=False))
        await shows(bob, feed.space, "first", "second", "while paused")
        await shows(ann, feed.space, "first", "second", "while paused")


async def test_a_feed_that_is_forgotten_takes_its_comments_along(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await shared(ann, bob)
        await trusts(ann, bob, feed.space)
        key = (await bob.ask(Network(feed.space))).own_key
        await meet(bob, ann)
        await ann.perform(WriteComment(feed.space, "first"))
        await shows(bob, feed.space, "first")
        await bob.perform(ForgetSpace(feed.space))
        with pytest.raises(Refused):
            await bob.ask(Comments(feed.space))
        await bob.perform(FollowFeed(feed.key))
        assert (await bob.ask(Network(feed.space))).own_key != key
        await shows(bob, feed.space, "first")


async def test_the_author_may_comment_before_anybody_has_said_anything(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann") as (ann,):
        feed = await shared(ann)
        network = await ann.ask(Network(feed.space))
        assert (network.own_key, network.own_path) == (feed.key, ())
        assert network.may_comment
        assert network.may_trust


async def test_a_shared_folder_has_no_comments(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann") as (ann,):
        folder = await ann.perform(CreateFolder("files"))
        for wish in (WriteComment(folder.feed.space, "x"), CommentKey(folder.feed.space)):
            with pytest.raises(Refused) as refused:
                await ann.perform(wish)
            assert refused.value.reason is Refusal.NOT_A_FEED


async def test_members_of_a_network_meet_without_the_port(tmp_path: Path) -> None:
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await shared(ann, bob)
        await trusts(ann, bob, feed.space)
        await bob.perform(WriteComment(feed.space, "from bob"))
        door = await ann.perform(Listen(ProtocolName.HYPERBLOOM, Address(HOST, 0)))
        await bob.perform(AddPeer(ProtocolName.HYPERBLOOM, door.address))
        await shows(ann, feed.space, "from bob")
        await ann.perform(WriteComment(feed.space, "from ann"))
        await shows(bob, feed.space, "from ann", "from bob")


async def test_what_was_dropped_of_what_others_sent_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(
        value: bytes, feed: PublicKey, links: ReadLinks = read_links
    ) -> tuple[Comment, Signed]:
        comment, signed = read_comment(value, feed, links)
        if comment.text == "forged":
            raise PeerViolation("by somebody else", "the test's")
        return comment, signed

    monkeypatch.setattr("engine.protocols.hyperbloom.exchange.policy.read_comment", read)
    async with engines(tmp_path, "ann", "bob") as (ann, bob):
        feed = await shared(ann, bob)
        await trusts(ann, bob, feed.space)
        await meet(bob, ann)
        await bob.perform(WriteComment(feed.space, "forged"))
        await bob.perform(WriteComment(feed.space, "true"))
        await shows(ann, feed.space, "true")
        assert (await ann.ask(Network(feed.space))).refused > 0
        assert (await bob.ask(Network(feed.space))).refused == 0
