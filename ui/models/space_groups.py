"""The parts of the sidebar's list, what stands in each, and where a person moves a space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from engine.model.ids import SpaceId, SpaceKind
from engine.model.views import SpaceView
from ui.text.language import QT_TR_NOOP, tr


class Group(Enum):
    """The parts of the list, from its head to its foot."""

    PINNED = auto()
    PRIVATE = auto()
    FOLLOWED = auto()
    FEEDS = auto()
    FOLDERS = auto()
    ARCHIVED = auto()


TITLES = {
    Group.PINNED: QT_TR_NOOP("Pinned"),
    Group.PRIVATE: QT_TR_NOOP("Private channels"),
    Group.FOLLOWED: QT_TR_NOOP("Followed"),
    Group.FEEDS: QT_TR_NOOP("Feeds"),
    Group.FOLDERS: QT_TR_NOOP("Shared folders"),
    Group.ARCHIVED: QT_TR_NOOP("Archived"),
}

_OF_KIND = {SpaceKind.FEED: Group.FEEDS, SpaceKind.FOLDER: Group.FOLDERS}


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


Row = Heading | SpaceView


def group_of(view: SpaceView) -> Group:
    """Where a space is listed."""
    if view.archived:
        return Group.ARCHIVED
    if view.pinned:
        return Group.PINNED
    if view.kind in _OF_KIND:
        return _OF_KIND[view.kind]
    return Group.FOLLOWED if view.own_path is None and view.public else Group.PRIVATE


def arranged(views: Sequence[SpaceView], *, is_folded: bool) -> list[Row]:
    """The rows of the list: each group that has spaces, under its heading."""
    rows: list[Row] = []
    for group in Group:
        members = [view for view in views if group_of(view) is group]
        if not members:
            continue
        folded = is_folded if group is Group.ARCHIVED else None
        rows.append(Heading(group, len(members), folded))
        rows += [] if folded else members
    return rows


def identity_of(row: Row) -> object:
    """What stays the same while what a row shows changes."""
    return row.id if isinstance(row, SpaceView) else row.group


def group_of_row(row: Row) -> Group:
    """In which group a row stands."""
    return row.group if isinstance(row, Heading) else group_of(row)
