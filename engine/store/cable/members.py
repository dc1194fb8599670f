"""Who takes part in a channel: who joined it, or said something there, and did not leave since.

The latest join or leave counts, in the order of the channel; what somebody said later than they
left brings them back (versions M and D8 say so, and nothing else would make sense in S).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from engine.protocols.cable.wire.posts import Type
from engine.store.cable.rows import KEPT_MAX
from engine.store.database import Database

SPEAKING = frozenset({Type.TEXT, Type.TOPIC})


class Change(Enum):
    """What became of somebody in a channel."""

    NOTHING = auto()
    NEW = auto()  #: seen there for the first time
    OTHER = auto()  #: they take part otherwise than before
    GONE = auto()  #: nothing is left that they did there


class Members:
    """Writes need an open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database`` and hooks into the end of its transactions."""
        self._database = database
        self._said: dict[tuple[int, int], tuple[int, int]] = {}
        self._in: dict[tuple[int, int], bool] = {}
        database.on_transaction_end(self.flush, self._forget)

    def _forget(self) -> None:
        self._said.clear()
        self._in.clear()

    def spoke(self, channel: int, author: int, timestamp: int) -> Change:
        """They said something there."""
        count, latest = self._said.get((channel, author), (0, timestamp))
        self._said[channel, author] = (count + 1, max(latest, timestamp))
        if self._in.get((channel, author)):
            return Change.NOTHING
        is_new = not self._is_seen(channel, author)
        self.flush()
        return self._look_again(channel, author, is_new=is_new)

    def came_or_left(self, channel: int, author: int) -> Change:
        """A join or leave of theirs came, or went."""
        self.flush()
        is_new = not self._is_seen(channel, author)
        self._database.run(
            "INSERT INTO cable_member (channel, author, is_in, presence) VALUES (?1, ?2, 0, ?3)"
            " ON CONFLICT DO UPDATE SET presence = ?3",
            (channel, author, self._latest_presence(channel, author)),
        )
        return self._look_again(channel, author, is_new=is_new)

    def unsaid(self, channel: int, author: int) -> Change:
        """Something they said is gone."""
        self.flush()
        latest = self._database.value(
            "SELECT timestamp FROM cable_post WHERE author = ? AND channel = ? AND type IN (0, 3)"
            " ORDER BY timestamp DESC LIMIT 1",
            (author, channel),
        )
        self._database.run(
            "UPDATE cable_member SET posts = max(0, posts - 1), spoke = ?"
            " WHERE channel = ? AND author = ?",
            (latest, channel, author),
        )
        return self._look_again(channel, author, is_new=False)

    def _is_seen(self, channel: int, author: int) -> bool:
        sql = "SELECT 1 FROM cable_member WHERE channel = ? AND author = ?"
        return self._database.row(sql, (channel, author)) is not None

    def flush(self) -> None:
        """Writes what is held back."""
        said, self._said = self._said, {}
        self._database.run_many(
            "INSERT INTO cable_member (channel, author, is_in, spoke, posts)"
            " VALUES (?1, ?2, 0, ?3, ?4) ON CONFLICT DO UPDATE SET"
            " spoke = max(coalesce(spoke, ?3), ?3), posts = posts + ?4",
            [(*who, latest, count) for who, (count, latest) in said.items()],
        )

    def erase(self, channel: int) -> None:
        """Nobody was ever seen there."""
        self.flush()
        self._in.clear()
        self._database.run("DELETE FROM cable_member WHERE channel = ?", (channel,))

    def _look_again(self, channel: int, author: int, *, is_new: bool) -> Change:
        row = self._database.row(
            "SELECT m.is_in, m.spoke, p.type, p.timestamp FROM cable_member AS m"
            " LEFT JOIN cable_post AS p ON p.number = m.presence"
            " WHERE m.channel = ? AND m.author = ?",
            (channel, author),
        )
        if row is None:
            return Change.NOTHING
        was_in, spoke, type_, at = row
        if spoke is None and type_ is None:
            sql = "DELETE FROM cable_member WHERE channel = ? AND author = ?"
            self._database.run(sql, (channel, author))
            self._in.pop((channel, author), None)
            return Change.GONE
        is_in = _takes_part(spoke, type_, at)
        if len(self._in) >= KEPT_MAX:
            self._in.clear()
        self._in[channel, author] = is_in
        sql = "UPDATE cable_member SET is_in = ? WHERE channel = ? AND author = ?"
        self._database.run(sql, (is_in, channel, author))
        if is_new:
            return Change.NEW
        return Change.NOTHING if is_in == bool(was_in) else Change.OTHER

    def _latest_presence(self, channel: int, author: int) -> int | None:
        number: int | None = self._database.value(
            "SELECT number FROM cable_post WHERE channel = ? AND author = ? AND type IN (4, 5)"
            " ORDER BY order_key DESC LIMIT 1",
            (channel, author),
        )
        return number


def took_part_without(database: Database, channel: int, author: int, posts: Sequence[int]) -> bool:
    """Whether they would take part there without these posts (their numbers)."""
    here, some = (channel, author), ", ".join(map(str, posts))
    theirs = "FROM cable_post WHERE channel = ? AND author = ?"
    moved = database.row(
        f"SELECT type, timestamp {theirs} AND type IN (4, 5) AND number NOT IN ({some})"
        " ORDER BY order_key DESC LIMIT 1",
        here,
    )
    kind, at = moved or (None, -1)
    if kind == Type.JOIN:
        return True
    spoken = f"{theirs} AND type IN (0, 3) AND number"
    new: int = database.value(f"SELECT count(*) {spoken} IN ({some})", here) or 0
    sql = "SELECT posts FROM cable_member WHERE channel = ? AND author = ?"
    if new >= (database.value(sql, here) or 0):  # they said nothing else: nothing to look for
        return False
    sql = f"SELECT 1 {spoken} NOT IN ({some}) AND timestamp > ? LIMIT 1"
    return kind is None or database.row(sql, (*here, at)) is not None


def _takes_part(spoke: int | None, presence: int | None, at: int | None) -> bool:
    match presence:
        case Type.JOIN:
            return True
        case Type.LEAVE:
            return spoke is not None and at is not None and spoke > at
        case _:
            return spoke is not None
