"""What a row says of where a post has got to, once the post was edited or taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.model.views import PostView
from tests.fake_history import EPOCH, Said, author, post
from ui.timeline.parts.delivery import Delivery, delivery_of

MINE = post(0, Said("mine", EPOCH, author(), ours=True))


@pytest.mark.parametrize("change", [{"edited_at": EPOCH + 9}, {"retracted": True}])
@pytest.mark.parametrize(
    ("reached", "words", "sentence"),
    [
        (0, "change saved", "The change is saved on this computer, on no peer yet"),
        (1, "on 1 peer", "The change is saved here and on 1 peer"),
        (7, "on 7 peers", "The change is saved here and on 7 peers"),
    ],
)
def test_of_a_changed_post_it_is_said_where_the_change_is(
    change: dict[str, Any], reached: int, words: str, sentence: str
) -> None:
    delivery = told(replace(MINE, reached=reached, **change))
    assert (delivery.words, delivery.sentence) == (words, sentence)


def told(mine: PostView) -> Delivery:
    delivery = delivery_of(mine)
    assert delivery is not None
    return delivery
