"""What stands where no file is: what it is, why, and one thing to do about it. Pure; no Qt."""

from __future__ import annotations

from engine.model.feeds import FeedState, FolderView
from ui.folders.words import shown_directory
from ui.text.language import tr
from ui.wording.feeds import waiting_sentence
from ui.wording.states import Empty


def empty_folder(view: FolderView, path: str, looked_for: str, now: float) -> Empty:
    """Nothing received is not the same as nothing in it."""
    if looked_for:
        sentence = tr("Other names are hidden by the filter.")
        return Empty("search", tr("No such name here"), sentence, tr("Show all"))
    if path:
        return Empty("folder-open", tr("Nothing in here"), tr("Its files were removed."))
    if view.feed.own:
        return _empty_own(view)
    if view.feed.state is FeedState.PAUSED:
        sentence = tr("Nothing is fetched and nothing is given until you resume it.")
        return Empty("pause", tr("Paused"), sentence, tr("Resume"))
    if view.feed.length > 1 and view.feed.downloaded >= view.feed.length:
        return Empty("folder-open", tr("No files"), tr("Its owner shares nothing in it just now."))
    title, action = tr("Waiting for the list of files"), tr("Look at connections")
    return Empty("hourglass", title, waiting_sentence(view.feed, now), action)


def _empty_own(view: FolderView) -> Empty:
    if view.directory is None:
        sentence = tr("Choose the directory whose files others shall get.")
        title = tr("Nothing is shared yet")
        return Empty("folder", title, sentence, tr("Choose a directory…"))
    sentence = tr("Put files into {directory}, or drop them here: others get them by themselves.")
    words = sentence.format(directory=shown_directory(view.directory))
    return Empty("folder-open", tr("No files yet"), words, tr("Add files…"))
