"""Who we are in PeerLinks, in which channels, and whom we have seen there."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from engine.model.ids import PostKind, PublicKey, SpaceId, SpaceKind
from engine.protocols.peerlinks.packets import Chain, Link
from engine.protocols.peerlinks.records import Channel, Identity, OwnChain
from engine.protocols.peerlinks.trust.chain import display_path
from engine.protocols.peerlinks.trust.ending import chain_end
from engine.store.database import Database, Reading, Row, array_of
from engine.store.spaces import SpaceRepository
from engine.store.timeline.authors import decode_path, encode_path
from engine.store.timeline.timeline import Timeline

CHAINS_KEPT = 4_096  # ours: whose members need not be looked at again
MEMBERS_KEPT = 10_000  # ours: of a channel; each member may mint as many below as they like
MEMBERS_LET_GO = 500  # ours: at once, when there are more

_CHANNEL = (
    "SELECT id, public_key, name, is_public, is_left, secret_key"
    " FROM peerlinks_channel JOIN space ON space.number = peerlinks_channel.space"
)
_MEMBER = (
    "SELECT public_key, path, valid_to, issuer, ending_depth, renew_from FROM peerlinks_member"
)
_PROVEN = (  # the same right, perhaps under an earlier link: it stays as long as is known already
    "UPDATE peerlinks_member SET is_proven = 1"
    " WHERE channel = ? AND public_key = ? AND path = ? AND issuer IS ? AND is_proven = 0"
)
_SEEN = (
    "INSERT INTO peerlinks_member"
    " (channel, public_key, path, valid_to, issuer, ending_depth, renew_from, is_proven)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (channel, public_key) DO UPDATE"
    " SET path = excluded.path, valid_to = excluded.valid_to, issuer = excluded.issuer,"
    " ending_depth = excluded.ending_depth, renew_from = excluded.renew_from,"
    " is_proven = max(is_proven, excluded.is_proven)"
    " WHERE excluded.is_proven > is_proven OR ("
    "  (excluded.is_proven = is_proven"
    "   OR (excluded.issuer IS issuer AND excluded.path = path))"  # renewed by the same issuer
    "  AND ((excluded.valid_to, excluded.path) > (valid_to, path) OR renew_from IS NULL))"
)
MARKS_PASSED_MAX = 64  # ours: in a row of one author; what stands behind counts as what they wrote

# By arrival, from the end of what each wrote. An author has a row for each path they had there.
_WROTE_LAST = (
    "SELECT public_key, coalesce("
    " (SELECT number FROM"
    "  (SELECT number, kind FROM timeline WHERE author = author.number"
    "   ORDER BY number DESC LIMIT ?1)"
    "  WHERE kind = ?2 LIMIT 1),"
    # What they wrote is as old or older: to have never written would be much further off.
    " (SELECT number FROM timeline WHERE author = author.number"
    "  ORDER BY number DESC LIMIT 1 OFFSET ?1))"
    " FROM author WHERE space = (SELECT number FROM space WHERE id = ?3)"
    " AND public_key IN carray(?4)"
)
_LINKS = msgspec.msgpack.Decoder(tuple[tuple[bytes, str, float, float, bytes], ...])


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who holds, or held, a chain. ``path`` is never empty: the owner is none.

    ``issuer`` signed their own link (None: the channel's key did). ``ending_depth`` links lead down
    to the one that ends first, and ``renew_from`` is when it is time for a fresh one.
    """

    public_key: PublicKey
    path: tuple[str, ...]
    valid_to: float
    issuer: PublicKey | None
    ending_depth: int
    renew_from: float


def identities(reading: Reading) -> Sequence[Identity]:
    """Oldest first."""
    rows = reading.rows(
        "SELECT name, public_key, secret_key, channel, used_at"
        " FROM peerlinks_identity ORDER BY number"
    )
    return [
        Identity(name, PublicKey(key), secret, None if channel is None else SpaceId(channel), used)
        for name, key, secret, channel, used in rows
    ]


def channel_of(reading: Reading, channel: SpaceId) -> Channel | None:
    """None if it is unknown."""
    row = reading.row(f"{_CHANNEL} WHERE id = ?", (channel,))
    return None if row is None else _channel(row)


def own_chains(reading: Reading, channel: SpaceId) -> Sequence[OwnChain]:
    """Of our identities: first those that wrote there, beginning with whoever did so last; then
    those used last elsewhere. For a post behind very many marks one of these may stand.
    """
    rows = reading.rows(
        "SELECT identity, chain FROM peerlinks_own_chain AS own"
        " JOIN peerlinks_identity AS one ON one.public_key = own.identity"
        " WHERE own.channel = ? ORDER BY used_at DESC, own.number",
        (channel,),
    )
    chains = [OwnChain(channel, PublicKey(key), decode_chain(chain)) for key, chain in rows]
    if len(chains) < 2:
        return chains
    by_key = dict(_wrote_last(reading, channel, chains))
    return sorted(chains, key=lambda own: by_key.get(own.identity, -1), reverse=True)


def _wrote_last(
    reading: Reading, channel: SpaceId, chains: Sequence[OwnChain]
) -> Iterator[tuple[PublicKey, int]]:
    """The place in the order of arrival of what each identity wrote last, the highest as the last.

    Marks are left out: only a post's author can change it, whoever is meant to write next. Behind
    MARKS_PASSED_MAX of them in a row nobody looks further: the next older one stands for the post.
    """
    stored = channel_of(reading, channel)
    if stored is None:
        return
    # An owner writes with the key of the channel.
    signers = {own.identity if own.chain else stored.public_key: own.identity for own in chains}
    values = (MARKS_PASSED_MAX, PostKind.MESSAGE, channel, array_of(list(signers)))
    written = [(at, key) for key, at in reading.rows(_WROTE_LAST, values) if at is not None]
    for at, key in sorted(written):
        yield signers[key], at


def members(reading: Reading, channel: SpaceId) -> Sequence[Member]:
    """By path."""
    found = [_member(row) for row in reading.rows(f"{_MEMBER} WHERE channel = ?", (channel,))]
    return sorted(found, key=lambda member: (member.path, member.public_key))


def ending_between(reading: Reading, channel: SpaceId, issuer: PublicKey | None, now: float) -> int:
    """How many whom ``issuer`` let in (None: the channel's key) are to be renewed by now."""
    count: int = reading.value(
        "SELECT count(*) FROM peerlinks_member"
        " WHERE channel = ? AND issuer IS ? AND renew_from <= ? AND valid_to > ?",
        (channel, issuer, now, now),
    )
    return count


class People:
    """The part of ``Records`` that is about identities, channels and our chains in them."""

    def __init__(self, database: Database, spaces: SpaceRepository, timeline: Timeline) -> None:
        """Borrows all three."""
        self._database = database
        self._spaces = spaces
        self._timeline = timeline

    def identities(self) -> Sequence[Identity]:
        """See ``Records``."""
        return identities(self._database)

    def store_identity(self, identity: Identity) -> None:
        """Inserts it, or replaces the one of the same key, which keeps its place."""
        self._database.run(
            "INSERT INTO peerlinks_identity (public_key, name, secret_key, channel, used_at)"
            " VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (public_key) DO UPDATE SET name = excluded.name,"
            " secret_key = excluded.secret_key, channel = excluded.channel,"
            " used_at = excluded.used_at",
            (
                identity.public_key,
                identity.name,
                identity.secret_key,
                identity.channel,
                identity.used_at,
            ),
        )

    def use_identity(self, identity: PublicKey, at: float) -> None:
        """It posted at ``at``; ``own_chains`` sees what."""
        self._timeline.flush()
        self._database.run(
            "UPDATE peerlinks_identity SET used_at = ? WHERE public_key = ?", (at, identity)
        )

    def channels(self) -> Sequence[Channel]:
        """See ``Records``."""
        return [_channel(row) for row in self._database.rows(f"{_CHANNEL} ORDER BY space.number")]

    def channel(self, channel: SpaceId) -> Channel | None:
        """See ``Records``."""
        return channel_of(self._database, channel)

    def store_channel(self, channel: Channel, at: float) -> None:
        """Inserts it, or replaces the one of the same id."""
        number = self._spaces.store(
            channel.id, SpaceKind.PRIVATE, channel.name, channel.public_key, at
        )
        self._spaces.set_left(channel.id, left=channel.left)
        self._database.run(
            "INSERT INTO peerlinks_channel (space, is_public, secret_key) VALUES (?, ?, ?)"
            " ON CONFLICT (space) DO UPDATE SET is_public = excluded.is_public,"
            " secret_key = excluded.secret_key",
            (number, channel.public, channel.secret_key),
        )

    def own_chains(self, channel: SpaceId) -> Sequence[OwnChain]:
        """See ``Records``."""
        return own_chains(self._database, channel)

    def store_chain(self, own: OwnChain) -> None:
        """Replaces the one that identity had there."""
        self._database.run(
            "INSERT INTO peerlinks_own_chain (channel, identity, chain) VALUES (?, ?, ?)"
            " ON CONFLICT (channel, identity) DO UPDATE SET chain = excluded.chain",
            (own.channel, own.identity, encode_chain(own.chain)),
        )

    def erase_channel(self, channel: SpaceId, number: int | None) -> None:
        """Its secret key and our chains; an identity made with it stays, without it."""
        self._database.run("DELETE FROM peerlinks_own_chain WHERE channel = ?", (channel,))
        self._database.run(
            "UPDATE peerlinks_identity SET channel = NULL WHERE channel = ?", (channel,)
        )
        self._database.run("DELETE FROM peerlinks_channel WHERE space = ?", (number,))


class Members:
    """Whom a channel's posts and requests have shown.

    By the chain that they proved to hold themselves, or that ends with a link of ours. As long as
    there was none, by what others' chains say of who stands above them: whoever has a right may
    sign a link for anybody's key, under any name.

    Where they are too many, those go first whose chain is the longest, and among them those whose
    right ends first: nobody can push out whom the owner or an earlier member let in, nor who stays
    longer than their own right lasts. Our own identities stay.
    """

    def __init__(self, database: Database) -> None:
        """Borrows ``database``."""
        self._database = database
        # By the links' signatures, which cover who, where and until when.
        self._seen: OrderedDict[tuple[SpaceId, bytes], None] = OrderedDict()
        self._room: dict[SpaceId, int] = {}
        """How many can be stored before they have to be counted."""
        database.on_transaction_end(lambda: None, self._drop)

    def see(self, channel: SpaceId, chain: Chain) -> None:
        """Everybody along ``chain`` is a member, and the last of them has proved it.

        Of each one's rights that are known equally well the longest counts.
        """
        known_as = (channel, b"".join([link.signature for link in chain]))
        if known_as in self._seen:
            return
        for depth in range(1, len(chain) + 1):
            self._store(channel, chain[:depth], is_last=depth == len(chain))
        self._seen[known_as] = None
        if len(self._seen) > CHAINS_KEPT:
            self._seen.popitem(last=False)

    def erase(self, channel: SpaceId) -> None:
        """All of that channel."""
        self._database.run("DELETE FROM peerlinks_member WHERE channel = ?", (channel,))
        self._drop()

    def _drop(self) -> None:
        self._seen.clear()
        self._room.clear()

    def _store(self, channel: SpaceId, chain: Chain, *, is_last: bool) -> None:
        if self._room.get(channel, 0) == 0:
            self._room[channel] = self._make_room(channel)
        self._room[channel] -= 1
        path = encode_path(display_path(chain))
        end = chain_end(chain)
        assert end is not None, "an owner has no row"
        issuer = chain[-2].trustee if len(chain) > 1 else None
        is_proven = is_last or self._is_ours(channel, issuer)
        trustee = chain[-1].trustee
        if is_proven:
            self._database.run(_PROVEN, (channel, trustee, path, issuer))
        row = (channel, trustee, path, end.at, issuer, end.depth, end.renew_from, is_proven)
        self._database.run(_SEEN, row)

    def _is_ours(self, channel: SpaceId, issuer: PublicKey | None) -> bool:
        """Whether that is our key there (None: the channel's own)."""
        if issuer is None:
            stored = channel_of(self._database, channel)
            return stored is not None and stored.secret_key is not None
        return any(own.identity == issuer for own in own_chains(self._database, channel))

    def _make_room(self, channel: SpaceId) -> int:
        """How many more may come, after those who have to have gone; at least one."""
        sql = "SELECT count(*) FROM peerlinks_member WHERE channel = ?"
        known: int = self._database.value(sql, (channel,))
        if known < MEMBERS_KEPT:
            return MEMBERS_KEPT - known
        self._database.run(
            "DELETE FROM peerlinks_member WHERE channel = ?1 AND public_key IN"
            " (SELECT public_key FROM peerlinks_member WHERE channel = ?1 AND public_key NOT IN"
            "  (SELECT identity FROM peerlinks_own_chain WHERE channel = ?1)"
            "  ORDER BY json_array_length(path) DESC, valid_to, public_key LIMIT ?2)",
            (channel, known - MEMBERS_KEPT + MEMBERS_LET_GO),
        )
        self._seen.clear()
        return MEMBERS_LET_GO


def encode_chain(chain: Chain) -> bytes:
    """As it is stored: its links' fields in MessagePack."""
    return msgspec.msgpack.encode(
        [
            (link.trustee, link.display_name, link.valid_from, link.valid_to, link.signature)
            for link in chain
        ]
    )


def decode_chain(data: bytes) -> Chain:
    """What ``encode_chain`` made."""
    return tuple(
        Link(PublicKey(trustee), name, valid_from, valid_to, signature)
        for trustee, name, valid_from, valid_to, signature in _LINKS.decode(data)
    )


def _member(row: Row) -> Member:
    public_key, path, valid_to, issuer, ending_depth, renew_from = row
    names = decode_path(path)
    return Member(
        public_key=PublicKey(public_key),
        path=names,
        valid_to=valid_to,
        issuer=None if issuer is None else PublicKey(issuer),
        # Not known of who was last seen by an earlier version: it is not time before it ends.
        ending_depth=len(names) if ending_depth is None else ending_depth,
        renew_from=valid_to if renew_from is None else renew_from,
    )


def _channel(row: Row) -> Channel:
    space, public_key, name, is_public, is_left, secret_key = row
    return Channel(
        id=SpaceId(space),
        public_key=PublicKey(public_key),
        name=name,
        public=bool(is_public),
        left=bool(is_left),
        secret_key=secret_key,
    )
