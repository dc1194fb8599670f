"""Opens a profile's store: the file, its format, its key's note of it, and the parts on top.

Which protocols there are is the caller's business: it makes their repositories and answers over the
two connections given here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from engine.errors import Fault, FaultReason
from engine.model.hits import FoundPosts
from engine.model.ids import ProtocolName, SpaceKind
from engine.model.queries import Search
from engine.store import keys, reserve
from engine.store.answers import SharedAnswers
from engine.store.arriving import ArrivalAnswers
from engine.store.connection import MEMORY, Location
from engine.store.database import Database, Reading
from engine.store.delivery import Delivery
from engine.store.files import make_private
from engine.store.forgetting import Forgetting, Further
from engine.store.inspection import Inspection
from engine.store.migrate import Told, migrate, refuse_newer, shipped_steps
from engine.store.peers import Peers
from engine.store.personal import PersonalAnswers, SafetyCodeOf
from engine.store.posts import PostAnswers
from engine.store.reading import Answerers, Folding, KindOfSpace, Reader
from engine.store.spaces import SpaceRepository
from engine.store.storage import News, NewsSource, Repository, Storage
from engine.store.timeline.search import Finder
from engine.store.timeline.timeline import Timeline

DATABASE_NAME = "tidings.db"
BACKUP_NAME = "backup"


@dataclass(frozen=True, slots=True)
class Store:
    """The one writer, and what all protocols share on it."""

    database: Database
    spaces: SpaceRepository
    timeline: Timeline
    delivery: Delivery
    peers: Peers
    inspection: Inspection

    def storage(
        self,
        repositories: Mapping[ProtocolName, Repository],
        sources: Sequence[NewsSource] = (),
        further: Sequence[Further] = (),
    ) -> Storage:
        """The turn's writer. Records about spaces of any kind are applied by this store itself.

        ``sources``: those that tell themselves what has changed. ``further``: what is done some at
        a time by ``Storage.do_further``.
        """
        forgetting = Forgetting(
            self.database,
            self.spaces,
            self.timeline,
            self.delivery,
            list(repositories.values()),
            further,
        )
        applied = {**repositories, ProtocolName.TIDINGS: self.spaces}
        news = News(self.spaces, self.delivery, sources)
        return Storage(self.database, applied, forgetting, news)

    def reader(self, parts: Callable[[Reading], ReadingParts]) -> Reader:
        """Answers queries over a connection of its own, with what ``parts`` makes for it."""
        reading = self.database.open_reader()
        made = parts(reading)
        shared = SharedAnswers(reading, made.kinds, made.folding)
        personal = PersonalAnswers(reading, made.kinds, made.safety_code)
        posts = _post_answers(reading, made)
        arriving = ArrivalAnswers(reading, made.kinds, made.folding)
        ours = {
            **shared.answerers(),
            **posts.answerers(),
            **personal.answerers(),
            **arriving.answerers(),
        }
        return Reader(reading, {**ours, **made.answerers})

    def find(
        self,
        parts: Callable[[Reading], ReadingParts],
        query: Search,
        is_to_end: Callable[[], bool],
    ) -> FoundPosts:
        """See ``Search``: over a connection of its own, on any thread. Once ``is_to_end``, it is
        cut. Raises Refused or Fault.
        """
        with closing(self.database.open_reader()) as reading, reading.snapshot():
            return _post_answers(reading, parts(reading)).find(query, is_to_end)

    @property
    def troubles(self) -> Sequence[Fault]:
        """What was found at the opening and did not keep it from being opened."""
        damaged = self.database.damaged_log
        return () if damaged is None else (Fault(FaultReason.LOG_DAMAGED, damaged),)

    def close(self) -> None:
        """After the readers. What was committed is folded into the one file."""
        self.database.close()
        location = self.database.location
        if location.path != MEMORY and not location.vfs:
            reserve.keep(Path(location.path).parent)  # of what the log took


@dataclass(frozen=True, slots=True)
class ReadingParts:
    """What protocols add to the shared answers."""

    kinds: Mapping[SpaceKind, KindOfSpace]
    answerers: Answerers
    safety_code: SafetyCodeOf
    folding: Mapping[SpaceKind, Folding] = field(default_factory=dict)
    finder: Finder | None = None


def _post_answers(reading: Reading, made: ReadingParts) -> PostAnswers:
    return PostAnswers(reading, made.kinds, made.folding, made.finder)


def open_store(directory: Path, key: bytes, vfs: str = "", told: Told | None = None) -> Store:
    """The store in a profile's folder; made if it is not there, brought to this program's format.

    A key names a format from the moment its database is made. Until then a missing database is what
    a crash left of a profile that nobody ever used; afterwards it is a loss, and refused.

    ``told`` hears how far it is with a file of an older format, which may take minutes. On a disk
    that is full it is opened in the room that is kept for that (``reserve``).

    Raises Fault: PROFILE_NEWER (nothing was written), DATABASE_MISSING, DATABASE_UNREADABLE
    (damaged, or of another key), DATABASE_CORRUPT, KEY_FILE_DAMAGED, DISK_*, PROFILE_IN_USE.
    """
    try:
        store = _opened(directory, key, vfs, told)
    except Fault as fault:
        if fault.reason is not FaultReason.DISK_FULL or not reserve.let_go(directory):
            raise
        try:
            return _opened(directory, key, vfs, told)
        except Fault:  # as before: an older program may still open it there
            reserve.keep(directory)
            raise
    if not vfs:
        reserve.keep(directory)
    return store


def _opened(directory: Path, key: bytes, vfs: str, told: Told | None) -> Store:
    steps = shipped_steps()
    location = Location(str(directory / DATABASE_NAME), key, vfs)
    _refuse_loss(directory)
    refuse_newer(location, steps)
    _close_to_others(directory)
    database = Database(location, directory / BACKUP_NAME)
    try:
        migrate(database, directory / BACKUP_NAME, steps, *([told] if told else []))
        if keys.exists(directory):
            keys.set_format_version(directory, steps[-1].number)
    except BaseException:
        with suppress(Fault):  # the first trouble is the one to tell
            database.close()
        raise
    return _store(database)


def _refuse_loss(directory: Path) -> None:
    database = directory / DATABASE_NAME
    if database.exists() and database.stat().st_size > 0:
        return
    if keys.exists(directory) and keys.format_version(directory) != keys.FORMAT_UNUSED:
        raise Fault(FaultReason.DATABASE_MISSING, str(database))


def _close_to_others(directory: Path) -> None:
    """Copies from a backup or another computer may have come with looser modes."""
    backups = directory / BACKUP_NAME
    beside = [DATABASE_NAME + ending for ending in ("", "-wal", "-shm")]
    for path in (directory, *(directory / name for name in beside), backups, *backups.glob("*")):
        make_private(path)


def open_memory_store() -> Store:
    """A store that is gone with the process, for simulation."""
    database = Database(Location(MEMORY, None))
    database.become(_new_in_memory())
    return _store(database)


@cache
def _new_in_memory() -> Database:
    """What all of them begin as: made once, for it takes longer than what is done with many."""
    database = Database(Location(MEMORY, None))
    migrate(database, None, shipped_steps())
    return database


def _store(database: Database) -> Store:
    return Store(
        database,
        SpaceRepository(database),
        Timeline(database),
        Delivery(database),
        Peers(database),
        Inspection(database),
    )
