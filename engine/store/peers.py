"""What a profile remembers of peers: its own static key, addresses to dial, who is refused.

``Peers`` is the runtime's ``PeerBook``. Each write is a part of the open transaction, or one of its
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.crypto.entropy import Entropy
from engine.model.address import Address
from engine.model.ids import PeerId, ProtocolName
from engine.model.peers import PeerState, PeerView
from engine.store.database import Database, Value
from engine.store.settings import set_setting, setting

STATIC_SEED_BYTES = 32
_STATIC_SEED = "static_seed"


@dataclass(frozen=True, slots=True)
class RememberedPeer:
    """An address that is dialled after a restart, and what was last seen of it."""

    protocol: ProtocolName
    address: Address
    peer_id: PeerId | None
    last_seen_at: float | None
    last_error: str | None


class Peers:
    """Reads and writes through the one writer."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database

    # ---- ourselves --------------------------------------------------------------------------

    def static_seed(self, entropy: Entropy) -> bytes:
        """The 32-byte seed of the profile's X25519 pair: made on the first call, then the same."""
        seed = setting(self._database, _STATIC_SEED)
        if seed is None:
            seed = entropy(STATIC_SEED_BYTES)
            set_setting(self._database, _STATIC_SEED, seed)
        assert len(seed) == STATIC_SEED_BYTES
        return seed

    def forget_static_seed(self) -> None:
        """This profile is another device from its next start on: for one out of a backup."""
        set_setting(self._database, _STATIC_SEED, None)

    # ---- addresses --------------------------------------------------------------------------

    def known(self) -> Sequence[RememberedPeer]:
        """Addresses to dial at start, oldest first, with what was last seen of them."""
        rows = self._database.rows(
            "SELECT protocol, host, port, peer_id, last_seen_at, last_error"
            " FROM peer_address ORDER BY number"
        )
        return [
            RememberedPeer(ProtocolName(protocol), Address(host, port), *rest)
            for protocol, host, port, *rest in rows
        ]

    def remember(self, protocol: ProtocolName, address: Address, at: float) -> None:
        """Dial it at every start from now on. What was known of it stays."""
        self._write(
            "INSERT INTO peer_address (protocol, host, port, since) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (protocol, address.host, address.port, at),
        )

    def forget(self, address: Address) -> None:
        """Do not, under whatever protocol."""
        place = (address.host, address.port)
        self._write("DELETE FROM peer_address WHERE host = ? AND port = ?", place)

    def note_seen(
        self, protocol: ProtocolName, address: Address, peer_id: PeerId, at: float
    ) -> None:
        """It answered as ``peer_id``. Nothing happens for an address that is not remembered."""
        self._write(
            "UPDATE peer_address SET peer_id = ?, last_seen_at = ?, last_error = NULL"
            " WHERE protocol = ? AND host = ? AND port = ?",
            (peer_id, at, protocol, address.host, address.port),
        )

    def note_error(self, protocol: ProtocolName, address: Address, error: str) -> None:
        """It could not be reached, or was lost, for this stable code."""
        self._write(
            "UPDATE peer_address SET last_error = ? WHERE protocol = ? AND host = ? AND port = ?",
            (error, protocol, address.host, address.port),
        )

    # ---- bans -------------------------------------------------------------------------------

    def bans(self) -> Sequence[tuple[Address | PeerId, float]]:
        """Whom our user does not want, and since when, oldest first."""
        rows = self._database.rows(
            "SELECT host, port, peer_id, since FROM peer_ban ORDER BY number"
        )
        return [
            (PeerId(peer) if peer else Address(host, port), since)
            for host, port, peer, since in rows
        ]

    def ban(self, banned: Address | PeerId, at: float) -> None:
        """Refuse that address, or that peer from wherever it comes. A ban that is there stays."""
        sql = (
            "INSERT INTO peer_ban (host, port, peer_id, since) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING"
        )
        if isinstance(banned, Address):
            self._write(sql, (banned.host, banned.port, None, at))
        else:
            self._write(sql, (None, None, banned, at))

    def lift(self, banned: Address | PeerId) -> None:
        """End a ban, if there is one."""
        if isinstance(banned, Address):
            place = (banned.host, banned.port)
            self._write("DELETE FROM peer_ban WHERE host = ? AND port = ?", place)
        else:
            self._write("DELETE FROM peer_ban WHERE peer_id = ?", (banned,))

    # ---- past -------------------------------------------------------------------------------

    def past(self) -> Sequence[PeerView]:
        """Peers that came to us by themselves and left, as they were last kept; latest first."""
        rows = self._database.rows(
            "SELECT protocol, host, port, peer_id, left_at, last_error, last_rule"
            " FROM peer_past ORDER BY left_at DESC, peer_id"
        )
        return [
            PeerView(
                protocol=ProtocolName(protocol),
                address=Address(host, port),
                peer_id=PeerId(peer),
                state=PeerState.OFFLINE,
                since=left_at,
                spaces=(),
                last_error=error,
                last_seen=left_at,
                last_rule=rule,
            )
            for protocol, host, port, peer, left_at, error, rule in rows
        ]

    def keep_past(self, views: Sequence[PeerView]) -> None:
        """Those, and no others; what has no peer id or no address is left out."""
        named = [(view, view.address) for view in views if view.peer_id is not None]
        rows: list[Sequence[Value]] = [
            (
                view.peer_id,
                view.protocol.value,
                address.host,
                address.port,
                view.since,
                view.last_error,
                view.last_rule,
            )
            for view, address in named
            if address is not None
        ]
        with self._database.atomic():
            self._database.run("DELETE FROM peer_past")
            self._database.run_many("INSERT INTO peer_past VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def _write(self, sql: str, values: Sequence[Value]) -> None:
        with self._database.atomic():
            self._database.run(sql, values)
