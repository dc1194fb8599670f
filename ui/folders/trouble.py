"""What is wrong with a shared folder: one plain sentence and a next step. Pure; no Qt.

``FolderView.trouble`` is a stable code of whoever watches and writes the directory; the state of
the feed comes after it.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Refusal, Refused
from engine.model.feeds import FeedState, FolderUse, FolderView
from ui.folders.words import shown_directory
from ui.text.language import QT_TR_NOOP, tr
from ui.wording.feed_refusals import FEED_REFUSALS
from ui.wording.sentences import Sentence, one_line, sentence_of

ALL_GONE = "directory_empty"
"""Of a shared directory: the person is to say whether that is meant."""

NOT_PUBLISHED = "not_published"
"""Of a shared directory; behind a colon each why, as the code of a ``Refusal``, and of what."""

RESTLESS = "file_restless"
"""Of a shared directory; behind a colon which of its files: the others are shared."""

_NOT_AS_SAID, _, _SHARED_ANEW = FEED_REFUSALS[Refusal.CONTENT_WRONG]

TROUBLES: Mapping[str, tuple[str, str]] = {
    "directory_gone": (
        QT_TR_NOOP("The directory {directory} is not there any more."),
        QT_TR_NOOP("Bring it back or connect its disk; or choose another directory."),
    ),
    "directory_unreadable": (
        QT_TR_NOOP("The directory {directory} cannot be read."),
        QT_TR_NOOP("Check its permissions; or choose another directory."),
    ),
    "directory_unwritable": (
        QT_TR_NOOP("Nothing can be written into {directory}."),
        QT_TR_NOOP("Check its permissions; or choose another directory."),
    ),
    "disk_full": (
        QT_TR_NOOP("The disk is full: nothing more is written into {directory}."),
        QT_TR_NOOP("Free some space; the rest then comes by itself."),
    ),
    ALL_GONE: (
        QT_TR_NOOP("All files in {directory} are gone. Nothing is removed for others yet."),
        QT_TR_NOOP("Connect the disk or bring them back; or remove them for everybody."),
    ),
    "disk_missing": (
        QT_TR_NOOP("A folder in {directory} is empty; its files are removed for nobody yet."),
        QT_TR_NOOP("Connect its disk; or delete that folder, if its files shall go everywhere."),
    ),
    "files_unreadable": (
        QT_TR_NOOP("Some files in {directory} cannot be read: they are not shared."),
        QT_TR_NOOP("Check their permissions; they are tried again by themselves."),
    ),
    "place_taken": (
        QT_TR_NOOP("Something else lies in {directory} where a file of the folder belongs."),
        QT_TR_NOOP("Move it elsewhere; the file then comes by itself."),
    ),
    "file_stuck": (
        QT_TR_NOOP("{path} cannot be written, replaced or removed in {directory}."),
        QT_TR_NOOP(
            "Check the permissions of it and of the folder it lies in; it is tried again by itself."
        ),
    ),
    RESTLESS: (
        QT_TR_NOOP("{path} in {directory} keeps changing: it is not shared yet."),
        QT_TR_NOOP(
            "It is shared once it stays as it is for a while, the longer the oftener it changed; "
            "or move it elsewhere."
        ),
    ),
    "content_wrong": (_NOT_AS_SAID, _SHARED_ANEW),
    "too_many_files": (
        QT_TR_NOOP("There are more files in {directory} than can be shared."),
        QT_TR_NOOP("Share a directory further inside it, or move some files elsewhere."),
    ),
    "profile": (
        QT_TR_NOOP("Your Tidings profile is in the way in {directory}: it is left untouched."),
        QT_TR_NOOP("Choose another directory for this folder."),
    ),
    NOT_PUBLISHED: (
        QT_TR_NOOP("Changes in {directory} are not published."),
        QT_TR_NOOP("It is tried again by itself; or choose another directory."),
    ),
}
TOO_MANY_BESIDE = (
    QT_TR_NOOP("There are too many other files in {directory}: nothing is written into it."),
    QT_TR_NOOP("Choose an empty directory for this folder, or move some files elsewhere."),
)
"""``too_many_files`` of a directory that is filled, not shared."""


def trouble_of(view: FolderView) -> Sentence | None:
    """What is wrong, if anything is; of several what the person should see to first."""
    if view.trouble is not None:
        return _of_directory(view.trouble, view.directory or "", view.use)
    return _of_state(view) or _of_contents(view)


def takes_files(view: FolderView) -> bool:
    """Whether what is put into the folder's directory here is shared."""
    is_well = view.trouble is None or view.trouble.partition(":")[0] == RESTLESS
    return view.feed.own and view.directory is not None and is_well


def _of_state(view: FolderView) -> Sentence | None:
    match view.feed.state:
        case FeedState.FORKED:
            return Sentence(
                tr("Two different histories of this folder were signed with its key."),
                tr("What was verified before stays readable. Ask its owner for a new folder."),
            )
        case FeedState.ELSEWHERE if view.feed.restored and view.feed.downloaded >= view.feed.length:
            return Sentence(
                tr("This folder was restored from a backup, and may have changed after that."),
                tr(
                    "Change nothing here until somebody who has it is connected; then go on in "
                    "one place."
                ),
            )
        case FeedState.ELSEWHERE:
            return Sentence(
                tr("Another copy of this folder's key is in use, and has published more."),
                tr("Change nothing here until all of that has arrived; then go on in one place."),
            )
        case FeedState.FULL:
            return Sentence(
                tr("This folder may not take more of your disk."),
                tr("Raise its limit under “About this folder”, or free some space."),
            )
        case _:
            return None


def _of_contents(view: FolderView) -> Sentence | None:
    if view.content_key is not None or not view.files or view.feed.state is FeedState.LEFT:
        return None
    return Sentence(
        tr(
            "The contents of these files cannot be fetched: their owner does not say where they "
            "are, or names something that belongs to another folder or channel of yours."
        ),
        tr("Ask the owner for a new folder, or forget the other folder that names the same."),
    )


def _of_directory(code: str, directory: str, use: FolderUse | None) -> Sentence:
    code, _, detail = code.partition(":")
    if code == NOT_PUBLISHED and detail:
        return _refused(detail, directory)
    if code in TROUBLES:
        is_filled = use in {FolderUse.MIRRORED, FolderUse.CHOSEN}
        is_beside = code == "too_many_files" and is_filled
        message, hint = TOO_MANY_BESIDE if is_beside else TROUBLES[code]
        told = tr(message).format(directory=shown_directory(directory), path=one_line(detail))
        return Sentence(told, tr(hint))
    words = tr("The directory does not follow ({code}).").format(code=one_line(code))
    return Sentence(words, tr("Choose the directory again, or another one."))


def _refused(refusal: str, directory: str) -> Sentence:
    """Why the changes of a directory are not published; both sentences are for the person."""
    reason, _, detail = refusal.partition(":")
    message = tr(TROUBLES[NOT_PUBLISHED][0]).format(directory=shown_directory(directory))
    if reason not in set(Refusal):
        words = tr("The directory does not follow ({code}).").format(code=one_line(reason))
        return Sentence(f"{message} {words}", tr(TROUBLES[NOT_PUBLISHED][1]))
    why = sentence_of(Refused(Refusal(reason), detail))
    return Sentence(f"{message} {why.message}", why.hint)
