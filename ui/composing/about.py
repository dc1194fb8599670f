"""Which post is being answered or changed while something is written."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.ids import PostId
from engine.model.views import PostView
from ui.text.language import tr
from ui.text.lines import read_line
from ui.text.names import owner_name, plain_name
from ui.wording.sentences import DETAIL_CHARACTERS_MAX, one_line


@dataclass(frozen=True, slots=True)
class About:
    """At most one of both is there."""

    reply: PostView | None = None
    edits: PostView | None = None

    @property
    def reply_to(self) -> PostId | None:
        """The post that is answered."""
        return None if self.reply is None else self.reply.id

    @property
    def edited(self) -> PostId | None:
        """The post that is changed."""
        return None if self.edits is None else self.edits.id

    @property
    def edits_caption(self) -> bool:
        """Whether the post that is changed has files, and needs no text beside them."""
        return self.edits is not None and bool(self.edits.files)


NOTHING = About()


def title_of(about: About, given_name: str) -> str:
    """What is being done, in a few words. ``given_name`` is the channel's, for what its owner
    wrote.
    """
    if about.edits is not None:
        return tr("Editing your message")
    if about.reply is None:
        return ""
    if about.reply.ours:
        return tr("Replying to your own message")
    path = about.reply.author.path
    name = plain_name(path[-1]) if path else owner_name(given_name)
    return tr("Replying to {name}").format(name=name)


def not_left_without(about: About, text: str) -> str:
    """Why a change cannot be sent with this ``text``, empty where it can."""
    if about.edits is None or about.edits_caption or text.strip():
        return ""
    return tr("A message needs some words. To remove it, choose “Take back…” in its menu.")


def not_answered_without(about: About, text: str, *, has_files: bool) -> str:
    """Why a reply cannot be sent with this ``text``, empty where it can."""
    if about.reply is None or text or not has_files:
        return ""
    return tr("Add some words to your reply: files cannot reply by themselves.")


def quote_of(about: About) -> str:
    """How that post begins, on one line: what is answered as it is read, what is changed as it was
    typed, and as it stands in the field. Of marks alone, such as a rule, these.
    """
    post = about.edits or about.reply
    if post is None:
        return ""
    if not post.text.strip() and post.files:
        return one_line(post.files[0].name)
    read = "" if post is about.edits else one_line(read_line(post.text, DETAIL_CHARACTERS_MAX))
    return read or one_line(post.text)
