"""What is said of communities, their channels and their members. Pure; no Qt."""

from __future__ import annotations

from engine.model.communities import (
    ChannelView,
    CommunityMemberView,
    CommunityView,
    Judgement,
    MemberRole,
    MemberStanding,
    WireVersion,
)
from engine.model.ids import PublicKey
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.text.namesakes import NOBODY, Bearers, called, key_digits
from ui.text.peers import connected_words
from ui.text.times import day_words
from ui.wording.judgements import judgement_words

WHAT = QT_TR_NOOP(
    "A community is a group of people who hold the same secret key. It has as many channels as "
    "its members make; all of them are open to all members."
)
FOR_EVER = QT_TR_NOOP(
    "Whoever has the key is in for ever: they can read everything, also what was written before, "
    "and write under any name. Nobody can be removed; each member can only hide or block others "
    "for themselves."
)
TRAVELS = QT_TR_NOOP(
    "There is no server: messages travel only while somebody who has them is online at the same "
    "time as you."
)
WIRES = {
    WireVersion.S: QT_TR_NOOP("cable as its specification has it, spoken by Tidings"),
    WireVersion.M: QT_TR_NOOP("cable as the published cabal programs speak it"),
    WireVersion.DRAFT_8: QT_TR_NOOP("cable in its newest draft, which no published program speaks"),
}
"""In the middle of a sentence."""
CHOOSE_WIRE = {
    WireVersion.S: QT_TR_NOOP("For people who use Tidings"),
    WireVersion.M: QT_TR_NOOP("Also for people who use cabal"),
}
"""Those in which a person can make a community."""
ROLES = {
    MemberRole.ADMIN: QT_TR_NOOP("administrator"),
    MemberRole.MODERATOR: QT_TR_NOOP("moderator"),
    MemberRole.USER: QT_TR_NOOP("member"),
}
ROLE_TITLES = {
    MemberRole.ADMIN: QT_TR_NOOP("Administrator"),
    MemberRole.MODERATOR: QT_TR_NOOP("Moderator"),
    MemberRole.USER: QT_TR_NOOP("Member"),
}


def knows_roles(wire: WireVersion) -> bool:
    """Whether there are roles in that form of cable."""
    return wire is not WireVersion.S


def wire_sentence(wire: WireVersion) -> str:
    """In which form of cable a community speaks."""
    return tr("It speaks {wire}.").format(wire=tr(WIRES[wire]))


def presence(view: CommunityView) -> str:
    """Who is there, and who is connected."""
    if view.left:
        return tr("You left this community. What was received stays readable.")
    members = tr("%n members seen so far", "", view.members)
    online = tr("%n of them online", "members", view.online)
    return f"{members}, {online} · {connected_words(view.peers)}"


# ---- members --------------------------------------------------------------------------------


def member_name(member: CommunityMemberView, bearers: Bearers) -> str:
    """What a member is listed as, with the mark of oneself."""
    name = called(member.name, member.public_key, bearers)
    return tr("{name} (you)").format(name=name) if member.ours else name


def member_line(member: CommunityMemberView) -> str:
    """The second line of a member: presence, role, standing."""
    if member.ours:
        return tr("This is you")
    words = [tr("Online") if member.online else tr("Offline")]
    if member.role is not MemberRole.USER:
        words.append(tr(ROLES[member.role]))
    match member.standing:
        case MemberStanding.HIDDEN:
            words.append(tr("hidden"))
        case MemberStanding.BLOCKED:
            words.append(tr("blocked"))
        case MemberStanding.SHOWN:
            pass
    if member.followed:
        words.append(tr("followed"))
    return " · ".join(words)


def spoken_member(member: CommunityMemberView, bearers: Bearers) -> str:
    """A member as they are read aloud."""
    parts = [member_name(member, bearers), member_line(member)]
    parts += [tr("verified")] if member.verified else []
    return ", ".join(parts)


def member_tip(member: CommunityMemberView) -> str:
    """What a list has no room for."""
    name = member.name.strip() or tr("no name yet")
    words = tr("{name}. Key {key}").format(name=shown_name(name), key=key_digits(member.public_key))
    if member.judgement is None:
        return words
    return f"{words}. {judgement_words(member.judgement, None)}"


# ---- why something is folded away -----------------------------------------------------------


def judgement_sentence(judgement: Judgement, own: PublicKey, bearers: Bearers = NOBODY) -> str:
    """The same as a sentence, with the day if it is known."""
    words = judgement_words(judgement, own, bearers)
    if judgement.at is None:
        return f"{words}."
    return tr("{words} ({day}).").format(words=words, day=day_words(judgement.at))


def channel_line(channel: ChannelView) -> str:
    """Who is in a channel and how much of it is here."""
    if channel.space is None and not channel.members:  # others only named it
        return tr("Who is in it is seen once you join")
    parts = [tr("%n members", "of a channel", channel.members)]
    if channel.space is not None or channel.posts:
        parts.append(tr("%n messages here", "", channel.posts))
    return " · ".join(parts)


def look_alike_words(channel: ChannelView) -> str:
    """That another channel's name looks the same; nothing if there is none."""
    if channel.look_alike is None:
        return ""
    words = tr("Another channel's name looks like this one. Make sure which one you mean.")
    odd = " ".join(f"{sign} U+{ord(sign):04X}" for sign in channel.name if not sign.isascii())
    return tr("{words} In this one: {signs}").format(words=words, signs=odd) if odd else words
