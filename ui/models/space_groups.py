"""The parts of the sidebar's list, what stands in each, and where a person moves a space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from engine.model.ids import SpaceId, SpaceKind
from engine.model.views import SpaceView
from ui.models.community_rows import NO_SHELVES, BrowseRow, CommunityRow, Shelves, community_rows
from ui.text.language import QT_TR_NOOP, tr


class Group(Enum):
    """The parts of the list, from its head to its foot."""

    PINNED = auto()
    PRIVATE = auto()
    COMMUNITIES = auto()
    FOLLOWED = auto()
    FEEDS = auto()
    FOLDERS = auto()
    ARCHIVED = auto()


TITLES = {
    Group.PINNED: QT_TR_NOOP("Pinned"),
    Group.PRIVATE: QT_TR_NOOP("Private channels"),
    Group.COMMUNITIES: QT_TR_NOOP("Communities"),
    Group.FOLLOWED: QT_TR_NOOP("Followed"),
    Group.FEEDS: QT_TR_NOOP("Feeds"),
    Group.FOLDERS: QT_TR_NOOP("Shared folders"),
    Group.ARCHIVED: QT_TR_NOOP("Archived"),
}

_OF_KIND = {
    SpaceKind.FEED: Group.FEEDS,
    SpaceKind.FOLDER: Group.FOLDERS,
    SpaceKind.COMMUNITY: Group.COMMUNITIES,
}


@dataclass(frozen=True, slots=True)
class Heading:
    """Stands over a group. ``folded``: what is below it is not shown; None: it never folds."""

    group: Group
    spaces: int
    folded: bool | None = None

    @property
    def title(self) -> str:
        """What is read in it."""
        title = tr(TITLES[self.group])
        if self.folded is None:
            return title
        return tr("{title} ({count})").format(title=title, count=self.spaces)


@dataclass(frozen=True, slots=True)
class Move:
    """A person put ``view`` somewhere else: into ``group``, the list being ``order`` then."""

    view: SpaceView
    group: Group
    order: tuple[SpaceId, ...]


Row = Heading | SpaceView | CommunityRow | BrowseRow


def group_of(view: SpaceView) -> Group:
    """Where a space is listed."""
    if view.archived:
        return Group.ARCHIVED
    if view.pinned:
        return Group.PINNED
    if view.kind in _OF_KIND:
        return _OF_KIND[view.kind]
    return Group.FOLLOWED if view.own_path is None and view.public else Group.PRIVATE


def arranged(
    views: Sequence[SpaceView], *, is_folded: bool, shelves: Shelves = NO_SHELVES
) -> list[Row]:
    """The rows of the list: each group that has spaces, under its heading."""
    rows: list[Row] = []
    for group in Group:
        members = [view for view in views if group_of(view) is group]
        if group is Group.COMMUNITIES:
            rows += _of_communities(members, shelves)
            continue
        if not members:
            continue
        folded = is_folded if group is Group.ARCHIVED else None
        rows.append(Heading(group, len(members), folded))
        rows += [] if folded else members
    return rows


def _of_communities(members: Sequence[SpaceView], shelves: Shelves) -> list[Row]:
    if not members and not shelves.communities:
        return []
    count = len(shelves.communities)
    return [Heading(Group.COMMUNITIES, count), *community_rows(shelves, members)]


def identity_of(row: Row) -> object:
    """What stays the same while what a row shows changes."""
    match row:
        case SpaceView():
            return row.id
        case Heading():
            return row.group
        case CommunityRow():
            return CommunityRow, row.view.id
        case BrowseRow():
            return BrowseRow, row.community


def group_of_row(row: Row) -> Group:
    """In which group a row stands."""
    match row:
        case SpaceView():
            return group_of(row)
        case Heading():
            return row.group
        case CommunityRow() | BrowseRow():
            return Group.COMMUNITIES
