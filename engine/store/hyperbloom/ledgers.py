"""The sets that we keep, one for each feed: few, so all of them are kept in memory.

A feed has a set as soon as it is known; a row is written when there is something to be kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.crypto import ed25519
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.hyperbloom.commands import OwnKeys
from engine.protocols.hyperbloom.keys import discovery_key
from engine.protocols.hyperbloom.records import Ledger, LedgerStored, Summary
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.store.database import Database, Row
from engine.store.hyperbloom.chains import links_in

_SELECT = (
    "SELECT space.number, space.id, space.public_key, ledger.space IS NOT NULL, links, seed,"
    " issues, count, total FROM space LEFT JOIN hyperbloom_ledger AS ledger"
    " ON ledger.space = space.number WHERE kind = 'feed' AND NOT forgotten ORDER BY space.number"
)
_TOTAL_BYTES = 32
_MODULUS = 1 << 8 * _TOTAL_BYTES


@dataclass(slots=True)
class _Kept:
    """``number`` stands for the ledger, and its feed, inside the file."""

    number: int
    ledger: Ledger
    summary: Summary
    has_row: bool


class Ledgers:
    """Rows of ledgers. Writes need an open transaction."""

    def __init__(self, database: Database, own_keys: OwnKeys) -> None:
        """Borrows ``database``. ``own_keys``: of our own feeds, whose authors need no chain."""
        self._database = database
        self._own_keys = own_keys
        self._kept: dict[SpaceId, _Kept] | None = None
        self._names: dict[bytes, SpaceId] = {}
        self._grown: dict[SpaceId, None] = {}
        database.on_transaction_end(self.flush, self.look_anew)

    def ledgers(self) -> list[Ledger]:
        """Oldest first."""
        self._look_for_feeds()
        return [kept.ledger for kept in self._all().values()]

    def ledger(self, space: SpaceId) -> Ledger | None:
        """None for what is no feed of ours or others."""
        if space not in self._all():
            self._look_for_feeds()
        kept = self._all().get(space)
        return None if kept is None else kept.ledger

    def named(self, name: bytes) -> Ledger | None:
        """The one that peers look for under that name."""
        if name not in self._names:
            self._look_for_feeds()
            self._all()
        space = self._names.get(name)
        return None if space is None else self.ledger(space)

    def _look_for_feeds(self) -> None:
        """Feeds come and go without our being told."""
        if self._kept is None:
            return
        sql = "SELECT count(*), max(number) FROM space WHERE kind = 'feed' AND NOT forgotten"
        latest = max((one.number for one in self._kept.values()), default=None)
        if self._database.row(sql) != (len(self._kept), latest):  # no number is used twice
            self.flush()  # nothing has grown but in the transaction that is open
            self._kept = None

    def number(self, space: SpaceId) -> int:
        """It must be there."""
        return self._all()[space].number

    def summary(self, space: SpaceId) -> Summary:
        """Of all its values."""
        return self._all()[space].summary

    def store(self, record: LedgerStored) -> None:
        """Inserts it, or changes what we may do in it. Its feed must be known."""
        ledger = record.ledger
        number = self.number(ledger.space)
        links = None if ledger.chain is None else b"".join(ledger.chain.encoded)
        seed = None if ledger.secret_key is None else ledger.secret_key[: ed25519.SEED_BYTES]
        self.flush()
        self._database.run(
            "INSERT INTO hyperbloom_ledger (space, name, links, seed, issues, total)"
            " VALUES (?, ?, ?, ?, ?, zeroblob(32))"
            " ON CONFLICT (space) DO UPDATE SET links = excluded.links, seed = excluded.seed,"
            " issues = excluded.issues",
            (number, discovery_key(ledger.feed), links, seed, ledger.issues),
        )
        self._kept = None

    def add(self, space: SpaceId, hashes: list[bytes]) -> None:
        """Values of those hashes were added."""
        kept = self._all()[space]
        if not kept.has_row:
            self.store(LedgerStored(space, kept.ledger, 0.0))
            kept = self._all()[space]
        total = kept.summary.total + sum(int.from_bytes(one, "big") for one in hashes)
        kept.summary = Summary(kept.summary.count + len(hashes), total % _MODULUS)
        self._grown[space] = None

    def forget(self, space: SpaceId) -> None:
        """Its row is gone, and our secret with it; the rest is erased later."""
        self.flush()
        number = self.number(space)
        self._database.run("DELETE FROM hyperbloom_ledger WHERE space = ?", (number,))
        self.look_anew()

    def flush(self) -> None:
        """Writes how far they have grown."""
        grown, self._grown = self._grown, {}
        for space in grown:
            kept = self._all()[space]
            self._database.run(
                "UPDATE hyperbloom_ledger SET count = ?, total = ? WHERE space = ?",
                (
                    kept.summary.count,
                    kept.summary.total.to_bytes(_TOTAL_BYTES, "big"),
                    kept.number,
                ),
            )

    def look_anew(self) -> None:
        """What is in memory may not be true any more."""
        self._kept = None
        self._grown = {}

    def _all(self) -> dict[SpaceId, _Kept]:
        if self._kept is None:
            own = {keys.public_key: keys.secret_key for keys in self._own_keys()}
            rows = [_kept(row, own) for row in self._database.rows(_SELECT)]
            self._kept = {one.ledger.space: one for one in rows}
            self._names = {discovery_key(one.ledger.feed): one.ledger.space for one in rows}
        return self._kept


def _kept(row: Row, own: Mapping[bytes, bytes]) -> _Kept:
    number, space, key, has_row, links, seed, issues, count, total = row
    feed = PublicKey(key)
    if not has_row:
        secret = own.get(feed)
        ledger = Ledger(SpaceId(space), feed, secret, None if secret is None else Chain(feed))
        return _Kept(number, ledger, Summary(0, 0), has_row=False)
    chain = None if links is None else Chain(feed, tuple(links_in(links)))
    secret_key = None if seed is None else ed25519.from_seed(seed).secret_key
    ledger = Ledger(SpaceId(space), feed, secret_key, chain, bool(issues))
    return _Kept(number, ledger, Summary(count, int.from_bytes(total, "big")), has_row=True)
