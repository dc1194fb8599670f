"""The cable repository: ``OwnRecords`` over SQLite (engine/protocols/cable/own_records.py).

``rows``    communities, channels, authors
``posts``   posts as they come and go: ``places`` (their order), ``lines`` (rows of timelines),
            ``members``, ``infos`` (what authors say of themselves)
``rulings`` whom and what we are not shown
``giving``  what peers are told of; ``anew``: when all is to be named to us once more
``readers`` which posts one of them may have
``tidying`` what has to go by itself; ``erasing`` what was forgotten
``news``    what is told of all that
``stored``  puts them together, and reads; ``own_reads`` for the commands
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import assert_never

from engine.model.communities import ModerationKind
from engine.model.events import Event
from engine.model.ids import PeerId, PostId, PublicKey, SpaceId, SpaceKind
from engine.protocols.cable.moderation.ruling import Ruling
from engine.protocols.cable.own_records import (
    AuthorDropped,
    ChannelForgotten,
    Followed,
    ForgottenErased,
    OwnRecord,
    PostHidden,
    RolesSeeded,
    Tidied,
    WordKept,
)
from engine.protocols.cable.records import (
    ChannelKept,
    ChannelsHeard,
    CommunityErased,
    CommunityStored,
    ExchangeRecord,
    HeldByPeer,
    PostsRefused,
    PostsStored,
    Reason,
)
from engine.protocols.cable.wire.posts import Type
from engine.protocols.contract import Record
from engine.protocols.tidings.port.records import Acknowledged
from engine.store.cable.erasing import CommunityErasing
from engine.store.cable.own_reads import OwnCommunitiesRead
from engine.store.cable.places import CHANNEL
from engine.store.cable.rows import ChannelRow, CommunityRow, space_of_channel
from engine.store.timeline.judged import JUDGED_MAX

JUDGED_FOR_OTHERS_MAX = 1_000  # ours: whoever moderates may do so all the time
_REASONS_OF_RULINGS = (Reason.BLOCKED, Reason.DROPPED)
_DROPPED_ALONE = (Type.TEXT, Type.TOPIC)  # moderation.md 5.1.3.6
_RULED = "INDEXED BY cable_gone_ruled"  # SQLite would go through all that is gone
_DROPPED_OF_NONE = (
    f"SELECT 1 FROM cable_gone {_RULED} WHERE community = ? AND why = 'dropped'"  # noqa: S608 - of fixed texts
    " AND why IN ('blocked', 'dropped') AND channel IS NULL LIMIT 1"
)


class CableRepository(OwnCommunitiesRead):
    """Writes need an open transaction."""

    # ---- writes -----------------------------------------------------------------------------

    def apply(self, record: Record) -> None:
        """Stores one record of this protocol. Of a community that was erased nothing is."""
        if isinstance(record, CommunityStored):
            self._store(record)
            return
        if isinstance(record, Acknowledged):
            return  # which posts a peer holds is told by what it asks for (``HeldByPeer``)
        if not isinstance(record, ExchangeRecord | OwnRecord):
            raise TypeError(record)
        row = self._rows.community(record.community)
        if row is None:
            return
        if row.kept.id not in self._blocked:
            self._blocked[row.kept.id] = frozenset(self._rulings.of(row).blocked)
        if isinstance(record, ExchangeRecord):
            self._apply_exchanged(row, record)
        else:
            self._apply_own(row, record)
        self._listing.drop_made(row)
        for _ in self._rows.take_judged_anew():
            self._judge_anew(row, JUDGED_MAX if _is_ours(row, record) else JUDGED_FOR_OTHERS_MAX)

    def _apply_exchanged(self, row: CommunityRow, record: ExchangeRecord) -> None:
        match record:
            case PostsStored(_, posts, at):
                before = self.count(row.kept.id)
                kept = self._posts.add(row, posts, at)
                if self._counts.get(row.number) == before:
                    self._counts[row.number] = before + kept
            case PostsRefused(_, refused):
                self._posts.refuse(row, refused)
            case ChannelKept(_, channel, joined, at):
                self._keep_channel(row, channel, at, joined=joined)
            case ChannelsHeard(_, names, at):
                if self._listing.hear_of(row, names, at):
                    self._news.community(row.kept.id)
            case HeldByPeer(_, peer, posts):
                self._note_held(row, peer, posts)
            case CommunityErased():
                self._erase(row)
            case CommunityStored():
                self._store(record)
            case _:
                assert_never(record)

    def _apply_own(self, row: CommunityRow, record: OwnRecord) -> None:
        self._news.community(row.kept.id)
        match record:
            case Followed(_, member, followed):
                author = self._rows.made_author(row.number, member)
                self._rows.change_author(row.number, replace(author, followed=followed))
                self._rows.bump_moderation(row.number)
            case WordKept():
                self._keep_word(row, record)
            case PostHidden(_, post, hidden):
                self._hide(row, post, hidden=hidden)
            case RolesSeeded():
                self._seed_roles(row, record)
            case ChannelForgotten(_, channel):
                known = self._rows.channel(row.number, channel)
                if known is not None:
                    self._forget_channel(row, known)
                    self._database.leave_no_trace()
            case AuthorDropped(_, member):
                author = self._rows.made_author(row.number, member)
                self._tidying.drop_author(row, author)
                self._counts.pop(row.number, None)
            case ForgottenErased():
                CommunityErasing(self._database).erase_forgotten(row.number)
                self._places.forget_memory()
            case Tidied(_, at):
                self._tidying.tidy(row, at)
                self._anew.look(at)
                self._counts.pop(row.number, None)
            case _:
                assert_never(record)

    # ---- communities and channels -----------------------------------------------------------

    def _store(self, record: CommunityStored) -> None:
        before = self._rows.community(record.kept.id)
        row = self._rows.store_community(record.kept, record.at)
        self._news.community(row.kept.id)
        if before is None or before.kept.name == row.kept.name:
            return
        for channel in self._rows.with_timeline(row.number):
            self._name_space(row, channel, record.at)

    def _keep_channel(self, row: CommunityRow, name: str, at: float, *, joined: bool) -> None:
        channel = self._listing.made(row, name, at)
        if joined and channel.space is None:
            number = self._name_space(row, channel, at)
            channel = self._rows.give_space(channel, number)
            self._lines.fill(row, channel)
        if joined and not channel.joined:
            self._let_unlisted_come_again(row)
        self._rows.set_joined(channel, joined=joined)
        space = space_of_channel(row.kept, name)
        if channel.space is not None:
            self._spaces.set_left(space, left=not joined)
            self._news.changed(space)
        self._news.community(row.kept.id)

    def _let_unlisted_come_again(self, row: CommunityRow) -> None:
        """Nothing tells which of it is of the channel that has room now."""
        self._database.run(
            "UPDATE cable_gone SET why = 'again' WHERE community = ? AND why = ?",
            (row.number, str(Reason.UNLISTED)),
        )
        if self._database.changes():
            self._anew.ask(row.kept.id)

    def _name_space(self, row: CommunityRow, channel: ChannelRow, at: float) -> int:
        space = space_of_channel(row.kept, channel.name)
        name = f"{row.kept.name}#{channel.name}"
        own = PublicKey(row.kept.own.public_key)
        number = self._spaces.store(space, SpaceKind.COMMUNITY, name, own, at)
        self._news.changed(space)
        return number

    def _forget_channel(self, row: CommunityRow, channel: ChannelRow) -> None:
        space = space_of_channel(row.kept, channel.name)
        if channel.space is not None:
            self._timeline.drop(channel.space)
            self._spaces.forget(space)
            self._news.forgotten(space)
        self._posts.erase_channel(channel.number)
        self._rows.forget_channel(channel)
        self._counts.pop(row.number, None)

    def _erase(self, row: CommunityRow) -> None:
        """Its secrets go now, and nobody is shown anything of it; the rest is erased later."""
        self._timeline.flush()
        for channel in self._rows.with_timeline(row.number):
            self._forget_channel(row, channel)
        self._database.run(
            "UPDATE cable_community SET key = zeroblob(32), seed = zeroblob(32), name = ''"
            " WHERE space = ?",
            (row.number,),
        )
        self._spaces.forget(SpaceId(row.kept.id))
        self._rows.forget_memory()
        self._news.community_forgotten(row.kept.id)
        self._database.leave_no_trace()

    # ---- moderation -------------------------------------------------------------------------

    def _keep_word(self, row: CommunityRow, record: WordKept) -> None:
        what = (row.number, record.kind.value, record.about, record.channel)
        self._database.run(
            "DELETE FROM cable_word WHERE community = ? AND kind = ? AND about = ? AND channel = ?",
            what,
        )
        if record.kept:
            self._database.run(
                "INSERT INTO cable_word (community, kind, about, channel, reason, at)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (*what, record.reason, record.at),
            )
        self._rows.bump_moderation(row.number)

    def _seed_roles(self, row: CommunityRow, record: RolesSeeded) -> None:
        self._database.run(
            "DELETE FROM cable_word WHERE community = ? AND kind = 'role'", (row.number,)
        )
        self._database.run_many(
            "INSERT OR REPLACE INTO cable_word (community, kind, about, channel, reason, at, role)"
            " VALUES (?, ?, ?, '', '', ?, ?)",
            [
                (row.number, ModerationKind.ROLE.value, one.member, record.at, one.role.value)
                for one in record.roles
            ],
        )
        for one in record.roles:
            self._rows.made_author(row.number, one.member)
        self._rows.bump_moderation(row.number)

    def _judge_anew(self, row: CommunityRow, most: int) -> None:
        """What is dropped goes, what no longer is may come again, and rows are folded otherwise.

        ``most``: how many unread rows are looked at for it.
        """
        ruling = self._rulings.of(row)
        for post in ruling.drops():
            if self._is_to_drop(row, ruling, post):
                self._posts.remove(row, post, str(Reason.DROPPED))
        self._drop_channels(row, ruling)
        for channel in self._rows.with_timeline(row.number):
            self._news.posts_changed(space_of_channel(row.kept, channel.name))
        self._judge_unread(row, ruling, most)
        for why in _REASONS_OF_RULINGS:
            self._let_come_again(row, why)
        blocked = frozenset(ruling.blocked)
        if not self._blocked[row.kept.id] <= blocked:
            self._anew.ask(row.kept.id)
        self._blocked[row.kept.id] = blocked
        for key in (*ruling.blocked, *(one for one, _ in ruling.hidden)):
            self._rows.made_author(row.number, key)  # known by their static key, if they connect
        self._news.community(row.kept.id)
        self._counts.pop(row.number, None)
        self._rows.take_judged_anew()

    def _drop_channels(self, row: CommunityRow, ruling: Ruling) -> None:
        """Of those that we know; others are given back."""
        for channel in self._rows.dropped_channels(row.number):
            if channel.name not in ruling.dropped_channels:
                self._rows.set_dropped(channel, dropped=False)
                if channel.joined:
                    self._anew.ask(row.kept.id)  # who was met meanwhile was not asked about it
        for name in ruling.dropped_channels:
            known = self._rows.channel(row.number, name)
            if known is not None and not known.dropped:
                self._rows.set_dropped(known, dropped=True)

    def _judge_unread(self, row: CommunityRow, ruling: Ruling, most: int) -> None:
        """Nobody waits any more for what is folded away from now on. Channels share ``most``."""
        joined = [one for one in self._rows.with_timeline(row.number) if one.joined]
        for channel in joined:
            folds = partial(ruling.folds, channel=channel.name) if ruling.folds_any else None
            share = max(1, most // len(joined))
            if channel.space is not None and self._timeline.judge_unread(
                channel.space, CHANNEL, folds, share
            ):
                self._news.changed(space_of_channel(row.kept, channel.name))

    def _is_to_drop(self, row: CommunityRow, ruling: Ruling, post: PostId) -> bool:
        """Of what we hold: nothing but texts and topics is dropped one by one."""
        place = self._places.place(row.number, post)
        if place is None or place.type not in _DROPPED_ALONE:
            return False
        channel = "" if place.channel is None else self._rows.channel_name(place.channel)
        return ruling.is_dropped(post, self._rows.key_of(place.author), channel)

    def _let_come_again(self, row: CommunityRow, why: Reason) -> None:
        ruling = self._rulings.of(row)

        def is_held_off(post: PostId, author: PublicKey, channel: str) -> bool:
            if why is Reason.BLOCKED:
                return author in ruling.blocked
            return ruling.is_erased_with(channel, author) or ruling.is_dropped(
                post, author, channel
            )

        rows = self._database.rows(
            "SELECT g.hash, a.public_key, coalesce(c.name, '')"  # noqa: S608 - of fixed texts
            f" FROM cable_gone AS g {_RULED}"
            " JOIN cable_author AS a ON a.number = g.author"
            " LEFT JOIN cable_channel AS c ON c.number = g.channel"
            " WHERE g.community = ? AND g.why = ? AND g.why IN ('blocked', 'dropped')",
            (row.number, str(why)),
        )
        freed = [(row.number, post) for post, key, name in rows if not is_held_off(post, key, name)]
        self._database.run_many(
            "UPDATE cable_gone SET why = 'again' WHERE community = ? AND hash = ?", freed
        )
        if freed:
            self._anew.ask(row.kept.id)

    def _hide(self, row: CommunityRow, post: PostId, *, hidden: bool) -> None:
        place = self._places.place(row.number, post)
        if place is None or place.channel is None:
            return
        channel = self._rows.channel_numbered(place.channel)
        if channel.space is not None:
            self._timeline.hide_post(channel.space, CHANNEL, place.shown, hidden=hidden)
            self._news.posts_changed(space_of_channel(row.kept, channel.name))

    # ---- delivery ---------------------------------------------------------------------------

    def _note_held(self, row: CommunityRow, peer: PeerId, posts: Sequence[PostId]) -> None:
        own = self._rows.author(row.number, PublicKey(row.kept.own.public_key))
        by_space: dict[int, list[PostId]] = {}
        for post in posts:
            place = self._places.place(row.number, post)
            if place is None or own is None or place.author != own.number:
                continue
            space = (
                None if place.channel is None else self._rows.channel_numbered(place.channel).space
            )
            if space is not None:
                by_space.setdefault(space, []).append(post)
        for space, held in by_space.items():
            self._delivery.note(space, peer, held)

    def take_news(self) -> Sequence[Event]:
        """See ``NewsSource``."""
        return self._news.take()

    # ---- mending and erasing ----------------------------------------------------------------

    def mend(self) -> None:
        """To be called when a store is opened, outside a transaction: finishes what was left, and
        frees posts of no channel, which earlier versions refused as of a channel that was dropped.
        """
        while self._database.row("SELECT 1 FROM cable_moving LIMIT 1") is not None:
            with self._database.atomic():
                self._posts.settle_waiting()
        for row in self._rows.communities():
            if self._database.row(_DROPPED_OF_NONE, (row.number,)) is not None:
                with self._database.atomic():
                    self._let_come_again(row, Reason.DROPPED)

    def rebuild_timeline(self, space: SpaceId) -> None:
        """Fills a channel's timeline anew from its posts. In an open transaction."""
        place, number = self.place_of(space), self._spaces.number(space)
        if place is None or number is None:
            return
        row = self._row(place.community.id)
        channel = self._rows.channel(row.number, place.channel)
        assert channel is not None
        self._timeline.drop(number)
        while self._timeline.erase_rows(number):
            pass
        self._lines.fill(row, channel)
        self._timeline.hide_again(number)

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``."""
        self._places.forget_memory()
        return CommunityErasing(self._database).erase_some(number)


def _is_ours(row: CommunityRow, record: ExchangeRecord | OwnRecord) -> bool:
    """Whether our user did it."""
    if isinstance(record, PostsStored):
        return all(post.author == row.kept.own.public_key for post in record.posts)
    return not isinstance(record, ExchangeRecord)
