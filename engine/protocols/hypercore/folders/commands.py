"""Commands about shared folders: made, followed, tied to a directory, changed, fetched. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.crypto.ed25519 import SEED_BYTES, KeyPair, from_seed
from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.feed_commands import (
    ChangeFiles,
    CreateFolder,
    FollowFolder,
    PutContent,
    UseDirectory,
    WantFile,
)
from engine.model.feed_queries import OneFolder
from engine.model.feeds import ContentPlace, FolderUse
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.protocols.contract import Answer, Effect, Store
from engine.protocols.hypercore.commands.making import Making, space_of
from engine.protocols.hypercore.commands.own_feeds import OwnFeeds, demand_sizes, signer_of
from engine.protocols.hypercore.drive.messages import encode_contents_key
from engine.protocols.hypercore.drive.names import Unsafe, parts_of
from engine.protocols.hypercore.drive.paths import Names
from engine.protocols.hypercore.folders.keys import content_keys
from engine.protocols.hypercore.folders.records import (
    DirectoryUsed,
    FilesWanted,
    Folder,
    FolderRecords,
    FolderStored,
    VersionCalledOff,
)
from engine.protocols.hypercore.folders.writing import NamesWriting, names_of
from engine.protocols.hypercore.records import Appended, Feed, FeedStored, Sought
from engine.protocols.hypercore.tree.conversion import signed
from engine.protocols.hypercore.tree.growth import grow
from engine.protocols.hypercore.tree.suites import SUITES, SuiteName
from engine.protocols.spaces import demand_free

NAMES_KEPT_MAX = 8  # ours: folders whose index of names is kept in memory


@dataclass(frozen=True, slots=True)
class KeepingFolders:
    """A ``Performer``. It remembers the indexes of names that it wrote last: working them out anew
    takes reading all of a folder.
    """

    making: Making
    records: FolderRecords
    _indexes: dict[SpaceId, tuple[int, Names]] = field(default_factory=dict)

    @property
    def own(self) -> OwnFeeds:
        """See ``Making``."""
        return self.making.own

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset(
            {CreateFolder, FollowFolder, UseDirectory, PutContent, ChangeFiles, WantFile}
        )

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case CreateFolder(name):
                return self._create(name, now)
            case FollowFolder(key, name):
                return self._follow(key, name, now)
            case UseDirectory():
                return self._use(command)
            case PutContent(space, blocks):
                return self._put(space, blocks, now)
            case ChangeFiles():
                return self._change(command, now)
            case WantFile():
                return self._want(command)
            case _:
                raise TypeError(command)

    # ---- made and followed ------------------------------------------------------------------

    def _create(self, wanted: str, now: float) -> list[Effect]:
        name = self.making.new_name(wanted)
        keys = from_seed(self.making.entropy(SEED_BYTES))
        inner = content_keys(keys.seed)
        names = _feed_of(keys.public_key)
        content = replace(_feed_of(inner.public_key), beside=names.space)
        first = encode_contents_key(inner.public_key)
        return [
            Store(FeedStored(names.space, names, now, keys.seed, name, SpaceKind.FOLDER)),
            Store(FeedStored(content.space, content, now, inner.seed, kind=SpaceKind.FOLDER)),
            Store(FolderStored(names.space)),
            Store(_first_block(names, keys, first, now)),
            Answer(OneFolder(names.space)),
        ]

    def _follow(self, key: PublicKey, wanted: str | None, now: float) -> list[Effect]:
        space = space_of(key)
        known = self.own.records.known(space)
        if known is not None:
            self.own.demand_no_part(known)
            if self.records.folder(space) is None:
                raise Refused(Refusal.SPACE_KNOWN, self.own.name(known))
            return self.making.take_up(known, OneFolder(space))
        demand_free(self.own.names, space, SpaceKind.FOLDER)
        name = self.making.free_name(wanted, key)
        stored = FeedStored(space, _feed_of(key), now, name=name, kind=SpaceKind.FOLDER)
        return [Store(stored), Store(FolderStored(space)), Answer(OneFolder(space))]

    # ---- where it lies ----------------------------------------------------------------------

    def _use(self, command: UseDirectory) -> list[Effect]:
        space, directory = command.space, command.directory
        folder, feed = self._folder(space), self.own.feed(space)
        use = None if directory is None else command.use or _usual(feed)
        if use is FolderUse.SHARED and not feed.own:
            raise Refused(Refusal.READ_ONLY, self.own.name(feed))
        if directory is not None:
            self._demand_apart(space, directory)
        effects: list[Effect] = [Store(DirectoryUsed(space, directory, use))]
        mirrors, mirrored = use is FolderUse.MIRRORED, folder.use is FolderUse.MIRRORED
        if mirrors:
            effects += self._wanting(space, "")
        elif mirrored:
            effects.append(Store(FilesWanted(space, "", wanted=False)))
        return [*effects, Answer(OneFolder(space))]

    def _demand_apart(self, space: SpaceId, directory: str) -> None:
        for other, taken in self.records.directories().items():
            if other != space and _overlap(directory, taken):
                name = self.own.names.names().get(other, taken)
                raise Refused(Refusal.DIRECTORY_TAKEN, name)

    # ---- written ----------------------------------------------------------------------------

    def _put(self, space: SpaceId, blocks: Sequence[bytes], now: float) -> list[Effect]:
        feed = self._own_content(space)
        demand_sizes(blocks)
        place = ContentPlace(feed.length, feed.byte_length)
        if not blocks:
            return [Answer(place)]
        return [Store(self.own.grown(feed, blocks, now)), Answer(place)]

    def _change(self, command: ChangeFiles, now: float) -> list[Effect]:
        space = command.space
        self._own_content(space)
        feed = self.own.feed(space)
        length, names = self._indexes.pop(space, (0, Names()))
        if length != feed.length:
            names = names_of(self.records, space)
        writing = NamesWriting(self.records, space, names, feed.length, now)
        blocks = writing.write(command)
        if not blocks:
            return [Answer(OneFolder(space))]
        if len(self._indexes) >= NAMES_KEPT_MAX:
            self._indexes.pop(next(iter(self._indexes)))
        self._indexes[space] = feed.length + len(blocks), names
        return [Store(self.own.grown(feed, blocks, now)), Answer(OneFolder(space))]

    # ---- fetched ----------------------------------------------------------------------------

    def _want(self, command: WantFile) -> list[Effect]:
        space, path, wanted, version = command.space, command.path, command.wanted, command.version
        self._folder(space)
        if version is not None:
            return self._want_version(space, path, version, wanted=wanted)
        if path and isinstance(parts_of(path), Unsafe):
            raise Refused(Refusal.NAME_UNSAFE, path)
        if not wanted:
            return [Store(FilesWanted(space, path, wanted=False)), Answer(None)]
        feed = self.own.feed(space)
        is_all_read = 0 < feed.length == self.records.read_up_to(space)
        if path and is_all_read and not self.records.has_path(space, path):
            raise Refused(Refusal.FILE_UNKNOWN, path)
        return [*self._wanting(space, path), Answer(None)]

    def _want_version(
        self, space: SpaceId, path: str, version: int, *, wanted: bool
    ) -> list[Effect]:
        """It is only sought: what an author wrote once changes no more."""
        content = self._folder(space).content
        blocks = self.records.version(space, path, version)
        if blocks is None:
            raise Refused(Refusal.FILE_UNKNOWN, path)
        effects: list[Effect] = []
        if content is not None and blocks[0] < blocks[1]:
            is_here = list(self.own.records.held(content, *blocks)) == [blocks]
            if not (wanted and is_here):
                effects.append(Store(Sought(content, *blocks, wanted=wanted)))
        if not wanted:  # behind the other, by which conversations call off what they asked for
            effects.append(Store(VersionCalledOff(space, path, version)))
        return [*effects, Answer(None)]

    def _wanting(self, space: SpaceId, path: str) -> list[Effect]:
        effects: list[Effect] = [Store(FilesWanted(space, path))]
        content = self._folder(space).content
        lacking = [] if content is None else self.records.lacking(space, path)
        if content is not None and lacking:
            # The rest is sought by the first record; this one has conversations look at once.
            effects.append(Store(Sought(content, *lacking[0])))
        return effects

    # ---- which ------------------------------------------------------------------------------

    def _folder(self, space: SpaceId) -> Folder:
        folder = self.records.folder(space)
        if folder is None:
            raise Refused(Refusal.NOT_A_FOLDER, self.own.name(self.own.feed(space)))
        return folder

    def _own_content(self, space: SpaceId) -> Feed:
        """The feed of contents of a folder that we may write. Refused as ``may_grow``."""
        folder, names = self._folder(space), self.own.feed(space)
        self.own.may_grow(names)
        if folder.content is None:
            raise Refused(Refusal.READ_ONLY, self.own.name(names))
        content = self.own.feed(folder.content)
        self.own.may_grow(content)
        return content


def _feed_of(key: bytes) -> Feed:
    return Feed(SpaceId(key), PublicKey(key), SuiteName.BLAKE2B)


def _first_block(feed: Feed, keys: KeyPair, block: bytes, now: float) -> Appended:
    """Of a feed that is only just being made: nothing of it is stored yet."""
    suite = SUITES[feed.suite]
    grown = grow(suite, (), 0, (block,))
    by_us = signed(suite, grown.roots, signer_of(keys))
    return Appended(feed.space, 0, (block,), grown.nodes, by_us, grown.byte_length, now)


def _usual(feed: Feed) -> FolderUse:
    return FolderUse.SHARED if feed.own else FolderUse.MIRRORED


def _overlap(one: str, other: str) -> bool:
    """Whether one of the two directories lies in the other."""
    first, second = (path.replace("\\", "/").rstrip("/") + "/" for path in (one, other))
    return first.startswith(second) or second.startswith(first)
