"""Commands in a channel of a community that come to nothing: what was typed is not lost."""

from __future__ import annotations

import pytest

from engine.errors import Fault, FaultReason, Refusal, Refused
from tests.fake_engine import FakeEngine
from tests.gui.communities.scene import garden, opened, type_and_send
from tests.gui.conftest import Run
from tests.gui.window_scene import settled
from ui.main_window.window import MainWindow
from ui.wording.sentences import sentence_of

TYPED = (
    "/join seedlings",
    "/topic Beans and tools",
    "/nick Jun",
    "/hide June too loud",
    "/unhide June",
    "/block June advertising",
    "/unblock June",
    "/follow June",
    "/unfollow June",
)


@pytest.mark.parametrize("failure", [Refused(Refusal.FLAGS_FULL), Fault(FaultReason.DISK_FULL)])
@pytest.mark.parametrize("text", TYPED)
def test_whatever_is_refused_or_fails_stands_in_the_field_again(
    window: MainWindow, engine: FakeEngine, run: Run[None], text: str, failure: Refused | Fault
) -> None:
    async def scene() -> None:
        there = garden(engine)
        await opened(window, there.space)
        engine.next_failure = failure
        type_and_send(window, text)
        await settled(window)
        composer = window.pages.channel.composer
        assert composer.edit.toPlainText() == text
        assert composer.note.words.text() == sentence_of(failure).whole

    run(scene())
