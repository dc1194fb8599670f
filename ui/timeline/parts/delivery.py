"""What is known of where a post has got to, in words and as an icon (tidings.md section 4). No Qt.

Only facts: it is stored here, and so many peers are known to hold it. Nothing says "read". Of a
post that was edited or taken back it is where the change has got to, and the words say so.
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
    is_changed = post.retracted or post.edited_at is not None
    sentence = _of_change(post.reached) if is_changed else _of_post(post.reached)
    match post.reached:
        case 0:
            words = tr("change saved") if is_changed else tr("saved")
            return Delivery("check", "", words, sentence)
        case 1:
            words = tr("on 1 peer")
        case count:
            words = tr("on {count} peers").format(count=number(count))
    brief = f"{post.reached}" if post.reached < 100 else "99+"
    return Delivery("check-check", brief, words, sentence)


def _of_post(peers: int) -> str:
    match peers:
        case 0:
            return tr("Saved on this computer, on no peer yet")
        case 1:
            return tr("Saved here and on 1 peer")
        case _:
            return tr("Saved here and on {count} peers").format(count=number(peers))


def _of_change(peers: int) -> str:
    match peers:
        case 0:
            return tr("The change is saved on this computer, on no peer yet")
        case 1:
            return tr("The change is saved here and on 1 peer")
        case _:
            return tr("The change is saved here and on {count} peers").format(count=number(peers))
