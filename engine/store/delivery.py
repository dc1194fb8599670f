"""Which peers are known to hold our posts: facts only (protocols/tidings.md 4). Names no protocol.

A protocol's repository finds out which posts of ours are meant; here they are kept and counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.model.ids import PeerId, PostId
from engine.store.database import ERASED_ROWS, Database, Reading

PEERS_MAX = 256  # ours: of one post; beyond it the number says enough


def peers_sql(space: str, post: str) -> str:
    """As SQL, how many peers hold that post. Both are SQL, too."""
    return f"(SELECT count(*) FROM delivery AS d WHERE d.space = {space} AND d.post = {post})"  # noqa: S608 - of fixed texts


def peers_count(reading: Reading, space: int, post: PostId) -> int:
    """How many peers are known to hold that post."""
    return int(reading.value(f"SELECT {peers_sql('?1', '?2')}", (space, post)))


def noted_sql(space: str, post: str, peer: str) -> str:
    """As SQL, whether that peer is known to hold that post. All three are SQL, too."""
    return (
        f"EXISTS (SELECT 1 FROM delivery AS d WHERE d.space = {space}"  # noqa: S608 - of fixed texts
        f" AND d.post = {post} AND d.peer = {peer})"
    )


def peers_holding(reading: Reading, space: int, post: PostId) -> tuple[PeerId, ...]:
    """By id, the peers known to hold that post."""
    sql = "SELECT peer FROM delivery WHERE space = ? AND post = ? ORDER BY peer"
    return tuple(PeerId(peer) for (peer,) in reading.rows(sql, (space, post)))


class Delivery:
    """The writer, in the open transaction. Spaces are meant by their numbers."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database`` and hooks into the end of its transactions."""
        self._database = database
        self._grown: dict[int, dict[PostId, None]] = {}
        database.on_transaction_end(lambda: None, self._grown.clear)

    def note(self, space: int, peer: PeerId, posts: Sequence[PostId]) -> Sequence[PostId]:
        """``peer`` holds these posts of ours; of which of them that is new. What is known already
        changes nothing.
        """
        return [post for post in posts if self._is_new(space, peer, post)]

    def _is_new(self, space: int, peer: PeerId, post: PostId) -> bool:
        self._database.run(
            "INSERT INTO delivery SELECT ?1, ?2, ?3 WHERE"
            " (SELECT count(*) FROM delivery WHERE space = ?1 AND post = ?2) < ?4"
            " ON CONFLICT DO NOTHING",
            (space, post, peer, PEERS_MAX),
        )
        is_new = self._database.changes() > 0
        if is_new:
            self.note_shown(space, (post,))
        return is_new

    def note_shown(self, space: int, posts: Iterable[PostId]) -> None:
        """What is shown of the delivery of these posts is another."""
        if named := dict.fromkeys(posts):
            self._grown.setdefault(space, {}).update(named)

    def take_grown(self) -> Mapping[int, tuple[PostId, ...]]:
        """By space, the posts that more peers hold than when this was last asked, or whose changes
        they do.
        """
        grown = {space: tuple(posts) for space, posts in self._grown.items()}
        self._grown.clear()
        return grown

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``."""
        self._database.run(
            "DELETE FROM delivery WHERE space = ?1 AND (post, peer) IN"
            " (SELECT post, peer FROM delivery WHERE space = ?1 LIMIT ?2)",
            (number, ERASED_ROWS),
        )
        return self._database.changes() > 0
