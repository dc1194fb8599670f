"""What the person asked for cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Refusal
from ui.wording import Words

REFUSALS: Mapping[Refusal, Words] = {
    Refusal.NAME_INVALID: (
        "That name cannot be used.",
        "A name has 1 to {detail} printable characters.",
        "Choose another name: neither empty nor longer than that, and without line breaks.",
    ),
    Refusal.NAME_TAKEN: (
        "That name is already in use.",
        "The name “{detail}” is already in use.",
        "Choose another name.",
    ),
    Refusal.IDENTITY_UNKNOWN: (
        "There is no identity of that name.",
        "There is no identity called “{detail}”.",
        "Look at the list of your identities.",
    ),
    Refusal.NO_IDENTITY: (
        "You have no identity yet.",
        "",
        "Create one first.",
    ),
    Refusal.NO_CHANNEL: (
        "You have no channel that you may let others into.",
        "",
        "Make a channel of your own first, then open the link again.",
    ),
    Refusal.SPACE_UNKNOWN: (
        "There is no channel of that name or id.",
        "There is no channel “{detail}”.",
        "Look at the list of your channels.",
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
        "Look at the channel's posts; it may not have arrived yet.",
    ),
    Refusal.POST_NOT_OURS: (
        "That post was written by somebody else.",
        "",
        "Only its author can edit or retract a post.",
    ),
    Refusal.READ_ONLY: (
        "You can read this channel but not post or invite there.",
        "You can read “{detail}” but not post or invite there.",
        "Ask a member for an invite.",
    ),
    Refusal.CHAIN_EXPIRED: (
        "Your right to post in this channel has expired.",
        "Your right to post in “{detail}” has expired.",
        "Whoever invited you can renew it when you are both online; or ask a member for an invite.",
    ),
    Refusal.RIGHT_UNENDING: (
        "This channel is your own: your right in it never ends.",
        "“{detail}” is your own channel: your right in it never ends.",
        "Nothing needs to be renewed; members whom you let in ask you when it is time.",
    ),
    Refusal.MEMBER_UNKNOWN: (
        "There is no such member in this channel.",
        "There is no member “{detail}” in this channel.",
        "Look at the list of the channel's members.",
    ),
    Refusal.MEMBER_AMBIGUOUS: (
        "Several members fit.",
        "Several members fit: {detail}.",
        "Say which one, if need be by the first digits of the key.",
    ),
    Refusal.RENEWAL_UNKNOWN: (
        "That member has not asked for a fresh link.",
        "No such member of “{detail}” has asked for a fresh link.",
        "Their Tidings asks when you are both online; or they show you a request for an invite.",
    ),
    Refusal.OWN_LINK_FIRST: (
        "Your own right here ends no later than theirs.",
        "Your own right here ends no later than that of {detail}.",
        "Have your own renewed first; then you can renew theirs.",
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
    Refusal.CONTENT_UNSUPPORTED: (
        "This kind of channel has no form for that.",
        "",
        "Say it in words instead.",
    ),
    Refusal.FILE_UNKNOWN: (
        "There is no such file in this post.",
        "",
        "Ask its author to send it again.",
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
        "Look at the list of your open requests, or make a new one.",
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
    Refusal.FILE_NO_EXPORT: (
        "This file is no exported identity.",
        "{detail} is no exported identity.",
        "Choose the file that “tidings identity export” wrote.",
    ),
    Refusal.FILE_NEWER: (
        "This file was written by a newer version of Tidings.",
        "",
        "Install the newer version here, too, then try again.",
    ),
    Refusal.FILE_PASSPHRASE_NEEDED: (
        "The file's own passphrase is missing.",
        "",
        "Give it with “--secret-file FILE”, or run the command in a terminal to be asked.",
    ),
    Refusal.TEXT_UNREADABLE: (
        "This is not UTF-8 text.",
        "What came from {detail} is not UTF-8 text.",
        "Save it as UTF-8 and try again.",
    ),
    Refusal.FILE_TOO_LARGE: (
        "This is too large.",
        "This is too large: {detail}.",
        "Choose a smaller file.",
    ),
    Refusal.ADDRESS_INVALID: (
        "This is not an address.",
        "“{detail}” is not an address.",
        "An address is HOST:PORT or [IPV6]:PORT; a port is a number up to 65535.",
    ),
    Refusal.PORT_MISSING: (
        "The port of the address is missing.",
        "“{detail}” has no port.",
        "Write the port after it: HOST:PORT or [IPV6]:PORT.",
    ),
    Refusal.PROTOCOL_MISSING: (
        "The protocol of the address is missing.",
        "“{detail}” names no protocol.",
        "Write it as “tidings:HOST:PORT”.",
    ),
    Refusal.PEER_UNKNOWN: (
        "There is no such peer.",
        "There is no peer “{detail}”.",
        "Look at the list of peers.",
    ),
    Refusal.PROTOCOL_UNKNOWN: (
        "That protocol is not in this version.",
        "The protocol “{detail}” is not in this version.",
        "Use “tidings:HOST:PORT”.",
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
