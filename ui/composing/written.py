"""What was written, and the posts that it makes. Pure; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.contents import Attachment, Content, Edit, Files, Words
from engine.model.ids import PostId, PublicKey


@dataclass(frozen=True, slots=True)
class Written:
    """A text with all that belongs to it. At most one of ``reply_to`` and ``edits`` is there.

    ``together``: all files are in one post, as an entry of a feed has them. ``edits_caption``: what
    is changed has files, and may go without a text.
    """

    text: str
    mentions: tuple[PublicKey, ...] = ()
    reply_to: PostId | None = None
    edits: PostId | None = None
    files: tuple[Attachment, ...] = ()
    together: bool = False
    edits_caption: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to post."""
        return not self.text.strip() and not self.files


def contents_of(written: Written) -> tuple[Content, ...]:
    """The posts, in the order in which they are made.

    Each file is a post of its own, the first with the text as its caption. An answer has no room
    for files (tidings.md 3): its words come first, and the files follow.
    """
    text = written.text.strip()
    if written.edits is not None:
        is_change = text or written.edits_caption
        return (Edit(written.edits, text, written.mentions),) if is_change else ()
    if not written.files:
        return (Words(text, written.reply_to, written.mentions),) if text else ()
    if written.together:
        return (Files(written.files, text, written.mentions),)
    if text and written.reply_to is not None:
        answer = Words(text, written.reply_to, written.mentions)
        return (answer, *(Files((file,)) for file in written.files))
    first, *rest = written.files
    captioned = Files((first,), text, written.mentions)
    return (captioned, *(Files((file,)) for file in rest))


def left_of(written: Written, sent: int) -> Written:
    """What is still to be sent after the first ``sent`` of its posts."""
    if not sent:
        return written
    if written.together:
        return Written("", together=True)
    answered = written.reply_to is not None and bool(written.text.strip())
    files = sent - 1 if answered and written.files else sent
    return Written("", files=written.files[files:])
