"""An engine that keeps everything in lists: for the window's tests and its screenshots.

It answers the contract of ``engine.api`` and ``engine.model`` (ids in order, refusals with their
reasons, events after the change), and nothing goes over a network. ``tell`` sends any event.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from engine.errors import Fault, Refusal, Refused
from engine.model import commands, events, peer_commands, queries, views
from engine.model.backup_commands import BackupView, WriteBackup
from engine.model.comment_commands import CommentCommand
from engine.model.comment_queries import CommentQuery
from engine.model.health import HealthView
from engine.model.ids import OrderKey, PeerId, PostKind, PublicKey, SpaceId, SpaceKind
from engine.model.peer_commands import PeerCommand
from engine.model.peers import ConnectionsView, ListenerView, PeerState, PeerView, PortMappingView
from tests.fake_admission import FakeAdmission
from tests.fake_comments import FakeComments
from tests.fake_communities import FakeCommunities
from tests.fake_community import FakedCommunityQuery
from tests.fake_feeds import FakedCommand, FakedQuery, FakeFeeds
from tests.fake_folders import FakeFolders
from tests.fake_history import EPOCH, GrownHistory, History, Said, author, key_of, page, post
from tests.fake_posters import owner_of, posters
from tests.fake_talk import FakeTalk

R = TypeVar("R")
Listener = Callable[[tuple[events.Event, ...]], None]


@dataclass
class FakeSpace:
    """One space with its history and members."""

    view: views.SpaceView
    history: History
    read_up_to: OrderKey | None = None
    late: set[OrderKey] = field(default_factory=set)
    members: tuple[views.MemberView, ...] = ()


@dataclass
class FakeEngine:
    """All state is public: a test sets the scene by writing it."""

    now: float = EPOCH
    spaces: dict[SpaceId, FakeSpace] = field(default_factory=dict)
    identities: list[views.IdentityView] = field(default_factory=list)
    body_limits: dict[str, int | None] = field(default_factory=dict)  # see ``posters``
    requests: list[views.InviteRequestView] = field(default_factory=list)
    peers: tuple[PeerView, ...] = ()
    listeners: tuple[ListenerView, ...] = ()
    port_mapping: PortMappingView = field(default_factory=PortMappingView)
    performed: list[commands.Command[object]] = field(default_factory=list)
    asked: list[queries.Query[object]] = field(default_factory=list)
    next_failure: Refused | Fault | None = None
    verified: set[PublicKey] = field(default_factory=set)
    _hearing: list[Listener] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.admission = FakeAdmission(self)
        self.talk = FakeTalk(self)
        self.feeds = FakeFeeds(self)
        self.folders = FakeFolders(self)
        self.communities = FakeCommunities(self)
        self.comments = FakeComments(self)

    # ---- engine.api.Engine ----------------------------------------------------------------------

    async def perform(self, command: commands.Command[R]) -> R:  # noqa: PLR0911 - one line a part
        self.performed.append(cast("commands.Command[object]", command))  # R is any answer
        failure, self.next_failure = self.next_failure, None
        if failure is not None:
            raise failure
        if self.folders.knows(command):
            return cast("R", self.folders.perform(command))
        if self.communities.knows(command):
            return cast("R", self.communities.perform(command))
        if isinstance(command, CommentCommand):
            return cast("R", self.comments.do(command))
        if isinstance(command, FakedCommand):
            return cast("R", self.feeds.do(command))
        if isinstance(command, commands.Say) and command.space in self.feeds.feeds:
            return cast("R", self.feeds.say(command))
        if isinstance(command, WriteBackup):
            return cast("R", BackupView(command.file, 4_096, self.now))
        if isinstance(command, PeerCommand):
            return cast("R", self._do_with_peers(command))
        answer = self._do(cast("commands.AnyCommand", command))  # every Command is one of these
        return cast("R", answer)  # the command names its answer's type

    async def ask(self, query: queries.Query[R]) -> R:  # noqa: PLR0911 - one line a part
        self.asked.append(cast("queries.Query[object]", query))  # R is any answer
        if isinstance(query, CommentQuery):
            return cast("R", self.comments.answer(query))
        if self.folders.knows(query):
            return cast("R", self.folders.answer(query))
        if isinstance(query, FakedCommunityQuery):
            return cast("R", self.communities.answer(query))
        if isinstance(query, FakedQuery):
            return cast("R", self.feeds.answer(query))
        if isinstance(query, queries.OnePost) and query.space in self.feeds.feeds:
            return cast("R", self.feeds.one_post(query))
        if isinstance(query, queries.OneFile) and query.space in self.feeds.feeds:
            return cast("R", self.feeds.one_file(query))
        answer = self._answer(cast("queries.AnyQuery", query))  # every Query is one of these
        return cast("R", answer)  # the query names its answer's type

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self._hearing.append(listener)
        return lambda: self._hearing.remove(listener)

    def tell(self, *news: events.Event) -> None:
        """Sends events to who listens, on the thread that calls."""
        for listener in tuple(self._hearing):
            listener(news)

    # ---- setting the scene ----------------------------------------------------------------------

    def add_space(self, name: str, history: History | None = None, **changes: object) -> SpaceId:
        """A private channel of ours; ``changes`` replace fields of its view."""
        space = SpaceId(key_of(f"space {name} {len(self.spaces)}"))
        view = views.SpaceView(
            id=space,
            kind=SpaceKind.PRIVATE,
            name=name,
            public_key=PublicKey(key_of(f"key {name}")),
            posts=0,
            unread=0,
            peers=0,
            can_post=True,
            can_invite=True,
            expires_at=None,
            public=False,
            own_path=(),
        )
        changed = replace(view, **changes)  # type: ignore[arg-type]  # a test names real fields
        self.spaces[space] = FakeSpace(changed, GrownHistory() if history is None else history)
        return space

    def receive(self, space: SpaceId, *said: Said, height: int | None = None) -> None:
        """Posts arrive (at ``height``, or after all others) and are told."""
        there = self.spaces[space]
        assert isinstance(there.history, GrownHistory)
        grown = []
        for one in said:
            grown.append(post(len(there.history) if height is None else height, one))
            there.history.add(grown[-1])
            if not one.ours and grown[-1].order <= (there.read_up_to or b""):
                there.late.add(grown[-1].order)
        orders = [one.order for one in grown]
        own = sum(one.ours for one in grown)
        # Nothing else is told of the space, as by the real engine: what counts posts hears this.
        self.tell(events.PostsArrived(space, len(grown), min(orders), max(orders), own))

    # ---- commands -------------------------------------------------------------------------------

    def _do(self, command: commands.AnyCommand) -> object:  # noqa: C901, PLR0911, PLR0912 - one line each
        match command:
            case commands.CreateChannel():
                return self.create_channel(command.name, public=command.public)
            case commands.FollowChannel():
                return self._follow(command)
            case commands.Post():
                return self._post(command)
            case commands.Say():
                return self.talk.say(command)
            case commands.HidePost():
                self.talk.hide(command)
                return None
            case commands.HideAuthor():
                self.talk.hide_author(command)
                return None
            case commands.KeepDraft():
                self._space(command.space)
                self.talk.keep_draft(command)
                return None
            case commands.RenameSpace(space, name):
                return self.change(space, name=name, came_as=self.view(space).given_name)
            case commands.SetNotifications():
                return self.change(command.space, notifications=command.level)
            case commands.PinSpace():
                return self.change(command.space, pinned=command.pinned)
            case commands.ArchiveSpace():
                return self.change(command.space, archived=command.archived)
            case commands.ArrangeSpaces():
                self._arrange(command.spaces)
                return None
            case commands.LeaveSpace():
                return self.change(command.space, left=True, can_post=False, can_invite=False)
            case commands.ForgetSpace():
                return self._forget(command.space)
            case commands.MarkRead():
                self._mark_read(command)
                return None
            case commands.RenewChain(space):
                return self.change(space)
            case _:
                return self.admission.perform(command)

    def _arrange(self, first: tuple[SpaceId, ...]) -> None:
        order = [*first, *(space for space in self.spaces if space not in first)]
        self.spaces = {space: self.spaces[space] for space in order}
        self.tell(*(events.SpaceChanged(space) for space in order))

    def create_channel(self, name: str, *, public: bool) -> views.SpaceView:
        """Of ours, with its beginning."""
        if not name.strip():
            raise Refused(Refusal.NAME_INVALID)
        space = self.add_space(name, public=public)
        self.receive(space, Said("", self.now, author(owner=name), ours=True, kind=PostKind.ROOT))
        return self.view(space)

    def _follow(self, command: commands.FollowChannel) -> views.SpaceView:
        known = [one for one in self.spaces.values() if one.view.public_key == command.public_key]
        if known and known[0].view.left:
            view = known[0].view
            return self.change(view.id, left=False, can_post=view.own_path is not None)
        if known:
            raise Refused(Refusal.SPACE_KNOWN, command.name)
        space = self.add_space(
            command.name,
            came_as=command.given_name,
            public=True,
            can_post=False,
            can_invite=False,
            own_path=None,
            public_key=command.public_key,
        )
        self.tell(events.SpaceChanged(space))
        return self.view(space)

    def _post(self, command: commands.Post) -> views.PostView:
        there = self._space(command.space)
        if not there.view.can_post:
            raise Refused(Refusal.READ_ONLY, there.view.name)
        text = json.loads(command.body)["text"]
        if not text.strip():
            raise Refused(Refusal.TEXT_EMPTY)
        path = there.view.own_path or ()
        self.now += 1
        writer = author(*path, owner=there.view.name)
        self.receive(command.space, Said(text, self.now, writer, ours=True))
        return there.history.run(len(there.history) - 1, len(there.history))[0]

    def change(self, space: SpaceId, **changes: object) -> views.SpaceView:
        """Replaces fields of its view, and tells it."""
        there = self._space(space)
        there.view = replace(there.view, **changes)  # type: ignore[arg-type]  # real fields
        self.tell(events.SpaceChanged(space))
        return self.view(space)

    def _forget(self, space: SpaceId) -> views.SpaceView:
        view = self.view(space)
        del self.spaces[space]
        self.talk.drafts.pop(space, None)
        self.tell(events.SpaceForgotten(space))
        return view

    def _mark_read(self, command: commands.MarkRead) -> None:
        there = self._space(command.space)
        there.read_up_to = max(there.read_up_to or OrderKey(b""), command.up_to)
        there.late -= {one for one in there.late if (command.since or b"") <= one <= command.up_to}
        self.tell(events.SpaceChanged(command.space))

    def _do_with_peers(self, command: PeerCommand) -> ListenerView | None:
        match command:
            case peer_commands.Listen():
                return ListenerView(command.protocol, command.address, (command.address,))
            case peer_commands.AddPeer():
                self._add_peer(command)
            case peer_commands.ForgetPeer() | peer_commands.BanPeer():
                self._set_peers(tuple(one for one in self.peers if one.address != command.address))
            case _:  # all that can be seen of the others is that they were asked for
                pass
        return None

    def _add_peer(self, command: peer_commands.AddPeer) -> None:
        state = PeerState.CONNECTING
        peer = PeerView(command.protocol, command.address, None, state, self.now, (), None)
        self._set_peers((*self.peers, replace(peer, remembered=command.remember)))

    def _set_peers(self, peers: tuple[PeerView, ...]) -> None:
        self.peers = peers
        self.tell(events.PeersChanged())

    # ---- queries --------------------------------------------------------------------------------

    def _answer(self, query: queries.AnyQuery) -> object:  # noqa: C901, PLR0911, PLR0912 - one line each
        match query:
            case queries.Identities():
                return tuple(self.identities[:: -1 if query.used_last_first else 1])
            case queries.PostingIdentities():
                return posters(self._space(query.space).view, self.identities, self.body_limits)
            case queries.Spaces():
                all_views = [self.view(space) for space in self.spaces]
                return tuple(sorted(all_views, key=lambda view: (view.kind, not view.pinned)))
            case queries.Space():
                return self.view(query.space)
            case queries.FindSpace():
                return self._find(query.text)
            case queries.Timeline():
                history = self._space(query.space).history
                return page(history, query.limit, query.before, query.after)
            case queries.Extent():
                return self._extent(query.space)
            case queries.OnePost():
                return self.talk.one(query)
            case queries.FirstSince():
                return self.talk.first_since(query)
            case queries.Holders():
                return ()
            case queries.OneFile():
                return self.talk.one_file(query)
            case queries.Weigh():
                return self.talk.weigh(query)
            case queries.Drafts():
                return tuple(self.talk.drafts.values())
            case queries.SafetyCode():
                return self.admission.safety_code(query.member)
            case queries.Members():
                if self.communities.is_of_community(query.space):
                    return self.communities.members_of(query.space)
                return self._space(query.space).members
            case queries.Search():
                return self.talk.search(query)
            case queries.InviteRequests():
                return tuple(self.requests)
            case queries.PreviewRequest():
                return self.admission.preview(query.request)
            case queries.Connections():
                own = PeerId(key_of("own peer"))
                around = (self.peers, self.port_mapping)
                return ConnectionsView(own, self.listeners, True, None, *around)  # noqa: FBT003
            case queries.Health():
                return HealthView(1, 4096, True, True, len(self.spaces), 0)  # noqa: FBT003

    def view(self, space: SpaceId) -> views.SpaceView:
        """The space as ``Space`` answers it."""
        there = self._space(space)
        extent = self._extent(space)
        last = there.history.run(len(there.history) - 1, len(there.history))
        return replace(
            there.view,
            posts=extent.posts,
            unread=extent.unread,
            last_post_at=last[0].timestamp if last else None,
            last=extent.last,
            mentions=there.view.mentions or self._mentions(there),
            owned_by=owner_of(there.view, self.identities),
            late=extent.late,
        )

    @staticmethod
    def _mentions(there: FakeSpace) -> int:
        read = there.history.up_to(there.read_up_to or b"")
        late = [one for one in there.history.run(0, read) if one.order in there.late]
        newer = there.history.run(read, read + 1_000)
        return sum(one.speaks_to_us for one in (*late, *newer))

    def _extent(self, space: SpaceId) -> views.TimelineExtent:
        there = self._space(space)
        read = there.history.up_to(there.read_up_to or b"")
        newer: Sequence[views.PostView] = there.history.run(read, read + 1)
        behind = there.history.run(read, read + 1_000)
        unread = sum(not one.ours for one in behind)
        first = newer[0].order if newer and unread else None
        last = there.history.run(len(there.history) - 1, len(there.history))
        return views.TimelineExtent(
            len(there.history),
            unread + len(there.late),
            there.read_up_to,
            first,
            last=last[0].order if last else None,
            late=self._late(there),
            first_mention=next((one.order for one in behind if one.speaks_to_us), None),
        )

    @staticmethod
    def _late(there: FakeSpace) -> views.LateView | None:
        if not there.late:
            return None
        return views.LateView(len(there.late), min(there.late), max(there.late))

    def _find(self, text: str) -> views.SpaceView:
        for space, there in self.spaces.items():
            if there.view.name == text:
                return self.view(space)
        raise Refused(Refusal.SPACE_UNKNOWN, text)

    def _space(self, space: SpaceId) -> FakeSpace:
        if space not in self.spaces:
            raise Refused(Refusal.SPACE_UNKNOWN)
        return self.spaces[space]
