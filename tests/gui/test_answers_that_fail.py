"""What is shown of a message where the engine fails: it is said, and nothing else waits for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from engine.errors import Fault, FaultReason
from engine.model.ids import PeerId, PublicKey
from engine.model.peers import Appearance, PeerState
from engine.model.queries import Holders, OneFile, Query
from engine.model.views import MemberView
from tests.fake_engine import FakeEngine
from tests.fake_peers import peer_at
from tests.gui.conftest import Run, until
from tests.gui.posts_scene import acts_of, post_of
from tests.gui.test_pictures import picture, with_picture
from tests.gui.timeline_scene import grown, opened
from tests.gui.window_scene import channel, settled, started
from ui.main_window.window import MainWindow
from ui.posts.details import PostDetails
from ui.timeline.parts.pictures import AT_ONCE
from ui.timeline.view import TimelineView

R = TypeVar("R")


@dataclass
class FailingEngine(FakeEngine):
    """Answers so many questions for a file, or for who holds a post, with a failure, once
    ``may_answer`` is set.
    """

    failures: int = 0
    holders: tuple[PeerId, ...] = ()
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    @override
    async def ask(self, query: Query[R]) -> R:
        if isinstance(query, OneFile | Holders):
            await self.may_answer.wait()
            if self.failures:
                self.failures -= 1
                raise Fault(FaultReason.DISK_FAILED)
        if isinstance(query, Holders):
            return self.holders  # type: ignore[return-value]  # what that question is answered with
        return await super().ask(query)


@pytest.fixture
def engine() -> FailingEngine:
    return FailingEngine()


def test_a_picture_that_cannot_be_fetched_is_opened_no_more_and_says_so(
    run: Run[Any], window: MainWindow, engine: FailingEngine
) -> None:
    space = channel(engine, "Garden", "see")

    async def scene() -> None:
        await started(window)
        with_picture(engine, space, 1, picture(64, 36))
        engine.failures = 9  # its preview asks for it as well
        dialog = acts_of(window).show_picture(post_of(engine, space, 1), 0)
        assert dialog.told.text() == "Opening the picture…"
        engine.may_answer.set()
        await settled(window)
        assert dialog.told.text() == "This file cannot be read."
        assert window.toast.isVisible()
        dialog.close()

    run(scene())


def test_previews_that_wait_are_fetched_though_those_before_them_failed(
    run: Run[Any], view: TimelineView, engine: FailingEngine
) -> None:
    space = grown(engine, 12)
    places = range(10 - AT_ONCE, 12)
    for place in places:
        with_picture(engine, space, place, picture(30, 20))
    engine.failures = AT_ONCE

    async def scene() -> None:
        await opened(view, space)
        view.pictures.want([view.source.run.entries[place] for place in places])
        engine.may_answer.set()
        posts = [view.source.run.entries[place].post.id for place in places]
        # Fewer, where those that failed have been wanted once more by then.
        await until(
            lambda: [view.pictures.seen(post, 0).pixmap for post in posts].count(None) <= AT_ONCE
        )

    run(scene())


def holders_of(details: PostDetails) -> str:
    shown = details.values["holders"]
    assert shown.accessibleName() == f"Peers that have it: {shown.text()}"
    return shown.text()


@pytest.mark.parametrize(
    ("holders", "failures", "told"),
    [
        ((), 0, "none that we know of"),
        ((PeerId(b"\x0a" * 32),), 0, "0a0a0a0a"),
        ((PeerId(b"\x0b" * 32), PeerId(b"\x0a" * 32)), 0, "Ann (owner), 0a0a0a0a"),
        ((), 1, "could not be looked up"),
    ],
)
def test_who_has_a_message_is_said_as_among_the_connections_once_it_is_known(
    run: Run[Any],
    window: MainWindow,
    engine: FailingEngine,
    holders: tuple[PeerId, ...],
    failures: int,
    told: str,
) -> None:
    space = channel(engine, "Garden", "mine")
    ann = MemberView(PublicKey(b"a" * 32), "Ann", (), None, online=True)
    engine.spaces[space].members = (ann,)
    shown = (Appearance(space, ann.public_key),)
    hers = PeerId(b"\x0b" * 32)
    engine.peers = (peer_at("192.168.1.9", 9, PeerState.READY, peer_id=hers, presence=shown),)

    async def scene() -> None:
        await started(window)
        post = replace(post_of(engine, space, 1), ours=True)
        engine.holders, engine.failures = holders, failures
        details = acts_of(window).show_details(post)
        assert holders_of(details) == "being looked up…"
        engine.may_answer.set()
        await settled(window)
        assert holders_of(details) == told
        details.close()

    run(scene())
