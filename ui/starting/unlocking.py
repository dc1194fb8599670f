"""Asks for the profile's passphrase before anything of it is opened."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtWidgets import QInputDialog, QLineEdit

from engine.errors import Refusal, Refused
from ui.starting.start import make_application
from ui.wording.sentences import sentence_of

TITLE = "Tidings"
QUESTION = "This profile is locked. Its passphrase:"


def ask_passphrase(try_it: Callable[[str], object]) -> str:
    """The passphrase that ``try_it`` takes without raising Refused(PASSPHRASE_WRONG).

    Asks again until it does. Raises Refused(PASSPHRASE_NEEDED) if the person gives up.
    """
    application = make_application(sys.argv[:1])
    question = QUESTION
    while True:
        words, given = QInputDialog.getText(None, TITLE, question, QLineEdit.EchoMode.Password)
        if not given:
            raise Refused(Refusal.PASSPHRASE_NEEDED)
        try:
            try_it(words)
        except Refused as refused:
            if refused.reason is not Refusal.PASSPHRASE_WRONG:
                raise
            question = f"{sentence_of(refused).message}\n{QUESTION}"
        else:
            application.processEvents()
            return words
