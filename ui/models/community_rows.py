"""The rows that a community has in the sidebar beside its channels. Plain values; no Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.model.communities import CommunityView
from engine.model.ids import CommunityId, NotificationLevel
from engine.model.views import SpaceView
from ui.text.language import tr
from ui.text.names import plain_name
from ui.text.peers import connected_words


@dataclass(frozen=True, slots=True)
class CommunityRow:
    """Stands over a community's channels. ``unread`` and ``mentions`` are of those that may be
    folded away below it and are not muted.
    """

    view: CommunityView
    folded: bool
    unread: int = 0
    mentions: int = 0


@dataclass(frozen=True, slots=True)
class BrowseRow:
    """Stands under a community's channels: leads to those that one is not in."""

    community: CommunityId
    name: str


@dataclass(frozen=True, slots=True)
class Shelves:
    """The communities in their order, and which of them the person has folded."""

    communities: tuple[CommunityView, ...] = ()
    folded: frozenset[CommunityId] = frozenset()


NO_SHELVES = Shelves()


def community_rows(
    shelves: Shelves, channels: Sequence[SpaceView]
) -> Iterator[CommunityRow | BrowseRow | SpaceView]:
    """Each community with its ``channels`` below it; those of none that is known come first."""
    known = {view.id for view in shelves.communities}
    yield from (view for view in channels if view.community not in known)
    for community in shelves.communities:
        own = [view for view in channels if view.community == community.id]
        folded = community.id in shelves.folded
        loud = [view for view in own if view.notifications is not NotificationLevel.NONE]
        yield CommunityRow(
            community,
            folded,
            sum(view.unread for view in loud if not view.left),
            sum(view.mentions for view in loud if not view.left),
        )
        if not folded:
            yield from own
            if not community.left:
                yield BrowseRow(community.id, community.name)


def is_met(view: CommunityView) -> bool:
    """Whether somebody is connected; on a bare ``cable`` connection nobody says as which member."""
    return view.online > 0 or view.peers > 0


def met_words(view: CommunityView) -> str:
    """Who is there, where somebody is."""
    if view.online:
        return tr("%n members online", "", view.online)
    return connected_words(view.peers)


def community_state(view: CommunityView) -> str:
    """The second line of a community: who is there."""
    if view.left:
        return tr("Left")
    return met_words(view) if is_met(view) else tr("Nobody online")


def spoken_community(row: CommunityRow) -> str:
    """A community as it is read aloud."""
    parts = [plain_name(row.view.name), tr("community"), community_state(row.view)]
    if row.folded:
        parts += [tr("%n unread", "", row.unread)] if row.unread else []
        parts += [tr("%n of them to you", "unread messages", row.mentions)] if row.mentions else []
        parts.append(tr("folded, press Enter to show"))
    else:
        parts.append(tr("shown, press Enter to fold"))
    return ", ".join(parts)


def browse_words() -> str:
    """What a ``BrowseRow`` says."""
    return tr("Browse channels…")
