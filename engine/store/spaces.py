"""What all kinds of spaces share: the row of each, and what only we know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.model.ids import NotificationLevel, OrderKey, PublicKey, SpaceId, SpaceKind
from engine.protocols.contract import Record
from engine.protocols.space_records import (
    DraftKept,
    KeyVerified,
    NotificationsSet,
    ReadUpTo,
    SpaceArchived,
    SpacePinned,
    SpaceRecord,
    SpaceRenamed,
    SpacesArranged,
)
from engine.protocols.spaces import Taken
from engine.store.database import Database, Reading, Row
from engine.store.drafts import Drafts
from engine.store.timeline.late import note_seen
from engine.store.verified_keys import VerifiedKeys


@dataclass(frozen=True, slots=True)
class StoredSpace:
    """A row. ``number`` stands for the space inside the file.

    ``created_at`` is when it came to be on this computer. ``place`` is that in the list as a
    person arranged it, None: by its name. ``came_as``: the name it came under, None: ``name``.
    """

    number: int
    id: SpaceId
    kind: SpaceKind
    name: str
    public_key: PublicKey
    notifications: NotificationLevel
    left: bool
    read_up_to: OrderKey | None
    created_at: float
    pinned: bool = False
    archived: bool = False
    place: int | None = None
    came_as: str | None = None

    @property
    def given_name(self) -> str:
        """See ``SpaceView``."""
        return self.name if self.came_as is None else self.came_as

    @property
    def list_key(self) -> tuple[bool, bool, int, str, int]:
        """Sorts the spaces of one kind: the pinned first, then as arranged, then by name."""
        place = self.place
        return (not self.pinned, place is None, place or 0, self.name.casefold(), self.number)


_SELECT = (
    "SELECT number, id, kind, name, public_key, notifications, is_left, read_up_to,"
    " created_at, pinned, archived, place, came_as FROM space"
)
ONLY_LINE = ""  # of a timeline: each space has one, and it is the channel
_KNOWN = "WHERE NOT forgotten AND NOT is_inner"


def all_spaces(reading: Reading) -> tuple[StoredSpace, ...]:
    """Oldest first."""
    return tuple(_stored(row) for row in reading.rows(f"{_SELECT} {_KNOWN} ORDER BY number"))


def one_space(reading: Reading, space: SpaceId) -> StoredSpace | None:
    """None if it is unknown."""
    row = reading.row(f"{_SELECT} {_KNOWN} AND id = ?", (space,))
    return None if row is None else _stored(row)


class SpaceRepository:
    """Applies the records of engine/protocols/spaces.py, and keeps the rows for the protocols."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database
        self._drafts = Drafts(database)
        self._verified = VerifiedKeys(database)
        self._numbers: dict[SpaceId, int] = {}
        self._kinds: dict[SpaceId, SpaceKind] = {}
        self._heard_of_forgetting: list[Callable[[], None]] = []
        self._who_knows_inner: list[Callable[[SpaceId], Taken | None]] = []
        database.on_transaction_end(lambda: None, self._forget_all)

    def apply(self, record: Record) -> None:
        """Unknown spaces are left alone."""
        if not isinstance(record, SpaceRecord):
            raise TypeError(record)
        match record:
            case SpaceRenamed(space, name):
                self._rename(space, name)
            case NotificationsSet(space, level):
                sql = "UPDATE space SET notifications = ? WHERE id = ?"
                self._database.run(sql, (level.value, space))
            case SpacePinned(space, pinned):
                self._database.run("UPDATE space SET pinned = ? WHERE id = ?", (pinned, space))
            case SpaceArchived(space, archived):
                self._database.run("UPDATE space SET archived = ? WHERE id = ?", (archived, space))
            case SpacesArranged(spaces):
                self._arrange(spaces)
            case DraftKept():
                self._drafts.keep(record)
            case KeyVerified():
                self._verified.note(record)
            case ReadUpTo():
                self._note_read(record)
            case _:
                assert_never(record)

    def _rename(self, space: SpaceId, name: str) -> None:
        """The name it came under stays known. Names on the right are those from before."""
        sql = "UPDATE space SET name = ?1, came_as = nullif(coalesce(came_as, name), ?1)"
        self._database.run(f"{sql} WHERE id = ?2", (name, space))

    def _note_read(self, record: ReadUpTo) -> None:
        number = self.number(record.space)
        if number is None:
            return
        self._database.run(
            "UPDATE space SET read_up_to = ?1"
            " WHERE number = ?2 AND (read_up_to IS NULL OR read_up_to < ?1)",
            (record.order, number),
        )
        note_seen(self._database, (number, ONLY_LINE), record.since, record.order)

    def _arrange(self, spaces: Sequence[SpaceId]) -> None:
        self._database.run("UPDATE space SET place = NULL WHERE place IS NOT NULL")
        self._database.run_many("UPDATE space SET place = ? WHERE id = ?", list(enumerate(spaces)))

    def names(self) -> Mapping[SpaceId, str]:
        """All spaces and what we call them, oldest first."""
        rows = self._database.rows(f"SELECT id, name FROM space {_KNOWN} ORDER BY number")  # noqa: S608 - of fixed texts
        return {SpaceId(space): name for space, name in rows}

    def given_name(self, space: SpaceId) -> str:
        """See ``SpaceNames``."""
        sql = "SELECT coalesce(came_as, name) FROM space WHERE id = ?"
        name: str | None = self._database.value(sql, (space,))
        assert name is not None, "a space that is not there"
        return name

    def taken(self, space: SpaceId, kind: SpaceKind) -> Taken | None:
        """See ``SpaceNames``."""
        sql = "SELECT name, is_inner FROM space WHERE id = ? AND (kind != ? OR is_inner)"
        row = self._database.row(sql, (space, kind.value))
        if row is None:
            return None
        name, is_inner = row
        if not is_inner:
            return Taken(name)
        told = (whose(space) for whose in self._who_knows_inner)
        return next((one for one in told if one is not None), Taken(""))

    # ---- for the protocols' repositories ------------------------------------------------------

    def ask_of_inner(self, whose: Callable[[SpaceId], Taken | None]) -> None:
        """``whose`` tells of an inner space what a person knows it by; None: it is another's."""
        self._who_knows_inner.append(whose)

    def number(self, space: SpaceId) -> int | None:
        """What stands for it inside the file; None if it is unknown."""
        number = self._numbers.get(space)
        if number is None:
            number = self._database.value("SELECT number FROM space WHERE id = ?", (space,))
            if number is not None:
                self._numbers[space] = number
        return number

    def id_of(self, number: int) -> SpaceId:
        """Which space that number stands for; it must be there."""
        return SpaceId(self._database.value("SELECT id FROM space WHERE number = ?", (number,)))

    def public_key_of(self, number: int) -> PublicKey:
        """The key of the space of that number; it must be there."""
        sql = "SELECT public_key FROM space WHERE number = ?"
        return PublicKey(self._database.value(sql, (number,)))

    def kind(self, space: SpaceId) -> SpaceKind | None:
        """What it is; None if it is unknown."""
        kind = self._kinds.get(space)
        if kind is None:
            sql = "SELECT kind FROM space WHERE id = ? AND NOT forgotten"
            stored: str | None = self._database.value(sql, (space,))
            if stored is not None:
                kind = self._kinds[space] = SpaceKind(stored)
        return kind

    def store_inner(self, space: SpaceId, kind: SpaceKind, public_key: PublicKey, at: float) -> int:
        """Inserts one that is a part of another, and in no list; its number. The id is free."""
        number: int | None = self._database.value(
            "INSERT INTO space (id, kind, name, public_key, created_at, is_inner)"
            " VALUES (?, ?, '', ?, ?, 1) ON CONFLICT (id) DO NOTHING RETURNING number",
            (space, kind.value, public_key, at),
        )
        assert number is not None, "the id of another space"
        return number

    def store(
        self, space: SpaceId, kind: SpaceKind, name: str, public_key: PublicKey, at: float
    ) -> int:
        """Inserts it, or gives the one of that id and kind this name; its number.

        The row of any other is never touched: it is not ``taken``.
        """
        number: int | None = self._database.value(
            "INSERT INTO space (id, kind, name, public_key, created_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name,"
            " came_as = nullif(coalesce(came_as, name), excluded.name)"
            " WHERE kind = excluded.kind AND NOT is_inner RETURNING number",
            (space, kind.value, name, public_key, at),
        )
        assert number is not None, "the id of another space"
        return number

    def note_given(self, space: SpaceId, name: str) -> None:
        """It came under that name, and had ours from the start."""
        sql = "UPDATE space SET came_as = nullif(?, name) WHERE id = ?"
        self._database.run(sql, (name, space))

    def set_left(self, space: SpaceId, *, left: bool) -> None:
        """Whether we have left it."""
        self._database.run("UPDATE space SET is_left = ? WHERE id = ?", (left, space))

    # ---- forgetting -------------------------------------------------------------------------

    def forget(self, space: SpaceId) -> None:
        """From now on nobody knows it; its rows are erased later (engine/store/forgetting.py).

        The row keeps nothing but its number, which those rows refer to. What was begun in it and
        not sent goes at once.
        """
        self._drafts.erase(space)
        self._database.run(
            "UPDATE space SET id = randomblob(32), name = '', public_key = zeroblob(32),"
            " created_at = 0, notifications = 'all', is_left = 1, read_up_to = NULL, pinned = 0,"
            " archived = 0, place = NULL, came_as = NULL, forgotten = 1 WHERE id = ?",
            (space,),
        )
        self._numbers.pop(space, None)
        self._kinds.pop(space, None)
        for heard in self._heard_of_forgetting:
            heard()

    def on_forgotten(self, heard: Callable[[], None]) -> None:
        """``heard`` is called in each transaction in which an id comes free."""
        self._heard_of_forgetting.append(heard)

    def next_forgotten(self) -> int | None:
        """The number of the one that was made first and is not erased yet."""
        number: int | None = self._database.value("SELECT min(number) FROM space WHERE forgotten")
        return number

    def erase(self, number: int) -> None:
        """The row of a forgotten one is gone; whatever refers to it went before."""
        self._database.run("DELETE FROM space WHERE number = ? AND forgotten", (number,))

    def _forget_all(self) -> None:
        self._numbers.clear()
        self._kinds.clear()

    def erase_some(self, number: int) -> bool:  # noqa: ARG002
        """See ``Eraser``: here is only the row, which goes last."""
        return False


def _stored(row: Row) -> StoredSpace:
    number, space, kind, name, public_key, notifications, left, read_up_to, *kept = row
    created_at, pinned, archived, place, came_as = kept
    return StoredSpace(
        number=number,
        id=SpaceId(space),
        kind=SpaceKind(kind),
        name=name,
        public_key=PublicKey(public_key),
        notifications=NotificationLevel(notifications),
        left=bool(left),
        read_up_to=None if read_up_to is None else OrderKey(read_up_to),
        created_at=created_at,
        pinned=bool(pinned),
        archived=bool(archived),
        place=place,
        came_as=came_as,
    )
