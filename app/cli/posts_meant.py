"""Which post is meant on the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.arguments import CANDIDATES_MAX, ID_DIGITS, KEY_DIGITS_SHOWN, digits_of
from app.cli.post_pages import newest_first
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.ids import PostId
from engine.model.queries import OnePost
from engine.model.views import PostView, SpaceView

PostArgument = Annotated[
    str, typer.Argument(metavar="POST", help="The post's id, or its first 6 digits or more.")
]


async def post_of(engine: Engine, space: SpaceView, text: str) -> PostView:
    """The post that ``post_id_of`` names. Refused as that is, and if it is unknown."""
    return await engine.ask(OnePost(space.id, await post_id_of(engine, space, text)))


async def post_id_of(engine: Engine, space: SpaceView, text: str) -> PostId:
    """The id of 64 hexadecimal digits, which need not be known; or the one that begins so.

    Refused if no post of the space begins so, or several do.
    """
    digits = digits_of(text, Refusal.POST_UNKNOWN)
    if len(digits) == ID_DIGITS:
        return PostId(bytes.fromhex(digits))
    meant: list[PostId] = []
    async for one in newest_first(engine, space.id):
        if one.id.hex().startswith(digits):
            meant.append(one.id)
        if len(meant) == CANDIDATES_MAX:
            break
    return _only_one(meant, text)


def _only_one(meant: list[PostId], text: str) -> PostId:
    if not meant:
        raise Refused(Refusal.POST_UNKNOWN, text)
    if len(meant) > 1:
        listed = dict.fromkeys(one.hex()[:KEY_DIGITS_SHOWN] for one in meant)
        raise Refused(Refusal.POST_AMBIGUOUS, ", ".join(listed))
    return meant[0]
