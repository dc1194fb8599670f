"""Keys as the person's computer writes them: for the sheet, menus and tool tips."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence

from ui.keys.table import Act, shortcut_of


def key_words(keys: str) -> str:
    """``Ctrl+K`` as it is written on this computer."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def key_of(act: Act) -> str:
    """The first key of ``act``, as it is written on this computer."""
    return key_words(shortcut_of(act).keys[0])


def in_menu(words: str, act: Act) -> str:
    """A menu entry that shows its key at the right. It does not bind it: the window does."""
    return in_menu_with(words, shortcut_of(act).keys[0])


def in_menu_with(words: str, keys: str) -> str:
    """The same for keys that a part of the window has for itself."""
    return f"{words}\t{key_words(keys)}"


def in_tip(words: str, act: Act) -> str:
    """A tool tip that names the key."""
    return f"{words} ({key_of(act)})"
