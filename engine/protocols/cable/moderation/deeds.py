"""What people did to moderate, of whatever wire version, as one kind of value. Pure.

In version S they are the flags in ``blocks`` and ``hides``, and what we decide for ourselves alone;
in the later ones posts (roles, actions, blocks), whose numbers are those of moderation.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.model.communities import MemberRole, ModerationKind
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.moderation.flags import Flags
from engine.protocols.cable.posts import (
    Block,
    Content,
    Delete,
    Info,
    Moderation,
    Role,
    Unblock,
)

ROLES = (MemberRole.ADMIN, MemberRole.MODERATOR, MemberRole.USER)
"""By their numbers, those of the tables (protocols/cable.md 2, "Traps")."""
ACTIONS = (
    ModerationKind.HIDE,
    ModerationKind.UNHIDE,
    ModerationKind.HIDE_POST,
    ModerationKind.UNHIDE_POST,
    ModerationKind.DROP_POST,
    ModerationKind.UNDROP_POST,
    ModerationKind.DROP_CHANNEL,
    ModerationKind.UNDROP_CHANNEL,
)
"""By their numbers."""
UNDOES = {
    ModerationKind.UNHIDE: ModerationKind.HIDE,
    ModerationKind.UNBLOCK: ModerationKind.BLOCK,
    ModerationKind.UNHIDE_POST: ModerationKind.HIDE_POST,
    ModerationKind.UNDROP_POST: ModerationKind.DROP_POST,
    ModerationKind.UNDROP_CHANNEL: ModerationKind.DROP_CHANNEL,
}
ACCEPT_ROLE = "accept-role"
UNWILLING = (chr(0), "0")  # a varint; some may write a digit
OF_CHANNELS = frozenset({ModerationKind.DROP_CHANNEL, ModerationKind.UNDROP_CHANNEL})
OF_POSTS = frozenset(
    {
        ModerationKind.HIDE_POST,
        ModerationKind.UNHIDE_POST,
        ModerationKind.DROP_POST,
        ModerationKind.UNDROP_POST,
    }
)


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing said by ``by`` of ``about``: a key, a post's hash, or empty for a channel.

    ``channel`` is empty for the whole community; of a deed on a post it says nothing, whatever its
    author wrote there (moderation.md 5.1.3.2): the post stands in one. ``at``: Unix seconds, None
    where nobody said. ``post``: the post that says it, None for what no post says. ``drops``: of a
    block, that what there is of theirs goes. ``role`` is set iff it is one.
    """

    kind: ModerationKind
    by: PublicKey
    about: bytes
    channel: str = ""
    reason: str = ""
    at: float | None = None
    post: PostId | None = None
    private: bool = False
    role: MemberRole | None = None
    drops: bool = False

    @property
    def moment(self) -> tuple[float, bytes]:
        """What orders deeds: the oldest first, of equal ones the smaller hash."""
        return (float("-inf") if self.at is None else self.at, self.post or b"")

    @property
    def undone(self) -> ModerationKind:
        """What it sets or takes back."""
        return UNDOES.get(self.kind, self.kind)


def deeds_of_post(author: PublicKey, content: Content, at: float, post: PostId) -> Iterator[Deed]:
    """What a post of versions M and D8 does, one for each of those it is about."""
    match content:
        case Role(reason, privacy, channel, recipient, role) if role < len(ROLES):
            if recipient != author:  # nobody gives a role to themself
                yield Deed(
                    ModerationKind.ROLE,
                    author,
                    recipient,
                    channel,
                    reason,
                    at,
                    post,
                    private=privacy == 1,
                    role=ROLES[role],
                )
        case Moderation(reason, privacy, channel, recipients, action) if action < len(ACTIONS):
            kind, private = ACTIONS[action], privacy == 1
            if kind in OF_CHANNELS and not channel:
                return  # no channel goes by that; it would be all posts of none
            for about in (b"",) if kind in OF_CHANNELS else recipients:
                yield Deed(kind, author, about, channel, reason, at, post, private)
        case Block(reason, privacy, recipients, drop, _):
            for about in recipients:
                yield Deed(
                    ModerationKind.BLOCK,
                    author,
                    about,
                    "",
                    reason,
                    at,
                    post,
                    private=privacy == 1,
                    drops=drop == 1,
                )
        case Unblock(reason, privacy, recipients, _):
            for about in recipients:
                kind, private = ModerationKind.UNBLOCK, privacy == 1
                yield Deed(kind, author, about, "", reason, at, post, private)
        case _:
            return


def role_is_of(content: Content) -> PublicKey | None:
    """Whose role it says; None: it is no role."""
    return content.recipient if isinstance(content, Role) else None


def tells_of_block(content: Content, whom: PublicKey | None) -> bool:
    """Whether ``whom`` is to hear by it that they are blocked (protocols/cable.md 4.2, notify)."""
    match content:
        case Block(privacy=0, recipients=recipients, notify=1):
            return whom in recipients
        case _:
            return False


def ends_block(author: PublicKey, content: Content, of: PublicKey) -> bool:
    """Whether by it ``of`` and somebody else may be kept apart no more."""
    match content:
        case Unblock(recipients=recipients):
            return author == of or of in recipients
        case _:
            return False


def may_block(content: Content) -> bool:
    """Whether it may change who is blocked, by its own word or by whose words count after it: of
    an info also what it no longer says, such as that its author wants no role.
    """
    match content:
        case Info() | Role() | Block() | Unblock() | Delete():
            return True
        case _:
            return False


def deeds_of_flags(author: PublicKey, kind: ModerationKind, flags: Flags) -> Iterator[Deed]:
    """What an info ``hides`` (HIDE) or ``blocks`` (BLOCK) of version S says."""
    for about, flag in flags.items():
        yield Deed(kind, author, about, "", flag.reason, flag.at)
