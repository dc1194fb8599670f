"""What a reader is shown of members, posts and channels, and why. Pure.

``ruling_of_flags`` for version S: the reader's own flags and words, then those of whom they follow.
For the later versions see ``officers``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.model.communities import MemberRole, MemberStanding, ModerationKind
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.moderation.deeds import OF_POSTS, Deed
from engine.protocols.cable.moderation.flags import Flag, Flags
from engine.protocols.cable.moderation.judging import Judge, Opinion, Standing, Verdict

EVERYWHERE = ""
_NO_POST = PostId(b"")

Roles = Callable[[str], Mapping[PublicKey, MemberRole]]
"""Who is more than a user in a channel, or (empty) in the community."""
Counts = Callable[[Deed, PublicKey | None, str], bool]
"""Whether a deed on a post counts. By whose post it is (None: nobody knows), and its channel."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds for one reader. Deeds that set something; what was taken back is in none.

    ``hidden`` members by channel, and who is ``shown`` in one by the reader's own word though they
    are hidden everywhere; ``blocked`` everywhere; ``dropped_channels`` by name. ``on_posts``: all
    that anybody did to single posts, by hash, what decides last; which of it ``counts`` is judged
    when the post is known. ``own``: all that the reader did by posts, roles too, the oldest first.
    ``followed``: what those say whom the reader follows (S). ``counting``: all deeds but those on
    posts that hold or held, for the log. ``mattering``: whose words may change any of it.
    """

    reader: PublicKey
    blocked: Mapping[PublicKey, Deed] = field(default_factory=dict)
    hidden: Mapping[tuple[PublicKey, str], Deed] = field(default_factory=dict)
    shown: frozenset[tuple[PublicKey, str]] = frozenset()
    on_posts: Mapping[PostId, Sequence[Deed]] = field(default_factory=dict)
    dropped_channels: Mapping[str, Deed] = field(default_factory=dict)
    own: Sequence[Deed] = ()
    counting: frozenset[Deed] = frozenset()
    mattering: frozenset[PublicKey] = frozenset()
    roles: Roles = field(default=lambda _: {})
    counts: Counts = field(default=lambda _deed, _author, _channel: True)
    followed: Collection[Opinion] = ()

    def of_author(
        self, author: PublicKey, channel: str = EVERYWHERE
    ) -> tuple[MemberStanding, Deed | None]:
        """How an author stands in a channel, and who has said so."""
        if author == self.reader:
            return MemberStanding.SHOWN, None
        block = self.blocked.get(author)
        if block is not None:
            return MemberStanding.BLOCKED, block
        if (author, channel) in self.shown:
            return MemberStanding.SHOWN, None
        hide = self.hidden.get((author, channel)) or self.hidden.get((author, EVERYWHERE))
        return (MemberStanding.SHOWN, None) if hide is None else (MemberStanding.HIDDEN, hide)

    def of_post(
        self, post: PostId, author: PublicKey, channel: str
    ) -> tuple[MemberStanding, Deed | None]:
        """How a post is shown: by a word on it alone, else as its author stands. That the reader
        shows it holds until the reader themself hides or blocks its author.
        """
        word = self._last_on(ModerationKind.HIDE_POST, post, author, channel)
        if word is not None and word.kind is ModerationKind.HIDE_POST:
            return MemberStanding.HIDDEN, word
        if author == self.reader and channel in self.dropped_channels:  # see ``is_erased_with``
            return MemberStanding.HIDDEN, self.dropped_channels[channel]
        standing, deed = self.of_author(author, channel)
        if word is None or word.by != self.reader or deed is None:
            return standing, deed
        is_later = deed.by == self.reader and deed.moment > word.moment
        return (standing, deed) if is_later else (MemberStanding.SHOWN, None)

    def is_erased_with(self, channel: str, author: PublicKey) -> bool:
        """Whether posts of that author go with their channel. Those of the reader, perhaps the only
        copy there is, are folded away where somebody else has dropped it.
        """
        deed = self.dropped_channels.get(channel)
        return deed is not None and (author != self.reader or deed.by == self.reader)

    def is_dropped(self, post: PostId, author: PublicKey | None, channel: str) -> bool:
        """Whether a post is not kept, by a word on it alone."""
        word = self._last_on(ModerationKind.DROP_POST, post, author, channel)
        return word is not None and word.kind is ModerationKind.DROP_POST

    def drops(self) -> Iterator[PostId]:
        """What ``is_dropped`` may be true of."""
        for post, deeds in self.on_posts.items():
            if any(deed.kind is ModerationKind.DROP_POST for deed in deeds):
                yield post

    def _last_on(
        self, kind: ModerationKind, post: PostId, author: PublicKey | None, channel: str
    ) -> Deed | None:
        """What decides: it sets that, or takes it back."""
        for deed in reversed(self.on_posts.get(post, ())):
            if deed.undone is kind and self.counts(deed, author, channel):
                return deed
        return None

    @property
    def folds_any(self) -> bool:
        """Whether there is anybody or anything that is not shown."""
        return bool(self.blocked or self.hidden or self.on_posts or self.dropped_channels)

    def folds(self, post: PostId, author: PublicKey, channel: str) -> bool:
        """Whether a post of that channel is folded away."""
        return self.of_post(post, author, channel)[0] is not MemberStanding.SHOWN

    def authors_folded(self, channel: str) -> frozenset[PublicKey]:
        """Whose posts in that channel are, where nobody said anything of the post itself."""
        meant = {self.reader, *self.blocked, *(author for author, _ in self.hidden)}
        return frozenset(author for author in meant if self.folds(_NO_POST, author, channel))


def ruling_of_flags(
    reader: PublicKey,
    said: Mapping[PublicKey, tuple[Flags, Flags]],
    followed: Collection[PublicKey],
    own: Sequence[Deed],
) -> Ruling:
    """``said``: of each author whom they hide and whom they block. ``own``: words of the reader
    that nobody else hears of, oldest first: who is shown whatever others say, posts, channels.
    """
    kept = Kept(own)
    shows = frozenset(
        PublicKey(deed.about)
        for deed in own
        if deed.kind in {ModerationKind.UNHIDE, ModerationKind.UNBLOCK}
    )
    nothing: tuple[Flags, Flags] = ({}, {})
    hides, blocks = said.get(reader, nothing)
    mine = Opinion(
        {**hides, **kept.flags(ModerationKind.HIDE)},
        {**blocks, **kept.flags(ModerationKind.BLOCK)},
        shows=shows,
    )
    others = {key: Opinion(*said.get(key, nothing)) for key in followed}
    judge = Judge(reader, mine, others)
    opinions = (mine, *others.values())
    meant = {about for one in opinions for about in (*one.hides, *one.blocks)}
    hidden: dict[tuple[PublicKey, str], Deed] = {}
    blocked: dict[PublicKey, Deed] = {}
    for about in sorted(meant):
        verdict = judge.verdict(about)
        match verdict.standing:
            case Standing.HIDDEN:
                hidden[about, EVERYWHERE] = _deed(ModerationKind.HIDE, about, verdict)
            case Standing.BLOCKED:
                blocked[about] = _deed(ModerationKind.BLOCK, about, verdict)
            case Standing.SHOWN:
                pass
    counting = frozenset((*hidden.values(), *blocked.values(), *own))
    return Ruling(
        reader,
        blocked,
        hidden,
        on_posts=by_post(own),
        dropped_channels=kept.channels(),
        counting=counting,
        followed=tuple(others.values()),
    )


def _deed(kind: ModerationKind, about: PublicKey, verdict: Verdict) -> Deed:
    assert verdict.by is not None
    flag = verdict.flag or Flag()
    return Deed(kind, verdict.by, about, EVERYWHERE, flag.reason, flag.at)


def by_post(done: Iterable[Deed]) -> Mapping[PostId, Sequence[Deed]]:
    """What was done to single posts, in that order."""
    found: dict[PostId, list[Deed]] = {}
    for deed in done:
        if deed.kind in OF_POSTS:
            found.setdefault(PostId(deed.about), []).append(deed)
    return found


class Kept:
    """What is left when everything was done in order."""

    def __init__(self, done: Sequence[Deed]) -> None:
        self._left: dict[ModerationKind, dict[tuple[bytes, str], Deed]] = {}
        for deed in done:
            left = self._left.setdefault(deed.undone, {})
            if deed.kind is deed.undone:
                left[deed.about, deed.channel] = deed
            else:
                left.pop((deed.about, deed.channel), None)

    def of(self, kind: ModerationKind) -> Mapping[tuple[bytes, str], Deed]:
        """By whom or what it is about, and the channel."""
        return self._left.get(kind, {})

    def flags(self, kind: ModerationKind) -> Flags:
        """The same as flags."""
        return {
            PublicKey(about): Flag(deed.reason, deed.at)
            for (about, _), deed in self.of(kind).items()
        }

    def channels(self) -> Mapping[str, Deed]:
        """Which are dropped."""
        dropped = self.of(ModerationKind.DROP_CHANNEL)
        return {channel: deed for (_, channel), deed in dropped.items()}
