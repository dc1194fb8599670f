"""What stands in the place of a message that an answer quotes and that is not shown: whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from engine.model.ids import PostId
from engine.model.views import QuoteView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said
from tests.gui.conftest import Run
from tests.gui.timeline_scene import JUNE, opened
from ui.languages import LANGUAGES, Languages
from ui.timeline.view import TimelineView

NARROW = 300  # less than the messages have in a window of 420, or of 683 beside the list
GONE = QuoteView(PostId(b"x" * 32), None, "", None, retracted=True)
FOLDED = QuoteView(PostId(b"x" * 32), None, "", None, folded=True)
LOST = QuoteView(PostId(b"x" * 32), None, "", None)


@pytest.fixture(params=sorted(LANGUAGES))
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    languages = Languages(qapp)
    languages.speak(request.param)
    yield request.param
    languages.speak("en")


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("quote", [GONE, FOLDED, LOST], ids=["gone", "folded", "lost"])
def test_why_it_is_not_shown_is_said_whole(
    run: Run[Any], view: TimelineView, engine: FakeEngine, quote: QuoteView
) -> None:
    view.resize(NARROW, 480)
    space = engine.add_space("Garden")
    engine.receive(space, Said("yes", EPOCH, JUNE))
    post = engine.spaces[space].history.run(0, 1)[0]
    engine.talk.change(space, post.id, reply=quote)
    run(opened(view, space))
    index, _top = view.in_sight()[-1]
    shown = view.row(index).quote
    assert shown is not None
    assert shown.text
    assert not shown.text.endswith("…")
