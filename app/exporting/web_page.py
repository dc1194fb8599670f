"""An export as one web page: it needs nothing beside it, runs nothing and asks for nothing.

Its own policy (Content-Security-Policy) allows its one style and the pictures inside it. Whatever
people wrote is text: names and messages are escaped, and stand in isolation from what is around
them. Only addresses of the web become links, shown as they lead.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, tzinfo
from html import escape
from typing import BinaryIO

from app.exporting.naming import Naming
from app.exporting.style import STYLE
from app.exporting.told import answers_unseen, folded, happened, is_left_out
from engine.api import Engine
from engine.errors import Refused
from engine.model.body_text import whole_text
from engine.model.comments import CommentView
from engine.model.ids import PostKind
from engine.model.queries import OneFile
from engine.model.views import FileView, PostView
from ui.text.language import tr
from ui.text.names import PATH_STEP, plain_name
from ui.text.namesakes import key_digits

PICTURE_BYTES_MAX = 4 * 1024 * 1024  # ours: a larger one is named, not shown
_PICTURES = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}
_WEB = re.compile(r"https?://[A-Za-z0-9\-._~:/?#\[\]@!$&()*+,;=%]+")
_BEHIND = ".,;:!?)]"  # of a sentence, not of the address
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class WebPage:
    """See ``Form``."""

    everything = False

    def __init__(self, engine: Engine, naming: Naming, zone: tzinfo | None = None) -> None:
        """``engine`` is asked for pictures. Times are of ``zone`` (None: of this computer)."""
        self._engine = engine
        self._naming = naming
        self._space = naming.space
        self._zone = zone
        self._day: date | None = None
        self._has_comments = False

    def begin(self, file: BinaryIO) -> None:
        """All that stands above the first message."""
        name = _text(plain_name(self._space.name))
        digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode("ascii")
        policy = (
            "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
            f"style-src 'sha256-{digest}'"
        )
        now = datetime.now(UTC).astimezone(self._zone)
        made = tr("Exported from Tidings on {when}.").format(when=f"{now:%Y-%m-%d %H:%M %Z}")
        _write(
            file,
            "<!DOCTYPE html>\n<html>\n<head>\n"
            '<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="referrer" content="no-referrer">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"<header><h1><bdi>{name}</bdi></h1><p>{_text(made)}</p></header>\n<main>\n",
        )

    async def write(self, file: BinaryIO, posts: Sequence[PostView]) -> int:
        """See ``Form``."""
        shown = [post for post in posts if not is_left_out(post, self._space)]
        for post in shown:
            _write(file, self._new_day(post) + await self._article(post))
        return len(shown)

    def write_comments(self, file: BinaryIO, comments: Sequence[CommentView]) -> None:
        """See ``Form``."""
        if comments and not self._has_comments:
            self._has_comments = True
            title = _text(tr("Comments"))
            _write(file, f"<h2>{title}</h2>\n")
        for one in comments:
            _write(file, self._comment(one))

    def end(self, file: BinaryIO) -> None:
        """What was opened is closed."""
        _write(file, "</main>\n</body>\n</html>\n")

    # ---- one message ------------------------------------------------------------------------

    def _new_day(self, post: PostView) -> str:
        moment = _moment(post.timestamp, self._zone)
        if moment is None or moment.date() == self._day:
            return ""
        self._day = moment.date()
        return f"<h2>{self._day.isoformat()}</h2>\n"

    async def _article(self, post: PostView) -> str:
        parts = [self._quote(post), self._body(post)]
        for number, one in enumerate(post.files):
            parts.append(await self._file(post, number, one))
        if post.reactions:
            counted = "".join(
                f"<li><bdi>{_text(one.emoji)}</bdi> {one.count}</li>" for one in post.reactions
            )
            parts.append(f'<ul class="reactions">{counted}</ul>')
        kind = "" if post.kind is PostKind.MESSAGE else f' class="{_text(str(post.kind))}"'
        body = f"{self._heading(post)}{self._fold(post, ''.join(parts))}"
        return f'<article id="p{post.id.hex()}"{kind}>{body}</article>\n'

    def _fold(self, post: PostView, inside: str) -> str:
        """What others have folded away for our user is here: behind the reason, to be opened."""
        why = folded(post, self._space)
        if not why:
            return inside
        return f"<details><summary>{_text(why)}</summary>{inside}</details>"

    def _body(self, post: PostView) -> str:
        gone = tr("Taken back by its author.") if post.retracted else happened(post, self._space)
        if gone:
            return f'<p class="gone"><bdi>{_text(gone)}</bdi></p>'
        return f'<p dir="auto">{_linked(post.text)}</p>' if post.text else ""

    def _heading(self, post: PostView) -> str:
        moment = _moment(post.timestamp, self._zone)
        when = "" if moment is None else _clock(moment)
        edited = _edited(post.edited_at)
        path = PATH_STEP.join(plain_name(name) for name in post.author.path)
        key = post.author.public_key.hex()
        title = _text(f"{path} {key}".strip())
        name = _text(self._naming.shown(post.author))
        if post.folded is not None and post.folded.nameless:
            title, name = key, key_digits(post.author.public_key)
        return f'<div><b title="{title}"><bdi>{name}</bdi></b> {when}{edited}</div>'

    def _comment(self, one: CommentView) -> str:
        moment = _moment(one.at, self._zone)
        when = "" if moment is None else _clock(moment, "%Y-%m-%d %H:%M")
        edited = _edited(one.edited_at)
        name = _text(self._naming.commenter(one.author))
        head = f'<div><b title="{one.author.hex()}"><bdi>{name}</bdi></b> {when}{edited}</div>'
        body = f'<p dir="auto">{_linked(one.text)}</p>'
        if one.retracted:
            gone = _text(tr("This comment was taken back."))
            body = f'<p class="gone">{gone}</p>'
        return f'<article id="p{one.id.hex()}">{head}{_about(one)}{body}</article>\n'

    def _quote(self, post: PostView) -> str:
        if post.reply is None:
            return ""
        if post.reply.author is None:
            why = answers_unseen(post.reply, self._space)
            return f"<blockquote>{_text(why)}</blockquote>"
        name, text = _text(self._naming.shown(post.reply.author)), _text(post.reply.text)
        return (
            f'<blockquote><a href="#p{post.reply.id.hex()}"><bdi>{name}</bdi></a>'
            f" <bdi>{text}</bdi></blockquote>"
        )

    async def _file(self, post: PostView, number: int, view: FileView) -> str:
        name = _text(plain_name(view.name))
        picture = await self._picture(post, number, view)
        if picture:
            shown = f'<img alt="{name}" src="{picture}">'
            return f"<figure>{shown}<figcaption>{name}</figcaption></figure>"
        size = _text(tr("%n bytes", "", view.size))
        return f'<p class="file"><bdi>{name}</bdi> ({size})</p>'

    async def _picture(self, post: PostView, number: int, view: FileView) -> str:
        """The address of a picture inside the page; empty where it is none that we show."""
        begins = _PICTURES.get(view.content_type)
        if begins is None or not 0 < view.size <= PICTURE_BYTES_MAX:
            return ""
        try:
            content = (await self._engine.ask(OneFile(self._space.id, post.id, number))).data
        except Refused:
            return ""
        if not content.startswith(begins):
            return ""
        return f"data:{view.content_type};base64,{base64.b64encode(content).decode('ascii')}"


def _edited(at: float | None) -> str:
    words = _text(tr("edited"))
    return "" if at is None else f" <i>{words}</i>"


def _about(one: CommentView) -> str:
    if one.reply_to is not None:
        words = _text(tr("answers another comment"))
        return f'<blockquote><a href="#p{one.reply_to.hex()}">{words}</a></blockquote>'
    if one.entry is None:
        return ""
    words = _text(tr("on entry {number}").format(number=one.entry))
    return f"<blockquote>{words}</blockquote>"


def _linked(text: str) -> str:
    """The text, escaped, with its web addresses as links that lead where they say."""
    parts: list[str] = []
    done = 0
    for found in _WEB.finditer(text):
        address = found.group().rstrip(_BEHIND)
        if "@" in address:
            continue
        shown = _text(address)
        link = f'<a href="{shown}" rel="noopener noreferrer nofollow">{shown}</a>'
        parts += [_text(text[done : found.start()]), link]
        done = found.start() + len(address)
    return "".join([*parts, _text(text[done:])])


def _text(text: str) -> str:
    """Text that is nothing but text, whatever it looks like."""
    return escape(_CONTROLS.sub("", whole_text(text)), quote=True)


def _clock(moment: datetime, shape: str = "%H:%M") -> str:
    return f'<time datetime="{moment.astimezone(UTC).isoformat()}">{moment:{shape}}</time>'


def _moment(at: float, zone: tzinfo | None) -> datetime | None:
    try:
        return datetime.fromtimestamp(at, UTC).astimezone(zone)
    except (ValueError, OverflowError, OSError):  # a time that no calendar has
        return None


def _write(file: BinaryIO, text: str) -> None:
    file.write(text.encode("utf-8"))
