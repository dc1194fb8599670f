"""What is known of where a post has got to, in words and as an icon (tidings.md section 4). No Qt.

Only facts: it is stored here, and so many peers are known to hold it. Nothing says "read".
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.views import PostView
from ui.text.language import tr
from ui.text.numbers import number


@dataclass(frozen=True, slots=True)
class Delivery:
    """An icon, a few words for the row, and a sentence for tool tip and screen reader."""

    icon: str
    brief: str
    words: str
    sentence: str


def delivery_of(post: PostView) -> Delivery | None:
    """None of a post that is not ours."""
    if not post.ours:
        return None
    match post.reached:
        case 0:
            return Delivery("check", "", tr("saved"), tr("Saved on this computer, on no peer yet"))
        case 1:
            words, sentence = tr("on 1 peer"), tr("Saved here and on 1 peer")
        case count:
            words = tr("on {count} peers").format(count=number(count))
            sentence = tr("Saved here and on {count} peers").format(count=number(count))
    brief = f"{post.reached}" if post.reached < 100 else "99+"
    return Delivery("check-check", brief, words, sentence)
