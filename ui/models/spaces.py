"""The sidebar's list: spaces by their groups (``space_groups``), communities with their channels.

Spaces can be moved in it, by dragging or by a step; the model tells where to (``moved``) and shows
the move when the engine has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from typing_extensions import override

from engine.model.communities import CommunityView
from engine.model.feeds import FeedView
from engine.model.ids import CommunityId, SpaceId, SpaceKind
from engine.model.views import SpaceView
from ui.models.community_rows import (
    BrowseRow,
    CommunityRow,
    Shelves,
    browse_words,
    spoken_community,
)
from ui.models.space_groups import (
    Group,
    Heading,
    Move,
    Row,
    arranged,
    group_of,
    group_of_row,
    identity_of,
)
from ui.models.space_words import spoken, spoken_heading, state_words
from ui.text.channels import channel_of, channel_title, space_name
from ui.text.names import plain_name
from ui.wording.catching_up import Progress, status_of_progress, told
from ui.wording.feeds import row_words, status_of_feed
from ui.wording.states import Status

VIEW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The row's ``SpaceView``, None in a heading."""
HEADING_ROLE = Qt.ItemDataRole.UserRole + 2
"""The row's ``Heading``, None in a space."""
STATE_ROLE = Qt.ItemDataRole.UserRole + 3
"""What goes on in the row's space, as a ``Status``; None in a heading."""
COMMUNITY_ROLE = Qt.ItemDataRole.UserRole + 4
"""The row's ``CommunityRow`` or ``BrowseRow``, None in every other."""
BRIEF_ROLE = Qt.ItemDataRole.UserRole + 5
"""Whether the row is a channel below its community, which says the rest."""
MIME_TYPE = "application/x-tidings-space"

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class SpacesModel(QAbstractListModel):
    """Headings and spaces, in the order of the ``Spaces`` query. ``moved`` carries a ``Move``.

    ``feeds_listed``: there are feeds among them, whose states ``show_feeds`` takes;
    ``folders_listed`` and ``show_statuses`` the same of shared folders. ``communities_listed``:
    spaces are listed, so it is worth asking for the communities that ``show_communities`` takes;
    ``folded`` carries those that the person has folded.
    """

    moved = Signal(object)
    communities_listed = Signal()
    folded = Signal(object)
    feeds_listed = Signal()
    folders_listed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._views: tuple[SpaceView, ...] = ()
        self._rows: list[Row] = []
        self._archive_folded = True
        self._feeds: Mapping[SpaceId, FeedView] = {}
        self._statuses: Mapping[SpaceId, Status] = {}
        self._progress: dict[SpaceId, Progress] = {}
        self._expected: dict[SpaceId, SpaceKind] = {}
        self._shelves = Shelves()

    def show(self, views: Sequence[SpaceView]) -> None:
        """Takes the views over. As long as the list has the same rows in the same order, they are
        changed in place and none loses its focus; else the list is begun anew, and what a row is
        outlasts that as its ``identity`` alone.
        """
        self._views = tuple(views)
        if any(view.kind is SpaceKind.FEED for view in views):
            self.feeds_listed.emit()
        if any(view.kind is SpaceKind.FOLDER for view in views):
            self.folders_listed.emit()
        self.communities_listed.emit()
        self._arrange()

    def _arrange(self) -> None:
        rows = arranged(self._views, is_folded=self._archive_folded, shelves=self._shelves)
        if [identity_of(row) for row in rows] != [identity_of(row) for row in self._rows]:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return
        for place, row in enumerate(rows):
            if row != self._rows[place]:
                self._rows[place] = row
                index = self.index(place)
                self.dataChanged.emit(index, index)

    def show_feeds(self, feeds: Mapping[SpaceId, FeedView]) -> None:
        """Takes over what goes on with feeds; their rows say it."""
        before, self._feeds = self._feeds, feeds
        for place, row in enumerate(self._rows):
            if isinstance(row, SpaceView) and before.get(row.id) != feeds.get(row.id):
                self.dataChanged.emit(self.index(place), self.index(place))

    def show_progress(self, space: SpaceId, progress: Progress | None) -> None:
        """How far it has come with what is received there; None: nothing is under way."""
        if progress is None:
            self._progress.pop(space, None)
        else:
            self._progress[space] = progress
        index = self.index_of(space)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def show_statuses(self, statuses: Mapping[SpaceId, Status]) -> None:
        """Takes over what goes on with shared folders."""
        before, self._statuses = self._statuses, statuses
        for place, row in enumerate(self._rows):
            if isinstance(row, SpaceView) and before.get(row.id) != statuses.get(row.id):
                self.dataChanged.emit(self.index(place), self.index(place))

    def show_communities(
        self, communities: Sequence[CommunityView], folded: Iterable[CommunityId]
    ) -> None:
        """Takes over the communities in their order, and which of them are folded."""
        self._shelves = Shelves(tuple(communities), frozenset(folded))
        self._arrange()

    def fold_community(self, community: CommunityId, *, folded: bool) -> None:
        """Hides or shows its channels."""
        before = self._shelves.folded
        now = before | {community} if folded else before - {community}
        if now != before:
            self._shelves = Shelves(self._shelves.communities, now)
            self._arrange()
            self.folded.emit(now)

    @property
    def communities(self) -> tuple[CommunityView, ...]:
        """All of them, in their order."""
        return self._shelves.communities

    def community_of(self, view: SpaceView) -> str:
        """What the community of a channel is called; nothing if it has or is known to have none."""
        names = (one.name for one in self._shelves.communities if one.id == view.community)
        return next(names, "")

    def title_of(self, view: SpaceView) -> str:
        """What a space is called where nothing else says which community it is in."""
        if view.kind is SpaceKind.COMMUNITY:
            community = self.community_of(view)
            return channel_title(channel_of(view, community), community)
        return plain_name(view.name)

    def titled(self) -> list[SpaceView]:
        """All spaces, channels of communities under their titles."""
        return [
            replace(view, name=self.title_of(view)) if view.kind is SpaceKind.COMMUNITY else view
            for view in self.views()
        ]

    def state_of(self, view: SpaceView) -> Status:
        """The second line of a space: words, their colour, and an icon before them if any."""
        feed = self._feeds.get(view.id)
        if feed is not None and not view.left:
            status = status_of_feed(feed)
            return Status(status.icon, status.colour, row_words(feed))
        if view.id in self._statuses and not view.left:
            return self._statuses[view.id]
        needs_care = not view.left and (view.ending is not None or view.renewals > 0)
        progress = told(self._progress.get(view.id), view.peers)
        if progress is not None and not (view.left or (needs_care and progress.waits)):
            return status_of_progress(progress)
        if not view.left and (community := self.community_of(view)):
            return Status("", "text2", plain_name(community))
        return Status("", "warn" if needs_care else "text2", state_words(view))

    def fold_archive(self, *, folded: bool) -> None:
        """Hides or shows the archived ones."""
        self._archive_folded = folded
        self._arrange()

    def view(self, index: Index) -> SpaceView | None:
        """The space of a row, None for a heading."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, SpaceView) else None

    def heading(self, index: Index) -> Heading | None:
        """The heading of a row, None for a space."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Heading) else None

    def community_row(self, index: Index) -> CommunityRow | BrowseRow | None:
        """The row of a community that is none of its channels."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, CommunityRow | BrowseRow) else None

    def views(self) -> list[SpaceView]:
        """All spaces: as they are listed, then those without a row (archived, or folded away)."""
        listed = self.listed()
        there = {view.id for view in listed}
        return listed + [view for view in self._views if view.id not in there]

    def listed(self) -> list[SpaceView]:
        """The spaces that have a row now."""
        return [row for row in self._rows if isinstance(row, SpaceView)]

    def kind_of(self, space: SpaceId) -> SpaceKind:
        """What a space is; one that is not listed yet is what it was said to be (``expect``)."""
        kinds = (view.kind for view in self._views if view.id == space)
        return next(kinds, self._expected.get(space, SpaceKind.PRIVATE))

    def expect(self, space: SpaceId, kind: SpaceKind) -> None:
        """A space of that kind was just made; it is opened before it is listed."""
        self._expected[space] = kind

    def index_of(self, space: SpaceId | None) -> QModelIndex:
        """The row of a space; an invalid index if it is not listed."""
        return self.index_of_row(space)

    def identity(self, index: Index) -> object:
        """What a row is, wherever it comes to stand, for ``index_of_row``; None: it is no row."""
        return identity_of(self._rows[index.row()]) if index.isValid() else None

    def index_of_row(self, identity: object) -> QModelIndex:
        """Where that row is now; an invalid index if it is there no more. Unlike any index of Qt's,
        an identity outlasts that the list is begun anew.
        """
        places = (place for place, row in enumerate(self._rows) if identity_of(row) == identity)
        place = next(places, None)
        return QModelIndex() if place is None else self.index(place)

    # ---- Qt's side --------------------------------------------------------------------------

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(  # noqa: PLR0911 - one line a role
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._name_of(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row)
            case _ if role == COMMUNITY_ROLE:
                return self.community_row(index)
            case _ if role == BRIEF_ROLE:
                return isinstance(row, SpaceView) and group_of(row) is Group.COMMUNITIES
            case _ if role == VIEW_ROLE:
                return row if isinstance(row, SpaceView) else None
            case _ if role == STATE_ROLE:
                return self.state_of(row) if isinstance(row, SpaceView) else None
            case _ if role == HEADING_ROLE:
                return row if isinstance(row, Heading) else None
            case _:
                return None

    def _name_of(self, row: Row) -> str:
        match row:
            case Heading():
                return row.title
            case CommunityRow():
                return plain_name(row.view.name)
            case BrowseRow():
                return browse_words()
            case SpaceView():
                return space_name(row, self.community_of(row))

    def _spoken(self, row: Row) -> str:
        match row:
            case Heading():
                return spoken_heading(row)
            case CommunityRow():
                return spoken_community(row)
            case BrowseRow():
                return f"{plain_name(row.name)}, {browse_words()}"
            case SpaceView():
                return spoken(row, self.state_of(row).words)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled  # between rows, never onto one
        heading = self.heading(index)
        if heading is not None:
            folds = heading.folded is not None
            return Qt.ItemFlag.ItemIsEnabled if folds else Qt.ItemFlag.NoItemFlags
        if self.view(index) is None:
            return Qt.ItemFlag.ItemIsEnabled
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | Qt.ItemFlag.ItemIsDragEnabled

    # ---- moving -----------------------------------------------------------------------------

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def mimeTypes(self) -> list[str]:
        return [MIME_TYPE]

    @override
    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        view = self.view(indexes[0]) if indexes else None
        if view is not None:
            data.setData(MIME_TYPE, QByteArray(view.id))
        return data

    @override
    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Tells the move; the rows themselves change when the engine has made it."""
        index = self.index_of(SpaceId(bytes(data.data(MIME_TYPE).data())))
        view = self.view(index)
        if view is not None:
            place = len(self._rows) if row < 0 else row
            if place not in {index.row(), index.row() + 1}:
                self.moved.emit(self._move_to(view, place))
        return False

    def step(self, space: SpaceId, steps: int) -> None:
        """One place up (steps < 0) or down, inside its group; at the end of it nothing happens."""
        place = self.index_of(space).row()
        goal = place + steps
        if place >= 0 and 0 <= goal < len(self._rows):
            view, beside = self._rows[place], self._rows[goal]
            if isinstance(view, SpaceView) and isinstance(beside, SpaceView):
                self.moved.emit(self._move_to(view, goal + int(steps > 0)))

    def can_step(self, space: SpaceId, steps: int) -> bool:
        """Whether ``step`` would move it."""
        goal = self.index_of(space).row() + steps
        return 0 <= goal < len(self._rows) and isinstance(self._rows[goal], SpaceView)

    def _move_to(self, view: SpaceView, place: int) -> Move:
        """Between the rows ``place - 1`` and ``place``."""
        above = [row for row in self._rows[: max(1, place)] if row != view]
        group = group_of(view) if not above else group_of_row(above[-1])
        before = [row.id for row in above if isinstance(row, SpaceView)]
        after = [one.id for one in self.views() if one.id not in before and one.id != view.id]
        return Move(view, group, (*before, view.id, *after))
