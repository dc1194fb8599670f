"""Comments as the command line's JSON. The law of ``shapes`` holds here as well."""

from __future__ import annotations

from app.cli.shapes import Shape
from engine.model.comments import CommentView, NetworkView, TrusteeView


def comment(view: CommentView) -> Shape:
    """``path`` leads from the feed's author, who is not in it, to ``author``."""
    return {
        "id": view.id.hex(),
        "author": view.author.hex(),
        "path": [key.hex() for key in view.path],
        "at": view.at,
        "text": view.text,
        "entry": view.entry,
        "reply_to": None if view.reply_to is None else view.reply_to.hex(),
        "expires_at": view.expires_at,
        "received_at": view.received_at,
        "ours": view.ours,
        "edited_at": view.edited_at,
        "retracted": view.retracted,
        "hidden": view.hidden,
    }


def network(view: NetworkView) -> Shape:
    """``own_path`` is null while nobody lets us comment. ``refused``: since the engine started."""
    own_path = view.own_path
    return {
        "feed": view.feed.hex(),
        "own_key": None if view.own_key is None else view.own_key.hex(),
        "own_path": None if own_path is None else [key.hex() for key in own_path],
        "may_comment": view.may_comment,
        "may_trust": view.may_trust,
        "expires_at": view.expires_at,
        "shortens": view.issues,
        "comments": view.comments,
        "trusted": [trustee(one) for one in view.trustees],
        "further": view.further,
        "authorless": view.authorless,
        "left": view.left,
        "refused": view.refused,
    }


def trustee(view: TrusteeView) -> Shape:
    return {
        "public_key": view.public_key.hex(),
        "path": [key.hex() for key in view.path],
        "valid_to": view.valid_to,
        "ended": view.ended,
        "by_us": view.by_us,
        "comments": view.comments,
        "hidden": view.hidden,
    }
