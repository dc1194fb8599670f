"""What a reader is shown of members, posts and channels, and why. Pure.

``ruling_of_flags`` for version S: the reader's own flags and words, then those of whom they follow.
``ruling_of_roles`` for the later versions: what the reader does, then what admins and moderators
did while they were that, the oldest first; against admins and moderators only the reader's counts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from engine.model.communities import MemberRole, MemberStanding, ModerationKind
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.moderation.deeds import Deed
from engine.protocols.cable.moderation.flags import Flag, Flags
from engine.protocols.cable.moderation.judging import Judge, Opinion, Standing, Verdict
from engine.protocols.cable.moderation.roles import Charter

EVERYWHERE = ""
ROLES_LOOKED_AT_MAX = 512  # ours: of one community, the newest; each may change all others

Roles = Callable[[str], Mapping[PublicKey, MemberRole]]
"""Who is more than a user in a channel, or (empty) in the community."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds for one reader. Deeds that set something; what was taken back is in none.

    ``hidden`` members by channel; ``blocked`` everywhere; ``hidden_posts`` and ``dropped_posts`` by
    hash, ``dropped_channels`` by name. ``counting``: all deeds that hold or held, for the log.
    ``mattering``: whose words may change any of it.
    """

    reader: PublicKey
    blocked: Mapping[PublicKey, Deed] = field(default_factory=dict)
    hidden: Mapping[tuple[PublicKey, str], Deed] = field(default_factory=dict)
    hidden_posts: Mapping[PostId, Deed] = field(default_factory=dict)
    dropped_posts: Mapping[PostId, Deed] = field(default_factory=dict)
    dropped_channels: Mapping[str, Deed] = field(default_factory=dict)
    counting: frozenset[Deed] = frozenset()
    mattering: frozenset[PublicKey] = frozenset()
    roles: Roles = field(default=lambda _: {})

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
        deed = self.hidden_posts.get(post)
        if deed is not None:
            return MemberStanding.HIDDEN, deed
        return self.of_author(author, channel)


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
        kept.posts(ModerationKind.HIDE_POST),
        kept.posts(ModerationKind.DROP_POST),
        kept.channels(),
        counting,
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
    others = [
        deed
        for deed in done
        if deed.by != charter.reader and now.held_then(deed) and not now.is_protected(deed)
    ]
    counting = [*others, *own]  # our own last: they win over all others
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
        kept.posts(ModerationKind.HIDE_POST),
        kept.posts(ModerationKind.DROP_POST),
        kept.channels(),
        frozenset(counting),
        roles=now.today,
    )


class _Offices:
    """Who held what when; each moment is looked at once."""

    def __init__(self, charter: Charter) -> None:
        newest = sorted(charter.given, key=lambda deed: deed.moment)[-ROLES_LOOKED_AT_MAX:]
        self._charter = Charter(charter.reader, tuple(newest), charter.seeded, charter.unwilling)
        self._changes = [deed.moment[0] for deed in newest]
        self._then: dict[tuple[str, float | None], Mapping[PublicKey, MemberRole]] = {}

    def today(self, channel: str) -> Mapping[PublicKey, MemberRole]:
        return self._roles(channel, None)

    def held_then(self, deed: Deed) -> bool:
        """Whether who did it was more than a user at that time: what they did stays."""
        before = [at for at in self._changes if at <= deed.moment[0]]
        moment = before[-1] if before else float("-inf")
        return deed.by in self._roles(deed.channel, moment)

    def is_protected(self, deed: Deed) -> bool:
        """Whether it is against somebody who is more than a user, or against the reader."""
        return len(deed.about) > 0 and PublicKey(deed.about) in self.today(deed.channel)

    def _roles(self, channel: str, until: float | None) -> Mapping[PublicKey, MemberRole]:
        known = self._then.get((channel, until))
        if known is None:
            known = self._then[channel, until] = self._charter.roles(channel, until)
        return known


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

    def posts(self, kind: ModerationKind) -> Mapping[PostId, Deed]:
        return {PostId(about): deed for (about, _), deed in self.of(kind).items()}

    def channels(self) -> Mapping[str, Deed]:
        dropped = self.of(ModerationKind.DROP_CHANNEL)
        return {channel: deed for (_, channel), deed in dropped.items()}
