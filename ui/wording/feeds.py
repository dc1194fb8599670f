"""What is said about a feed: its state, what to do about it, how much of it is here. Pure; no Qt.

Facts only. “Seeded by 3” counts peers that hold all of it now, as they themselves have told.
"""

from __future__ import annotations

from engine.model.feeds import FeedForm, FeedState, FeedView
from ui.text.durations import in_short_words
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import number, size_words
from ui.text.peers import connected_words
from ui.text.times import clock, day_title, day_words, moment
from ui.wording.states import Closed, Empty, Status, WayIn

_LOOKS = {
    FeedState.LEFT: ("log-out", "text2"),
    FeedState.FORKED: ("triangle-alert", "danger"),
    FeedState.ELSEWHERE: ("circle-alert", "warn"),
    FeedState.PAUSED: ("pause", "text2"),
    FeedState.FULL: ("database", "warn"),
    FeedState.DOWNLOADING: ("download", "accent"),
    FeedState.WAITING: ("hourglass", "text2"),
    FeedState.CURRENT: ("check", "ok"),
}
FORMS = {
    FeedForm.SIGNED: QT_TR_NOOP("Signed by its author, who can add to it"),
    FeedForm.OLDER: QT_TR_NOOP("Signed by its author, in the form of 2016"),
    FeedForm.STATIC: QT_TR_NOOP("Fixed: its key is the fingerprint of all of it"),
}
DAY_SECONDS = 86_400.0


# ---- in few words ---------------------------------------------------------------------------


def brief_state(feed: FeedView) -> str:  # noqa: PLR0911 - one line a state
    """A few words for a list or a pill."""
    match feed.state:
        case FeedState.LEFT:
            return tr("Not followed")
        case FeedState.FORKED:
            return tr("Two histories")
        case FeedState.ELSEWHERE:
            return tr("In use elsewhere")
        case FeedState.PAUSED:
            return tr("Paused")
        case FeedState.FULL:
            return tr("Storage limit reached")
        case FeedState.DOWNLOADING:
            return _downloading(feed)
        case FeedState.WAITING:
            return tr("Waiting") if feed.length else tr("Nothing received yet")
        case FeedState.CURRENT:
            return _current(feed)


def _downloading(feed: FeedView) -> str:
    if not feed.whole or not feed.length or feed.downloaded >= feed.length:
        return tr("Downloading")
    share = min(99, feed.downloaded * 100 // feed.length)
    return tr("Downloading, {percent} %").format(percent=share)


def _current(feed: FeedView) -> str:
    if feed.own:
        return tr("Your feed") if feed.signed else tr("Your fixed feed")
    if feed.downloaded < feed.length:
        return tr("Up to date, partly here")
    return tr("Complete") if not feed.signed else tr("Up to date")


def status_of_feed(feed: FeedView) -> Status:
    """The pill over the feed, and the second line in the list."""
    icon, colour = _LOOKS[feed.state]
    if feed.own and feed.state is FeedState.CURRENT:
        icon = "rss"
    return Status(icon, colour, brief_state(feed))


def row_words(feed: FeedView) -> str:
    """The second line in the list: the state, and who is there where that says more."""
    words = brief_state(feed)
    if feed.state in {FeedState.CURRENT, FeedState.WAITING} and feed.peers:
        there = connected_words(feed.peers)
        return f"{words} \N{MIDDLE DOT} {there[0].lower()}{there[1:]}"
    return words


def holders_words(feed: FeedView) -> str:
    """Who else has all of it."""
    if not feed.holders:
        return tr("No other copy that we know of") if feed.own else tr("Seeded by nobody now")
    return tr("Seeded by %n", "peers", feed.holders)


def amount_words(feed: FeedView) -> str:
    """How much there is: "1,204 blocks · 3.4 MB"; and of it here, where that is less."""
    if not feed.length:
        return tr("Empty") if feed.own else tr("Nothing received yet")
    whole = tr("%n blocks", "", feed.length)
    size = size_words(feed.byte_length)
    if feed.downloaded >= feed.length:
        return f"{whole} \N{MIDDLE DOT} {size}"
    here = tr("{here} of {whole} here").format(here=number(feed.downloaded), whole=whole)
    held = tr("{held} of {size}").format(held=size_words(feed.downloaded_bytes), size=size)
    return f"{here} \N{MIDDLE DOT} {held}"


def head_line(feed: FeedView) -> str:
    """Under the feed's name."""
    return f"{holders_words(feed)} \N{MIDDLE DOT} {amount_words(feed)}"


# ---- in whole sentences ---------------------------------------------------------------------


def state_sentence(feed: FeedView, now: float) -> str:  # noqa: PLR0911 - one a state
    """What goes on and what it means, in one or two plain sentences."""
    match feed.state:
        case FeedState.LEFT:
            return tr("You do not follow this feed any more. What was received stays readable.")
        case FeedState.FORKED:
            return fork_sentence(feed)
        case FeedState.ELSEWHERE:
            return elsewhere_sentence(feed)
        case FeedState.PAUSED:
            return tr("Nothing is downloaded and nothing is passed on until you resume it.")
        case FeedState.FULL:
            return tr(
                "It has used the room on your disk that it may take. Newer entries come as older "
                "ones that you have read make room; a larger limit brings all of it."
            )
        case FeedState.DOWNLOADING:
            return tr("What is missing comes from the peers that are connected.")
        case FeedState.WAITING:
            return waiting_sentence(feed, now)
        case FeedState.CURRENT:
            return _current_sentence(feed, now)


def waiting_sentence(feed: FeedView, now: float) -> str:
    """Nobody who has what we want is connected; when the author was last here, if ever."""
    nobody = tr("Nobody who has it is connected.")
    if feed.length and not feed.whole:
        nobody = tr("Nobody who has the missing entries is connected.")
    if feed.author_online:
        return tr("The author's device is connected, but has not sent it yet.")
    return f"{nobody} {author_words(feed, now)}".strip()


def author_words(feed: FeedView, now: float) -> str:
    """Where a device of its author is; nothing where none has ever shown itself."""
    if feed.own or not feed.signed or feed.author_online is None:
        return ""
    if feed.author_online:
        return tr("The author's device is connected.")
    if feed.author_seen_at is None:
        return tr("The author's device is offline.")
    seen = tr("The author's device is offline; it was last seen {when}.")
    return seen.format(when=when_words(feed.author_seen_at, now))


def when_words(at: float, now: float) -> str:
    """``3 hours ago``, ``yesterday at 14:05``, or the day."""
    ago = now - at
    if ago < DAY_SECONDS / 2:
        return tr("{duration} ago").format(duration=in_short_words(max(0.0, ago)))
    day, today = moment(at, None).date(), moment(now, None).date()
    if (today - day).days <= 1:
        named = day_title(day, today)
        words = tr("{day} at {time}").format(day=named, time=clock(at, None))
        return words[:1].lower() + words[1:]
    return tr("on {day}").format(day=day_words(at))


def _current_sentence(feed: FeedView, now: float) -> str:
    if feed.own and feed.signed:
        return tr("What you post goes out to everyone who follows it, as soon as they connect.")
    if not feed.signed:
        return tr("All of it is here. It cannot change: its key stands for exactly this content.")
    if feed.downloaded < feed.length:
        return tr("You download only what you read. The rest comes when you scroll to it.")
    return " ".join((tr("All entries that we know of are here."), author_words(feed, now))).strip()


def fork_sentence(feed: FeedView) -> str:
    """The plain warning: since which block, and what is still trusted."""
    if feed.own:
        return tr(
            "This feed's key has signed two different histories, so nothing can be added to it. "
            "Begin a new feed and tell its readers."
        )
    if feed.fork is None or feed.fork.common == 0:
        return tr(
            "The author has signed two different histories of this feed. Tidings downloads "
            "nothing more of it; what was checked before stays readable."
        )
    words = tr(
        "The author has signed two different histories of this feed. Both agree up to block "
        "{block}: that much is certain. What is shown after it is the history that arrived here "
        "first. Tidings downloads nothing more of it."
    )
    return words.format(block=number(feed.fork.common - 1))


def elsewhere_sentence(feed: FeedView) -> str:
    """Our own key was used elsewhere, or may have been: what happened and what to do."""
    if feed.restored and feed.downloaded >= feed.length:
        return tr(
            "This feed was restored from a backup. It may have grown after that, so you can only "
            "read it until somebody who follows it is connected and says how far it has come. Then "
            "continue here, and only here: two copies that both post destroy the feed."
        )
    if feed.downloaded < feed.length:
        return tr(
            "This feed's key has published entries that are not here, so another copy of your "
            "profile is in use, or this one was restored from a backup. They are being fetched; "
            "then you can continue here."
        )
    return tr(
        "Another copy of your profile has published in this feed. All of it is here now. If that "
        "copy is no longer used, continue here, and only here: two copies that both post destroy "
        "the feed."
    )


def closed_feed(feed: FeedView) -> Closed | None:
    """Why one may not write, None if one may."""
    if feed.state is FeedState.FORKED and feed.own:
        return Closed(fork_sentence(feed), WayIn.NONE)
    if feed.state is FeedState.LEFT:
        return Closed(state_sentence(feed, 0.0), WayIn.NONE)
    if not feed.own:
        return Closed(tr("Only its author can write in a feed."), WayIn.NONE)
    if not feed.signed:
        return Closed(tr("A fixed feed cannot grow."), WayIn.NONE)
    if feed.state is FeedState.ELSEWHERE:
        return Closed(tr("Writing waits until you continue this feed here."), WayIn.NONE)
    return None


def lies_elsewhere(feed: FeedView) -> bool:
    """Whether something of it is not here, and nothing is waited for: only what is asked for is."""
    is_sought = feed.state in {FeedState.DOWNLOADING, FeedState.WAITING}
    return not feed.whole and feed.downloaded < feed.length and not is_sought


def empty_feed(feed: FeedView, now: float) -> Empty:  # noqa: PLR0911 - one a state
    """What stands where no entry is. Nothing received is not the same as nothing published."""
    if feed.state is FeedState.LEFT:
        sentence = tr("You stopped following before any entry arrived.")
        return Empty("log-out", tr("Nothing was received"), sentence)
    if feed.own and feed.signed:
        sentence = tr(
            "Write it below. Then hand out the feed's link or code, so that others can follow."
        )
        return Empty("rss", tr("Your first entry"), sentence, tr("Show the feed's code"))
    if feed.state is FeedState.PAUSED:
        return Empty("pause", tr("Paused"), state_sentence(feed, now), tr("Resume"))
    if lies_elsewhere(feed):
        sentence = tr("Only what you ask for is downloaded.")
        return Empty("download", tr("Nothing is here yet"), sentence, tr("Download all of it"))
    if feed.state is FeedState.DOWNLOADING:
        sentence = tr("Entries appear here as they arrive. You need not wait.")
        return Empty("download", tr("Entries are on their way"), sentence)
    if feed.state is FeedState.CURRENT and feed.length:
        sentence = tr("This feed holds no text so far.")
        return Empty("database", tr("Nothing to read"), sentence)
    if feed.state is FeedState.CURRENT:
        return Empty("rss", tr("No entries yet"), tr("Its author has published nothing so far."))
    title, action = tr("Waiting for somebody who has it"), tr("Look at connections")
    return Empty("hourglass", title, waiting_sentence(feed, now), action)
