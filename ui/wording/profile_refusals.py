"""What is said where the profile is locked, in use, backed up or moved, and refuses. No Qt."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import Refusal
from ui.text.language import QT_TR_NOOP
from ui.wording import Words

PROFILE_REFUSALS: Mapping[Refusal, Words] = {
    Refusal.ANSWER_TOO_LONG: (
        QT_TR_NOOP("Something here is too long for the running Tidings to hand over."),
        "",
        QT_TR_NOOP("Close Tidings and try again: then this command reads the profile itself."),
    ),
    Refusal.BACKUP_INVALID: (
        QT_TR_NOOP("This file is no backup of Tidings."),
        QT_TR_NOOP("{detail} is no backup of Tidings."),
        QT_TR_NOOP("Choose the file that a backup was written to."),
    ),
    Refusal.BACKUP_DAMAGED: (
        QT_TR_NOOP("This backup is damaged: it was cut off or changed. Nothing was restored."),
        "",
        QT_TR_NOOP("Copy the file anew from where you keep it, or use another backup."),
    ),
    Refusal.PROFILE_THERE: (
        QT_TR_NOOP("There is a profile in that folder already; nothing was changed."),
        QT_TR_NOOP("There is a profile in {detail} already; nothing was changed."),
        QT_TR_NOOP("Restore into another folder with “--profile DIR”."),
    ),
    Refusal.NO_COPY: (
        QT_TR_NOOP("No copy of this profile was made before an update."),
        "",
        QT_TR_NOOP("Restore a backup into another folder with “--profile DIR”."),
    ),
    Refusal.MOVE_CODE_INVALID: (
        QT_TR_NOOP("This is no code of a computer that gives its profile away."),
        "",
        QT_TR_NOOP("Show it there anew, and scan or copy all of it."),
    ),
    Refusal.MOVE_NOBODY: (
        QT_TR_NOOP("The two computers did not find each other."),
        "",
        QT_TR_NOOP("Check that both are in the same network, then begin again with a new code."),
    ),
    Refusal.MOVE_BROKEN: (
        QT_TR_NOOP("The connection between the two computers broke; nothing was moved."),
        "",
        QT_TR_NOOP("Begin again with a new code."),
    ),
    Refusal.MOVE_UNSURE: (
        QT_TR_NOOP(
            "Everything was sent, but the other computer did not say that it has it. Your own "
            "feeds wait here, so that they cannot split."
        ),
        "",
        QT_TR_NOOP(
            "Look there: if the profile is there, use it there alone; if not, continue your feeds "
            "here and begin again."
        ),
    ),
    Refusal.NOT_HEARD: (
        QT_TR_NOOP(
            "This feed comes from a backup, and no reader of it is connected: it is not known "
            "whether it went on after that backup."
        ),
        QT_TR_NOOP(
            "“{detail}” comes from a backup, and no reader of it is connected: it is not known "
            "whether it went on after that backup."
        ),
        QT_TR_NOOP(
            "Go online until a reader of it is connected. Only if no other copy of this profile "
            "exists and nothing was published after the backup, continue all the same: two "
            "histories would destroy the feed."
        ),
    ),
    Refusal.FILE_PASSPHRASE_NEEDED: (
        QT_TR_NOOP("The file's own passphrase is missing."),
        "",
        QT_TR_NOOP(
            "Give it with “--secret-file FILE”, or run the command in a terminal to be asked."
        ),
    ),
    Refusal.PASSPHRASE_WRONG: (
        QT_TR_NOOP("The passphrase is wrong."),
        "",
        QT_TR_NOOP("Try again; upper and lower case count."),
    ),
    Refusal.PROFILE_LOCKED: (
        QT_TR_NOOP("This profile is locked."),
        "",
        QT_TR_NOOP("Unlock it in its window, or with “tidings unlock”."),
    ),
    Refusal.NO_KEY_RING: (
        QT_TR_NOOP("This computer has no key ring that could remember it."),
        "",
        QT_TR_NOOP("The passphrase is asked for at each start; “tidings doctor” says more."),
    ),
    Refusal.KEY_RING_SILENT: (
        QT_TR_NOOP("The key ring did not answer, and may still hold the key of this profile."),
        "",
        QT_TR_NOOP("Unlock the key ring, and do it again."),
    ),
    Refusal.NOTHING_TO_LOCK: (
        QT_TR_NOOP("This profile has no passphrase, so locking it would protect nothing."),
        "",
        QT_TR_NOOP("Set one in the settings, or with “tidings passphrase change”."),
    ),
    Refusal.PASSPHRASE_NEEDED: (
        QT_TR_NOOP("This profile is protected by a passphrase."),
        "",
        QT_TR_NOOP(
            "Give it with “--passphrase-file FILE”, or run the command in a terminal to be asked."
        ),
    ),
    Refusal.ALREADY_SERVING: (
        QT_TR_NOOP("Tidings is already running on this profile."),
        QT_TR_NOOP("Tidings is already running on this profile: {detail}."),
        QT_TR_NOOP("Use the running one, or stop it first."),
    ),
}
