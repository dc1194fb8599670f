"""A post as it is read aloud: author, text, time, state, reactions (ux.md 3.3). No Qt."""

from __future__ import annotations

from engine.model.ids import PostKind
from engine.model.views import PostView
from ui.text.comments import comments_words
from ui.text.language import tr
from ui.text.numbers import number
from ui.text.times import clock
from ui.timeline.laying.quiet_rows import happened
from ui.timeline.loading.rows import Reading, author_name, name_of_author
from ui.timeline.loading.run import SAID, Entry
from ui.timeline.parts.delivery import delivery_of
from ui.timeline.parts.file_words import file_name, kind_of
from ui.timeline.selecting.selection import text_of

SPOKEN_CHARACTERS_MAX = 500  # ours: what is longer is read by moving to it
QUOTED_CHARACTERS_MAX = 80
FILES_MAX = 5


def spoken_post(entry: Entry, reading: Reading) -> str:
    """One post, whatever it holds."""
    post = entry.post
    who = author_name(post, reading)
    if post.kind == PostKind.ROOT:
        return tr("The beginning of {channel}").format(channel=reading.space_name)
    if post.kind not in SAID:
        return happened(post, reading)
    said = tr("took this message back") if post.retracted else _content(entry, reading)
    parts = [f"{who}: {said}", clock(post.timestamp, reading.zone), *_states(post, reading)]
    return ", ".join(parts)


def _content(entry: Entry, reading: Reading) -> str:
    post = entry.post
    parts: list[str] = []
    if post.reply is not None:
        parts.append(_answer(post, reading))
    text = text_of(entry.prose)[:SPOKEN_CHARACTERS_MAX]
    parts += [text] if text else []
    parts += [f"{kind_of(file)} {file_name(file.name)}" for file in post.files[:FILES_MAX]]
    return ". ".join(parts)


def _answer(post: PostView, reading: Reading) -> str:
    assert post.reply is not None
    if post.reply.author is None:
        return tr("answers a message that is not here")
    quoted = " ".join(post.reply.text[:QUOTED_CHARACTERS_MAX].split())
    who = name_of_author(post.reply.author, reading)
    return tr("answers {name}, {quoted}").format(name=who, quoted=quoted)


def _states(post: PostView, reading: Reading) -> list[str]:
    states: list[str] = []
    if post.edited_at is not None:
        states.append(tr("edited"))
    if post.speaks_to_us:
        states.append(tr("speaks to you"))
    delivery = delivery_of(post)
    if delivery is not None:
        states.append(delivery.words)
    count = sum(reaction.count for reaction in post.reactions)
    if count == 1:
        states.append(tr("1 reaction"))
    elif count:
        states.append(tr("{count} reactions").format(count=number(count)))
    if comments := reading.comments_on(post):
        states.append(comments_words(comments))
    return states
