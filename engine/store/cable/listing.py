"""Which channels of a community are known, and which of them are in its list (reliability C-8).

Listed is what we have joined, what a peer lists, and what a post names whose author has not brought
too many within the hour. Of others there is a row as well, since posts refer to it, up to a bound:
a post that names a further one is not kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.protocols.cable import limits
from engine.protocols.cable.records import is_channel
from engine.store.cable.rows import AuthorRow, ChannelRow, CommunityRow, Rows
from engine.store.cable.rulings import Rulings
from engine.store.database import Database

MADE_AN_HOUR_MAX = 20  # reliability C-8: channels by one author that are listed
UNLISTED_MAX = 10_000  # ours: of one community
_HOUR = 3_600.0


class Listing:
    """Writes need an open transaction."""

    def __init__(self, database: Database, rows: Rows, rulings: Rulings) -> None:
        """Borrows all."""
        self._database = database
        self._rows = rows
        self._rulings = rulings
        self._unlisted: dict[int, int] = {}
        self._made_now: list[str] = []
        database.on_transaction_end(lambda: None, self._forget)

    def _forget(self) -> None:
        self._unlisted.clear()
        self._made_now.clear()

    def made(self, row: CommunityRow, name: str, at: float) -> ChannelRow:
        """The channel of that name; a new one is listed."""
        return self._rows.channel(row.number, name) or self._made(row, name, None, at)

    def drop_made(self, row: CommunityRow) -> None:
        """To be called once for all that were made: moderators may have dropped some before anybody
        named them.
        """
        made, self._made_now = self._made_now, []
        dropped = self._rulings.of(row).dropped_channels if made else {}
        for name in made:
            channel = self._rows.channel(row.number, name) if name in dropped else None
            if channel is not None:
                self._rows.set_dropped(channel, dropped=True)

    def named(
        self, row: CommunityRow, name: str, author: AuthorRow, at: float
    ) -> tuple[ChannelRow | None, bool]:
        """The channel that a post of ``author`` names, and whether it is new, or new to the list.
        None: no room.
        """
        known = self._rows.channel(row.number, name)
        if known is not None and known.listed:
            return known, False
        if self._may_list(name, author, at):
            return self._listed(row, name, author.number, at), True
        return (known or self._made_unlisted(row, name)), known is None

    def seen(self, row: CommunityRow, name: str) -> int | None:
        """The number of the channel that a post names which is not kept: that alone puts it into no
        list. None: it names none, or there is no room.
        """
        if not name:
            return None
        channel = self._rows.channel(row.number, name) or self._made_unlisted(row, name)
        return None if channel is None else channel.number

    def hear_of(self, row: CommunityRow, names: Sequence[str], at: float) -> bool:
        """Names that a peer lists; whether one of them is new to the list."""
        new = [one for one in dict.fromkeys(names) if not self._is_listed(row.number, one)]
        if not new:
            return False
        sql = (
            "SELECT count(*) FROM cable_channel"
            " WHERE community = ? AND made_by IS NULL AND listed AND space IS NULL"
        )
        room = limits.CHANNELS_MAX - int(self._database.value(sql, (row.number,)))
        heard = new[: max(0, room)]
        for name in heard:
            self._listed(row, name, None, at)
        return bool(heard)

    def _is_listed(self, community: int, name: str) -> bool:
        known = self._rows.channel(community, name)
        return known is not None and known.listed

    def _listed(self, row: CommunityRow, name: str, author: int | None, at: float) -> ChannelRow:
        known = self._rows.channel(row.number, name)
        if known is None:
            return self._made(row, name, author, at)
        self._unlisted.pop(row.number, None)
        return self._rows.list_channel(known, author, at)

    def _made(
        self, row: CommunityRow, name: str, author: int | None, at: float, *, listed: bool = True
    ) -> ChannelRow:
        self._made_now.append(name)
        return self._rows.made_channel(row.number, name, author, at, listed=listed)

    def _made_unlisted(self, row: CommunityRow, name: str) -> ChannelRow | None:
        community = row.number
        held = self._unlisted.get(community)
        if held is None:
            sql = "SELECT count(*) FROM cable_channel WHERE community = ? AND NOT listed"
            held = int(self._database.value(sql, (community,)))
        room = held < UNLISTED_MAX
        self._unlisted[community] = held + room
        return self._made(row, name, None, 0.0, listed=False) if room else None

    def _may_list(self, name: str, author: AuthorRow, at: float) -> bool:
        if not is_channel(name):
            return False
        made = self._database.value(
            "SELECT count(*) FROM cable_channel WHERE made_by = ? AND noted_at > ? AND listed",
            (author.number, at - _HOUR),
        )
        return int(made) < MADE_AN_HOUR_MAX
