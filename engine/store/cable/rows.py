"""Communities, their channels and authors as rows: few, and looked at all the time.

Each is kept in memory once it was read; a rollback forgets all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.crypto.ed25519 import from_seed
from engine.model.communities import WireVersion
from engine.model.ids import CommunityId, PublicKey, SpaceId, SpaceKind
from engine.protocols.cable.keys import channel_space, static_key
from engine.protocols.cable.records import Community
from engine.protocols.cable.wire.version import VERSIONS, Version
from engine.store.database import Database, Reading, Row
from engine.store.spaces import SpaceRepository

KEPT_MAX = 8_192  # ours: rows of channels, of authors and of who takes part where, in memory

_COMMUNITIES = (
    "SELECT c.space, s.id, c.key, c.wire, c.seed, c.name, s.is_left FROM cable_community AS c"
    " JOIN space AS s ON s.number = c.space WHERE NOT s.forgotten"
)
# One that is forgotten has a number there until its rows are erased, but no timeline any more.
_CHANNEL = (
    "SELECT number, community, name, iif(forgotten, NULL, space), joined, listed, dropped"
    " FROM cable_channel"
)
_AUTHOR = "SELECT number, public_key, name, max_age, followed FROM cable_author"


@dataclass(frozen=True, slots=True)
class CommunityRow:
    """``number`` stands for the community inside the file: it is that of its inner space."""

    number: int
    kept: Community
    version: Version


@dataclass(frozen=True, slots=True)
class ChannelRow:
    """``space``: the number of its timeline, None if it never had one, or is forgotten."""

    number: int
    community: int
    name: str
    space: int | None
    joined: bool
    listed: bool
    dropped: bool


@dataclass(frozen=True, slots=True)
class AuthorRow:
    """Somebody of whom we have seen anything in that community."""

    number: int
    key: PublicKey
    name: str
    max_age: int | None
    followed: bool

    @property
    def path(self) -> tuple[str, ...]:
        """See ``AuthorView``: what they call themselves, or the beginning of their key."""
        return (shown_name(self.key, self.name),)


NAME_DIGITS = 8  # ours: of the key of who has no name


def shown_name(key: bytes, name: str) -> str:
    """What somebody is called by in lists and lines."""
    return name or key.hex()[:NAME_DIGITS]


def all_communities(reading: Reading) -> tuple[CommunityRow, ...]:
    """Oldest first."""
    rows = reading.rows(f"{_COMMUNITIES} ORDER BY c.space")
    return tuple(map(_community, rows))


def one_community(reading: Reading, community: CommunityId) -> CommunityRow | None:
    """None if it is unknown."""
    row = reading.row(f"{_COMMUNITIES} AND s.id = ?", (community,))
    return None if row is None else _community(row)


def community_numbered(reading: Reading, number: int) -> CommunityRow | None:
    """None if it is unknown, or forgotten."""
    row = reading.row(f"{_COMMUNITIES} AND c.space = ?", (number,))
    return None if row is None else _community(row)


def channels_listed(reading: Reading, community: int) -> tuple[ChannelRow, ...]:
    """By name, bytewise."""
    where = "WHERE community = ? AND listed AND NOT forgotten ORDER BY name"
    return tuple(map(_channel, reading.rows(f"{_CHANNEL} {where}", (community,))))


def channels_with_timeline(reading: Reading, community: int) -> tuple[ChannelRow, ...]:
    """Those that we joined at some time, by name: few, and found without looking at the others."""
    where = "WHERE +community = ? AND space > 0 AND NOT forgotten ORDER BY name"
    return tuple(map(_channel, reading.rows(f"{_CHANNEL} {where}", (community,))))


def channel_named(reading: Reading, community: int, name: str) -> ChannelRow | None:
    """None if it is unknown."""
    row = reading.row(
        f"{_CHANNEL} WHERE community = ? AND name = ? AND NOT forgotten", (community, name)
    )
    return None if row is None else _channel(row)


def channel_of_space(reading: Reading, space: int) -> ChannelRow | None:
    """Whose timeline that is."""
    row = reading.row(f"{_CHANNEL} WHERE space = ? AND NOT forgotten", (space,))
    return None if row is None else _channel(row)


def author_of_key(reading: Reading, community: int, key: PublicKey) -> AuthorRow | None:
    """None if nothing of them was seen."""
    row = reading.row(f"{_AUTHOR} WHERE community = ? AND public_key = ?", (community, key))
    return None if row is None else _author(row)


def author_of_number(reading: Reading, number: int) -> AuthorRow:
    """It must be there."""
    row = reading.row(f"{_AUTHOR} WHERE number = ?", (number,))
    assert row is not None, "a post of nobody"
    return _author(row)


class Rows:
    """The writer's. Writes need an open transaction."""

    def __init__(self, database: Database, spaces: SpaceRepository) -> None:
        """Borrows both."""
        self._database = database
        self._spaces = spaces
        self._communities: dict[CommunityId, CommunityRow] | None = None
        self._channels: dict[tuple[int, str], ChannelRow] = {}
        self._channel_names: dict[int, str] = {}
        self._authors: dict[tuple[int, PublicKey], AuthorRow] = {}
        self._keys: dict[int, PublicKey] = {}
        self._judged_anew: dict[int, None] = {}
        self._times_judged_anew: dict[int, int] = {}
        database.on_transaction_end(lambda: None, self.forget_memory)

    def forget_memory(self) -> None:
        """Everything is read anew."""
        self._communities = None
        self._channels.clear()
        self._channel_names.clear()
        self._authors.clear()
        self._keys.clear()
        self._judged_anew.clear()

    # ---- communities ------------------------------------------------------------------------

    def communities(self) -> Sequence[CommunityRow]:
        """Oldest first."""
        return list(self._all().values())

    def community(self, community: CommunityId) -> CommunityRow | None:
        """None if it is unknown."""
        return self._all().get(community)

    def _all(self) -> dict[CommunityId, CommunityRow]:
        if self._communities is None:
            rows = all_communities(self._database)
            self._communities = {row.kept.id: row for row in rows}
        return self._communities

    def store_community(self, kept: Community, at: float) -> CommunityRow:
        """Inserts it, or changes our name for it and whether it was left."""
        row = self.community(kept.id)
        if row is None:
            inner = SpaceId(kept.id)
            own = PublicKey(kept.own.public_key)
            number = self._spaces.store_inner(inner, SpaceKind.COMMUNITY, own, at)
            self._database.run(
                "INSERT INTO cable_community (space, key, wire, seed, name) VALUES (?, ?, ?, ?, ?)",
                (number, kept.key, kept.wire.value, kept.own.seed, kept.name),
            )
        else:
            sql = "UPDATE cable_community SET name = ? WHERE space = ?"
            self._database.run(sql, (kept.name, row.number))
        self._spaces.set_left(SpaceId(kept.id), left=kept.left)
        self._communities = None
        stored = self.community(kept.id)
        assert stored is not None
        return stored

    def bump_moderation(self, community: int) -> None:
        """Whoever has judged has to judge anew."""
        sql = "UPDATE cable_community SET moderated = moderated + 1 WHERE space = ?"
        self._database.run(sql, (community,))
        self._times_judged_anew[community] = self.times_judged_anew(community) + 1
        self._judged_anew[community] = None

    def times_judged_anew(self, community: int) -> int:
        """How often ``bump_moderation`` was called, for as long as nothing is undone."""
        return self._times_judged_anew.get(community, 0)

    def take_judged_anew(self) -> Sequence[int]:
        """The communities of which that was said since this was last asked."""
        communities = list(self._judged_anew)
        self._judged_anew.clear()
        return communities

    # ---- channels ---------------------------------------------------------------------------

    def channel(self, community: int, name: str) -> ChannelRow | None:
        """None if it is unknown."""
        row = self._channels.get((community, name))
        if row is None:
            row = channel_named(self._database, community, name)
            if row is not None:
                self._keep_channel(row)
        return row

    def channel_name(self, number: int) -> str:
        """Of the channel of that number; it must be there."""
        name = self._channel_names.get(number)
        if name is None:
            sql = "SELECT name FROM cable_channel WHERE number = ?"
            name = str(self._database.value(sql, (number,)))
            if len(self._channel_names) >= KEPT_MAX:
                self._channel_names.clear()
            self._channel_names[number] = name
        return name

    def channel_numbered(self, number: int) -> ChannelRow:
        """The same, all of it."""
        row = self._database.row(f"{_CHANNEL} WHERE number = ?", (number,))
        assert row is not None, "a post of no channel"
        return _channel(row)

    def made_channel(
        self, community: int, name: str, author: int | None, at: float, *, listed: bool = True
    ) -> ChannelRow:
        """The channel of that name, new if it has to be. ``author``: whose post has it listed."""
        row = self.channel(community, name)
        if row is not None:
            return row
        self._database.run(
            "INSERT INTO cable_channel (community, name, listed, made_by, noted_at)"
            " VALUES (?, ?, ?, ?, ?)",
            (community, name, listed, author, at),
        )
        made = self.channel(community, name)
        assert made is not None
        return made

    def list_channel(self, row: ChannelRow, author: int | None, at: float) -> ChannelRow:
        """One that is in no list comes in."""
        self._database.run(
            "UPDATE cable_channel SET listed = 1, made_by = ?, noted_at = ? WHERE number = ?",
            (author, at, row.number),
        )
        changed = replace(row, listed=True)
        self._keep_channel(changed)
        return changed

    def set_joined(self, row: ChannelRow, *, joined: bool) -> None:
        """Whether we take part in it. One that we join is listed."""
        sql = "UPDATE cable_channel SET joined = ?1, listed = listed OR ?1 WHERE number = ?2"
        self._database.run(sql, (joined, row.number))
        self._keep_channel(replace(row, joined=joined, listed=row.listed or joined))

    def give_space(self, row: ChannelRow, space: int) -> ChannelRow:
        """It has a timeline from now on."""
        sql = "UPDATE cable_channel SET space = ? WHERE number = ?"
        self._database.run(sql, (space, row.number))
        changed = replace(row, space=space)
        self._keep_channel(changed)
        return changed

    def set_dropped(self, row: ChannelRow, *, dropped: bool) -> None:
        """Whether nothing of it is stored."""
        sql = "UPDATE cable_channel SET dropped = ? WHERE number = ?"
        self._database.run(sql, (dropped, row.number))
        self._keep_channel(replace(row, dropped=dropped))

    def forget_channel(self, row: ChannelRow) -> None:
        """Its row stays until what refers to it is erased; its name may be taken again."""
        self._database.run(
            "UPDATE cable_channel SET forgotten = 1, name = '', joined = 0 WHERE number = ?",
            (row.number,),
        )
        self._channels.pop((row.community, row.name), None)
        self._channel_names.pop(row.number, None)

    def _keep_channel(self, row: ChannelRow) -> None:
        if max(len(self._channels), len(self._channel_names)) >= KEPT_MAX:
            self._channels.clear()
            self._channel_names.clear()
        self._channels[row.community, row.name] = row
        self._channel_names[row.number] = row.name

    # ---- authors ----------------------------------------------------------------------------

    def author(self, community: int, key: PublicKey) -> AuthorRow | None:
        """None if nothing of them was seen."""
        row = self._authors.get((community, key))
        if row is None:
            row = author_of_key(self._database, community, key)
            if row is not None:
                self._keep_author(community, row)
        return row

    def with_timeline(self, community: int) -> Sequence[ChannelRow]:
        """See ``channels_with_timeline``."""
        return channels_with_timeline(self._database, community)

    def dropped_channels(self, community: int) -> Sequence[ChannelRow]:
        """By name, bytewise."""
        where = "WHERE community = ? AND dropped AND NOT forgotten ORDER BY name"
        return [_channel(row) for row in self._database.rows(f"{_CHANNEL} {where}", (community,))]

    def author_with(self, community: int, static: bytes) -> PublicKey | None:
        """Whose key converts to that one."""
        sql = "SELECT public_key FROM cable_author WHERE community = ? AND static = ?"
        key: bytes | None = self._database.value(sql, (community, static))
        return None if key is None else PublicKey(key)

    def made_author(self, community: int, key: PublicKey) -> AuthorRow:
        """The author of that key, new if they have to be."""
        row = self.author(community, key)
        if row is not None:
            return row
        self._database.run(
            "INSERT INTO cable_author (community, public_key, static) VALUES (?, ?, ?)",
            (community, key, static_key(key)),
        )
        made = self.author(community, key)
        assert made is not None
        return made

    def key_of(self, author: int) -> PublicKey:
        """Of the author of that number."""
        key = self._keys.get(author)
        if key is None:
            key = author_of_number(self._database, author).key
            if len(self._keys) >= KEPT_MAX:
                self._keys.clear()
            self._keys[author] = key
        return key

    def change_author(self, community: int, row: AuthorRow) -> None:
        """What they say of themselves, or we of them, has changed."""
        self._database.run(
            "UPDATE cable_author SET name = ?, max_age = ?, followed = ? WHERE number = ?",
            (row.name, row.max_age, row.followed, row.number),
        )
        self._keep_author(community, row)

    def _keep_author(self, community: int, row: AuthorRow) -> None:
        if max(len(self._authors), len(self._keys)) >= KEPT_MAX:
            self._authors.clear()
            self._keys.clear()
        self._authors[community, row.key] = row
        self._keys[row.number] = row.key


def space_of_channel(kept: Community, channel: str) -> SpaceId:
    """The id of a channel's timeline."""
    return channel_space(kept.key, channel)


def _community(row: Row) -> CommunityRow:
    number, id_, key, wire, seed, name, left = row
    kept = Community(
        CommunityId(id_), key, WireVersion(wire), from_seed(seed), name, left=bool(left)
    )
    return CommunityRow(number, kept, VERSIONS[wire])


def _channel(row: Row) -> ChannelRow:
    number, community, name, space, joined, listed, dropped = row
    return ChannelRow(number, community, name, space, bool(joined), bool(listed), bool(dropped))


def _author(row: Row) -> AuthorRow:
    number, key, name, max_age, followed = row
    return AuthorRow(number, PublicKey(key), name, max_age, bool(followed))
