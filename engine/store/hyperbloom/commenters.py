"""Who has commented, how often and by which chains, and what of it was taken back: counted on from
where it was counted last.

Rows of comments are only added, behind all others, until their feed is forgotten. Whether none was
missed is seen by their number: each value that is kept has one row. Of chains the best are kept,
for whoever is let in can write under ever new keys.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field

from engine.model.ids import PublicKey
from engine.store.database import Reading
from engine.store.hyperbloom.chains import Seen, keys_in
from engine.store.hyperbloom.seen_chains import CHAINS_MAX

COUNTED = (
    "SELECT count(*), total(kind = 1), author, path, expires_at FROM hyperbloom_comment NOT INDEXED"
    " WHERE rowid > ?1 AND rowid <= ?2 AND ledger = ?3 GROUP BY author, path, expires_at"
)
_COUNTED_ALL = COUNTED.replace("NOT INDEXED", "")
RETRACTED = (
    "SELECT said.entry, said.author, count(DISTINCT said.id)"
    " FROM hyperbloom_comment AS change INDEXED BY hyperbloom_comment_change"
    " JOIN hyperbloom_comment AS said ON said.ledger = change.ledger"
    " AND said.id = change.reference AND said.author = change.author AND said.kind = 1"
    " WHERE change.ledger = ? AND change.kind > 1 AND change.kind = 3"
    " GROUP BY said.entry, said.author"
)
"""How many of each entry and author were taken back: few, beside all comments, which it does not
look at.
"""
_TOUCHED = "FROM hyperbloom_comment NOT INDEXED WHERE rowid > ?1 AND rowid <= ?2 AND ledger = ?3"
_TAKEN_BACK = (
    "EXISTS (SELECT 1 FROM hyperbloom_comment AS change WHERE change.ledger = said.ledger"
    " AND change.reference = said.id AND change.author = said.author"
    " AND change.kind > 1 AND change.kind = 3 AND change.rowid <= {until})"
)
RETRACTED_SINCE = (
    f"SELECT said.entry, said.author, count(*) FROM (SELECT id {_TOUCHED} AND kind = 1"  # noqa: S608 - fixed
    f" UNION SELECT reference {_TOUCHED} AND kind = 3) AS touched"
    " CROSS JOIN hyperbloom_comment AS said"
    " ON said.ledger = ?3 AND said.id = touched.id AND said.kind = 1 AND said.rowid <= ?2"
    f" WHERE {_TAKEN_BACK.format(until='?2')}"
    f" AND NOT (said.rowid <= ?1 AND {_TAKEN_BACK.format(until='?1')})"
    " GROUP BY said.entry, said.author"
)
"""The same of those that were not before: they, or what takes them back, came since."""


@dataclass(slots=True)
class Commenters:
    """Of one feed. ``said``: comments by author, also those taken back; how many were, is in
    ``retracted_by`` author and ``retracted_on`` entry. ``chains``: each once, the best of them.
    """

    said: Counter[bytes] = field(default_factory=Counter)
    retracted_by: Counter[bytes] = field(default_factory=Counter)
    retracted_on: Counter[int | None] = field(default_factory=Counter)
    chains: dict[Seen, None] = field(default_factory=dict)
    rows: int = 0
    counted_to: int = 0

    def see(self, chain: Seen) -> None:
        """Its holder has written under it."""
        self.chains[chain] = None
        if len(self.chains) > 2 * CHAINS_MAX:
            self.drop_worst()

    def drop_worst(self) -> None:
        """Until there are no more than CHAINS_MAX."""
        if len(self.chains) > CHAINS_MAX:
            self.chains = dict.fromkeys(sorted(self.chains, key=_nearness)[:CHAINS_MAX])


def _nearness(chain: Seen) -> tuple[int, float, tuple[PublicKey, ...]]:
    """As the nearest are shown first; of no time, for it is asked at any."""
    _, length, shortness = chain.rank(0.0)
    return length, shortness, chain.path


class CommentersOfFeeds:
    """Of all feeds, as one reader of the file sees them."""

    def __init__(self, reading: Reading) -> None:
        """Borrows ``reading``."""
        self._reading = reading
        self._known: dict[int, Commenters] = {}

    def of(self, ledger: int) -> Commenters:
        """As they are now."""
        sql = "SELECT count FROM hyperbloom_ledger WHERE space = ?"
        there = self._reading.value(sql, (ledger,)) or 0
        known = self._known.setdefault(ledger, Commenters())
        if known.rows != there:
            self._let_go()
            self._count_on(ledger, known)
        if known.rows != there:  # numbers of rows were used again: a feed was forgotten
            known = self._known[ledger] = Commenters()
            self._count_on(ledger, known)
        return known

    def _let_go(self) -> None:
        """Of feeds that were forgotten: nobody asks about them any more."""
        there = {space for (space,) in self._reading.rows("SELECT space FROM hyperbloom_ledger")}
        self._known = {ledger: one for ledger, one in self._known.items() if ledger in there}

    def _count_on(self, ledger: int, known: Commenters) -> None:
        end = self._reading.value("SELECT max(rowid) FROM hyperbloom_comment") or 0
        since = known.counted_to, end, ledger
        counting = self._reading.each(COUNTED if known.counted_to else _COUNTED_ALL, since)
        with closing(counting) as chains:  # one by one: there may be millions
            for rows, said, author, path, expires_at in chains:
                known.rows += rows
                known.said[author] += int(said)
                known.see(Seen(PublicKey(author), keys_in(path), expires_at))
        known.drop_worst()
        retracted = (
            self._reading.rows(RETRACTED_SINCE, since)
            if known.counted_to
            else self._reading.rows(RETRACTED, (ledger,))
        )
        for entry, author, count in retracted:
            known.retracted_by[author] += count
            known.retracted_on[entry] += count
        known.counted_to = end
