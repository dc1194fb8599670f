"""What an export says of a post besides what its author wrote. Plain text, never markup."""

from __future__ import annotations

from engine.model.ids import PostKind, SpaceKind
from engine.model.views import PostView, QuoteView, SpaceView
from ui.text.language import QT_TR_NOOP, tr
from ui.wording.judgements import judgement_words

_WITHOUT_TEXT = {
    PostKind.ROOT: QT_TR_NOOP("Made this channel."),
    PostKind.JOIN: QT_TR_NOOP("Joined."),
    PostKind.LEAVE: QT_TR_NOOP("Left."),
    PostKind.TOPIC: QT_TR_NOOP("Took the topic away."),
}
_OF_COMMUNITIES = {
    PostKind.TOPIC: QT_TR_NOOP("Set the topic: {text}"),
    PostKind.INFO: QT_TR_NOOP("Is called {text} now."),
}


def happened(post: PostView, space: SpaceView) -> str:
    """What it says that is no message, behind its author's name; empty where it is one."""
    if not post.text.strip():
        return tr(_WITHOUT_TEXT[post.kind]) if post.kind in _WITHOUT_TEXT else ""
    if space.kind is SpaceKind.COMMUNITY and post.kind in _OF_COMMUNITIES:
        return tr(_OF_COMMUNITIES[post.kind]).format(text=post.text)
    return ""


def is_left_out(post: PostView, space: SpaceView) -> bool:
    """Whether our user deleted it for themselves, or has said themself that it is folded away.

    What others have folded away for them is marked (``folded``). In a private channel none can.
    """
    if post.hidden or post.folded is None:
        return post.hidden
    return space.kind is SpaceKind.PRIVATE or post.folded.by == space.public_key


def answers_unseen(quote: QuoteView, space: SpaceView) -> str:
    """Why what a post answers is not quoted. Whom our user hides in a private channel is left out,
    and is not told of; in communities no post answers another.
    """
    if quote.retracted:
        return tr("Answers a message that was taken back.")
    if quote.folded and space.kind is not SpaceKind.PRIVATE:
        return tr("Answers a message that is folded away.")
    return tr("Answers a message that is not here.")


def folded(post: PostView, space: SpaceView) -> str:
    """Why it is folded away; empty where it is not."""
    return "" if post.folded is None else judgement_words(post.folded, space.public_key)
