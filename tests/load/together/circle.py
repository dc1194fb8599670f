"""Who shares what with whom: one takes part in everything, each of the others in some of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.model.commands import AcceptInvite, CreateChannel, IssueInvite, RequestInvite
from engine.model.comment_commands import AcceptTrust, CommentKey, TrustCommenter
from engine.model.communities import WireVersion
from engine.model.community_commands import CreateCommunity, JoinCommunity
from engine.model.community_queries import CommunityChannels
from engine.model.feed_commands import (
    CreateFeed,
    CreateFolder,
    FollowFeed,
    FollowFolder,
    UseDirectory,
)
from engine.model.feeds import FolderUse
from engine.model.ids import SpaceId
from tests.load.together.places import Commented, Place, Shared, Talk
from tests.load.together.programs import Program

PRIVATE_CHANNELS = 5
FEEDS = 20
COMMENTED_FEEDS = 3
WIRES = (WireVersion.S, WireVersion.M)
"""Of one community each."""


async def circle(folder: Path, programs: Sequence[Program]) -> list[Place]:
    """All that is shared, with the first of them in the middle. Nobody is connected yet."""
    centre, *others = programs
    channels = [
        await _channel(centre, _two(others, number), f"channel {number}")
        for number in range(PRIVATE_CHANNELS)
    ]
    communities = [
        await _community(centre, others[number :: len(WIRES)], f"community {number}", wire)
        for number, wire in enumerate(WIRES)
    ]
    theirs = [await _feed(other, [centre], f"feed of {other.name}") for other in others]
    ours = [
        await _feed(centre, _two(others, number), f"feed {number}")
        for number in range(FEEDS - len(others))
    ]
    comments = [await _commented(feed) for feed in ours[:COMMENTED_FEEDS]]
    folders = [
        await _folder(folder / "folder", centre, _two(others, 0)),
        await _folder(folder / "another", others[-1], [centre]),
    ]
    return [*channels, *communities, *theirs, *ours, *comments, *folders]


def _two(others: Sequence[Program], number: int) -> list[Program]:
    """Two of them, others for each number."""
    return [others[number % len(others)], others[(number + 4) % len(others)]]


async def _channel(owner: Program, members: Sequence[Program], name: str) -> Place:
    space = (await owner.engine.perform(CreateChannel(name))).id
    for member in members:
        asked = await member.engine.perform(RequestInvite())
        issued = await owner.engine.perform(IssueInvite(space, asked.request, member.name))
        await member.engine.perform(AcceptInvite(issued.invite))
    everybody = [owner, *members]
    return Talk("private channel", space, everybody, everybody)


async def _community(
    founder: Program, members: Sequence[Program], name: str, wire: WireVersion
) -> Place:
    made = await founder.engine.perform(CreateCommunity(name, wire, founder.name))
    (channel,) = await founder.engine.ask(CommunityChannels(made.id))
    assert channel.space is not None
    for member in members:
        await member.engine.perform(JoinCommunity(made.key, name, wire, member.name))
    everybody = [founder, *members]
    return Talk("community", channel.space, everybody, everybody)


async def _feed(author: Program, followers: Sequence[Program], name: str) -> Talk:
    made = await author.engine.perform(CreateFeed(name))
    for follower in followers:
        await follower.engine.perform(FollowFeed(made.key, name))
    return Talk("feed", made.space, [author], [author, *followers])


async def _commented(feed: Talk) -> Place:
    """Its author lets all who follow it comment."""
    author, *followers = feed.readers
    for follower in followers:
        key = await follower.engine.perform(CommentKey(feed.space))
        given = await author.engine.perform(TrustCommenter(feed.space, key))
        await follower.engine.perform(AcceptTrust(given.feed, given.links))
    return Commented(feed.space, feed.readers, feed.readers)


async def _folder(folder: Path, owner: Program, others: Sequence[Program]) -> Place:
    directories = {one.name: folder / one.name for one in (owner, *others)}
    for directory in directories.values():
        directory.mkdir(parents=True)
    made = await owner.engine.perform(CreateFolder(folder.name))
    space, key = made.feed.space, made.feed.key
    await _use(owner, space, directories[owner.name], FolderUse.SHARED)
    for other in others:
        await other.engine.perform(FollowFolder(key, folder.name))
        await _use(other, space, directories[other.name], FolderUse.MIRRORED)
    return Shared([owner], [owner, *others], directories)


async def _use(who: Program, space: SpaceId, directory: Path, use: FolderUse) -> None:
    await who.engine.perform(UseDirectory(space, str(directory), use))
