"""A post as a row of the dataset: what is counted of it, and its text only where it is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.model.arrivals import ArrivedPost
from engine.model.comments import CommentView
from engine.model.ids import PublicKey
from spark_reports.dataset import PostRow, microseconds

DOMAINS_MAX = 32  # ours: of one post; more links are no conversation
_DOMAIN_CHARACTERS_MAX = 253  # RFC 1035
_LINK = re.compile(
    r"https?://(?:[^\s/?#@]{1,256}@)?([^\s/?#:<>\"'()\[\]{}|\\^`]{1,253})", re.IGNORECASE
)

NameOf = Callable[[PublicKey, str], str]
"""What an author is called, by key and the name that stands in the post (may be empty)."""


def post_row(
    post: ArrivedPost, kind: str, channel: str, name_of: NameOf, *, include_text: bool
) -> PostRow:
    """``kind`` and ``channel`` as in the dataset."""
    text = post.text
    links = domains_in(text) if "://" in text else ()
    mentions = [key.hex() for key in post.mentions] if post.mentions else ()
    return PostRow(
        kind,
        channel,
        post.id,
        post.author.hex(),
        name_of(post.author, post.name),
        post.depth,
        microseconds(post.at),
        microseconds(post.received_at),
        post.height,
        post.parents,
        post.about,
        post.what,
        text if include_text else None,
        len(text),
        len(text.split()),
        mentions,
        links,
        post.file_bytes,
        post.body_bytes,
    )


def comment_row(comment: CommentView, name_of: NameOf, *, include_text: bool) -> PostRow:
    """A comment on a feed; it builds on nothing."""
    text = comment.text
    return PostRow(
        "comment",
        "",
        comment.id,
        comment.author.hex(),
        name_of(comment.author, ""),
        len(comment.path),
        microseconds(comment.at),
        microseconds(comment.received_at),
        0,
        (),
        comment.reply_to,
        "comment",
        text if include_text else None,
        len(text),
        len(text.split()),
        (),
        domains_in(text) if "://" in text else (),
        0,
        len(text.encode("utf-8", "replace")),
    )


def domains_in(text: str) -> Sequence[str]:
    """The hosts of the links in a text, each once, in order, in lower case."""
    found: dict[str, None] = {}
    for match in _LINK.finditer(text):
        host = match.group(1).lower().strip(".").removeprefix("www.")
        if host and len(host) <= _DOMAIN_CHARACTERS_MAX:
            found[host] = None
            if len(found) == DOMAINS_MAX:
                break
    return list(found)
