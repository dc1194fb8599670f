"""What people do with shared folders, and what folders promise: everybody sees the same files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.errors import Refused
from engine.model.events import Event
from engine.model.feed_commands import (
    ChangeFiles,
    CreateFolder,
    FollowFolder,
    PutContent,
    WantFile,
)
from engine.model.feed_queries import FileBytes, FolderListing, OneFolder
from engine.model.feeds import ContentPlace, FileWritten, FolderEntryView
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.feeds.laws import Pair, pairs
from tests.simulation.feeds.people import Circle, Person
from tests.simulation.feeds.program import feeds_of

NAMES = ("a", "b", "sub/c", "sub/deep/d", "\u00e9", "A")
"""Of two that differ in their case alone one is refused."""
SIZES = (0, 1, 300, 5_000, 70_000)
CHUNK = 65_536
HABITS = {"share": 0.3, "put": 3.0, "take_away": 0.6, "get": 2.0, "want": 2.0}


@dataclass(slots=True)
class Shelf:
    """All folders of a world: their keys, and what their owners have put under which version."""

    keys: dict[PublicKey, None] = field(default_factory=dict)
    written: dict[tuple[SpaceId, str], list[bytes]] = field(default_factory=dict)
    own: dict[str, list[SpaceId]] = field(default_factory=dict)
    _number: int = 0

    def habits(self) -> Mapping[str, Callable[[Person], None]]:
        """For ``Person.more``."""
        return {
            "share": self.shares,
            "put": self.puts,
            "take_away": self._takes_away,
            "get": self._gets,
            "want": self._wants,
        }

    def shares(self, person: Person) -> None:
        """A folder of one's own."""
        self._number += 1

        def shared(result: object) -> None:
            assert isinstance(result, OneFolder)
            self.keys[PublicKey(result.space)] = None
            self.own.setdefault(person.name, []).append(result.space)

        person.does(CreateFolder(f"{person.name}s{self._number}"), shared)

    def puts(self, person: Person) -> None:
        """A file, into a folder of one's own."""
        space = self._one_of(person)
        if space is None:
            self.shares(person)
            return
        path, content = person.dice.choice(NAMES), person.dice.randbytes(person.dice.choice(SIZES))
        blocks = tuple(content[at : at + CHUNK] for at in range(0, len(content), CHUNK))

        def put(result: object) -> None:
            assert isinstance(result, ContentPlace)
            file = FileWritten(path, result, len(blocks), len(content), 0o644, 1_000.0)
            # It may be published though the answer is lost in a crash.
            self.written.setdefault((space, path), []).append(content)
            person.does(ChangeFiles(space, written=(file,)))

        person.does(PutContent(space, blocks), put)

    def _takes_away(self, person: Person) -> None:
        space = self._one_of(person)
        if space is not None:
            person.does(ChangeFiles(space, removed=(person.dice.choice(NAMES),)))

    def _gets(self, person: Person) -> None:
        if self.keys:
            person.does(FollowFolder(person.dice.choice(list(self.keys))))

    def _wants(self, person: Person) -> None:
        folders = folders_of(person.computer)
        if folders:
            path = person.dice.choice(["", "sub", *NAMES])
            person.does(WantFile(person.dice.choice(folders), path, person.dice.random() < 0.8))

    def _one_of(self, person: Person) -> SpaceId | None:
        own = self.own.get(person.name)
        return person.dice.choice(own) if own else None


def folders_of(computer: Computer) -> list[SpaceId]:
    """All that are followed or written there."""
    records = feeds_of(computer)
    return [
        feed.space
        for feed in records.feeds()
        if feed.beside is None and records.kind(feed.space) is SpaceKind.FOLDER
    ]


def entries_of(computer: Computer, space: SpaceId) -> tuple[FolderEntryView, ...]:
    """All files of the newest version, by path."""
    page = computer.ask(FolderListing(space, everything=True))
    assert isinstance(page, tuple)
    return page


@dataclass(slots=True)
class FoldersAgree:
    """Files are what their owner put, byte for byte; at rest two who talk see the same of them."""

    circle: Circle
    shelf: Shelf

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""

    def started(self, computer: Computer) -> None:
        """See ``Law``."""

    def look(self) -> None:
        """See ``Law``."""

    def at_rest(self) -> None:
        """See ``Law``."""
        for person in self.circle.people:
            for space in folders_of(person.computer):
                self._demand_contents(person.computer, space)
        for pair in pairs(self.circle):
            if feeds_of(pair.here).kind(pair.feed.space) is SpaceKind.FOLDER:
                self._demand_same(pair)

    def _demand_contents(self, computer: Computer, space: SpaceId) -> None:
        for entry in entries_of(computer, space):
            if not entry.is_here:
                continue
            try:
                content = computer.ask(FileBytes(space, entry.path, 0, entry.size, entry.version))
            except Refused as refused:
                raise LawBroken(
                    "files that are here are read", f"{entry.path}: {refused}"
                ) from None
            if content not in self.shelf.written.get((space, entry.path), ()):
                detail = f"{computer.name}: {entry.path} of {space.hex()[:8]}"
                raise LawBroken("files are what their owner put", detail)
            self.circle.world.count("files read")

    def _demand_same(self, pair: Pair) -> None:
        is_quiet = pair.feed.paused or pair.their_feed.paused or pair.feed.is_full
        if pair.feed.beside is not None or is_quiet or pair.feed.length != pair.their_feed.length:
            return
        mine, theirs = (
            [(one.path, one.size, one.version, one.refusal) for one in entries_of(each, space)]
            for each, space in ((pair.here, pair.feed.space), (pair.there, pair.feed.space))
        )
        whole = all(
            list(feeds_of(each).held(pair.feed.space, 0, pair.feed.length))
            == [(0, pair.feed.length)]
            for each in (pair.here, pair.there)
        )
        if whole and mine != theirs:
            detail = f"{pair.here.name} and {pair.there.name} of {pair.feed.space.hex()[:8]}"
            raise LawBroken("everybody sees the same files", detail)
        self.circle.world.count("folders that agree", int(whole))
