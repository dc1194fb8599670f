"""A window that believes what it is told: from the events alone it knows what a fresh look shows.

Names no protocol: it asks what the real window asks. At each event it reads only what that event
says has changed, and so a change that nobody told of stays unseen, until the law compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import cast

from engine.errors import Refused
from engine.model.events import (
    Event,
    InviteArrived,
    InviteDelivered,
    PostsArrived,
    PostsChanged,
    RequestsChanged,
    SpaceChanged,
    SpaceForgotten,
)
from engine.model.ids import OrderKey, PostId, RequestId, SpaceId
from engine.model.queries import (
    PAGE_POSTS_MAX,
    InviteRequests,
    OnePost,
    Query,
    Space,
    Spaces,
    Timeline,
)
from engine.model.views import InviteRequestView, PostView, SpaceView, TimelinePage
from tests.order_keys import BEGINNING, just_before
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.world import World

LOOKS_BETWEEN = 10
ONE_BY_ONE_MAX = 16  # changed posts: of more, all are read anew
Posts = dict[OrderKey, PostView]


@dataclass(slots=True)
class Window:
    """What one window shows of one life of an engine."""

    computer: Computer
    spaces: dict[SpaceId, SpaceView] = field(default_factory=dict)
    posts: dict[SpaceId, Posts] = field(default_factory=dict)
    requests: tuple[RequestId, ...] = ()
    _looked: dict[SpaceId, int] = field(default_factory=dict)

    def opens(self) -> None:
        """Everything is asked once."""
        for view in cast("tuple[SpaceView, ...]", self._ask(Spaces())):
            self._see(view)
            self._read(view.id, BEGINNING, None)
        self._look_at_requests()

    def hears(self, event: Event) -> None:
        """Asks for just what changed."""
        match event:
            case PostsArrived(space, _, first, last, _):
                self._look_at(space)
                self._read(space, just_before(first), last)
            case PostsChanged(space, posts):
                self._read_again(space, posts)
            case SpaceChanged(space) | InviteArrived(space) | InviteDelivered(space):
                self._look_at(space)
            case SpaceForgotten(space):
                self.spaces.pop(space, None)
                self.posts.pop(space, None)
                self._looked.pop(space, None)
            case RequestsChanged():
                self._look_at_requests()
            case _:
                pass

    def _ask(self, query: object) -> object:
        try:
            return self.computer.ask(cast("Query[object]", query))
        except Refused:
            return None

    def _see(self, view: SpaceView) -> None:
        # Rights end by the clock alone, which tells nobody.
        self.spaces[view.id] = replace(
            view,
            can_post=False,
            can_invite=False,
            expires_at=None,
            body_limit=None,
            own_path=None,
            ending=None,
            invites_ending=0,
        )

    def _look_at(self, space: SpaceId) -> None:
        # What was told in one breath is looked at once: nothing has changed in between.
        if self._looked.get(space) == self.computer.tellings:
            return
        self._looked[space] = self.computer.tellings
        is_new = space not in self.spaces
        view = self._ask(Space(space))
        if isinstance(view, SpaceView):
            self._see(view)
            if is_new:
                self._read(space, BEGINNING, None)

    def _look_at_requests(self) -> None:
        views = cast("tuple[InviteRequestView, ...]", self._ask(InviteRequests()))
        self.requests = tuple(view.request_ids[0] for view in views)

    def _read(self, space: SpaceId, after: OrderKey, last: OrderKey | None) -> None:
        shown = self.posts.setdefault(space, {})
        while True:
            page = self._ask(Timeline(space, PAGE_POSTS_MAX, after=after))
            if not isinstance(page, TimelinePage) or not page.posts:
                return
            for post in page.posts:
                if last is not None and post.order > last:
                    return
                shown[post.order] = post
            after = page.posts[-1].order

    def _read_again(self, space: SpaceId, posts: Sequence[PostId]) -> None:
        """These, and what answers one of them. None named: any may have changed."""
        shown = self.posts.setdefault(space, {})
        named = dict.fromkeys(posts)
        of_them = [
            post
            for post in shown.values()
            if post.id in named or (post.reply is not None and post.reply.id in named)
        ]
        if not named or len(of_them) > ONE_BY_ONE_MAX:
            shown.clear()
            self._read(space, BEGINNING, None)
            return
        for post in of_them:
            del shown[post.order]
        for one in dict.fromkeys((*named, *(post.id for post in of_them))):
            view = self._ask(OnePost(space, one))
            if isinstance(view, PostView) and not view.hidden and view.target is None:
                shown[view.order] = view


@dataclass(slots=True)
class EventsTellAll:
    """The law."""

    world: World
    windows: dict[str, Window] = field(default_factory=dict)
    _looks: int = 0

    def told(self, computer: Computer, event: Event) -> None:
        """See ``Law``."""
        if computer.is_on and (window := self.windows.get(computer.name)) is not None:
            window.hears(event)

    def started(self, computer: Computer) -> None:
        """See ``Law``."""
        window = self.windows[computer.name] = Window(computer)
        window.opens()

    def look(self) -> None:
        """See ``Law``. One window after the other, now and then."""
        self._looks += 1
        if self._looks % LOOKS_BETWEEN == 0 and (honest := self.world.honest):
            self._compare(honest[self._looks // LOOKS_BETWEEN % len(honest)])

    def at_rest(self) -> None:
        """See ``Law``."""
        for computer in self.world.honest:
            self._compare(computer)

    def _compare(self, computer: Computer) -> None:
        if not computer.is_calm:
            return
        shown, fresh = self.windows[computer.name], Window(computer)
        fresh.opens()
        for what in ("spaces", "posts", "requests"):
            if getattr(shown, what) != getattr(fresh, what):
                detail = f"{computer.name}: {what}: {_difference(shown, fresh, what)}"
                raise LawBroken("events tell all", detail)
        self.world.count("windows compared")


def _difference(shown: Window, fresh: Window, what: str) -> str:
    """The first thing that differs."""
    if what == "requests":
        return f"{len(shown.requests)} shown, {len(fresh.requests)} there"
    one: dict[SpaceId, object] = getattr(shown, what)
    other: dict[SpaceId, object] = getattr(fresh, what)
    for space in {**one, **other}:
        if one.get(space) != other.get(space):
            return f"{space.hex()[:8]}: {_first_field(one.get(space), other.get(space))}"
    return "order"


def _first_field(shown: object, there: object) -> str:
    if isinstance(shown, SpaceView | PostView) and isinstance(there, SpaceView | PostView):
        for one in fields(shown):
            values = getattr(shown, one.name), getattr(there, one.name)
            if values[0] != values[1]:
                return f"{one.name} shown as {values[0]}, is {values[1]}"
    if isinstance(shown, dict) and isinstance(there, dict):
        if len(shown) != len(there):
            return f"{len(shown)} posts shown, are {len(there)}"
        other = next((one for one in shown if shown[one] != there.get(one)), None)
        return "order" if other is None else _first_field(shown[other], there.get(other))
    return "only shown" if there is None else "not shown"
