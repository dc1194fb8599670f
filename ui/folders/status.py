"""What goes on with a shared folder, in a few words and in one sentence. Pure; no Qt."""

from __future__ import annotations

from engine.model.feeds import FeedState, FolderUse, FolderView
from ui.feeds.pace import Pace
from ui.folders.words import done_words, whole_words
from ui.text.durations import in_short_words
from ui.text.language import tr
from ui.text.numbers import size_words
from ui.wording.feeds import author_words, status_of_feed
from ui.wording.states import Status

DOT = " \N{MIDDLE DOT} "
LONG_SECONDS = 30 * 86_400.0  # ours: more than a month is no forecast


def status_of_folder(view: FolderView) -> Status:
    """The pill above the files."""
    feed = view.feed
    if view.trouble is not None:
        return Status("triangle-alert", "warn", tr("Needs attention"))
    if feed.own and feed.state is FeedState.CURRENT:
        shared = view.use is FolderUse.SHARED
        return (
            Status("circle-check", "ok", tr("Shared"))
            if shared
            else Status("unlink", "text2", tr("Not shared from here"))
        )
    if feed.state is FeedState.CURRENT and view.done_files < view.files:
        return Status("check", "ok", tr("Up to date, partly here"))
    if feed.state is FeedState.DOWNLOADING and view.bytes:
        share = min(99, view.done_bytes * 100 // view.bytes)
        words = tr("Downloading, {percent} %").format(percent=share)
        return Status("download", "accent", words)
    return status_of_feed(feed)


def who_words(view: FolderView) -> str:
    """Who else has it, or is there."""
    feed = view.feed
    if feed.holders:
        return tr("%n others have all of it", "", feed.holders)
    return tr("%n connected", "", feed.peers) if feed.peers else tr("nobody else is connected")


def head_line(view: FolderView) -> str:
    """Under the folder's name: how much there is, and who has it."""
    return f"{whole_words(view)}{DOT}{who_words(view)}" if view.files else who_words(view)


def waiting_words(view: FolderView, now: float) -> str:
    """Why nothing comes, where something should; else nothing."""
    if view.feed.state is not FeedState.WAITING or not view.files:
        return ""  # where nothing is listed, that is said in its place
    nobody = tr("Nobody who has the rest is connected.")
    return f"{nobody} {author_words(view.feed, now)}".strip()


def progress_words(view: FolderView, pace: Pace, now: float) -> str:
    """``12 of 40 files, 2.1 MB of 9 MB · 340 kB/s · 20 seconds left``."""
    parts = [done_words(view)]
    speed = pace.bytes_a_second(now)
    if speed >= 1.0:
        parts.append(tr("{size}/s").format(size=size_words(round(speed))))
        left = (view.bytes - view.done_bytes) / speed
        if is_all_wanted(view) and 0.0 < left < LONG_SECONDS:
            parts.append(tr("{duration} left").format(duration=in_short_words(max(1.0, left))))
    return DOT.join(parts)


def is_all_wanted(view: FolderView) -> bool:
    """Whether all files are to come: only then can it be said how long that takes."""
    return view.use is FolderUse.MIRRORED
