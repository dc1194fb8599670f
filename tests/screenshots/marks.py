"""What makes a made-up channel look used: answers, reactions, a file, a mention, a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.model.contents import Attachment
from engine.model.ids import SpaceId
from engine.model.views import FileView, PostView, QuoteView, ReactionView
from tests.fake_engine import FakeEngine
from tests.fake_history import GrownHistory

PLAN = b"Beds, from the north: potatoes, beans, squash.\n" * 240


def mark(engine: FakeEngine, space: SpaceId) -> None:
    """Marks the posts of ``space`` by what they say."""
    history = engine.spaces[space].history
    assert isinstance(history, GrownHistory)
    posts = history.run(0, len(history))
    rain = _saying(posts, "Rain on Thursday")
    afternoon = _saying(posts, "I have the whole afternoon")
    wednesday = _saying(posts, "Wednesday is good")
    thanks = _saying(posts, "Thank you")
    water = _saying(posts, "Dry, then")
    history.replace(
        replace(
            wednesday,
            reply=QuoteView(rain.id, rain.author, rain.text, rain.order),
            reactions=(
                ReactionView("\N{HEAVY BLACK HEART}\ufe0f", 2, ours=True, names=("Wren", "Moss")),
                ReactionView("\N{WHITE SMILING FACE}\ufe0f", 1, ours=False, names=("Moss",)),
            ),
        )
    )
    history.replace(replace(afternoon, speaks_to_us=True))
    history.replace(replace(water, edited_at=water.timestamp + 60, reached=2))
    plan = FileView("beds.txt", "text/plain", len(PLAN))
    history.replace(replace(thanks, files=(plan,)))
    engine.talk.files[thanks.id] = (Attachment(plan.name, plan.content_type, PLAN),)


def _saying(posts: Sequence[PostView], words: str) -> PostView:
    return next(post for post in posts if post.text.startswith(words))
