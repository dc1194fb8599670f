"""What a person should know of a wish that is granted all the same: a stable code, a sentence."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.cli.printing import moment
from app.profile.paths import Paths
from engine.errors import Fault
from engine.model.address import Address
from engine.model.communities import CommunityView
from engine.model.ids import ProtocolName, PublicKey
from engine.model.views import MemberView, SpaceView
from ui.text.names import FIRST_STRONG_ISOLATE, POP_ISOLATE
from ui.wording import endings

SPACE_DIGITS = 12  # ours: of an id, unlike a name the same for everybody
_SECOND = 1.0  # dates are chosen no finer


@dataclass(frozen=True, slots=True)
class Caution:
    """``message`` is one plain sentence. In JSON it stands under ``warnings``."""

    code: str
    message: str


def of_opening(paths: Paths, passphrase_file: Path | None) -> Sequence[Caution]:
    """Of a profile that is about to be opened: what its key file tells. Looks only."""
    told = []
    if any(_is_readable_by_others(path) for path in (paths.key, paths.key_copy)):
        told.append(
            Caution(
                "key_exposed",
                "Other users of this computer could read this profile's key; that is mended now. "
                "“tidings passphrase change” protects it from now on; if somebody may have copied "
                "it, begin anew with another profile and a new identity.",
            )
        )
    if passphrase_file is not None and _opens_without(paths):
        told.append(
            Caution(
                "no_passphrase",
                f"This profile has no passphrase: the one in {passphrase_file} is not used. "
                "“tidings passphrase change” gives it one.",
            )
        )
    return told


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
    """An owner's right is nowhere else, unless it was exported."""
    if not _is_own(members):
        return ()
    return (
        Caution(
            "channel_owned",
            f"“{view.name}” is your own channel: your right to post and to let others in there is "
            "erased with it, and comes back only from an export of your identity made before.",
        ),
    )


def of_leaving_community(view: CommunityView) -> Sequence[Caution]:
    """Only those who are connected hear of it; afterwards we connect for it no more."""
    if not view.lists_us or view.peers:
        return ()
    return (Caution("nobody_connected", "Nobody is connected: the others go on listing you."),)


def of_forgetting_community(view: CommunityView) -> Sequence[Caution]:
    """That tells nobody anything; leaving does."""
    if not view.lists_us:
        return ()
    return (
        Caution(
            "leave_first",
            "Leave it first, while others are connected: else they go on listing you.",
        ),
    )


def of_own_info(key: str, value: str) -> Sequence[Caution]:
    """Of what we say of ourselves in a community."""
    if key != "max_age" or int(value) > 0:
        return ()
    message = (
        "From now on others keep nothing of yours: nobody can read what you say there until you "
        "set a longer “max_age”."
    )
    return (Caution("nothing_kept", message),)


def of_dialling(
    protocol: ProtocolName, address: Address, communities: Sequence[CommunityView]
) -> Sequence[Caution]:
    """A connection of cable+noise is about one community, and its address does not say which."""
    count = sum(not one.left for one in communities)
    if protocol is not ProtocolName.CABLE_NOISE or count <= 1:
        return ()
    return (
        Caution(
            "one_community_at_a_time",
            f"A connection to cable+noise:{address} is about one community, and you are in "
            f"{count}: the next has its turn when it is dialled anew. The port of a Tidings "
            "(tidings:) serves all of them at once.",
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


def of_cut(wished: float | None, until: float) -> Sequence[Caution]:
    """What was asked for is longer than we may give."""
    if wished is None or until > wished - _SECOND:
        return ()
    message = f"They may post until {moment(until)}, not longer: your own right ends then."
    return (Caution("until_cut", message),)


def of_unwritten(why: str) -> Sequence[Caution]:
    """A file of an invite that holds already."""
    message = f"{why} The invite has been issued all the same: hand on its link."
    return (Caution("out_unwritten", message),)


def of_ending(view: SpaceView, now: float) -> Sequence[Caution]:
    """Rights that end: our own, and those of whom we let in."""
    told = []
    if view.ending is not None:
        told.append(Caution("right_ending", _bare(endings.own_ending(view.ending, now))))
    if view.renewals:
        asks = "A member asks" if view.renewals == 1 else f"{view.renewals:,} members ask"
        how = f"“tidings invite renew {view.id.hex()[:SPACE_DIGITS]}” with their name gives it."
        told.append(Caution("renewals_waiting", f"{asks} for a fresh link; {how}"))
    elif view.invites_ending:
        told.append(Caution("invites_ending", endings.invites_ending(view.invites_ending)))
    return told


def of_acting(view: SpaceView, chosen: str | None) -> Sequence[Caution]:
    """That another identity acts than the one that did so far, where none was chosen."""
    ending = view.ending
    if chosen is not None or ending is None or not ending.ended or ending.successor is None:
        return ()
    return (
        Caution(
            "identity_changed",
            f"Your right as “{ending.identity}” has ended there: this is done as "
            f"“{ending.successor}”; “--as” chooses another.",
        ),
    )


def of_members(members: Sequence[MemberView]) -> Sequence[Caution]:
    """What nobody can do about a member."""
    if not any(member.path for member in members):
        return ()
    return (Caution("no_removal", endings.CANNOT_REMOVE),)


def _is_readable_by_others(path: Path) -> bool:
    try:
        return bool(path.lstat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False


def _opens_without(paths: Paths) -> bool:
    """Whether a profile is there that needs no passphrase. What is damaged is told elsewhere."""
    from engine.store import keys  # the store, which other commands may not need
    from engine.store.migrate import latest_format

    if not keys.exists(paths.profile):
        return False
    try:
        return not keys.needs_passphrase(paths.profile, latest_format())
    except Fault:
        return False


def _bare(sentence: str) -> str:
    """Without the marks that isolate names in a window: a terminal shows none."""
    return sentence.replace(FIRST_STRONG_ISOLATE, "").replace(POP_ISOLATE, "")


def _is_own(members: Sequence[MemberView]) -> bool:
    """Whether the owner, whose path is empty, is one of ours; also where we have left."""
    return any(member.ours and not member.path for member in members)
