"""What a reader is shown of members, posts and channels, and why. Pure.

``ruling_of_flags`` for version S: the reader's own flags and words, then those of whom they follow.
``ruling_of_roles`` for the later versions: what the reader does, then what admins and moderators
did while they were that, the oldest first; against admins and moderators only the reader's counts.
What is done to a post is judged by the roles in the channel in which it stands, and by whose it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.model.communities import MemberRole, MemberStanding, ModerationKind
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.moderation.deeds import OF_POSTS, Deed
from engine.protocols.cable.moderation.flags import Flag, Flags
from engine.protocols.cable.moderation.judging import Judge, Opinion, Standing, Verdict
from engine.protocols.cable.moderation.roles import Charter

EVERYWHERE = ""
ROLES_LOOKED_AT_MAX = 512  # ours: by others, of one community; each may change all others

Roles = Callable[[str], Mapping[PublicKey, MemberRole]]
"""Who is more than a user in a channel, or (empty) in the community."""
Counts = Callable[[Deed, PublicKey | None, str], bool]
"""Whether a deed on a post counts. By whose post it is (None: nobody knows), and its channel."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds for one reader. Deeds that set something; what was taken back is in none.

    ``hidden`` members by channel; ``blocked`` everywhere; ``dropped_channels`` by name.
    ``on_posts``: all that anybody did to single posts, by hash, what decides last; which of it
    ``counts`` is judged when the post is known. ``own``: all that the reader did by posts, roles
    too, the oldest first. ``counting``: all deeds but those on posts that hold or held, for the
    log. ``mattering``: whose words may change any of it.
    """

    reader: PublicKey
    blocked: Mapping[PublicKey, Deed] = field(default_factory=dict)
    hidden: Mapping[tuple[PublicKey, str], Deed] = field(default_factory=dict)
    on_posts: Mapping[PostId, Sequence[Deed]] = field(default_factory=dict)
    dropped_channels: Mapping[str, Deed] = field(default_factory=dict)
    own: Sequence[Deed] = ()
    counting: frozenset[Deed] = frozenset()
    mattering: frozenset[PublicKey] = frozenset()
    roles: Roles = field(default=lambda _: {})
    counts: Counts = field(default=lambda _deed, _author, _channel: True)

    def of_author(
        self, author: PublicKey, channel: str = EVERYWHERE
    ) -> tuple[MemberStanding, Deed | None]:
        """How an author stands in a channel, and who has said so."""
        if author == self.reader:
            return MemberStanding.SHOWN, None
        block = self.blocked.get(author)
        if block is not None:
            return MemberStanding.BLOCKED, block
        hide = self.hidden.get((author, EVERYWHERE)) or self.hidden.get((author, channel))
        return (MemberStanding.SHOWN, None) if hide is None else (MemberStanding.HIDDEN, hide)

    def of_post(
        self, post: PostId, author: PublicKey, channel: str
    ) -> tuple[MemberStanding, Deed | None]:
        """How a post is shown: by a word on it alone, else as its author stands."""
        deed = self._left_of(ModerationKind.HIDE_POST, post, author, channel)
        if deed is None and author == self.reader:
            deed = self.dropped_channels.get(channel)  # see ``is_erased_with``
        if deed is not None:
            return MemberStanding.HIDDEN, deed
        return self.of_author(author, channel)

    def is_erased_with(self, channel: str, author: PublicKey) -> bool:
        """Whether posts of that author go with their channel. Those of the reader, perhaps the only
        copy there is, are folded away where somebody else has dropped it.
        """
        deed = self.dropped_channels.get(channel)
        return deed is not None and (author != self.reader or deed.by == self.reader)

    def is_dropped(self, post: PostId, author: PublicKey | None, channel: str) -> bool:
        """Whether a post is not kept, by a word on it alone."""
        return self._left_of(ModerationKind.DROP_POST, post, author, channel) is not None

    def drops(self) -> Iterator[PostId]:
        """What ``is_dropped`` may be true of."""
        for post, deeds in self.on_posts.items():
            if any(deed.kind is ModerationKind.DROP_POST for deed in deeds):
                yield post

    def _left_of(
        self, kind: ModerationKind, post: PostId, author: PublicKey | None, channel: str
    ) -> Deed | None:
        """What set it, unless that was taken back."""
        for deed in reversed(self.on_posts.get(post, ())):
            if deed.undone is kind and self.counts(deed, author, channel):
                return deed if deed.kind is kind else None
        return None

    @property
    def folds_any(self) -> bool:
        """Whether there is anybody or anything that is not shown."""
        return bool(self.blocked or self.hidden or self.on_posts or self.dropped_channels)

    def folds(self, post: PostId, author: PublicKey, channel: str) -> bool:
        """Whether a post of that channel is folded away."""
        return self.of_post(post, author, channel)[0] is not MemberStanding.SHOWN


# ---- version S ----------------------------------------------------------------------------------


def ruling_of_flags(
    reader: PublicKey,
    said: Mapping[PublicKey, tuple[Flags, Flags]],
    followed: Collection[PublicKey],
    own: Sequence[Deed],
) -> Ruling:
    """``said``: of each author whom they hide and whom they block. ``own``: words of the reader
    that nobody else hears of, oldest first: who is shown whatever others say, posts, channels.
    """
    kept = _Kept(own)
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
        _by_post(own),
        kept.channels(),
        counting=counting,
    )


def _deed(kind: ModerationKind, about: PublicKey, verdict: Verdict) -> Deed:
    assert verdict.by is not None
    flag = verdict.flag or Flag()
    return Deed(kind, verdict.by, about, EVERYWHERE, flag.reason, flag.at)


# ---- versions M and D8 --------------------------------------------------------------------------


def ruling_of_roles(charter: Charter, done: Sequence[Deed]) -> Ruling:
    """``done``: hides, blocks, drops and what takes them back, by anybody, the oldest first."""
    now = _Offices(charter)
    own = [deed for deed in done if deed.by == charter.reader]
    others = [deed for deed in done if deed.by != charter.reader]
    counting = [  # our own last: they win over all others
        deed for deed in (*others, *own) if deed.kind not in OF_POSTS and now.counts(deed)
    ]
    kept = _Kept(counting)
    return Ruling(
        charter.reader,
        {
            PublicKey(about): deed
            for (about, _), deed in kept.of(ModerationKind.BLOCK).items()
            if about != charter.reader
        },
        {
            (PublicKey(about), channel): deed
            for (about, channel), deed in kept.of(ModerationKind.HIDE).items()
            if about != charter.reader
        },
        _by_post((*others, *own)),
        kept.channels(),
        sorted((*_own_roles(charter), *own), key=lambda deed: deed.moment),
        frozenset(counting),
        roles=now.today,
        counts=now.counts_on_post,
    )


def _own_roles(charter: Charter) -> list[Deed]:
    return [deed for deed in charter.given if deed.by == charter.reader]


class _Offices:
    """Who held what when; each moment is looked at once."""

    def __init__(self, charter: Charter) -> None:
        given = sorted(charter.given, key=lambda deed: deed.moment)
        others = [deed for deed in given if deed.by != charter.reader][-ROLES_LOOKED_AT_MAX:]
        looked_at = (*_own_roles(charter), *others)  # ours hold until we take them back
        self._charter = Charter(charter.reader, looked_at, charter.seeded, charter.unwilling)
        self._changes = sorted(deed.moment[0] for deed in looked_at)
        self._known: dict[tuple[str, float | None], Mapping[PublicKey, MemberRole]] = {}

    def today(self, channel: str) -> Mapping[PublicKey, MemberRole]:
        return self._roles(channel, None)

    def counts(self, deed: Deed) -> bool:
        """Of what is done to members and channels."""
        about = PublicKey(deed.about) if deed.about else None
        return self._may_do(deed, about, deed.channel)

    def counts_on_post(self, deed: Deed, author: PublicKey | None, channel: str) -> bool:
        """See ``Counts``."""
        return self._may_do(deed, author, channel)

    def _may_do(self, deed: Deed, against: PublicKey | None, channel: str) -> bool:
        """Whether who did it was more than a user there at that time: what they did stays. Nothing
        is done by others to the reader, nor to somebody who is more than a user.
        """
        if deed.by == self._charter.reader:
            return True
        return deed.by in self._then(channel, deed.moment[0]) and against not in self.today(channel)

    def _then(self, channel: str, at: float) -> Mapping[PublicKey, MemberRole]:
        before = bisect_right(self._changes, at)
        return self._roles(channel, self._changes[before - 1] if before else float("-inf"))

    def _roles(self, channel: str, until: float | None) -> Mapping[PublicKey, MemberRole]:
        known = self._known.get((channel, until))
        if known is None:
            known = self._known[channel, until] = self._charter.roles(channel, until)
        return known


def _by_post(done: Iterable[Deed]) -> Mapping[PostId, Sequence[Deed]]:
    found: dict[PostId, list[Deed]] = {}
    for deed in done:
        if deed.kind in OF_POSTS:
            found.setdefault(PostId(deed.about), []).append(deed)
    return found


class _Kept:
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
        return self._left.get(kind, {})

    def flags(self, kind: ModerationKind) -> Flags:
        return {
            PublicKey(about): Flag(deed.reason, deed.at)
            for (about, _), deed in self.of(kind).items()
        }

    def channels(self) -> Mapping[str, Deed]:
        dropped = self.of(ModerationKind.DROP_CHANNEL)
        return {channel: deed for (_, channel), deed in dropped.items()}
