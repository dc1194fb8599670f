"""Which channels of a community are known, and which of them are in its list (reliability C-8).

Listed is what we have joined, what a peer lists, and what a post names whose author has not brought
too many within the hour. Of others there is a row as well, since posts refer to it, up to a bound:
a post that names a further one is kept as of no channel.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.protocols.cable import limits
from engine.protocols.cable.records import is_channel
from engine.store.cable.rows import AuthorRow, ChannelRow, Rows
from engine.store.database import Database

MADE_AN_HOUR_MAX = 20  # reliability C-8: channels by one author that are listed
UNLISTED_MAX = 10_000  # ours: of one community
_HOUR = 3_600.0


class Listing:
    """Writes need an open transaction."""

    def __init__(self, database: Database, rows: Rows) -> None:
        """Borrows both."""
        self._database = database
        self._rows = rows
        self._unlisted: dict[int, int] = {}
        database.on_transaction_end(lambda: None, self._unlisted.clear)

    def named(
        self, community: int, name: str, author: AuthorRow, at: float
    ) -> tuple[ChannelRow | None, bool]:
        """The channel that a post of ``author`` names, and whether it is new. None: no room."""
        known = self._rows.channel(community, name)
        if known is not None and known.listed:
            return known, False
        if self._may_list(name, author, at):
            return self._listed(community, name, author.number, at), known is None
        return (known or self._made_unlisted(community, name)), known is None

    def seen(self, community: int, name: str) -> ChannelRow | None:
        """The same of a post that is not kept: that alone puts a channel into no list."""
        return self._rows.channel(community, name) or self._made_unlisted(community, name)

    def hear_of(self, community: int, names: Sequence[str], at: float) -> bool:
        """Names that a peer lists; whether one of them is new to the list."""
        new = [one for one in dict.fromkeys(names) if not self._is_listed(community, one)]
        if not new:
            return False
        sql = (
            "SELECT count(*) FROM cable_channel"
            " WHERE community = ? AND made_by IS NULL AND listed AND space IS NULL"
        )
        room = limits.CHANNELS_MAX - int(self._database.value(sql, (community,)))
        heard = new[: max(0, room)]
        for name in heard:
            self._listed(community, name, None, at)
        return bool(heard)

    def _is_listed(self, community: int, name: str) -> bool:
        known = self._rows.channel(community, name)
        return known is not None and known.listed

    def _listed(self, community: int, name: str, author: int | None, at: float) -> ChannelRow:
        known = self._rows.channel(community, name)
        if known is None:
            return self._rows.made_channel(community, name, author, at)
        self._unlisted.pop(community, None)
        return self._rows.list_channel(known, author, at)

    def _made_unlisted(self, community: int, name: str) -> ChannelRow | None:
        held = self._unlisted.get(community)
        if held is None:
            sql = "SELECT count(*) FROM cable_channel WHERE community = ? AND NOT listed"
            held = int(self._database.value(sql, (community,)))
        room = held < UNLISTED_MAX
        self._unlisted[community] = held + room
        return self._rows.made_channel(community, name, None, 0.0, listed=False) if room else None

    def _may_list(self, name: str, author: AuthorRow, at: float) -> bool:
        if not is_channel(name):
            return False
        made = self._database.value(
            "SELECT count(*) FROM cable_channel WHERE made_by = ? AND noted_at > ? AND listed",
            (author.number, at - _HOUR),
        )
        return int(made) < MADE_AN_HOUR_MAX
