"""Who has commented, how often and by which chains: counted on from where it was counted last.

Rows of comments are only added, behind all others, until their feed is forgotten. Whether none was
missed is seen by their number: each value that is kept has one row.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engine.model.ids import PublicKey
from engine.store.database import Reading
from engine.store.hyperbloom.chains import Seen, keys_in

COUNTED = (
    "SELECT count(*), total(kind = 1), author, path, expires_at FROM hyperbloom_comment NOT INDEXED"
    " WHERE rowid > ? AND rowid <= ? AND ledger = ? GROUP BY author, path, expires_at"
)
_COUNTED_ALL = COUNTED.replace("NOT INDEXED", "")


@dataclass(slots=True)
class Commenters:
    """Of one feed. ``said``: comments by author, also those taken back; ``chains``: each once."""

    said: Counter[bytes] = field(default_factory=Counter)
    chains: dict[Seen, None] = field(default_factory=dict)
    rows: int = 0
    counted_to: int = 0


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
            self._count_on(ledger, known)
        if known.rows != there:  # numbers of rows were used again: a feed was forgotten
            known = self._known[ledger] = Commenters()
            self._count_on(ledger, known)
        return known

    def _count_on(self, ledger: int, known: Commenters) -> None:
        end = self._reading.value("SELECT max(rowid) FROM hyperbloom_comment") or 0
        sql = COUNTED if known.counted_to else _COUNTED_ALL
        for rows, said, author, path, expires_at in self._reading.rows(
            sql, (known.counted_to, end, ledger)
        ):
            known.rows += rows
            known.said[author] += int(said)
            known.chains[Seen(PublicKey(author), keys_in(path), expires_at)] = None
        known.counted_to = end
