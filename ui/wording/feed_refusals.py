"""What is said where something of feeds, shared folders or comments is refused. No Qt."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Refusal
from ui.text.language import QT_TR_NOOP
from ui.wording import Words

FEED_REFUSALS: Mapping[Refusal, Words] = {
    Refusal.NOT_A_FEED: (
        QT_TR_NOOP("This needs a feed."),
        "",
        QT_TR_NOOP("Choose one from the list of your feeds."),
    ),
    Refusal.NOT_A_FOLDER: (
        QT_TR_NOOP("This needs a shared folder."),
        "",
        QT_TR_NOOP("Choose one from the list of your shared folders."),
    ),
    Refusal.BLOCK_TOO_LONG: (
        QT_TR_NOOP("A piece of a feed cannot be longer than 1 MB."),
        "",
        QT_TR_NOOP("Publish it as a file, which is cut into pieces, or share a folder."),
    ),
    Refusal.BLOCKS_MISSING: (
        QT_TR_NOOP("Not all of that has been downloaded yet."),
        "",
        QT_TR_NOOP("It comes as soon as somebody who has it is connected."),
    ),
    Refusal.CONTENT_WRONG: (
        QT_TR_NOOP("A file is not as long as its owner said, so it is not written."),
        "",
        QT_TR_NOOP("It comes right when its owner shares it anew; the others are not touched."),
    ),
    Refusal.FEED_ELSEWHERE: (
        QT_TR_NOOP(
            "This feed may have gone on elsewhere: it was restored from a backup, or its key was "
            "used in another copy."
        ),
        "",
        QT_TR_NOOP(
            "Once a reader has said how far it is, continue it here, and only here: on its page, "
            "or with “tidings feed continue FEED”."
        ),
    ),
    Refusal.FEED_FORKED: (
        QT_TR_NOOP("Two different histories of this feed were signed, so it cannot go on."),
        "",
        QT_TR_NOOP("Begin a new feed and tell its readers."),
    ),
    Refusal.FEED_NOT_OLDER: (
        QT_TR_NOOP("Only a feed of the older form (draft 1) becomes a fixed one as it is."),
        "",
        QT_TR_NOOP("Make a fixed feed from its files."),
    ),
    Refusal.NAME_UNSAFE: (
        QT_TR_NOOP("A file of that name cannot be shared, because other systems refuse it."),
        QT_TR_NOOP("A file named “{detail}” cannot be shared, because other systems refuse it."),
        QT_TR_NOOP("Rename it."),
    ),
    Refusal.DIRECTORY_TAKEN: (
        QT_TR_NOOP("Another shared folder lies in that directory, inside it or around it."),
        QT_TR_NOOP("The shared folder “{detail}” lies in that directory, inside it or around it."),
        QT_TR_NOOP("Choose another directory."),
    ),
    Refusal.COMMENT_NOT_ALLOWED: (
        QT_TR_NOOP("You can read these comments but not write any."),
        "",
        QT_TR_NOOP(
            "If the feed has an author, show your key for comments to them, or to somebody who may "
            "comment; a feed that you left has to be followed again first."
        ),
    ),
    Refusal.COMMENT_RIGHT_ENDED: (
        QT_TR_NOOP("Your right to comment on this feed has ended."),
        "",
        QT_TR_NOOP("Ask whoever gave it to you, or the feed's author, for a new one."),
    ),
    Refusal.COMMENT_UNKNOWN: (
        QT_TR_NOOP("There is no such comment on this feed."),
        QT_TR_NOOP("There is no comment {detail} on this feed."),
        QT_TR_NOOP("Look at the feed's comments; it may not have arrived yet."),
    ),
    Refusal.COMMENT_NOT_OURS: (
        QT_TR_NOOP("That comment was written by somebody else."),
        "",
        QT_TR_NOOP("Only its author can edit a comment or take it back."),
    ),
    Refusal.COMMENT_TAKEN_BACK: (
        QT_TR_NOOP("That comment was taken back: that is for good."),
        "",
        QT_TR_NOOP("Write a new one."),
    ),
    Refusal.COMMENT_ELSEWHERE: (
        QT_TR_NOOP("The comment that this one answers is about something else."),
        "",
        QT_TR_NOOP("An answer is about what the answered comment is about; name no other entry."),
    ),
    Refusal.COMMENTS_FULL: (
        QT_TR_NOOP(
            "There is no room for it: you have written as much on this feed as one person may, or "
            "the feed holds as many comments as it can."
        ),
        "",
        QT_TR_NOOP("You can still take back what you wrote."),
    ),
    Refusal.TRUST_FULL: (
        QT_TR_NOOP("You are five links away from the feed's author, and can let nobody comment."),
        "",
        QT_TR_NOOP("Ask somebody nearer to the author to let them."),
    ),
    Refusal.TRUST_NEEDLESS: (
        QT_TR_NOOP("This is the key of the feed's author, who may comment anyway."),
        "",
        QT_TR_NOOP("Bring the key of whoever is to comment."),
    ),
    Refusal.TRUST_INVALID: (
        QT_TR_NOOP("This is no valid permission to comment."),
        QT_TR_NOOP("This is no valid permission to comment: {detail}."),
        QT_TR_NOOP("Ask whoever gave it to you to send it again."),
    ),
    Refusal.TRUST_NOT_FOR_US: (
        QT_TR_NOOP("This permission to comment is for another key than yours."),
        "",
        QT_TR_NOOP("Show your own key for comments to whoever gives it."),
    ),
    Refusal.TRUST_FOR_OTHER_KEY: (
        QT_TR_NOOP("This permission is for another key of yours than that of your comments here."),
        "",
        QT_TR_NOOP("Show your own key for comments to whoever gives it."),
    ),
    Refusal.TRUST_BETTER_KNOWN: (
        QT_TR_NOOP("You may comment on this feed already, for as long as that or longer."),
        "",
        QT_TR_NOOP("There is nothing more to be done."),
    ),
}
