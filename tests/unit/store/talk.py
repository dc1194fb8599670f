"""Messages that speak of others, to be stored, and what a timeline then shows."""

from __future__ import annotations

from engine.model.ids import PostId
from engine.model.queries import OnePost, Timeline
from engine.model.views import PostView
from engine.protocols.peerlinks.bodies.forms import (
    Body,
    EditBody,
    ReactionBody,
    ReplyBody,
    RetractBody,
    UnreactBody,
    compose_body,
)
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import MessageStored
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened
from tests.unit.store.garden import AT, HERE

BOB, CAT = a.chain("bob"), a.chain("cat")


def said(
    body: Body | str, on: MessageStored, *, by: Chain = BOB, ours: bool = False
) -> MessageStored:
    """A message with that body, on top of ``on``."""
    text = body if isinstance(body, str) else compose_body(body)
    return a.message(HERE, [on], json_text=text, by=by, ours=ours)


def reply(text: str, to: MessageStored, on: MessageStored, *, by: Chain = BOB) -> MessageStored:
    return said(ReplyBody(text, to.hash), on, by=by)


def react(
    emoji: str, to: MessageStored, on: MessageStored, *, by: Chain = BOB, ours: bool = False
) -> MessageStored:
    return said(ReactionBody(emoji, to.hash), on, by=by, ours=ours)


def unreact(emoji: str, to: MessageStored, on: MessageStored, *, by: Chain = BOB) -> MessageStored:
    return said(UnreactBody(emoji, to.hash), on, by=by)


def edit(
    text: str, of: MessageStored, on: MessageStored, *, by: Chain = BOB, ours: bool = False
) -> MessageStored:
    return said(EditBody(text, of.hash), on, by=by, ours=ours)


def retract(
    of: MessageStored, on: MessageStored, *, by: Chain = BOB, ours: bool = False
) -> MessageStored:
    return said(RetractBody(of.hash), on, by=by, ours=ours)


def shown(here: Opened) -> list[PostView]:
    """The timeline without its root."""
    return [post for post in here.reader.answer(Timeline(HERE), AT).posts if post.height]


def one(here: Opened, post: MessageStored | PostId) -> PostView:
    id_ = post.hash if isinstance(post, MessageStored) else post
    return here.reader.answer(OnePost(HERE, id_), AT)
