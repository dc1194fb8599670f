"""No report, and no dataset, can be where somebody wants it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Refusal
from ui.text.language import QT_TR_NOOP
from ui.wording import Words

REPORT_REFUSALS: Mapping[Refusal, Words] = {
    Refusal.FOLDER_TAKEN: (
        QT_TR_NOOP("Something else is in the place of this folder."),
        QT_TR_NOOP("Something else is in the place of this folder: {detail}."),
        QT_TR_NOOP("Name an empty folder, or one that is not there yet."),
    ),
    Refusal.FOLDER_IN_WORK: (
        QT_TR_NOOP("Another run is just writing into this folder."),
        QT_TR_NOOP("Another run is just writing into the folder {detail}."),
        QT_TR_NOOP("Wait until it has ended, or name another folder."),
    ),
    Refusal.FOLDER_MISSING: (
        QT_TR_NOOP("The folder that it is to be in is not there."),
        QT_TR_NOOP("There is no folder {detail}."),
        QT_TR_NOOP("Make that folder first, or name another place."),
    ),
    Refusal.FOLDER_UNWRITABLE: (
        QT_TR_NOOP("The folder could not be written."),
        QT_TR_NOOP("The folder {detail} could not be written."),
        QT_TR_NOOP(
            "Check its name, its permissions and whether its disk is mounted read-only, or name "
            "another place."
        ),
    ),
    Refusal.DATASET_UNREADABLE: (
        QT_TR_NOOP("Nothing can be added to this dataset."),
        QT_TR_NOOP("Nothing can be added to this dataset: {detail}."),
        QT_TR_NOOP("Remove its folder and write it once more, or name another folder."),
    ),
    Refusal.DATASET_OTHERWISE: (
        QT_TR_NOOP("A dataset has the texts of all its channels and feeds, or of none."),
        QT_TR_NOOP(
            "A dataset has the texts of all its channels and feeds, or of none, and others in "
            "{detail} were written the other way."
        ),
        QT_TR_NOOP("Name all that are in it, or another folder."),
    ),
}
