"""What is said of a shared folder and of what is in it: names, states, times. Pure; no Qt."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo

from engine.model.feeds import FolderEntryView, FolderUse, FolderView
from engine.model.joiners import JOINERS, printable, without_idle_joiners
from ui.text import numbers
from ui.text.language import QT_TR_NOOP, tr
from ui.text.times import clock, short_day
from ui.timeline.parts.file_words import ICON_OF_SUFFIX, file_name

_ENDINGS = (
    "app appimage apk bat bash bin cmd com command cpl deb desktop dll dmg elf exe gadget hta inf"
    " ins iso jar js jse ksh lnk msc msi msp pif pkg pl ps1 ps2 py pyc pyw rb reg rpm run scf scr"
    " sh shb so sys url vb vbe vbs webloc ws wsf wsh xll zsh"
)
THAT_RUN = frozenset(_ENDINGS.split())
"""Endings of files that a computer may run: never opened from here (reliability.md F-4)."""

REFUSALS: Mapping[str, str] = {
    "empty": QT_TR_NOOP("it has no name"),
    "too_long": QT_TR_NOOP("its name is too long for a disk"),
    "too_deep": QT_TR_NOOP("it lies in too many folders inside each other"),
    "leads_out": QT_TR_NOOP("its name leads out of the folder"),
    "character": QT_TR_NOOP("its name holds a character that not every computer can write"),
    "direction": QT_TR_NOOP("its name holds invisible characters that turn what is read"),
    "reserved": QT_TR_NOOP("its name means a device on some computers"),
    "ending": QT_TR_NOOP("its name begins or ends with a blank, or ends with a dot"),
    "hidden": QT_TR_NOOP("its name begins with a dot: such files are hidden"),
    "home": QT_TR_NOOP("its name begins with “~”"),
    "link": QT_TR_NOOP("it is a link or a device, not a file"),
    "collision": QT_TR_NOOP("another file has the same name but for capitals or accents"),
    "temporary": QT_TR_NOOP("a program keeps it for itself, or for a while"),
    "unreadable": QT_TR_NOOP("it cannot be read"),
    "profile": QT_TR_NOOP("it holds a profile of Tidings, with its keys"),
    "changing": QT_TR_NOOP("it changed while it was read"),
    "too_large": QT_TR_NOOP("it is too large"),
}
"""Why a file is left out, by the stable code."""


@dataclass(frozen=True, slots=True)
class State:
    """What goes on with a file: an icon, its colour's token, and words.

    ``share`` of it is here; None where that is no question.
    """

    icon: str
    colour: str
    words: str
    share: float | None = None


def refusal_words(code: str) -> str:
    """Why a file is left out; a code that nobody foresaw is shown as it is."""
    return tr(REFUSALS[code]) if code in REFUSALS else file_name(code.replace("_", " "))


def entry_name(entry: FolderEntryView) -> str:
    """What a file or folder is called."""
    return name_of(entry.path)


def name_of(path: str) -> str:
    """The last step of a path as it can be shown: on one line, turning nothing around it."""
    return file_name(path.rpartition("/")[2])


def is_deceptive(entry: FolderEntryView) -> bool:
    """Whether its name holds what is not shown, so that it looks like another."""
    return any(_hides_something(step) for step in entry.path.split("/"))


def _hides_something(name: str) -> bool:
    hidden = (one for one in name if one not in JOINERS)
    return without_idle_joiners(name) != name or any(
        unicodedata.category(one) in {"Cf", "Cc"} for one in hidden
    )


def entry_icon(entry: FolderEntryView) -> str:
    """The icon that fits its name."""
    if entry.is_folder:
        return "folder"
    return ICON_OF_SUFFIX.get(suffix_of(entry), "file")


def suffix_of(entry: FolderEntryView) -> str:
    """What stands behind the last dot of what is seen of its name, in small letters."""
    return entry_name(entry).rpartition(".")[2].lower()


def may_run(entry: FolderEntryView) -> bool:
    """Whether a computer might run it: such a file is never opened from here."""
    return entry.executable or suffix_of(entry) in THAT_RUN


def size_of(entry: FolderEntryView) -> str:
    """How large it is; of a folder also how many files it holds."""
    if not entry.is_folder:
        return numbers.size_words(entry.size)
    files = tr("%n files", "", entry.files)
    return tr("{size} in {files}").format(size=numbers.size_words(entry.size), files=files)


def changed_at(entry: FolderEntryView, zone: tzinfo | None = None) -> str:
    """When its newest content was written, as far as its owner says."""
    if entry.mtime <= 0:
        return ""
    return f"{short_day(entry.mtime, zone)} {clock(entry.mtime, zone)}"


def state_of(entry: FolderEntryView, *, own: bool) -> State:
    """What goes on with a file or folder; ``own``: the shared folder is ours."""
    if entry.refusal is not None:
        words = tr("Refused: {why}").format(why=refusal_words(entry.refusal))
        return State("ban", "danger", words)
    if entry.deleted:
        return State("trash-2", "text2", tr("Deleted"))
    if own and entry.is_here:
        return State("circle-check", "ok", tr("Shared"))
    if entry.is_here:
        return State("circle-check", "ok", tr("Here"))
    return _arriving(entry)


def _arriving(entry: FolderEntryView) -> State:
    share = entry.have / entry.size
    percent = min(99, int(100 * share))
    if entry.wanted:
        words = tr("On its way, {percent} %").format(percent=percent)
        return State("download", "accent", words, share)
    if entry.have:
        return State("download", "text2", tr("{percent} % here").format(percent=percent), share)
    return State("minus", "text2", tr("Not here"))


def use_words(view: FolderView) -> str:
    """Where the folder lies on this computer, and what for."""
    if view.directory is None:
        return (
            tr("It lies nowhere on this computer: nothing is shared now.")
            if view.feed.own
            else tr("It lies nowhere on this computer: files are only fetched to be looked at.")
        )
    directory = shown_directory(view.directory)
    match view.use:
        case FolderUse.SHARED:
            return tr("Shared from {directory}").format(directory=directory)
        case FolderUse.MIRRORED:
            return tr("All of it is kept in {directory}").format(directory=directory)
        case FolderUse.CHOSEN | None:
            return tr("What you choose is kept in {directory}").format(directory=directory)


def shown_directory(directory: str) -> str:
    """A directory of this computer on one line; its end is what tells."""
    plain = printable(directory, "\N{REPLACEMENT CHARACTER}")
    return plain if len(plain) <= 80 else f"\N{HORIZONTAL ELLIPSIS}{plain[-79:]}"


def whole_words(view: FolderView) -> str:
    """How much is in it."""
    files = tr("%n files", "", view.files)
    return tr("{files}, {size}").format(files=files, size=numbers.size_words(view.bytes))


def done_words(view: FolderView) -> str:
    """How much of it is here."""
    return tr("{done} of {files}, {done_size} of {size}").format(
        done=numbers.number(view.done_files),
        files=tr("%n files", "", view.files),
        done_size=numbers.size_words(view.done_bytes),
        size=numbers.size_words(view.bytes),
    )
