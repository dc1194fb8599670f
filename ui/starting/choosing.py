"""Asks which profile to open, before there is any other window or anything of one is open."""

from __future__ import annotations

import sys
from pathlib import Path

from ui.languages import Languages
from ui.look.theme import Theme
from ui.profiles.chooser import ProfileChooser
from ui.services import NoSettings, Profiles
from ui.starting.application import make_application
from ui.starting.unlocking import closed_by_signals
from ui.widgets.focus import OtherRings


def choose_profile(profiles: Profiles) -> Path | None:
    """The folder that was chosen; None: the person gave up."""
    application = make_application(sys.argv[:1])
    Languages(application).speak("")  # a choice of language lies in a profile
    theme = Theme(application, NoSettings())
    chooser = ProfileChooser(theme, profiles)
    found: list[Path] = []
    OtherRings(theme, application, chooser)
    chooser.chosen.connect(found.append)
    with closed_by_signals(chooser):
        chooser.exec()
    chooser.wait_for_worker()
    chooser.deleteLater()
    application.processEvents()
    return found[-1] if found else None
