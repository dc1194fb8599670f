"""Every key of the window in one table: what is bound, what the sheet shows, what menus say.

``Act`` names what the window itself does wherever the focus is; ``ui.main_window.keyboard`` binds
each of them. The keys of one part alone (the timeline, the field one writes in) are bound there and
only shown here, in ``OF_PARTS``. No Qt, no translation before something is shown (ux.md 3.7).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ui.text.language import QT_TR_NOOP


class Act(StrEnum):
    """What a key does, wherever the focus is."""

    SWITCH = "switch"
    SEARCH = "search"
    NEXT_CHANNEL = "next-channel"
    PREVIOUS_CHANNEL = "previous-channel"
    NEXT_UNREAD = "next-unread"
    PREVIOUS_UNREAD = "previous-unread"
    GO_BACK = "go-back"
    NEXT_PANE = "next-pane"
    PREVIOUS_PANE = "previous-pane"
    CLOSE = "close"
    UNDO = "undo"
    NEW_CHANNEL = "new-channel"
    JOIN = "join"
    MARK_ALL_READ = "mark-all-read"
    LARGER_TEXT = "larger-text"
    SMALLER_TEXT = "smaller-text"
    USUAL_TEXT = "usual-text"
    SETTINGS = "settings"
    SHOW_KEYS = "show-keys"
    QUIT = "quit"


class Group(StrEnum):
    """The headings of the sheet, in its order."""

    GOING = QT_TR_NOOP("Going somewhere")
    READING = QT_TR_NOOP("Reading")
    WRITING = QT_TR_NOOP("Writing")
    WINDOW = QT_TR_NOOP("The window")


@dataclass(frozen=True, slots=True)
class Shortcut:
    """``keys`` as Qt writes them, the first one is shown; ``words`` say what they do."""

    act: Act
    keys: tuple[str, ...]
    words: str
    group: Group


@dataclass(frozen=True, slots=True)
class OfPart:
    """A key that one part of the window has for itself."""

    keys: tuple[str, ...]
    words: str
    group: Group


SHORTCUTS: tuple[Shortcut, ...] = (
    Shortcut(
        Act.SWITCH,
        ("Ctrl+K",),
        QT_TR_NOOP("Go to a channel, a person or a page"),
        Group.GOING,
    ),
    Shortcut(Act.SEARCH, ("Ctrl+Shift+F",), QT_TR_NOOP("Search all messages"), Group.GOING),
    Shortcut(Act.PREVIOUS_CHANNEL, ("Alt+Up",), QT_TR_NOOP("Channel above"), Group.GOING),
    Shortcut(Act.NEXT_CHANNEL, ("Alt+Down",), QT_TR_NOOP("Channel below"), Group.GOING),
    Shortcut(
        Act.PREVIOUS_UNREAD,
        ("Alt+Shift+Up",),
        QT_TR_NOOP("Unread channel above"),
        Group.GOING,
    ),
    Shortcut(
        Act.NEXT_UNREAD,
        ("Alt+Shift+Down",),
        QT_TR_NOOP("Unread channel below"),
        Group.GOING,
    ),
    Shortcut(Act.GO_BACK, ("Alt+Left", "Back"), QT_TR_NOOP("Back to where I was"), Group.GOING),
    Shortcut(
        Act.MARK_ALL_READ,
        ("Shift+Escape",),
        QT_TR_NOOP("Mark everything as read"),
        Group.READING,
    ),
    Shortcut(Act.NEXT_PANE, ("F6",), QT_TR_NOOP("Next part of the window"), Group.WINDOW),
    Shortcut(
        Act.PREVIOUS_PANE,
        ("Shift+F6",),
        QT_TR_NOOP("Part of the window before"),
        Group.WINDOW,
    ),
    Shortcut(Act.CLOSE, ("Escape",), QT_TR_NOOP("Close what is uppermost"), Group.WINDOW),
    Shortcut(Act.UNDO, ("Ctrl+Z",), QT_TR_NOOP("Take back what was just done"), Group.WINDOW),
    Shortcut(Act.NEW_CHANNEL, ("Ctrl+N",), QT_TR_NOOP("New channel"), Group.WINDOW),
    Shortcut(Act.JOIN, ("Ctrl+Shift+J",), QT_TR_NOOP("Join or request an invite"), Group.WINDOW),
    Shortcut(Act.LARGER_TEXT, ("Ctrl++", "Ctrl+="), QT_TR_NOOP("Larger text"), Group.WINDOW),
    Shortcut(Act.SMALLER_TEXT, ("Ctrl+-",), QT_TR_NOOP("Smaller text"), Group.WINDOW),
    Shortcut(Act.USUAL_TEXT, ("Ctrl+0",), QT_TR_NOOP("Text of the usual size"), Group.WINDOW),
    Shortcut(Act.SETTINGS, ("Ctrl+,",), QT_TR_NOOP("Settings"), Group.WINDOW),
    Shortcut(Act.SHOW_KEYS, ("Ctrl+/", "F1"), QT_TR_NOOP("This list"), Group.WINDOW),
    Shortcut(Act.QUIT, ("Ctrl+Q",), QT_TR_NOOP("Quit"), Group.WINDOW),
)

SENT_BY_ENTER = (
    OfPart(("Return",), QT_TR_NOOP("Send"), Group.WRITING),
    OfPart(("Shift+Return",), QT_TR_NOOP("New line"), Group.WRITING),
)
SENT_BY_CTRL_ENTER = (
    OfPart(("Ctrl+Return",), QT_TR_NOOP("Send"), Group.WRITING),
    OfPart(("Return",), QT_TR_NOOP("New line"), Group.WRITING),
)
"""What the person may choose in its place."""

OF_PARTS: tuple[OfPart, ...] = (
    OfPart(("Ctrl+F",), QT_TR_NOOP("Find in this channel"), Group.READING),
    OfPart(("Ctrl+J",), QT_TR_NOOP("Go to a day"), Group.READING),
    OfPart(("PgUp", "PgDown"), QT_TR_NOOP("One page up, one page down"), Group.READING),
    OfPart(("Home", "End"), QT_TR_NOOP("First message, newest message"), Group.READING),
    OfPart(("Alt+Home",), QT_TR_NOOP("First unread message"), Group.READING),
    OfPart(("Menu",), QT_TR_NOOP("What can be done with the message"), Group.READING),
    OfPart(("Delete",), QT_TR_NOOP("Delete the message for me"), Group.READING),
    OfPart(("Shift+Up",), QT_TR_NOOP("Select the message above as well"), Group.READING),
    OfPart(("Shift+Down",), QT_TR_NOOP("Select the message below as well"), Group.READING),
    OfPart(("Shift+PgUp",), QT_TR_NOOP("Select a page up as well"), Group.READING),
    OfPart(("Shift+PgDown",), QT_TR_NOOP("Select a page down as well"), Group.READING),
    OfPart(("Shift+Home",), QT_TR_NOOP("Select to the first message"), Group.READING),
    OfPart(("Shift+End",), QT_TR_NOOP("Select to the newest message"), Group.READING),
    OfPart(("Ctrl+A",), QT_TR_NOOP("Select all messages"), Group.READING),
    OfPart(("Ctrl+C",), QT_TR_NOOP("Copy what is selected"), Group.READING),
    OfPart(("Ctrl+Shift+Up",), QT_TR_NOOP("Move the channel up"), Group.WINDOW),
    OfPart(("Ctrl+Shift+Down",), QT_TR_NOOP("Move the channel down"), Group.WINDOW),
    *SENT_BY_ENTER,
    OfPart(
        ("Up",),
        QT_TR_NOOP("Change your last message (in an empty field)"),
        Group.WRITING,
    ),
)


def shortcut_of(act: Act) -> Shortcut:
    """The table's line of ``act``."""
    return next(one for one in SHORTCUTS if one.act is act)


def of_parts(*, enter_sends: bool) -> tuple[OfPart, ...]:
    """``OF_PARTS`` as they are with that choice."""
    if enter_sends:
        return OF_PARTS
    others = tuple(one for one in OF_PARTS if one not in SENT_BY_ENTER)
    return (*SENT_BY_CTRL_ENTER, *others)
