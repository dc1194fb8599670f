"""A pile in words: plain text, with our own name before it (reliability.md G-6). No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.ids import OrderKey, PostKind, SpaceId, SpaceKind
from engine.model.views import PostView, SpaceView
from ui.announcing.piles import Pile
from ui.text.language import tr
from ui.text.lines import read_line
from ui.text.names import owner_name, plain_name
from ui.text.namesakes import NOBODY, Bearers, called, told_apart

PROGRAM = "Tidings"
TEXT_CHARACTERS_MAX = 180  # ours: what notifications show of a text


@dataclass(frozen=True, slots=True)
class Notice:
    """``title`` and ``text`` hold no markup: whoever shows them keeps them from being read as any.

    ``order`` is where a press leads. ``calls``: it tells something new; else it only puts right
    what an earlier one of its space says, and is not shown where that is gone or stays as it is.
    """

    space: SpaceId
    title: str
    text: str
    order: OrderKey
    calls: bool = True


def notice_of(view: SpaceView, pile: Pile, *, with_text: bool, bearers: Bearers = NOBODY) -> Notice:
    """What is shown of a pile. Without text it says only where something was written, and so it
    does where what is left is only counted.
    """
    channel = plain_name(view.name)
    author = text = ""
    if with_text and pile.last is not None:
        author = _author(pile.last, view, bearers)
        text = _text(pile.last)
        if pile.count > 1:
            text = tr("{author}: {text}").format(author=author, text=text)
    what = _title(pile, author, channel)
    return Notice(view.id, f"{PROGRAM}: {what}", text, pile.first)


def _title(pile: Pile, author: str, channel: str) -> str:
    """``author`` is empty where it must not be told."""
    if pile.count > 1:
        many = tr("%n new posts in {channel}", "", pile.count)
        to_us = tr("%n new posts in {channel}, also to you", "", pile.count)
        return (to_us if pile.speaks_to_us else many).format(channel=channel)
    if author == channel and pile.last is not None and pile.last.kind is PostKind.BLOCK:
        return channel
    if not author:
        one = tr("New post in {channel}")
        to_us = tr("New post to you in {channel}")
        return (to_us if pile.speaks_to_us else one).format(channel=channel)
    one = tr("{author} in {channel}")
    to_us = tr("{author} to you in {channel}")
    return (to_us if pile.speaks_to_us else one).format(author=author, channel=channel)


def _author(post: PostView, view: SpaceView, bearers: Bearers) -> str:
    path, key = post.author.path, post.author.public_key
    if view.kind is SpaceKind.COMMUNITY:
        return called(path[-1] if path else "", key, bearers)
    if post.kind is PostKind.BLOCK:
        return plain_name(view.name)  # a feed is its author
    if not path:
        return owner_name(view.given_name)
    return plain_name(path[-1]) + told_apart(path[-1], key, bearers)


def _text(post: PostView) -> str:
    line = read_line(post.text, TEXT_CHARACTERS_MAX)
    if not post.files:
        return line
    files = tr("%n files", "", len(post.files))
    return tr("{files}: {text}").format(files=files, text=line) if line else files
