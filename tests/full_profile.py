"""A profile that holds something of every kind there is, made through the engine alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from app.compose import Opened, open_engine
from app.profile.paths import Paths
from app.profile.settings import StoredSettings
from engine.api import Engine
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.model.address import Address
from engine.model.commands import (
    CreateChannel,
    CreateIdentity,
    KeepDraft,
    PinSpace,
    RequestInvite,
    Say,
    VerifyMember,
)
from engine.model.comment_commands import WriteComment
from engine.model.comment_queries import Comments
from engine.model.community_commands import CreateCommunity, JoinChannel, SetTopic
from engine.model.community_queries import Communities, CommunityChannels
from engine.model.contents import Attachment, Files, Words
from engine.model.feed_commands import (
    ChangeFiles,
    CreateFeed,
    CreateFolder,
    FollowFeed,
    PutContent,
    UseDirectory,
)
from engine.model.feed_queries import Feeds, FileBytes, FolderListing, Folders
from engine.model.feeds import FileWritten, FolderUse
from engine.model.ids import ProtocolName, PublicKey, SpaceId
from engine.model.peer_commands import AddPeer
from engine.model.queries import (
    Connections,
    Drafts,
    Identities,
    InviteRequests,
    Spaces,
    Timeline,
)
from engine.store import keys

PASSPHRASE = "correct horse battery"
FOLLOWED = PublicKey(bytes(range(32)))
FILE_CONTENT = b"what stands in the shared file" * 100
SPOKEN = ("garden", "in the community", "in the feed", "beside the feed", "not sent yet")


@dataclass(frozen=True, slots=True)
class Made:
    """Where to find things again."""

    channel: SpaceId
    feed: SpaceId
    folder: SpaceId


def paths_in(folder: Path) -> Paths:
    return Paths((folder / "profile").resolve(), folder / "run")


def ask(*, is_new: bool) -> str | None:
    return PASSPHRASE


@asynccontextmanager
async def opened(paths: Paths, *, online: bool = False) -> AsyncIterator[Opened]:
    """Its engine. A profile that is not there is made, cheaply locked."""
    if not keys.exists(paths.profile):
        paths.profile.mkdir(mode=0o700, parents=True, exist_ok=True)
        keys.create(paths.profile, PASSPHRASE, SeededEntropy(b"full"), cost=MINIMAL)
    async with open_engine(paths, ask, online=online) as running:
        yield running


async def fill(engine: Engine, paths: Paths, directory: Path) -> Made:
    """Something of every kind. ``directory`` is there, for the shared folder to lie in."""
    garden = await fill_private(engine)
    await fill_community(engine)
    feed = await fill_feeds(engine)
    await engine.perform(WriteComment(feed, "beside the feed"))
    folder = await fill_folder(engine, directory)
    StoredSettings(paths.settings).store_now("look", "dark")
    return Made(garden, feed, folder)


async def fill_private(engine: Engine, *, files: bool = True) -> SpaceId:
    """Identities, channels and what belongs to no protocol; a channel with posts."""
    ann = await engine.perform(CreateIdentity("ann"))
    garden = await engine.perform(CreateChannel("garden"))
    await engine.perform(Say(garden.id, Words("in the garden")))
    if files:
        picture = Attachment("tulip.png", "image/png", bytes(range(256)) * 9)
        await engine.perform(Say(garden.id, Files((picture,), "look")))
    await engine.perform(KeepDraft(garden.id, "not sent yet", identity=ann.public_key))
    await engine.perform(PinSpace(garden.id, pinned=True))
    await engine.perform(RequestInvite())
    await engine.perform(VerifyMember(FOLLOWED))
    await engine.perform(AddPeer(ProtocolName.TIDINGS, Address("127.0.0.9", 9)))
    return garden.id


async def fill_community(engine: Engine) -> None:
    """One with a channel, a topic and a post."""
    community = await engine.perform(CreateCommunity("neighbours", nickname="ann"))
    hall = await engine.perform(JoinChannel(community.id, "hall"))
    await engine.perform(Say(hall.id, Words("in the community")))
    await engine.perform(SetTopic(hall.id, "the hall"))


async def fill_feeds(engine: Engine) -> SpaceId:
    """One of ours with a post, which is answered, and one of somebody else."""
    feed = await engine.perform(CreateFeed("news"))
    await engine.perform(Say(feed.space, Words("in the feed")))
    await engine.perform(FollowFeed(FOLLOWED, "of somebody else"))
    return feed.space


async def fill_folder(engine: Engine, directory: Path) -> SpaceId:
    """A shared folder with one file, said to lie in ``directory``."""
    folder = await engine.perform(CreateFolder("files"))
    place = await engine.perform(PutContent(folder.feed.space, (FILE_CONTENT,)))
    written = FileWritten("a.txt", place, 1, len(FILE_CONTENT), 0o644, 1_700_000_000.0)
    await engine.perform(ChangeFiles(folder.feed.space, written=(written,)))
    await engine.perform(UseDirectory(folder.feed.space, str(directory), FolderUse.SHARED))
    return folder.feed.space


async def everything(engine: Engine, made: Made) -> dict[str, object]:
    """All that a person could look at, by name."""
    communities = await engine.ask(Communities())
    spaces = await engine.ask(Spaces())
    return {
        "identities": await engine.ask(Identities()),
        "spaces": spaces,
        "posts": [await engine.ask(Timeline(space.id, 1_000)) for space in spaces],
        "drafts": await engine.ask(Drafts()),
        "requests": await engine.ask(InviteRequests()),
        "peers": [one.address for one in (await engine.ask(Connections())).peers],
        "communities": communities,
        "channels": [await engine.ask(CommunityChannels(one.id)) for one in communities],
        "feeds": await engine.ask(Feeds()),
        "comments": await engine.ask(Comments(made.feed)),
        "folders": await engine.ask(Folders()),
        "files": await engine.ask(FolderListing(made.folder, everything=True)),
        "content": await engine.ask(FileBytes(made.folder, "a.txt", 0, 1 << 20)),
    }
