"""Chains that somebody proved to hold, or that we gave: rows of them, and never too many.

Whoever is let in can make keys and links without end, and show each of them once.
"""

from __future__ import annotations

from engine.protocols.hyperbloom.limits import KEY_BYTES
from engine.protocols.hyperbloom.records import ChainSeen
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import LINK_BYTES, TRUSTEE_AT
from engine.store.database import ERASED_ROWS, Database

CHAINS_OF_ONE_MAX = 4  # ours: of one key's the latest that were seen
CHAINS_MAX = 4_096  # ours: of one feed
_SIGNER_AT = 2 * LINK_BYTES - TRUSTEE_AT - 1  # from the end: who the link before the last lets in
_DROP = (
    "DELETE FROM hyperbloom_chain WHERE ledger = ?1 AND (holder, links) IN"  # noqa: S608 - fixed
    " (SELECT holder, links FROM hyperbloom_chain WHERE ledger = ?1 ORDER BY"
    f"  CASE length(links) WHEN {LINK_BYTES} THEN ?3"  # the feed's author has signed that
    f"  ELSE substr(links, length(links) - {_SIGNER_AT}, {KEY_BYTES}) = ?2 END,"
    "  seen_at LIMIT ?4)"
)


class SeenChains:
    """Of all ledgers. Writes need an open transaction."""

    def __init__(self, database: Database) -> None:
        """Borrows it."""
        self._database = database

    def see(self, ledger: int, record: ChainSeen, own: Chain | None) -> bool:
        """Notes it; whether it is new. What the holder of ``own`` gave, ourselves, goes last."""
        key = ledger, record.chain.holder, b"".join(record.chain.encoded)
        known = self._database.value(
            "SELECT 1 FROM hyperbloom_chain WHERE ledger = ? AND holder = ? AND links = ?", key
        )
        self._database.run(
            "INSERT INTO hyperbloom_chain VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at",
            (*key, record.at),
        )
        if known is None:
            self._drop_of_one(ledger, record.chain.holder)
            self._drop_of_all(ledger, own)
        return known is None

    def _drop_of_one(self, ledger: int, holder: bytes) -> None:
        self._database.run(
            "DELETE FROM hyperbloom_chain WHERE ledger = ?1 AND holder = ?2 AND links IN"
            " (SELECT links FROM hyperbloom_chain WHERE ledger = ?1 AND holder = ?2"
            "  ORDER BY seen_at DESC LIMIT -1 OFFSET ?3)",
            (ledger, holder, CHAINS_OF_ONE_MAX),
        )

    def _drop_of_all(self, ledger: int, own: Chain | None) -> None:
        count = self._database.value(
            "SELECT count(*) FROM hyperbloom_chain WHERE ledger = ?", (ledger,)
        )
        if count <= CHAINS_MAX:
            return
        holder, is_author = (b"", False) if own is None else (own.holder, not own.links)
        self._database.run(_DROP, (ledger, holder, is_author, count - CHAINS_MAX))

    def erase_some(self, ledger: int) -> bool:
        """See ``Eraser``."""
        self._database.run(
            "DELETE FROM hyperbloom_chain WHERE ledger = ?1 AND (holder, links) IN"
            " (SELECT holder, links FROM hyperbloom_chain WHERE ledger = ?1 LIMIT ?2)",
            (ledger, ERASED_ROWS),
        )
        return bool(self._database.changes())
