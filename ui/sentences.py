"""Codes of refusals, faults and endings -> one plain sentence and a next step. The only such place.

No Qt here: the command line says the same words. Translation is an argument (``Translate``): the
template is translated first, then the detail is put in, so a translator sees ``{detail}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.errors import Fault, FaultReason, Refusal, Refused

DETAIL_CHARACTERS_MAX = 200
Translate = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Sentence:
    """What happened, and what to do about it (``hint`` may be empty). Both plain text, one line."""

    message: str
    hint: str


def unchanged(text: str) -> str:
    """The ``Translate`` of English."""
    return text


def sentence_of(problem: Refused | Fault, translate: Translate = unchanged) -> Sentence:
    """The words for what was raised."""
    match problem:
        case Refused():
            return _filled(REFUSALS[problem.reason], problem.detail, translate)
        case Fault():
            return _filled(FAULTS[problem.reason], problem.detail, translate)


def sentence_of_ending(code: str, detail: str = "", translate: Translate = unchanged) -> Sentence:
    """The words for a ``PeerGone.reason`` or ``PeerView.last_error``.

    ``code`` is an ``Ending`` or an ``OSError`` name in lower case; one nobody foresaw is shown as
    it is.
    """
    known = ENDINGS.get(code)
    if known is not None:
        return _filled(known, detail, translate)
    return _filled(_OTHER_ENDING, detail or code, translate)


def one_line(text: str) -> str:
    """``text`` made safe to stand inside a sentence: printable, on one line, not too long."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(plain) <= DETAIL_CHARACTERS_MAX:
        return plain
    return plain[: DETAIL_CHARACTERS_MAX - 1] + "…"


def _filled(words: tuple[str, str, str], detail: str, translate: Translate) -> Sentence:
    """``words``: the sentence without a detail, the one with it ("" : the same), the hint."""
    plain, detailed, hint = words
    shown = one_line(detail)
    template = detailed if shown and detailed else plain
    return Sentence(translate(template).replace("{detail}", shown), translate(hint) if hint else "")


Words = tuple[str, str, str]

REFUSALS: Mapping[Refusal, Words] = {
    Refusal.NAME_INVALID: (
        "That name cannot be used.",
        "A name has 1 to {detail} printable characters.",
        "Choose a shorter name without line breaks.",
    ),
    Refusal.NAME_TAKEN: (
        "That name is already in use.",
        "The name “{detail}” is already in use.",
        "Choose another name.",
    ),
    Refusal.IDENTITY_UNKNOWN: (
        "There is no identity of that name.",
        "There is no identity called “{detail}”.",
        "“tidings identity list” shows the ones you have.",
    ),
    Refusal.IDENTITY_AMBIGUOUS: (
        "Several identities fit.",
        "Several identities fit: {detail}.",
        "Say which one by its full name.",
    ),
    Refusal.NO_IDENTITY: (
        "You have no identity yet.",
        "",
        "Create one first: “tidings identity new NAME”, or “Create identity” in the window.",
    ),
    Refusal.SPACE_UNKNOWN: (
        "There is no channel of that name or id.",
        "There is no channel “{detail}”.",
        "“tidings channel list” shows the ones you have.",
    ),
    Refusal.SPACE_AMBIGUOUS: (
        "Several channels fit.",
        "Several channels fit: {detail}.",
        "Use more digits of the id, or rename one of them.",
    ),
    Refusal.SPACE_KNOWN: (
        "You are already in that channel.",
        "You are already in that channel: {detail}.",
        "Open it from the list; nothing needs to be done.",
    ),
    Refusal.POST_UNKNOWN: (
        "There is no such post in this channel.",
        "There is no post {detail} in this channel.",
        "“tidings channel read” shows the posts with their ids.",
    ),
    Refusal.POST_NOT_OURS: (
        "That post was written by somebody else.",
        "",
        "Only its author can edit or retract a post.",
    ),
    Refusal.READ_ONLY: (
        "You can read this channel but not post or invite there.",
        "You can read “{detail}” but not post or invite there.",
        "Ask a member for an invite: make a request with “tidings invite request”.",
    ),
    Refusal.CHAIN_EXPIRED: (
        "Your right to post in this channel has expired.",
        "",
        "Ask the member who invited you for a new invite.",
    ),
    Refusal.CHAIN_FULL: (
        "You were invited through too many steps to invite others here.",
        "",
        "Ask a member nearer to the channel's owner to invite them.",
    ),
    Refusal.NOT_SYNCED: (
        "This channel's first messages have not arrived yet.",
        "“{detail}” has not received its first messages yet.",
        "Wait until a member is online, then try again.",
    ),
    Refusal.TEXT_EMPTY: (
        "There is nothing to post.",
        "",
        "Write some text or add a file.",
    ),
    Refusal.BODY_INVALID: (
        "A post in a private channel must be JSON.",
        "",
        "Post it as text.",
    ),
    Refusal.TEXT_TOO_LONG: (
        "This post is too long for your place in the channel.",
        "This post is too long: at most {detail} fit here.",
        "Split it, or share it as a smaller file.",
    ),
    Refusal.REQUEST_INVALID: (
        "This is not a valid invite request.",
        "This is not a valid invite request: {detail}.",
        "Ask for a new request and copy or scan it whole.",
    ),
    Refusal.REQUEST_UNKNOWN: (
        "There is no such open request.",
        "There is no open request {detail}.",
        "“tidings invite list” shows the open ones.",
    ),
    Refusal.REQUEST_EXPIRED: (
        "The invite request has expired.",
        "",
        "Make a new request and show it to the member again.",
    ),
    Refusal.REQUEST_OWN: (
        "This request is one of your own.",
        "",
        "Show it to a member of the channel; they issue the invite.",
    ),
    Refusal.INVITE_INVALID: (
        "This is not a valid invite.",
        "This is not a valid invite: {detail}.",
        "Ask the member who invited you to send it again.",
    ),
    Refusal.INVITE_NOT_FOR_US: (
        "This invite answers no open request of this profile.",
        "",
        "It may have been used already, or belong to another profile; make a new request.",
    ),
    Refusal.VALIDITY_INVALID: (
        "That date cannot be used.",
        "That date cannot be used: {detail}.",
        "Choose a date in the future, not beyond your own right to post.",
    ),
    Refusal.KEY_INVALID: (
        "That is not a key.",
        "That is not a key: {detail}.",
        "A key has 64 hexadecimal digits; copy it whole.",
    ),
    Refusal.LINK_INVALID: (
        "This is not a valid Tidings link: it was changed or mistyped.",
        "This is not a valid Tidings link: {detail}.",
        "Copy it again from where it was shown.",
    ),
    Refusal.LINK_TRUNCATED: (
        "This Tidings link is incomplete.",
        "This Tidings link is incomplete: {detail}.",
        "Copy it again, from “tidings:” to its very end.",
    ),
    Refusal.LINK_FOREIGN: (
        "This is nothing that Tidings knows.",
        "This is nothing that Tidings knows: {detail}.",
        "Paste a text that begins with “tidings:”, or scan the code that the other person shows.",
    ),
    Refusal.LINK_OF_OTHER_TYPE: (
        "This is a Tidings code, but not the one that is needed here.",
        "This is a Tidings code, but not the one that is needed here: {detail}.",
        "Ask the other person to show the right code.",
    ),
    Refusal.NO_CODE_IN_PICTURE: (
        "There is no QR code in this picture.",
        "There is no QR code in {detail}.",
        "Use a sharper picture that shows the whole code, or paste the text instead.",
    ),
    Refusal.PICTURE_UNREADABLE: (
        "This file is not a picture that can be read.",
        "{detail} is not a picture that can be read.",
        "Save it as PNG or JPEG and try again.",
    ),
    Refusal.FILE_UNREADABLE: (
        "The file could not be read.",
        "The file {detail} could not be read.",
        "Check that it exists and that you may read it.",
    ),
    Refusal.FILE_UNWRITABLE: (
        "The file could not be written.",
        "The file {detail} could not be written.",
        "Check the folder, its permissions and the free space.",
    ),
    Refusal.FILE_TOO_LARGE: (
        "This is too large to be posted here.",
        "This is too large to be posted here: {detail}.",
        "Choose a smaller file.",
    ),
    Refusal.ADDRESS_INVALID: (
        "This is not an address.",
        "“{detail}” is not an address.",
        "An address is HOST:PORT or [IPV6]:PORT.",
    ),
    Refusal.PEER_UNKNOWN: (
        "There is no such peer.",
        "There is no peer “{detail}”.",
        "“tidings peers” shows the known ones.",
    ),
    Refusal.PROTOCOL_UNKNOWN: (
        "That protocol is not in this version.",
        "The protocol “{detail}” is not in this version.",
        "Use “peerlinks:HOST:PORT”.",
    ),
    Refusal.PASSPHRASE_WRONG: (
        "The passphrase is wrong.",
        "",
        "Try again; upper and lower case count.",
    ),
    Refusal.PASSPHRASE_NEEDED: (
        "This profile is protected by a passphrase.",
        "",
        "Give it with “--passphrase-file FILE”, or run the command in a terminal to be asked.",
    ),
    Refusal.ALREADY_SERVING: (
        "Tidings is already running on this profile.",
        "Tidings is already running on this profile: {detail}.",
        "Use the running one, or stop it first.",
    ),
    Refusal.NOT_IN_THIS_VERSION: (
        "This version of Tidings cannot do that yet.",
        "This version of Tidings cannot do that yet: {detail}.",
        "Look for a newer version.",
    ),
}

FAULTS: Mapping[FaultReason, Words] = {
    FaultReason.DISK_FULL: (
        "The disk is full; nothing was saved.",
        "The disk is full; nothing was saved in {detail}.",
        "Free some space and try again.",
    ),
    FaultReason.DISK_READ_ONLY: (
        "The disk or folder cannot be written to.",
        "{detail} cannot be written to.",
        "Check the permissions and whether the disk is mounted read-only.",
    ),
    FaultReason.DISK_FAILED: (
        "The disk reported an error; nothing was changed.",
        "The disk reported an error; nothing was changed ({detail}).",
        "Check the disk, then try again.",
    ),
    FaultReason.DATABASE_CORRUPT: (
        "The profile's database is damaged.",
        "The profile's database is damaged ({detail}).",
        "Restore a backup, or run “tidings doctor” to see what is damaged.",
    ),
    FaultReason.KEY_FILE_MISSING: (
        "The profile's key file is missing, so its database cannot be opened.",
        "The key file {detail} is missing, so the profile's database cannot be opened.",
        "Put the file “key” back into the profile's folder, from a backup if need be.",
    ),
    FaultReason.KEY_FILE_DAMAGED: (
        "The profile's key file is damaged.",
        "The key file {detail} is damaged.",
        "Put “key” back from a backup.",
    ),
    FaultReason.PROFILE_NEWER: (
        "This profile was written by a newer version of Tidings; nothing was changed.",
        "This profile was written by a newer version of Tidings ({detail}); nothing was changed.",
        "Install the newer version, or use another profile with “--profile DIR”.",
    ),
    FaultReason.PROFILE_IN_USE: (
        "Another Tidings uses this profile and does not answer.",
        "Another Tidings uses the profile {detail} and does not answer.",
        "Wait until it has finished, or end it, then try again.",
    ),
    FaultReason.PORT_IN_USE: (
        "The port is used by another program.",
        "The port of {detail} is used by another program.",
        "Choose another port; 0 picks a free one.",
    ),
    FaultReason.ADDRESS_UNAVAILABLE: (
        "This computer does not have that address.",
        "This computer does not have the address {detail}.",
        "Use 0.0.0.0 or one of this computer's own addresses.",
    ),
    FaultReason.BUG: (
        "Something unforeseen went wrong inside Tidings; what was under way was undone.",
        "",
        "Try again; the log in the profile's folder has the details.",
    ),
}

_OTHER_ENDING: Words = (
    "The connection could not be kept.",
    "The connection could not be kept ({detail}).",
    "It is tried again by itself.",
)

ENDINGS: Mapping[str, Words] = {
    "closed_by_peer": ("The other side closed the connection.", "", "It is tried again by itself."),
    "closed_by_us": ("The connection was closed here.", "", ""),
    "duplicate": ("There is already a connection to this peer.", "", ""),
    "self_connection": ("That address is your own.", "", "Remove it from the list."),
    "timed_out": (
        "The other side did not answer in time.",
        "",
        "It is tried again by itself; check that Tidings runs there.",
    ),
    "error_from_peer": (
        "The other side refused to go on.",
        "The other side refused to go on: {detail}.",
        "It may be another version; update both.",
    ),
    "violation": (
        "The other side broke the protocol and was cut off.",
        "The other side broke the protocol and was cut off: {detail}.",
        "It may be another program or a damaged version.",
    ),
    "unreachable": (
        "Nobody could be reached at that address.",
        "Nobody could be reached at {detail}.",
        "Check the address, and that the other computer is on.",
    ),
    "too_slow": ("The other side was too slow to follow.", "", "It is tried again by itself."),
    "too_many": ("There are too many connections already.", "", "Try again later."),
    "banned": ("This peer is banned here.", "", "Forget the ban first if you want it back."),
    "fault": (
        "Something went wrong on this computer; the connection was dropped.",
        "",
        "It is tried again by itself.",
    ),
    "econnrefused": (
        "Nothing listens at that address.",
        "",
        "Check the port, and that Tidings runs there.",
    ),
    "etimedout": (
        "That address did not answer.",
        "",
        "Check the address, and that the other computer is on.",
    ),
    "ehostunreach": (
        "There is no way to that computer.",
        "",
        "Check the network on both sides.",
    ),
    "enetunreach": (
        "This computer has no network that leads there.",
        "",
        "Check this computer's network.",
    ),
    "econnreset": ("The connection was cut.", "", "It is tried again by itself."),
    "epipe": ("The connection was cut.", "", "It is tried again by itself."),
    "gaierror": (
        "That host name is not known.",
        "",
        "Check its spelling and this computer's network.",
    ),
}
