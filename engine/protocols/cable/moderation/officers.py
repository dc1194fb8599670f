"""What a reader of versions M and D8 is shown, by what they and their officers did. Pure.

What the reader does holds, then what admins and moderators did while they were that, the oldest
first; against admins and moderators only the reader's counts. What is done to a post is judged by
the roles in the channel in which it stands, and by whose it is.

Who held an office by others' words is told apart at PAIRS_MAX pairs of channel and moment: half are
the whole community's, whatever is said for channels. What was done in a channel before the oldest
one of it counts of those who were in office there without a break until then, or in the whole
community at that time: what is too old counts for less, never for more. Of what somebody did since
the reader spoke of them nothing is lost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from engine.model.communities import MemberRole, ModerationKind
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.deeds import OF_POSTS, Deed
from engine.protocols.cable.moderation.roles import Charter
from engine.protocols.cable.moderation.ruling import EVERYWHERE, Kept, Ruling, by_post

PAIRS_MAX = 256  # ours: of each all roles are gone through; today's of each channel come on top


def ruling_of_roles(charter: Charter, done: Sequence[Deed]) -> Ruling:
    """``done``: hides, blocks, drops and what takes them back, by anybody, the oldest first."""
    now = _Offices(charter)
    own = [deed for deed in done if deed.by == charter.reader]
    others = [deed for deed in done if deed.by != charter.reader]
    counting = [  # our own last: they win over all others
        deed for deed in (*others, *own) if deed.kind not in OF_POSTS and now.counts(deed)
    ]
    kept = Kept(counting)
    hidden, shown = _hides(charter.reader, counting)
    return Ruling(
        charter.reader,
        {
            PublicKey(about): deed
            for (about, _), deed in kept.of(ModerationKind.BLOCK).items()
            if about != charter.reader
        },
        hidden,
        shown,
        by_post((*others, *own)),
        kept.channels(),
        sorted((*_own_roles(charter), *own), key=lambda deed: deed.moment),
        frozenset(counting),
        roles=now.today,
        counts=now.counts_on_post,
    )


def _hides(
    reader: PublicKey, counting: Sequence[Deed]
) -> tuple[Mapping[tuple[PublicKey, str], Deed], frozenset[tuple[PublicKey, str]]]:
    """Who is hidden where, and who is shown in a channel though they are hidden everywhere.

    Of what the reader said of somebody for a channel and for all of them the newer counts, whatever
    others say of either. What others say of one takes nothing back of what they say of the other.
    """
    theirs = Kept([deed for deed in counting if deed.by != reader]).of(ModerationKind.HIDE)
    ours = {
        (deed.about, deed.channel): deed
        for deed in counting
        if deed.by == reader and deed.undone is ModerationKind.HIDE
    }
    hidden: dict[tuple[PublicKey, str], Deed] = {}
    shown: set[tuple[PublicKey, str]] = set()
    for about, channel in dict.fromkeys((*theirs, *ours)):
        words = [ours[key] for key in ((about, EVERYWHERE), (about, channel)) if key in ours]
        deed = max(words, key=lambda one: one.moment) if words else theirs[about, channel]
        if about == reader:
            continue
        if deed.kind is ModerationKind.HIDE:
            hidden[PublicKey(about), channel] = deed
        elif channel:
            shown.add((PublicKey(about), channel))
    return hidden, frozenset(shown)


def _own_roles(charter: Charter) -> list[Deed]:
    return [deed for deed in charter.given if deed.by == charter.reader]


class _Offices:
    """Who held what when; each moment is looked at once, and of whom the reader has spoken none."""

    def __init__(self, charter: Charter) -> None:
        self._charter = charter
        self._own: dict[PublicKey, list[Deed]] = {}
        for deed in charter.own():
            self._own.setdefault(PublicKey(deed.about), []).append(deed)
        self._changes = _changes(charter)
        self._since: dict[str, Mapping[PublicKey, float]] = {}
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
        at = deed.moment[0]
        return self._was_more(deed.by, channel, at) and against not in self.today(channel)

    def _was_more(self, member: PublicKey, channel: str, at: float) -> bool:
        """Whether somebody was more than a user: by the reader's word, or else by others'."""
        for word in reversed(self._own.get(member, ())):
            if word.channel in {EVERYWHERE, channel} and word.moment[0] <= at:
                return word.role is not MemberRole.USER and member not in self._charter.unwilling
        return self._was_named(member, channel, at)

    def _was_named(self, member: PublicKey, channel: str, at: float) -> bool:
        """By others' words, as far as these are told apart."""
        moments = self._changes.get(channel, ())
        if before := bisect_right(moments, at):
            return member in self._roles(channel, moments[before - 1])
        if moments and self._stayed(member, channel, at, moments[0]):
            return True
        return channel != EVERYWHERE and self._was_named(member, EVERYWHERE, at)

    def _stayed(self, member: PublicKey, channel: str, at: float, until: float) -> bool:
        """``until``: always the same of a channel."""
        if channel not in self._since:
            self._since[channel] = self._charter.named_since(channel, until)
        since = self._since[channel].get(member)
        return since is not None and since <= at and member in self._roles(channel, until)

    def _roles(self, channel: str, until: float | None) -> Mapping[PublicKey, MemberRole]:
        if channel not in self._changes:
            channel = EVERYWHERE  # there nobody has a role of its own
        known = self._known.get((channel, until))
        if known is None:
            known = self._known[channel, until] = self._charter.roles(channel, until)
        return known


def _changes(charter: Charter) -> Mapping[str, Sequence[float]]:
    """When something else came to hold, the oldest first, for the whole community and for each
    channel that a role was given for: the newest, half of PAIRS_MAX for the community, and of the
    other half as many for each channel, but at least one.
    """
    given: dict[str, set[float]] = {EVERYWHERE: set()}
    for deed in charter.given:
        given.setdefault(deed.channel, set()).add(deed.moment[0])
    half, everywhere = PAIRS_MAX // 2, given[EVERYWHERE]
    share = max(1, half // max(1, len(given) - 1))
    return {
        channel: sorted(everywhere | there)[-(share if channel else half) :]
        for channel, there in given.items()
    }
