"""Events on their way out: in order, few, and never without bound.

What can be said once is said once. Beyond the bound only "ask again" is kept for each space.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import assert_never

from engine.model.events import (
    BlocksArrived,
    CommentsChanged,
    CommunityChanged,
    CommunityForgotten,
    EngineClosed,
    Event,
    FaultRaised,
    FeedForked,
    FolderChanged,
    InviteArrived,
    InviteDelivered,
    Listening,
    PeerGone,
    PeerReady,
    PeersChanged,
    PeerViolated,
    PortMappingChanged,
    PostsArrived,
    PostsChanged,
    ReconciliationDone,
    Reconciling,
    RequestsChanged,
    SpaceChanged,
    SpaceForgotten,
)

EVENTS_MAX = 1_024  # ours: a window that was away for long asks again anyway


class Outbox:
    """A queue of events. Two of them can be emptied into each other."""

    __slots__ = ("_count", "_events", "_events_max", "_overflowed")

    def __init__(self, events_max: int = EVENTS_MAX) -> None:
        self._events: dict[Hashable, Event] = {}
        self._events_max = events_max
        self._count = 0
        self._overflowed = False

    def __len__(self) -> int:
        return len(self._events)

    def put(self, event: Event) -> None:
        """To be told. It may take the place of, or be taken into, one that waits."""
        if self._overflowed:
            self._put_summary(event)
            return
        match event:
            case PostsArrived() | PostsChanged() | BlocksArrived() | CommentsChanged():
                key = type(event), event.space
                self._events[key] = _with(self._events.get(key), event)
            case Reconciling(space, peer_id):
                self._events.pop((Reconciling, space, peer_id), None)
                self._events[Reconciling, space, peer_id] = event
            case (
                SpaceChanged()
                | FolderChanged()
                | CommunityChanged()
                | PeersChanged()
                | RequestsChanged()
            ):
                self._events.setdefault(event, event)
            case SpaceForgotten(space):
                self._seal(space)
                self._append(event)
            case _:
                self._append(event)
        if len(self._events) > self._events_max:
            self._overflow()

    def take(self) -> tuple[Event, ...]:
        """All that wait, in order; none waits afterwards."""
        events = tuple(self._events.values())
        self._events = {}
        self._overflowed = False
        return events

    def _append(self, event: Event) -> None:
        self._count += 1
        self._events[self._count] = event

    def _seal(self, space: object) -> None:
        """Nothing said of the space later may move before the news that it is gone."""
        sealed: dict[Hashable, Event] = {}
        for key, event in self._events.items():
            if getattr(event, "space", None) == space and not isinstance(key, int):
                self._count += 1
                sealed[self._count] = event
            else:
                sealed[key] = event
        self._events = sealed

    def _overflow(self) -> None:
        self._overflowed = True
        events, self._events = self._events, {}
        for event in events.values():
            self._put_summary(event)

    def _put_summary(self, event: Event) -> None:
        """The same in a bounded form: one event a space and one of each other kind."""
        match event:
            case (
                PostsArrived(space)
                | PostsChanged(space)
                | SpaceChanged(space)
                | Reconciling(space)
                | ReconciliationDone(space)
                | InviteDelivered(space)
                | BlocksArrived(space)
                | FolderChanged(space)
                | CommentsChanged(space)
            ):
                summary: Event = SpaceChanged(space)
                self._events.setdefault(summary, summary)
            case InviteArrived(space):
                self._put_summary(SpaceChanged(space))
                self._put_summary(RequestsChanged())
            case FeedForked() | CommunityChanged() | CommunityForgotten():
                self._events.setdefault(event, event)
            case SpaceForgotten(space):
                self._events.pop(SpaceChanged(space), None)
                self._events[event] = event
            case (
                Listening()
                | PeerReady()
                | PeerGone()
                | PeerViolated()
                | PeersChanged()
                | PortMappingChanged()
            ):
                self._events.setdefault(PeersChanged(), PeersChanged())
            case RequestsChanged():
                self._events.setdefault(event, event)
            case FaultRaised(reason):
                self._events[FaultRaised, reason] = event
            case EngineClosed():
                self._events[event] = event
            case _:
                assert_never(event)


def _with(earlier: Event | None, later: Event) -> Event:
    """One event that says what both said of one space."""
    match earlier, later:
        case PostsArrived(), PostsArrived():
            return later.after(earlier)
        case PostsChanged(), PostsChanged():
            return later.after(earlier)
        case BlocksArrived(), BlocksArrived():
            return later.after(earlier)
        case CommentsChanged(), CommentsChanged():
            return later.after(earlier)
        case _:
            return later
