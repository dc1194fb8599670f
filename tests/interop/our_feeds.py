"""Our side with feeds: the engine as the product composes it, on a bare port for Hypercore."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.model.feed_commands import (
    AppendBlocks,
    ChangeFiles,
    CreateFeed,
    CreateFolder,
    CreateStaticFeed,
    DropBlocks,
    FollowFeed,
    FollowFolder,
    PauseFeed,
    PutContent,
    SeekBlocks,
    WantFile,
)
from engine.model.feed_queries import PAGE_BLOCKS_MAX, Blocks, FileBytes, FolderListing, OneFeed
from engine.model.feeds import FeedForm, FeedView, FileWritten, FolderView
from engine.model.ids import PublicKey, SpaceId
from tests.interop.our_peer import OurPeer

CHUNK = 65_536
MODE = 0o644
MTIME = 1_600_000_000.0


class OurFeeds(OurPeer):
    """One profile whose feeds others read, and which reads theirs."""

    # ---- feeds

    def makes_feed(self, name: str, blocks: Sequence[bytes] = ()) -> FeedView:
        """A feed of ours."""
        made = self.perform(CreateFeed(name))
        self.appends(made.space, blocks)
        return self.feed(made.space)

    def makes_still(self, name: str, blocks: Iterable[bytes]) -> FeedView:
        """One that never changes."""
        return self.perform(CreateStaticFeed(name, tuple(blocks)))

    def follows_feed(
        self, key: bytes, form: FeedForm = FeedForm.SIGNED, *, whole: bool = True
    ) -> FeedView:
        """A feed of somebody else."""
        return self.perform(FollowFeed(PublicKey(key), None, form, whole=whole))

    def appends(self, space: SpaceId, blocks: Sequence[bytes]) -> None:
        """All at once."""
        if blocks:
            self.perform(AppendBlocks(space, tuple(blocks)))

    def seeks(self, space: SpaceId, start: int, end: int) -> None:
        """Somebody reads there."""
        self.perform(SeekBlocks(space, start, end))

    def drops(self, space: SpaceId, start: int, end: int) -> None:
        """We have them no more."""
        self.perform(DropBlocks(space, start, end))

    def pauses(self, space: SpaceId, *, paused: bool = True) -> None:
        """Up and down."""
        self.perform(PauseFeed(space, paused))

    # ---- folders

    def makes_folder(self, name: str, files: Mapping[str, bytes]) -> FolderView:
        """A shared folder of ours."""
        space = self.perform(CreateFolder(name)).feed.space
        return self.puts(space, files)

    def puts(self, space: SpaceId, files: Mapping[str, bytes]) -> FolderView:
        """Files in a folder of ours, new or changed."""
        written: list[FileWritten] = []
        for path, content in files.items():
            blocks = tuple(content[at : at + CHUNK] for at in range(0, len(content), CHUNK))
            place = self.perform(PutContent(space, blocks))
            written.append(FileWritten(path, place, len(blocks), len(content), MODE, MTIME))
        return self.perform(ChangeFiles(space, written=tuple(written)))

    def follows_folder(self, key: bytes) -> SpaceId:
        """All of somebody else's."""
        space = self.perform(FollowFolder(PublicKey(key))).feed.space
        self.perform(WantFile(space, ""))
        return space

    def files(self, space: SpaceId) -> dict[str, bytes]:
        """All that are here."""
        entries = self.ask(FolderListing(space, everything=True))
        return {
            one.path: self.ask(FileBytes(space, one.path, 0, one.size, one.version))
            for one in entries
            if one.is_here
        }

    # ---- what we hold

    def feed(self, space: SpaceId) -> FeedView:
        """As it is now."""
        return self.ask(OneFeed(space))

    def holds(self, space: SpaceId, count: int) -> bool:
        """Whether so many blocks are here."""
        return self.feed(space).downloaded >= count

    def blocks(self, space: SpaceId) -> dict[int, bytes]:
        """All that are here."""
        found: dict[int, bytes] = {}
        length = self.feed(space).length
        at = 0
        while at < length:
            page = self.ask(Blocks(space, at, min(length, at + PAGE_BLOCKS_MAX)))
            found |= {block.index: block.data for block in page if block.data is not None}
            at = page[-1].index + 1
        return found
