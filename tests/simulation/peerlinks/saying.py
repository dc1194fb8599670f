"""What people say: something new, or something of what was said. Pure."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from engine.model.contents import Content, Edit, Reaction, ReactionTakenBack, Retraction, Words
from engine.model.ids import PostKind
from engine.model.views import PostView

REMARKS = 0.4  # of what is said
POSTS_SEEN = 20  # the newest, of which something is said
WEIGHTS = (6, 2, 5, 2, 3, 1)
EMOJI = ("\U0001f44d", "\U0001f331")


def body(dice: random.Random, text: str, *, may_be_large: bool) -> str:
    """``text`` as a post's body; at times a strange one, or with more behind it."""
    kind = dice.random()
    if kind < 0.05:
        return '[1e400, "\\ud800", {"a": {"a": 1}, "a": 2}]'
    if kind < 0.1:
        return json.dumps({"text": text + " \U0001f331" * dice.randrange(40)})
    if kind < 0.15 and may_be_large:
        return json.dumps({"text": text + "." * dice.randrange(8_000)})
    return json.dumps({"text": text})


def remark(posts: Sequence[PostView], dice: random.Random, text: str) -> Content | None:
    """Something of one of ``posts``; None: there is nothing to be said of them."""
    others = [post for post in posts if post.kind is not PostKind.ROOT]
    own = [post for post in others if post.ours]
    if not others:
        return None
    other = dice.choice(others)
    mine = dice.choice(own or others)  # of somebody else's it is refused
    emoji = dice.choice(EMOJI)
    (content,) = dice.choices(
        (
            Words(text, reply_to=other.id),
            Words(text, mentions=(other.author.public_key,)),
            Reaction(other.id, emoji),
            ReactionTakenBack(other.id, emoji),
            Edit(mine.id, text, mentions=(other.author.public_key,)),
            Retraction(mine.id),
        ),
        WEIGHTS,
    )
    return content
