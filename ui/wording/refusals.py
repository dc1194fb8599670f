"""What the person asked for cannot be."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Refusal
from ui.text.language import QT_TR_NOOP
from ui.wording import Words
from ui.wording.feed_refusals import FEED_REFUSALS
from ui.wording.profile_refusals import PROFILE_REFUSALS
from ui.wording.report_refusals import REPORT_REFUSALS

REFUSALS: Mapping[Refusal, Words] = {
    **FEED_REFUSALS,
    **PROFILE_REFUSALS,
    **REPORT_REFUSALS,
    Refusal.NAME_INVALID: (
        QT_TR_NOOP("That name cannot be used."),
        QT_TR_NOOP("A name has 1 to {detail} printable characters."),
        QT_TR_NOOP(
            "Choose another name: neither empty nor longer than that, and without line breaks."
        ),
    ),
    Refusal.NAME_UNSEEN: (
        QT_TR_NOOP("That name holds a character that cannot be seen."),
        QT_TR_NOOP("That name holds a character that cannot be seen ({detail})."),
        QT_TR_NOOP("Type the name instead of pasting it, without line breaks."),
    ),
    Refusal.NAME_TOO_LONG: (
        QT_TR_NOOP("That name is too long here."),
        QT_TR_NOOP("That name is too long here: it may have {detail} bytes."),
        QT_TR_NOOP(
            "Choose a shorter one. A letter with an accent has two bytes, those of many scripts "
            "have three, a picture has four or more."
        ),
    ),
    Refusal.NAME_TAKEN: (
        QT_TR_NOOP("That name is already in use."),
        QT_TR_NOOP("The name “{detail}” is already in use."),
        QT_TR_NOOP("Choose another name."),
    ),
    Refusal.IDENTITY_UNKNOWN: (
        QT_TR_NOOP("There is no identity of that name."),
        QT_TR_NOOP("There is no identity called “{detail}”."),
        QT_TR_NOOP("Look at the list of your identities."),
    ),
    Refusal.NO_IDENTITY: (
        QT_TR_NOOP("You have no identity yet."),
        "",
        QT_TR_NOOP("Create one first."),
    ),
    Refusal.NO_CHANNEL: (
        QT_TR_NOOP("You have no channel that you may let others into."),
        "",
        QT_TR_NOOP("Make a channel of your own first, then open the link again."),
    ),
    Refusal.SPACE_UNKNOWN: (
        QT_TR_NOOP("There is no such channel here any more."),
        QT_TR_NOOP("There is no channel “{detail}”."),
        QT_TR_NOOP("Look at the list of your channels."),
    ),
    Refusal.COMMUNITY_UNKNOWN: (
        QT_TR_NOOP("There is no community of that name or id."),
        QT_TR_NOOP("There is no community “{detail}”."),
        QT_TR_NOOP("Look at the list of your communities, or join it by its key or link."),
    ),
    Refusal.FLAGS_FULL: (
        QT_TR_NOOP("Your list of hidden or blocked members is full."),
        "",
        QT_TR_NOOP("Show somebody again whom you no longer need to hide, then try again."),
    ),
    Refusal.REASON_TOO_LONG: (
        QT_TR_NOOP("The reason is too long."),
        QT_TR_NOOP("The reason is too long: it may have {detail}."),
        QT_TR_NOOP("Give a shorter one, or none."),
    ),
    Refusal.TOPIC_TOO_LONG: (
        QT_TR_NOOP("The topic is too long."),
        QT_TR_NOOP("The topic is too long: it may have {detail}."),
        QT_TR_NOOP("Say it in fewer words."),
    ),
    Refusal.SPACE_AMBIGUOUS: (
        QT_TR_NOOP("Several channels fit."),
        QT_TR_NOOP("Several channels fit: {detail}."),
        QT_TR_NOOP("Use more digits of the id, or rename one of them."),
    ),
    Refusal.SPACE_KNOWN: (
        QT_TR_NOOP("You have that already."),
        QT_TR_NOOP("You have that already: {detail}."),
        QT_TR_NOOP("Open it from the list; nothing needs to be done."),
    ),
    Refusal.FEED_OF_OTHER_FORM: (
        QT_TR_NOOP("You have that feed already, in another form."),
        QT_TR_NOOP("You have that feed already, in the form “{detail}”."),
        QT_TR_NOOP("To follow it in another form, forget it first."),
    ),
    Refusal.SPACE_PART: (
        QT_TR_NOOP("A shared folder that you have says that its contents lie there."),
        QT_TR_NOOP("The shared folder “{detail}” says that its contents lie there."),
        QT_TR_NOOP("If you would rather have this, forget that folder first, then try again."),
    ),
    Refusal.POST_UNKNOWN: (
        QT_TR_NOOP("There is no such post in this channel."),
        QT_TR_NOOP("There is no post {detail} in this channel."),
        QT_TR_NOOP("Look at the channel's posts; it may not have arrived yet."),
    ),
    Refusal.POST_AMBIGUOUS: (
        QT_TR_NOOP("Several posts begin so."),
        QT_TR_NOOP("Several posts begin so: {detail}."),
        QT_TR_NOOP("Use more digits of the id."),
    ),
    Refusal.ENTRY_UNKNOWN: (
        QT_TR_NOOP("There is no such entry in this feed."),
        QT_TR_NOOP("There is no entry {detail} in this feed."),
        QT_TR_NOOP("Entries are counted from 0; look how many there are, or comment on the feed."),
    ),
    Refusal.POST_NOT_OURS: (
        QT_TR_NOOP("That post was written by somebody else."),
        "",
        QT_TR_NOOP("Only its author can edit or retract a post."),
    ),
    Refusal.POST_TAKEN_BACK: (
        QT_TR_NOOP("That message was taken back: that is for good."),
        "",
        QT_TR_NOOP("Write a new one."),
    ),
    Refusal.READ_ONLY: (
        QT_TR_NOOP("You can read this, but not write or invite there."),
        QT_TR_NOOP("You can read “{detail}”, but not write or invite there."),
        QT_TR_NOOP(
            "What you left can be joined again. Otherwise ask whom it belongs to; into a private "
            "channel its members can invite you."
        ),
    ),
    Refusal.CHANNEL_DROPPED: (
        QT_TR_NOOP("This channel was taken out of the list."),
        QT_TR_NOOP("“{detail}” was taken out of the list."),
        QT_TR_NOOP(
            "To write there, put it back: among the channels of its community, or with “tidings "
            "moderate drop-channel --off”."
        ),
    ),
    Refusal.CHAIN_EXPIRED: (
        QT_TR_NOOP("Your right to post in this channel has expired."),
        QT_TR_NOOP("Your right to post in “{detail}” has expired."),
        QT_TR_NOOP(
            "Whoever invited you can renew it when you are both online; or ask a member for an "
            "invite."
        ),
    ),
    Refusal.RIGHT_UNENDING: (
        QT_TR_NOOP("This channel is your own: your right in it never ends."),
        QT_TR_NOOP("“{detail}” is your own channel: your right in it never ends."),
        QT_TR_NOOP("Nothing needs to be renewed; members whom you let in ask you when it is time."),
    ),
    Refusal.MEMBER_UNKNOWN: (
        QT_TR_NOOP("Nobody is known here by that name or key."),
        QT_TR_NOOP("Nobody is known here as “{detail}”."),
        QT_TR_NOOP("Look at the list of people there."),
    ),
    Refusal.MEMBER_AMBIGUOUS: (
        QT_TR_NOOP("Several members fit."),
        QT_TR_NOOP("Several members fit: {detail}."),
        QT_TR_NOOP("Say which one, if need be by the first digits of the key."),
    ),
    Refusal.RENEWAL_UNKNOWN: (
        QT_TR_NOOP("That member has not asked for a fresh link."),
        QT_TR_NOOP("No such member of “{detail}” has asked for a fresh link."),
        QT_TR_NOOP(
            "Their Tidings asks when you are both online; or they show you a request for an invite."
        ),
    ),
    Refusal.OWN_LINK_FIRST: (
        QT_TR_NOOP("Your own right here ends no later than theirs."),
        QT_TR_NOOP("Your own right here ends no later than that of {detail}."),
        QT_TR_NOOP("Have your own renewed first; then you can renew theirs."),
    ),
    Refusal.CHAIN_FULL: (
        QT_TR_NOOP("You were invited through too many steps to invite others here."),
        "",
        QT_TR_NOOP("Ask a member nearer to the channel's owner to invite them."),
    ),
    Refusal.NOT_SYNCED: (
        QT_TR_NOOP("This channel's first messages have not arrived yet."),
        QT_TR_NOOP("“{detail}” has not received its first messages yet."),
        QT_TR_NOOP("Wait until a member is online, then try again."),
    ),
    Refusal.TEXT_EMPTY: (
        QT_TR_NOOP("There is nothing to post."),
        "",
        QT_TR_NOOP("Write some text or add a file."),
    ),
    Refusal.BODY_INVALID: (
        QT_TR_NOOP("A post in a private channel must be JSON."),
        "",
        QT_TR_NOOP("Post it as text."),
    ),
    Refusal.CONTENT_UNSUPPORTED: (
        QT_TR_NOOP("This kind of channel has no form for that."),
        "",
        QT_TR_NOOP("Say it in words instead."),
    ),
    Refusal.FILE_UNKNOWN: (
        QT_TR_NOOP("There is no such file."),
        "",
        QT_TR_NOOP("Look at what there is: it may have been removed, or have another name."),
    ),
    Refusal.TEXT_TOO_LONG: (
        QT_TR_NOOP("This post is too long for your place in the channel."),
        QT_TR_NOOP("This post is too long: at most {detail} fit here."),
        QT_TR_NOOP("Split it, or share it as a smaller file."),
    ),
    Refusal.REQUEST_INVALID: (
        QT_TR_NOOP("This is not a valid invite request."),
        QT_TR_NOOP("This is not a valid invite request: {detail}."),
        QT_TR_NOOP("Ask for a new request and copy or scan it whole."),
    ),
    Refusal.REQUEST_UNKNOWN: (
        QT_TR_NOOP("There is no such open request."),
        QT_TR_NOOP("There is no open request {detail}."),
        QT_TR_NOOP("Look at the list of your open requests, or make a new one."),
    ),
    Refusal.REQUEST_EXPIRED: (
        QT_TR_NOOP("The invite request has expired."),
        "",
        QT_TR_NOOP("Make a new request and show it to the member again."),
    ),
    Refusal.REQUEST_OWN: (
        QT_TR_NOOP("This request is one of your own."),
        "",
        QT_TR_NOOP("Show it to a member of the channel; they issue the invite."),
    ),
    Refusal.REQUEST_OF_OWNER: (
        QT_TR_NOOP("They own this channel: nobody needs to let them in."),
        "",
        QT_TR_NOOP("Ask for the request of whoever you want to let in."),
    ),
    Refusal.INVITE_INVALID: (
        QT_TR_NOOP("This is not a valid invite."),
        QT_TR_NOOP("This is not a valid invite: {detail}."),
        QT_TR_NOOP("Ask the member who invited you to send it again."),
    ),
    Refusal.INVITE_EARLY: (
        QT_TR_NOOP("This invite begins a little later than now, by this computer's clock."),
        QT_TR_NOOP("This invite begins in {detail} min, by this computer's clock."),
        QT_TR_NOOP("Use it again then; if the clock is wrong, set it right and use it at once."),
    ),
    Refusal.INVITE_NOT_FOR_US: (
        QT_TR_NOOP("This invite answers no open request of this profile."),
        "",
        QT_TR_NOOP(
            "It may have been used already, or belong to another profile; make a new request."
        ),
    ),
    Refusal.VALIDITY_INVALID: (
        QT_TR_NOOP("That date cannot be used."),
        QT_TR_NOOP("That date cannot be used: {detail}."),
        QT_TR_NOOP("Choose a date in the future."),
    ),
    Refusal.KEY_INVALID: (
        QT_TR_NOOP("That is not a key."),
        QT_TR_NOOP("That is not a key: {detail}."),
        QT_TR_NOOP("A key has 64 hexadecimal digits; copy it whole."),
    ),
    Refusal.KEY_OWN: (
        QT_TR_NOOP("That is your own key."),
        "",
        QT_TR_NOOP("Bring the key of whoever is meant."),
    ),
    Refusal.LINK_INVALID: (
        QT_TR_NOOP("This is not a valid Tidings link: it was changed or mistyped."),
        QT_TR_NOOP("This is not a valid Tidings link: {detail}."),
        QT_TR_NOOP("Copy it again from where it was shown."),
    ),
    Refusal.LINK_TRUNCATED: (
        QT_TR_NOOP("This Tidings link is incomplete."),
        QT_TR_NOOP("This Tidings link is incomplete: {detail}."),
        QT_TR_NOOP("Copy it again, from “tidings:” to its very end."),
    ),
    Refusal.LINK_FOREIGN: (
        QT_TR_NOOP("This is nothing that Tidings knows."),
        QT_TR_NOOP("This is nothing that Tidings knows: {detail}."),
        QT_TR_NOOP(
            "Paste a text that begins with “tidings:”, or scan the code that the other person "
            "shows."
        ),
    ),
    Refusal.LINK_OF_OTHER_TYPE: (
        QT_TR_NOOP("This is a Tidings code, but not the one that is needed here."),
        QT_TR_NOOP("This is a Tidings code, but not the one that is needed here: {detail}."),
        QT_TR_NOOP("Ask the other person to show the right code."),
    ),
    Refusal.NO_CODE_IN_PICTURE: (
        QT_TR_NOOP("There is no QR code in this picture."),
        QT_TR_NOOP("There is no QR code in {detail}."),
        QT_TR_NOOP("Use a sharper picture that shows the whole code, or paste the text instead."),
    ),
    Refusal.PICTURE_UNREADABLE: (
        QT_TR_NOOP("This file is not a picture that can be read."),
        QT_TR_NOOP("{detail} is not a picture that can be read."),
        QT_TR_NOOP("Save it as PNG or JPEG and try again."),
    ),
    Refusal.FILE_UNREADABLE: (
        QT_TR_NOOP("The file could not be read."),
        QT_TR_NOOP("The file {detail} could not be read."),
        QT_TR_NOOP("Check that it exists and that you may read it."),
    ),
    Refusal.FILE_UNWRITABLE: (
        QT_TR_NOOP("The file could not be written."),
        QT_TR_NOOP("The file {detail} could not be written."),
        QT_TR_NOOP("Check the folder, its permissions and the free space."),
    ),
    Refusal.FILE_NO_EXPORT: (
        QT_TR_NOOP("This file is no exported identity."),
        QT_TR_NOOP("{detail} is no exported identity."),
        QT_TR_NOOP("Choose the file that “tidings identity export” wrote."),
    ),
    Refusal.FILE_NEWER: (
        QT_TR_NOOP("This file was written by a newer version of Tidings."),
        "",
        QT_TR_NOOP("Install the newer version here, too, then try again."),
    ),
    Refusal.TEXT_UNREADABLE: (
        QT_TR_NOOP("This is not UTF-8 text."),
        QT_TR_NOOP("What came from {detail} is not UTF-8 text."),
        QT_TR_NOOP("Save it as UTF-8 and try again."),
    ),
    Refusal.FILE_TOO_LARGE: (
        QT_TR_NOOP("This is too large."),
        QT_TR_NOOP("This is too large: {detail}."),
        QT_TR_NOOP("Choose a smaller file."),
    ),
    Refusal.ADDRESS_INVALID: (
        QT_TR_NOOP("This is not an address."),
        QT_TR_NOOP("“{detail}” is not an address."),
        QT_TR_NOOP("An address is HOST:PORT or [IPV6]:PORT; a port is a number up to 65535."),
    ),
    Refusal.PORT_MISSING: (
        QT_TR_NOOP("The port of the address is missing."),
        QT_TR_NOOP("“{detail}” has no port."),
        QT_TR_NOOP("Write the port after it: HOST:PORT or [IPV6]:PORT."),
    ),
    Refusal.PROTOCOL_MISSING: (
        QT_TR_NOOP("The protocol of the address is missing."),
        QT_TR_NOOP("“{detail}” names no protocol."),
        QT_TR_NOOP("Write it as “tidings:HOST:PORT”."),
    ),
    Refusal.PEER_UNKNOWN: (
        QT_TR_NOOP("There is no such peer."),
        QT_TR_NOOP("There is no peer “{detail}”."),
        QT_TR_NOOP("Look at the list of peers."),
    ),
    Refusal.PROTOCOL_UNKNOWN: (
        QT_TR_NOOP("That protocol is not in this version."),
        QT_TR_NOOP("The protocol “{detail}” is not in this version."),
        QT_TR_NOOP("Use “tidings:HOST:PORT”."),
    ),
    Refusal.NOT_IN_THIS_VERSION: (
        QT_TR_NOOP("This version of Tidings cannot do that yet."),
        QT_TR_NOOP("This version of Tidings cannot do that yet: {detail}."),
        QT_TR_NOOP("Look for a newer version."),
    ),
}
