"""Who belongs to a network, as rows tell: our own chain, and those that were seen."""

from __future__ import annotations

from dataclasses import dataclass

from engine.crypto import ed25519
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.trust.link import LINK_BYTES, Link, read_link
from engine.store.database import Reading

KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class OwnRight:
    """Ours. ``path`` None: nobody lets us; empty: the feed is ours."""

    key: PublicKey
    path: tuple[PublicKey, ...] | None
    expires_at: float | None
    issues: bool

    def holds_at(self, now: float) -> bool:
        """Whether none of its links has ended."""
        return self.expires_at is None or self.expires_at >= now

    @property
    def seen(self) -> Seen:
        """As others see it, once it is shown."""
        return Seen(self.key, self.path or (), self.expires_at)


@dataclass(frozen=True, slots=True)
class Seen:
    """A chain of somebody's: its path ends in ``key``."""

    key: PublicKey
    path: tuple[PublicKey, ...]
    expires_at: float | None

    def holds_at(self, now: float) -> bool:
        """Whether none of its links has ended."""
        return self.expires_at is None or self.expires_at >= now

    def is_given_by(self, key: PublicKey, feed: PublicKey) -> bool:
        """Whether that key signed its last link, however its holder is let in by now."""
        return bool(self.path) and (feed, *self.path)[-2] == key

    def rank(self, now: float) -> tuple[bool, int, float]:
        """The least is the best: one that holds, a short one, one that lasts."""
        lasts = float("inf") if self.expires_at is None else self.expires_at
        return not self.holds_at(now), len(self.path), -lasts


def own_right(reading: Reading, ledger: int) -> OwnRight | None:
    """None where its row has no key for it."""
    row = reading.row(
        "SELECT links, seed, issues FROM hyperbloom_ledger WHERE space = ?", (ledger,)
    )
    if row is None or row[1] is None:
        return None
    links, seed, issues = row
    key = PublicKey(ed25519.from_seed(seed).public_key)
    if links is None:
        return OwnRight(key, None, None, bool(issues))
    chain = links_in(links)
    return OwnRight(key, _path(chain), _expiry(chain), bool(issues))


def connected(reading: Reading, ledger: int) -> list[Seen]:
    """Those that somebody has shown in a connection, or that we gave."""
    rows = reading.rows("SELECT links FROM hyperbloom_chain WHERE ledger = ?", (ledger,))
    chains = [links_in(links) for (links,) in rows]
    return [Seen(chain[-1].trustee, _path(chain), _expiry(chain)) for chain in chains if chain]


def links_in(joined: bytes) -> list[Link]:
    """Trust links that stand one behind the other; verified when they were stored."""
    return [read_link(joined[at : at + LINK_BYTES]) for at in range(0, len(joined), LINK_BYTES)]


def keys_in(joined: bytes) -> tuple[PublicKey, ...]:
    """Keys that stand one behind the other."""
    return tuple(PublicKey(joined[at : at + KEY_BYTES]) for at in range(0, len(joined), KEY_BYTES))


def _path(chain: list[Link]) -> tuple[PublicKey, ...]:
    return tuple(link.trustee for link in chain)


def _expiry(chain: list[Link]) -> float | None:
    least = min((link.expiration for link in chain), default=float("inf"))
    return None if least == float("inf") else least
