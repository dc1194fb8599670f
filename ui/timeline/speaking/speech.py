"""A post as it is read aloud: author, text, time, state, reactions (ux.md 3.3). No Qt."""

from __future__ import annotations

from engine.model.ids import PostKind
from engine.model.views import PostView
from ui.text.comments import comments_words
from ui.text.language import tr
from ui.text.names import owner_name
from ui.text.numbers import number
from ui.text.times import clock, day_of, day_title
from ui.timeline.laying.quiet_rows import happened
from ui.timeline.loading.rows import Reading, Shape, author_name, name_of_author
from ui.timeline.loading.run import SAID, THE_REST, Entry
from ui.timeline.parts.delivery import delivery_of
from ui.timeline.parts.file_words import file_name, kind_of
from ui.timeline.parts.reactions import CHIPS_MAX, shown_emoji, who_reacted
from ui.timeline.selecting.selection import text_of

ANNOUNCED_CHARACTERS_MAX = 500  # ours: what is longer is heard whole by moving to it
ANNOUNCED_FILES_MAX = 5
QUOTED_CHARACTERS_MAX = 80


def announced_post(entry: Entry, reading: Reading) -> str:
    """One post as it comes in: the beginning of what is long."""
    return _spoken(entry, reading, is_brief=True)


def spoken_row(entry: Entry, shape: Shape, reading: Reading, away: str | None = None) -> str:
    """The whole of one post, whatever it holds, with what stands above it and beside it.

    ``away``: what stands in its place, as it is folded away.
    """
    parts = [] if shape.day is None else [day_title(shape.day, reading.today)]
    if shape.unread:
        parts.append(tr("Read before") if reading.newest_first else tr("New"))
    parts.append(_spoken(entry, reading) if away is None else away)
    if shape.late and away is None:
        parts.append(tr("arrived {received}").format(received=_received(entry.post, reading)))
    return ", ".join(parts)


def _received(post: PostView, reading: Reading) -> str:
    at = clock(post.received_at, reading.zone)
    day = day_of(post.received_at, reading.zone)
    if day == day_of(post.timestamp, reading.zone):
        return at
    return f"{day_title(day, reading.today)}, {at}"


def _spoken(entry: Entry, reading: Reading, *, is_brief: bool = False) -> str:
    post = entry.post
    who = author_name(post, reading)
    if post.kind == PostKind.ROOT:
        return tr("The beginning of {channel}").format(channel=reading.space_name)
    if post.kind not in SAID:
        return happened(post, reading)
    content = _content(entry, reading, is_brief=is_brief)
    said = tr("took this message back") if post.retracted else content
    at = clock(post.timestamp, reading.zone)
    parts = [f"{who}: {said}", at, *_states(post, reading, is_brief=is_brief)]
    return ", ".join(parts)


def _content(entry: Entry, reading: Reading, *, is_brief: bool) -> str:
    post = entry.post
    parts: list[str] = []
    if post.reply is not None:
        parts.append(_answer(post, reading))
    text = text_of(entry.prose)
    if is_brief and len(text) > ANNOUNCED_CHARACTERS_MAX:
        parts += [text[:ANNOUNCED_CHARACTERS_MAX], tr("and more")]
    else:
        parts += [text] if text else []
        parts += [tr("“Show more” reads on")] if entry.clipped else []
        parts += [tr(THE_REST).removesuffix(".")] if entry.ends_early else []
    named = post.files[:ANNOUNCED_FILES_MAX] if is_brief else post.files
    parts += [f"{kind_of(file)} {file_name(file.name)}" for file in named]
    if left := len(post.files) - len(named):
        parts.append(tr("and %n more files", "", left))
    return ". ".join(parts)


def _answer(post: PostView, reading: Reading) -> str:
    assert post.reply is not None
    if post.reply.retracted:
        return tr("answers a message that was taken back")
    if post.reply.folded:
        return tr("answers a message that is folded away")
    if post.reply.author is None:
        return tr("answers a message that is not here")
    quoted = " ".join(post.reply.text[:QUOTED_CHARACTERS_MAX].split())
    who = name_of_author(post.reply.author, reading)
    return tr("answers {name}, {quoted}").format(name=who, quoted=quoted)


def _states(post: PostView, reading: Reading, *, is_brief: bool) -> list[str]:
    states: list[str] = []
    if post.edited_at is not None:
        states.append(tr("edited"))
    if post.speaks_to_us:
        states.append(tr("speaks to you"))
    delivery = delivery_of(post)
    if delivery is not None:
        states.append(delivery.words)
    if post.reactions:
        states.append(_reactions(post, reading, is_brief=is_brief))
    if comments := reading.comments_on(post):
        states.append(comments_words(comments))
    return states


def _reactions(post: PostView, reading: Reading, *, is_brief: bool) -> str:
    """How many, and which by whom."""
    count = sum(reaction.count for reaction in post.reactions)
    words = tr("{count} reactions").format(count=number(count)) if count > 1 else tr("1 reaction")
    if is_brief:
        return words
    owner = owner_name(reading.given_name)
    each = [
        f"{shown_emoji(one.emoji)} {who_reacted(one, owner)}" for one in post.reactions[:CHIPS_MAX]
    ]
    if left := len(post.reactions) - len(each):
        each.append(tr("and %n more kinds", "", left))
    return f"{words}: {'; '.join(each)}"
