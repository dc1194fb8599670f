"""A post as a row of the dataset: what is counted of it, and its text only where it is wanted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import takewhile

from engine.model.arrivals import ArrivedPost
from engine.model.comments import CommentView
from engine.model.ids import PublicKey
from spark_reports.dataset import PostRow, microseconds

DOMAINS_MAX = 32  # ours: of one post; more links are no conversation
_DOMAIN_CHARACTERS_MAX = 253  # RFC 1035
_LINK = re.compile(
    r"https?://(?:[^\s/?#\\<>\"]{0,256}@)?(\[[0-9a-f:.]{2,45}\]|[^\s/?#\\<>\":@\[]{1,253})",
    re.IGNORECASE,
)
_INSIDE = "-._"

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
        host = _host(match.group(1).lower())
        if host and len(host) <= _DOMAIN_CHARACTERS_MAX:
            found[host] = None
            if len(found) == DOMAINS_MAX:
                break
    return list(found)


def _host(written: str) -> str:
    """What of it is the host; the sentence around it goes on after that."""
    if written.startswith("["):
        return written
    host = "".join(takewhile(_may_be_in_host, written)).partition("..")[0]
    return host.strip(_INSIDE).removeprefix("www.")


def _may_be_in_host(character: str) -> bool:
    """Letters and digits of all scripts, the marks that some are written with, and ``-._``."""
    return (
        character.isalnum()
        or character in _INSIDE
        or unicodedata.category(character).startswith("M")
    )
