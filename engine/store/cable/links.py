"""Which posts build on which (``cable_link``), found by what they build on.

Posts come many at a time. What builds on them is looked up for all of them at once, and what they
build on is written in one go; in between both are known here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from engine.model.ids import PostId
from engine.protocols.cable.posts import Post
from engine.store.database import Database, array_of_numbers


class Links:
    """Writes need an open transaction. Posts are meant by their numbers, links by their hashes."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database
        self._looked_up: dict[int, list[int]] = {}
        self._unwritten: list[tuple[int, int]] = []
        database.on_transaction_end(lambda: None, self._forget)

    def _forget(self) -> None:
        self._looked_up = {}
        self._unwritten = []

    @contextmanager
    def coming(self, posts: Iterable[PostId]) -> Iterator[None]:
        """These come inside, together: looked up and written is once for all of them."""
        self._looked_up = self._look_up([_short(post) for post in posts])
        yield
        self._write()
        self._forget()

    def _look_up(self, links: Sequence[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {link: [] for link in links}
        if not found:
            return found
        rows = self._database.rows(
            "SELECT link, post FROM cable_link WHERE link IN carray(?)",
            (array_of_numbers(array("q", found)),),
        )
        for link, number in rows:
            found[link].append(number)
        return found

    def _write(self) -> None:
        links, self._unwritten = self._unwritten, []
        sql = "INSERT OR IGNORE INTO cable_link (link, post) VALUES (?, ?)"
        self._database.run_many(sql, links)

    def add(self, post: Post, number: int) -> None:
        """The post of that number is one that ``coming`` told of, and has come."""
        for link in map(_short, post.links):
            self._unwritten.append((link, number))
            if link in self._looked_up:
                self._looked_up[link].append(number)

    def remove(self, post: Post, number: int) -> None:
        """It is gone."""
        self._write()
        links = [_short(link) for link in post.links]
        for link in links:
            if link in self._looked_up:
                self._looked_up[link] = [one for one in self._looked_up[link] if one != number]
        sql = "DELETE FROM cable_link WHERE link = ? AND post = ?"
        self._database.run_many(sql, [(link, number) for link in links])

    def behind(self, post: PostId) -> Sequence[int]:
        """What builds on that post."""
        link = _short(post)
        known = self._looked_up.get(link)
        if known is not None:
            return known
        if self._unwritten:
            self._write()
        rows = self._database.rows("SELECT post FROM cable_link WHERE link = ?", (link,))
        return [number for (number,) in rows]


def _short(post: PostId) -> int:
    """Of a hash what the index holds; whatever it finds is looked at anyway."""
    return int.from_bytes(post[:8], "big", signed=True)
