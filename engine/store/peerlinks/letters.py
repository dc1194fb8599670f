"""Requests of ours, members' to us, invites on their way, and in which layout peers write."""

from __future__ import annotations

from collections.abc import Sequence

from engine.model.ids import PeerId, PublicKey, RequestId, SpaceId
from engine.protocols.peerlinks.packets import Layout
from engine.protocols.peerlinks.records import IssuedInvite, OpenRequest, Renewal
from engine.store.database import Database, Reading
from engine.store.peerlinks.people import decode_chain, encode_chain

LAYOUTS_KEPT = 4_096  # ours: any member can mint keys, and each may show a layout


def open_requests(reading: Reading) -> Sequence[OpenRequest]:
    """Newest first; expired ones too."""
    rows = reading.rows(
        "SELECT published_id, document_id, identity, request, box_seed, created_at, expires_at,"
        " renews FROM peerlinks_request ORDER BY created_at DESC, rowid"
    )
    return [
        OpenRequest((RequestId(published), RequestId(document)), PublicKey(identity), *rest)
        for published, document, identity, *rest in rows
    ]


def renewals(reading: Reading) -> Sequence[Renewal]:
    """Oldest first; expired ones too."""
    rows = reading.rows(
        "SELECT channel, trustee, request, chain, asked_at, expires_at"
        " FROM peerlinks_renewal ORDER BY asked_at, channel, trustee"
    )
    return [
        Renewal(SpaceId(channel), PublicKey(trustee), request, decode_chain(chain), *times)
        for channel, trustee, request, chain, *times in rows
    ]


class Letters:
    """The part of ``Records`` that is about requests, invites and layouts."""

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database

    # ---- requests ---------------------------------------------------------------------------

    def open_requests(self) -> Sequence[OpenRequest]:
        """See ``Records``."""
        return open_requests(self._database)

    def store_request(self, request: OpenRequest) -> None:
        """Inserts it."""
        self._database.run(
            "INSERT OR REPLACE INTO peerlinks_request (published_id, document_id, identity,"
            " request, box_seed, created_at, expires_at, renews) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *request.request_ids,
                request.identity,
                request.request,
                request.box_seed,
                request.created_at,
                request.expires_at,
                request.renews,
            ),
        )

    def close_request(self, request_id: RequestId) -> None:
        """Its row is overwritten. The first id names: the document's is shared by an identity's."""
        self._database.run("DELETE FROM peerlinks_request WHERE published_id = ?", (request_id,))

    # ---- invites ----------------------------------------------------------------------------

    def issued_invites(self) -> Sequence[IssuedInvite]:
        """See ``Records``."""
        rows = self._database.rows(
            "SELECT channel, peer_id, trustee, published_id, document_id, box, issued_at,"
            " expires_at, delivered FROM peerlinks_invite ORDER BY issued_at, number"
        )
        return [
            IssuedInvite(
                channel=SpaceId(channel),
                peer_id=PeerId(peer_id),
                trustee=PublicKey(trustee),
                request_ids=(RequestId(published), RequestId(document)),
                box=box,
                issued_at=issued_at,
                expires_at=expires_at,
                delivered=bool(delivered),
            )
            for (
                channel,
                peer_id,
                trustee,
                published,
                document,
                box,
                issued_at,
                expires_at,
                delivered,
            ) in rows
        ]

    def store_invite(self, invite: IssuedInvite) -> None:
        """Inserts it, or replaces the one for that trustee in that channel."""
        self._database.run(
            "INSERT INTO peerlinks_invite (channel, trustee, peer_id, published_id, document_id,"
            " box, issued_at, expires_at, delivered) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (channel, trustee) DO UPDATE SET peer_id = excluded.peer_id,"
            " published_id = excluded.published_id, document_id = excluded.document_id,"
            " box = excluded.box, issued_at = excluded.issued_at,"
            " expires_at = excluded.expires_at, delivered = excluded.delivered",
            (
                invite.channel,
                invite.trustee,
                invite.peer_id,
                *invite.request_ids,
                invite.box,
                invite.issued_at,
                invite.expires_at,
                invite.delivered,
            ),
        )

    def close_invite(self, channel: SpaceId, trustee: PublicKey) -> None:
        """It need not be sent again."""
        self._database.run(
            "DELETE FROM peerlinks_invite WHERE channel = ? AND trustee = ?", (channel, trustee)
        )

    def erase(self, channel: SpaceId) -> None:
        """All invites into that channel, and what was asked in it."""
        self._database.run("DELETE FROM peerlinks_invite WHERE channel = ?", (channel,))
        self._database.run("DELETE FROM peerlinks_renewal WHERE channel = ?", (channel,))
        self._database.run("DELETE FROM peerlinks_request WHERE renews = ?", (channel,))

    # ---- renewals ---------------------------------------------------------------------------

    def renewals(self) -> Sequence[Renewal]:
        """See ``Records``."""
        return renewals(self._database)

    def store_renewal(self, renewal: Renewal) -> None:
        """Inserts it, or replaces the one of that member in that channel."""
        self._database.run(
            "INSERT OR REPLACE INTO peerlinks_renewal"
            " (channel, trustee, request, chain, asked_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
            (
                renewal.channel,
                renewal.trustee,
                renewal.request,
                encode_chain(renewal.chain),
                renewal.asked_at,
                renewal.expires_at,
            ),
        )

    def close_renewal(self, channel: SpaceId, trustee: PublicKey) -> None:
        """It waits no more."""
        self._database.run(
            "DELETE FROM peerlinks_renewal WHERE channel = ? AND trustee = ?", (channel, trustee)
        )

    # ---- layouts ----------------------------------------------------------------------------

    def layout_of(self, leaf: PublicKey) -> Layout | None:
        """See ``Records``."""
        layout = self._database.value("SELECT layout FROM peerlinks_layout WHERE leaf = ?", (leaf,))
        return None if layout is None else Layout(layout)

    def learn_layout(self, leaf: PublicKey, layout: Layout) -> None:
        """The latest counts. Where there are too many, those go that were learned first."""
        self._database.run(
            "INSERT OR REPLACE INTO peerlinks_layout (leaf, layout) VALUES (?, ?)",
            (leaf, layout.value),
        )
        self._database.run(
            "DELETE FROM peerlinks_layout WHERE number <="
            " (SELECT number FROM peerlinks_layout ORDER BY number DESC LIMIT 1 OFFSET ?)",
            (LAYOUTS_KEPT,),
        )
