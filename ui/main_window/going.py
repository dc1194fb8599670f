"""Goes to places: by the quick switcher or straight away, and remembers where one was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.model.ids import NotificationLevel, OrderKey, SpaceId, SpaceKind
from engine.model.queries import Members
from engine.model.views import MemberView, SpaceView
from ui.equipment import Equipment
from ui.keys.shown import key_of
from ui.keys.table import Act, shortcut_of
from ui.main_window.pages import PageName, Pages
from ui.main_window.sidebar import Sidebar
from ui.models.members import bare_name
from ui.switching.destinations import Destination, Kind, recent_after
from ui.switching.switcher import Switcher
from ui.text.channels import space_name
from ui.text.language import tr
from ui.text.names import plain_name
from ui.text.namesakes import Bearers, called, told_apart

SETTING_OPEN = "window.open_space"
SETTING_RECENT = "window.recent_spaces"
PEOPLE_MAX = 500  # ours: of the open channel; more are found on its list of members

_WITHOUT_MEMBERS = frozenset({SpaceKind.FEED, SpaceKind.FOLDER})
_ICONS: Mapping[Act, str] = {
    Act.SEARCH: "search",
    Act.NEW_CHANNEL: "circle-plus",
    Act.JOIN: "qr-code",
    Act.MARK_ALL_READ: "check",
    Act.LARGER_TEXT: "type",
    Act.SMALLER_TEXT: "type",
    Act.USUAL_TEXT: "type",
    Act.SETTINGS: "settings",
    Act.SHOW_KEYS: "info",
    Act.QUIT: "log-out",
}
"""The acts that are offered as places to go to, in their order."""


class Going(QObject):
    """``arrived``: a SpaceId is open now; ``person_wanted``: a SpaceView and a MemberView;
    ``message_named``: a line that names a message, which shall be shown.
    """

    arrived = Signal(object)
    person_wanted = Signal(object, object)
    search_wanted = Signal(str)
    message_named = Signal(str)
    identities_wanted = Signal()
    profiles_wanted = Signal()
    report_wanted = Signal()

    def __init__(
        self, window: QWidget, equipment: Equipment, pages: Pages, sidebar: Sidebar
    ) -> None:
        super().__init__(window)
        self._window = window
        self._equipment = equipment
        self._pages = pages
        self._sidebar = sidebar
        self._switcher: Switcher | None = None
        self._acts: Mapping[Act, Callable[[], object]] = {}

    def offer_acts(self, acts: Mapping[Act, Callable[[], object]]) -> None:
        """What is done by keys can be gone to by name as well, from now on."""
        self._acts = acts

    def open_space(self, space: SpaceId) -> None:
        """Goes into a space, and remembers that it was open."""
        self.look_into(space)
        self._pages.enter()

    def look_into(self, space: SpaceId) -> None:
        """The same, but the keyboard stays where it is."""
        self._pages.open_space(space, self._sidebar.model.kind_of(space))
        self._arrive(space)

    def show_post(self, space: SpaceId, order: OrderKey, words: str = "") -> None:
        """Shows a message where it stands in its channel, and ``words`` in it."""
        self._pages.reach(space, order, words)
        self._arrive(space)

    def open_last(self, views: Sequence[SpaceView]) -> bool:
        """Opens what was open last, else where the newest post is; whether there was anything."""
        newest_first = sorted(views, key=lambda view: -(view.last_post_at or 0.0))
        ids = [view.id for view in newest_first if not view.left]
        last = self._equipment.settings.text(SETTING_OPEN, "")
        wanted = [space for space in ids if space.hex() == last] or ids
        for space in wanted[:1]:
            self.open_space(space)
        return bool(wanted)

    def _arrive(self, space: SpaceId) -> None:
        self._sidebar.choose(space)
        self._equipment.remember(SETTING_OPEN, space.hex())
        recent = recent_after(space.hex(), self._recent())
        self._equipment.remember(SETTING_RECENT, ",".join(recent))
        self.arrived.emit(space)

    def _recent(self) -> list[str]:
        stored = self._equipment.settings.text(SETTING_RECENT, "")
        return [one for one in stored.split(",") if one]

    def switch(self) -> None:
        """Opens the quick switcher, unless it is open."""
        if self._switcher is not None:
            return
        there_is = [*self._channels(), *self._pages_and_acts()]
        switcher = Switcher(self._window, self._equipment.theme, there_is)
        switcher.search_wanted.connect(self.search_wanted)
        switcher.message_named.connect(self.message_named)
        switcher.finished.connect(self._closed)
        switcher.finished.connect(switcher.deleteLater)
        self._switcher = switcher
        switcher.show()
        switcher.activateWindow()
        view = self._pages.channel.view
        if view is not None:
            self._equipment.bridge.start(self._add_people(switcher, view))

    def _closed(self) -> None:
        self._switcher = None

    # ---- what there is ----------------------------------------------------------------------

    def _channels(self) -> Iterator[Destination]:
        recent = self._recent()
        for view in self._sidebar.model.views():
            yield Destination(
                Kind.CHANNEL,
                self._sidebar.model.title_of(view),
                lambda space=view.id: self.open_space(space),  # type: ignore[misc]  # bound now
                detail=_detail(view),
                key=view.id,
                unread=0 if view.left or view.archived else view.unread,
                mentions=0 if view.left or view.archived else view.mentions,
                recent=recent.index(view.id.hex()) if view.id.hex() in recent else None,
                is_open=view.id == self._pages.space,
            )

    def _pages_and_acts(self) -> Iterator[Destination]:
        pages = self._pages
        yield Destination(Kind.ACTION, tr("Connections"), pages.show_connections, icon="network")
        yield Destination(
            Kind.ACTION, tr("Follow a public channel"), pages.show_following, icon="rss"
        )
        own = tr("Your identities")
        yield Destination(Kind.ACTION, own, self.identities_wanted.emit, icon="key-round")
        if self._equipment.profiles is not None:
            others, go = tr("Open another profile"), self.profiles_wanted.emit
            yield Destination(Kind.ACTION, others, go, icon="users-round")
        if self._equipment.reports is not None:
            report, go = tr("Activity report"), self.report_wanted.emit
            yield Destination(Kind.ACTION, report, go, icon="activity")
        wanted = self._sidebar.community_wanted
        for view in self._sidebar.model.communities:
            go_there = partial(wanted.emit, view.id)
            words = tr("{name} (community)").format(name=plain_name(view.name))
            yield Destination(Kind.ACTION, words, go_there, icon="messages-square")
        for icon, words, do in self._sidebar.offers:
            yield Destination(Kind.ACTION, words, do, icon=icon)
        for act, icon in _ICONS.items():
            if act in self._acts and (act is not Act.SETTINGS or pages.offers(PageName.SETTINGS)):
                words = tr(shortcut_of(act).words)
                yield Destination(
                    Kind.ACTION, words, self._acts[act], icon=icon, key_words=key_of(act)
                )

    async def _add_people(self, switcher: Switcher, view: SpaceView) -> None:
        if view.kind in _WITHOUT_MEMBERS:
            return
        members = await self._equipment.bridge.ask(Members(view.id))
        bearers = await self._equipment.names.of(view)
        others = [member for member in members if not member.ours][:PEOPLE_MAX]
        if self._switcher is switcher:  # it may have been closed while they were asked for
            switcher.add([self._person(view, member, bearers) for member in others])

    def _person(self, view: SpaceView, member: MemberView, bearers: Bearers) -> Destination:
        return Destination(
            Kind.PERSON,
            called(member.name, member.public_key, bearers)
            if view.kind is SpaceKind.COMMUNITY
            else bare_name(member) + told_apart(bare_name(member), member.public_key, bearers),
            lambda: self.person_wanted.emit(view, member),
            detail=tr("in {channel}").format(channel=space_name(view)),
            key=member.public_key,
            is_quiet=True,
        )


def _detail(view: SpaceView) -> str:
    if view.left:
        return tr("Left")
    if view.archived:
        return tr("Archived")
    if view.kind is SpaceKind.FEED and view.notifications is not NotificationLevel.NONE:
        return tr("Feed")
    if view.notifications is NotificationLevel.NONE:
        return tr("Muted")
    return tr("Followed") if view.public and view.own_path is None else ""
