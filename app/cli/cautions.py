"""What a person should know of a wish that is granted all the same: a stable code, a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.ids import PublicKey
from engine.model.views import MemberView, SpaceView
from ui.wording import endings


@dataclass(frozen=True, slots=True)
class Caution:
    """``message`` is one plain sentence. In JSON it stands under ``warnings``."""

    code: str
    message: str


def of_leaving(view: SpaceView, members: Sequence[MemberView]) -> Sequence[Caution]:
    """An owner is the only one who can renew what members may do."""
    if not _is_own(members):
        return ()
    return (
        Caution(
            "channel_owned",
            f"“{view.name}” is your own channel: its members can post until their invites expire, "
            "and then nobody can renew them.",
        ),
    )


def of_forgetting(view: SpaceView, members: Sequence[MemberView]) -> Sequence[Caution]:
    """An owner's key is nowhere else, unless it was exported."""
    if not _is_own(members):
        return ()
    return (
        Caution(
            "channel_owned",
            f"“{view.name}” is your own channel: its key is erased with it, and without an export "
            "of your identity nobody can bring it back.",
        ),
    )


def of_inviting(key: PublicKey, name: str, members: Sequence[MemberView]) -> Sequence[Caution]:
    """Who is a member already gets a longer right, and perhaps another name."""
    known = next((member for member in members if member.public_key == key), None)
    if known is None:
        return ()
    if known.name == name:
        message = f"“{name}” is a member already; the new invite renews their right to post."
    else:
        message = (
            f"“{known.name}” is a member already; the new invite names them “{name}” from now on."
        )
    return (Caution("already_member", message),)


def of_ending(view: SpaceView, now: float) -> Sequence[Caution]:
    """Rights that end: our own, and those of whom we let in."""
    told = []
    if view.ending is not None:
        told.append(Caution("right_ending", endings.own_ending(view.ending, now)))
    if view.renewals:
        told.append(
            Caution(
                "renewals_waiting",
                f"{view.renewals} wait for a fresh link: “tidings invite renew SPACE MEMBER”.",
            )
        )
    elif view.invites_ending:
        told.append(Caution("invites_ending", endings.invites_ending(view.invites_ending)))
    return told


def of_members(members: Sequence[MemberView]) -> Sequence[Caution]:
    """What nobody can do about a member."""
    if not any(member.path for member in members):
        return ()
    return (Caution("no_removal", endings.CANNOT_REMOVE),)


def _is_own(members: Sequence[MemberView]) -> bool:
    """Whether the owner, whose path is empty, is one of ours; also where we have left."""
    return any(member.ours and not member.path for member in members)
