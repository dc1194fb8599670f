"""The shared folders of the fake engine, in dictionaries: names, versions, content, directories.

The contract of ``engine.model.{feeds,feed_commands,feed_queries}`` for folders. Nothing is fetched:
``arrive`` says what came. ``add`` sets a scene; all state is public.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.errors import Refusal, Refused
from engine.model import events, feed_commands, feed_queries
from engine.model.feed_queries import PAGE_ENTRIES_MAX, READ_BYTES_MAX
from engine.model.feeds import (
    ContentPlace,
    FeedForm,
    FeedState,
    FeedView,
    FileRenewed,
    FileWritten,
    FolderEntryView,
    FolderUse,
    FolderView,
)
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from tests.fake_folder_listing import direct, is_below
from tests.fake_history import EPOCH, key_of

if TYPE_CHECKING:  # the engine owns its folders
    from tests.fake_engine import FakeEngine

EXECUTABLE_BITS = 0o111
OF_FOLDERS_ALONE = (
    feed_commands.CreateFolder
    | feed_commands.FollowFolder
    | feed_commands.UseDirectory
    | feed_commands.PutContent
    | feed_commands.ChangeFiles
    | feed_commands.WantFile
    | feed_queries.Folders
    | feed_queries.OneFolder
    | feed_queries.FolderListing
    | feed_queries.FileHistory
    | feed_queries.FileBytes
)
OF_ANY_FEED = (
    feed_commands.PauseFeed
    | feed_commands.LimitFeed
    | feed_commands.FetchWhole
    | feed_commands.DropBlocks
    | feed_commands.ContinueFeed
    | feed_queries.OneFeed
)
"""Also asked of a folder: of its feed of names, for both of its feeds."""


@dataclass
class FakeFolder:
    """One shared folder. ``versions``: of each path every version, the newest last."""

    view: FolderView
    versions: dict[str, list[FolderEntryView]] = field(default_factory=dict)
    contents: dict[tuple[str, int], bytes] = field(default_factory=dict)
    put: dict[ContentPlace, bytes] = field(default_factory=dict)
    blocks: int = 0
    bytes: int = 0

    def files(self, version: int | None = None) -> dict[str, FolderEntryView]:
        """What there is, by path; as it was at ``version``."""
        found = {}
        for path, versions in self.versions.items():
            known = [one for one in versions if version is None or one.version < version]
            if known and not known[-1].deleted:
                found[path] = known[-1]
        return dict(sorted(found.items()))

    def at(self, path: str, version: int | None) -> FolderEntryView:
        """A file, deleted or not. Refused with FILE_UNKNOWN."""
        for one in reversed(self.versions.get(path, [])):
            if version is None or one.version == version:
                return one
        raise Refused(Refusal.FILE_UNKNOWN, path)

    def put_in_place(self, entry: FolderEntryView) -> None:
        """What is known of that version of a file is another."""
        versions = self.versions[entry.path]
        versions[:] = [entry if one.version == entry.version else one for one in versions]


@dataclass
class FakeFolders:
    """The part of the fake engine that knows what is in folders."""

    engine: FakeEngine
    folders: dict[SpaceId, FakeFolder] = field(default_factory=dict)

    def knows(self, asked: object) -> bool:
        """Whether a command or query is answered here."""
        if isinstance(asked, OF_FOLDERS_ALONE):
            return True
        return isinstance(asked, OF_ANY_FEED) and asked.space in self.folders

    # ---- setting the scene --------------------------------------------------------------------

    def add(
        self,
        name: str,
        files: Mapping[str, bytes] | None = None,
        *,
        own: bool = False,
        here: bool = True,
        **changes: object,
    ) -> SpaceId:
        """A folder with those files; ``changes`` replace fields of its FeedView."""
        made_up = key_of(f"folder {name} {len(self.folders)}")
        key = PublicKey(bytes(changes.pop("key", made_up)))  # type: ignore[call-overload]  # bytes
        space = self._add_space(name, key, own=own)
        feed = FeedView(
            space=space,
            key=key,
            discovery_key=hashlib.blake2b(key, digest_size=32).digest(),
            name=name,
            form=FeedForm.SIGNED,
            own=own,
            length=1,
            byte_length=64,
            downloaded=1,
            downloaded_bytes=64,
            tree_hash=key_of("tree"),
            state=FeedState.CURRENT,
        )
        feed = replace(feed, **changes)  # type: ignore[arg-type]  # a test names real fields
        content_key = PublicKey(key_of(f"content {name}"))
        self.folders[space] = FakeFolder(FolderView(feed, 0, 0, 0, 0, 1, content_key))
        for path, content in (files or {}).items():
            self._enter(space, path, content, here=own or here)
        self._count(self.folders[space])
        return space

    def _add_space(self, name: str, key: PublicKey, *, own: bool) -> SpaceId:
        """As by the real engine: the space of a folder is its key."""
        named = self.engine.add_space(
            name,
            kind=SpaceKind.FOLDER,
            public=True,
            can_post=False,
            can_invite=False,
            own_path=() if own else None,
            public_key=key,
        )
        made, space = self.engine.spaces.pop(named), SpaceId(key)
        made.view = replace(made.view, id=space)
        self.engine.spaces[space] = made
        return space

    def write(
        self, space: SpaceId, path: str, content: bytes, **changes: Any
    ) -> FolderEntryView:  # Any: fields of the entry, and ``here``
        """A new version of a file, from whoever owns the folder; nothing is told.

        ``here``: we hold its content. ``changes`` replace fields of its view.
        """
        entry = self._enter(space, path, content, **changes)
        self._count(self.folders[space])
        return entry

    def _enter(
        self, space: SpaceId, path: str, content: bytes, *, here: bool = True, **changes: Any
    ) -> FolderEntryView:  # Any: fields of the entry
        there = self.folders[space]
        version, size = there.view.version, len(content)
        have = size if here else 0
        entry = FolderEntryView(path, False, size, EPOCH, have, 1, version)  # noqa: FBT003 - a file
        entry = replace(entry, **changes)
        there.versions.setdefault(path, []).append(entry)
        there.contents[path, version] = content
        there.view = replace(there.view, version=version + 1)
        return entry

    def remove(self, space: SpaceId, path: str) -> None:
        """A deletion, by whoever owns the folder; nothing is told."""
        there = self.folders[space]
        last = there.versions[path][-1]
        gone = replace(last, deleted=True, version=there.view.version, size=0, have=0)
        there.versions[path].append(gone)
        there.view = replace(there.view, version=there.view.version + 1)
        self._count(there)

    def arrive(
        self, space: SpaceId, path: str, have: int | None = None, version: int | None = None
    ) -> None:
        """So many bytes of a file are here now (None: all of it), and it is told."""
        there = self.folders[space]
        last = there.at(path, version)
        have = last.size if have is None else have
        wanted = last.wanted and have < last.size
        there.put_in_place(replace(last, have=have, wanted=wanted))
        self._count(there)
        self.engine.tell(events.FolderChanged(space))

    def change(self, space: SpaceId, **changes: object) -> FolderView:
        """Fields of the folder's view, or of its feed's, are others now, and it is told."""
        there = self.folders[space]
        own = {name: value for name, value in changes.items() if hasattr(there.view, name)}
        of_feed = {name: value for name, value in changes.items() if name not in own}
        feed = replace(there.view.feed, **of_feed)  # type: ignore[arg-type]  # real fields
        there.view = replace(there.view, feed=feed)
        there.view = replace(there.view, **own)  # type: ignore[arg-type]  # real fields
        self.engine.tell(events.FolderChanged(space), events.SpaceChanged(space))
        return there.view

    @staticmethod
    def _count(there: FakeFolder) -> None:
        files = there.files()
        done = [one for one in files.values() if one.is_here]
        there.view = replace(
            there.view,
            files=len(files),
            bytes=sum(one.size for one in files.values()),
            done_files=len(done),
            done_bytes=sum(one.have for one in files.values()),
            refused=sum(one.refusal is not None for one in files.values()),
            mtime=max((one.mtime for one in files.values() if one.refusal is None), default=None),
            feed=replace(there.view.feed, length=there.view.version, downloaded=there.view.version),
        )

    # ---- commands -----------------------------------------------------------------------------

    def perform(self, command: object) -> object:  # noqa: C901, PLR0911 - one line each
        """As the engine, to a command of which ``knows`` is true."""
        match command:
            case feed_commands.CreateFolder(name):
                return self._create(name)
            case feed_commands.FollowFolder(key, name):
                return self._follow(key, name)
            case feed_commands.UseDirectory():
                return self._use(command)
            case feed_commands.PutContent(space, blocks):
                return self._put(self._own(space), blocks)
            case feed_commands.ChangeFiles():
                return self._change_files(command)
            case feed_commands.WantFile():
                self._want(command)
                return None
            case feed_commands.PauseFeed(space, paused):
                state = FeedState.PAUSED if paused else FeedState.WAITING
                return self.change(space, paused=paused, state=state).feed
            case feed_commands.LimitFeed(space, limit):
                return self.change(space, limit_bytes=limit).feed
            case feed_commands.ContinueFeed(space):
                return self.change(space, state=FeedState.CURRENT).feed
            case feed_commands.FetchWhole(space, whole):
                return self.change(space, whole=whole).feed
            case feed_commands.DropBlocks(space):
                return self.folders[space].view.feed
            case _:
                raise AssertionError(command)

    def _create(self, name: str) -> FolderView:
        if not name.strip():
            raise Refused(Refusal.NAME_INVALID)
        space = self.add(name, own=True)
        self.engine.tell(events.SpaceChanged(space))
        return self.folders[space].view

    def _follow(self, key: PublicKey, name: str | None) -> FolderView:
        for space, there in self.folders.items():
            if there.view.feed.key == key:
                raise Refused(Refusal.SPACE_KNOWN, self.engine.spaces[space].view.name)
        space = self.add(
            name or key.hex()[:8], key=key, length=0, state=FeedState.WAITING, whole=False
        )
        self.engine.tell(events.SpaceChanged(space))
        return self.folders[space].view

    def _use(self, command: feed_commands.UseDirectory) -> FolderView:
        there = self._folder(command.space)
        if command.use is FolderUse.SHARED and not there.view.feed.own:
            raise Refused(Refusal.READ_ONLY, there.view.feed.name)
        others = [one.view for one in self.folders.values() if one is not there]
        taken = {one.directory: one.feed.name for one in others}
        if command.directory is not None and command.directory in taken:
            raise Refused(Refusal.DIRECTORY_TAKEN, taken[command.directory])
        use = command.use if command.directory is not None else None
        return self.change(command.space, directory=command.directory, use=use, trouble=None)

    @staticmethod
    def _put(there: FakeFolder, blocks: tuple[bytes, ...]) -> ContentPlace:
        place = ContentPlace(there.blocks, there.bytes)
        there.put[place] = b"".join(blocks)
        there.blocks += len(blocks)
        there.bytes += sum(map(len, blocks))
        return place

    def _change_files(self, command: feed_commands.ChangeFiles) -> FolderView:
        there = self._own(command.space)
        files = there.files()
        for path in (*command.removed, *(one.of for one in command.renewed)):
            if path not in files:
                raise Refused(Refusal.FILE_UNKNOWN, path)
        for renewed in command.renewed:
            self._renew(command.space, there, renewed)
        for path in command.removed:
            self.remove(command.space, path)
        for written in command.written:
            self._write(command.space, there, written)
        self.engine.tell(events.FolderChanged(command.space))
        return there.view

    def _renew(self, space: SpaceId, there: FakeFolder, renewed: FileRenewed) -> None:
        content = there.contents[renewed.of, there.versions[renewed.of][-1].version]
        executable = bool(renewed.mode & EXECUTABLE_BITS)
        self.write(space, renewed.path, content, mtime=renewed.mtime, executable=executable)

    def _write(self, space: SpaceId, there: FakeFolder, written: FileWritten) -> None:
        executable = bool(written.mode & EXECUTABLE_BITS)
        content = there.put[written.place][: written.size]
        self.write(space, written.path, content, mtime=written.mtime, executable=executable)

    def _want(self, command: feed_commands.WantFile) -> None:
        there = self._folder(command.space)
        if command.version is not None:
            then = there.at(command.path, command.version)
            there.put_in_place(replace(then, wanted=command.wanted and not then.is_here))
            return
        for path, one in there.files().items():
            meant = path == command.path or is_below(path, command.path)
            if meant and not one.is_here and one.refusal is None:
                there.put_in_place(replace(one, wanted=command.wanted))
        self.engine.tell(events.FolderChanged(command.space))

    # ---- queries ------------------------------------------------------------------------------

    def answer(self, query: object) -> object:
        """What the engine answers to a query of which ``knows`` is true."""
        match query:
            case feed_queries.Folders():
                return tuple(one.view for one in self.folders.values())
            case feed_queries.OneFolder(space):
                return self._folder(space).view
            case feed_queries.OneFeed(space):
                return self._folder(space).view.feed
            case feed_queries.FolderListing():
                return self._listing(query)
            case feed_queries.FileHistory(space, path, before):
                known = self._folder(space).versions.get(path, ())
                if not known and before is None:
                    raise Refused(Refusal.FILE_UNKNOWN, path)
                below = [one for one in known if before is None or one.version < before]
                return tuple(reversed(below[-PAGE_ENTRIES_MAX:]))
            case feed_queries.FileBytes():
                return self._bytes(query)
            case _:
                raise AssertionError(query)

    def _listing(self, query: feed_queries.FolderListing) -> tuple[FolderEntryView, ...]:
        files = self._folder(query.space).files(query.version)
        below = {path: one for path, one in files.items() if is_below(path, query.path)}
        if query.everything:
            listed = list(below.values())
        else:
            listed = sorted(
                direct(below, query.path), key=lambda one: (not one.is_folder, one.path)
            )
        if query.after is not None:
            after = next((i for i, one in enumerate(listed) if one.path == query.after), -1)
            listed = listed[after + 1 :]
        return tuple(listed[:PAGE_ENTRIES_MAX])

    def _bytes(self, query: feed_queries.FileBytes) -> bytes:
        there = self._folder(query.space)
        entry = there.at(query.path, query.version)
        if entry.deleted:
            raise Refused(Refusal.FILE_UNKNOWN, query.path)
        end = min(query.end, query.start + READ_BYTES_MAX)
        if entry.have < min(end, entry.size):
            raise Refused(Refusal.BLOCKS_MISSING, query.path)
        content = there.contents[query.path, entry.version]
        if len(content) != entry.size:
            raise Refused(Refusal.CONTENT_WRONG)
        return content[query.start : end]

    def _folder(self, space: SpaceId) -> FakeFolder:
        if space not in self.engine.spaces:
            raise Refused(Refusal.SPACE_UNKNOWN)
        if space not in self.folders:
            raise Refused(Refusal.NOT_A_FOLDER, self.engine.spaces[space].view.name)
        return self.folders[space]

    def _own(self, space: SpaceId) -> FakeFolder:
        there = self._folder(space)
        if not there.view.feed.own:
            raise Refused(Refusal.READ_ONLY, there.view.feed.name)
        return there
