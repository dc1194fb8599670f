"""Every word a person sees goes through here, so that it can be said in their language.

``tr`` is the name that Qt's own tool looks for when it gathers the texts of this program, and
``QT_TR_NOOP`` marks those that stand in a table. Without a window (the command line) nothing is
translated, and Qt is not loaded.
"""

from __future__ import annotations

from collections.abc import Callable

from ui.text.english import ONE

Translate = Callable[[str, str, int], str]


def english(text: str, comment: str = "", number: int = -1) -> str:  # noqa: ARG001 - as Translate
    """The language the texts are written in: only numbers are put in."""
    if number < 0:
        return text
    return (ONE[text] if number == 1 and text in ONE else text).replace("%n", f"{number:,}")


_translate: Translate = english


def install(translate: Translate) -> None:
    """The window has a language: ``translate`` takes what ``tr`` takes."""
    global _translate  # noqa: PLW0603 - one window, one language
    _translate = translate


def tr(text: str, comment: str = "", number: int = -1) -> str:
    """``text`` in the language of the window.

    ``text`` is a literal, in English. Values go into it afterwards, by name, so that a translator
    may move them: ``tr("{name} is here").format(name=name)``. ``comment`` tells apart what is the
    same word in English only. With a ``number`` the text has ``%n`` in it and gets the form that
    the language has for so many: ``tr("%n messages", "", count)``; how English says it of one
    stands in ``ui.text.english``. What a stranger wrote is never a template.
    """
    return _translate(text, comment, number)


def QT_TR_NOOP(text: str) -> str:  # noqa: N802 - the name that Qt's tool looks for
    """``text`` as it is: a literal in a table, which ``tr`` translates where it is shown."""
    return text
