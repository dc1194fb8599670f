"""The acts on messages of the open channel."""

from __future__ import annotations

from engine.model import commands, contents
from engine.model.ids import SpaceId
from engine.model.views import PostView
from tests.fake_engine import FakeEngine
from ui.main_window.window import MainWindow
from ui.posts.acts import PostActs


def acts_of(window: MainWindow) -> PostActs:
    return window.pages.channel.acts


def post_of(engine: FakeEngine, space: SpaceId, place: int) -> PostView:
    return engine.spaces[space].history.run(place, place + 1)[0]


def said_contents(engine: FakeEngine) -> list[contents.Content]:
    return [one.content for one in engine.performed if isinstance(one, commands.Say)]
