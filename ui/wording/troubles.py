"""What failed on this computer, and why a connection ended."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import FaultReason
from ui.wording import Words

FAULTS: Mapping[FaultReason, Words] = {
    FaultReason.DISK_FULL: (
        "The disk is full; nothing was saved.",
        "The disk is full; nothing was saved in {detail}.",
        "Free some space and try again.",
    ),
    FaultReason.DISK_READ_ONLY: (
        "The disk or folder cannot be written to.",
        "{detail} cannot be written to.",
        "Check the permissions and whether the disk is mounted read-only.",
    ),
    FaultReason.DISK_FAILED: (
        "The disk reported an error; nothing was changed.",
        "The disk reported an error; nothing was changed ({detail}).",
        "Check the disk, then try again.",
    ),
    FaultReason.DATABASE_CORRUPT: (
        "The profile's database is damaged.",
        "The profile's database is damaged ({detail}).",
        "Restore a backup, or run “tidings doctor” to see what is damaged.",
    ),
    FaultReason.DATABASE_UNREADABLE: (
        "The profile's database is damaged, or belongs to another key.",
        "The profile's database {detail} is damaged, or belongs to another key.",
        "Put “tidings.db” and “key” back together from one backup of the profile's folder.",
    ),
    FaultReason.DATABASE_MISSING: (
        "The profile's database is missing or empty, though its key is there.",
        "The profile's database {detail} is missing or empty, though its key is there.",
        "Put “tidings.db” back from a backup; to begin anew, move the profile's folder away.",
    ),
    FaultReason.KEY_FILE_MISSING: (
        "The profile's key file is missing, so its database cannot be opened.",
        "The key file {detail} is missing, so the profile's database cannot be opened.",
        "Put the file “key” back into the profile's folder, from a backup if need be.",
    ),
    FaultReason.KEY_FILE_DAMAGED: (
        "The profile's key file is damaged.",
        "The key file {detail} is damaged.",
        "Put “key” back from a backup.",
    ),
    FaultReason.PROFILE_NEWER: (
        "This profile was written by a newer version of Tidings; nothing was changed.",
        "This profile was written by a newer version of Tidings ({detail}); nothing was changed.",
        "Install the newer version, or use another profile with “--profile DIR”.",
    ),
    FaultReason.PROFILE_IN_USE: (
        "Another Tidings uses this profile and does not answer.",
        "Another Tidings uses the profile {detail} and does not answer.",
        "Wait until it has finished, or end it, then try again.",
    ),
    FaultReason.SETTINGS_FULL: (
        "There are too many drafts to keep; this one is kept only until Tidings closes.",
        "",
        "Send or erase some drafts in other channels.",
    ),
    FaultReason.MEMORY_LACKING: (
        "There is too little free memory to work with a passphrase; nothing was changed.",
        "",
        "Close other programs and try again.",
    ),
    FaultReason.PORT_IN_USE: (
        "The port is used by another program.",
        "The port of {detail} is used by another program.",
        "Choose another port; 0 picks a free one.",
    ),
    FaultReason.ADDRESS_UNAVAILABLE: (
        "This computer does not have that address.",
        "This computer does not have the address {detail}.",
        "Use 0.0.0.0 or one of this computer's own addresses.",
    ),
    FaultReason.ENGINE_CLOSED: (
        "Tidings is closing; nothing was changed.",
        "",
        "Start it again.",
    ),
    FaultReason.BUG: (
        "Something unforeseen went wrong inside Tidings; what was under way was undone.",
        "",
        "Try again; the log in the profile's folder has the details.",
    ),
}

OTHER_ENDING: Words = (
    "The connection could not be kept.",
    "The connection could not be kept ({detail}).",
    "It is tried again by itself.",
)

ENDINGS: Mapping[str, Words] = {
    "closed_by_peer": ("The other side closed the connection.", "", "It is tried again by itself."),
    "closed_by_us": ("The connection was closed here.", "", ""),
    "duplicate": ("There is already a connection to this peer.", "", ""),
    "self_connection": ("That address is your own.", "", "Remove it from the list."),
    "timed_out": (
        "The other side did not answer in time.",
        "",
        "It is tried again by itself; check that Tidings runs there.",
    ),
    "error_from_peer": (
        "The other side refused to go on.",
        "The other side refused to go on: {detail}.",
        "It may be another version; update both.",
    ),
    "violation": (
        "The other side broke the protocol and was cut off.",
        "The other side broke the protocol and was cut off: {detail}.",
        "It may be another program or a damaged version.",
    ),
    "unreachable": (
        "Nobody could be reached at that address.",
        "Nobody could be reached at {detail}.",
        "Check the address, and that the other computer is on.",
    ),
    "too_slow": ("The other side was too slow to follow.", "", "It is tried again by itself."),
    "too_many": ("There are too many connections already.", "", "Try again later."),
    "banned": ("This peer is banned here.", "", "Forget the ban first if you want it back."),
    "fault": (
        "Something went wrong on this computer; the connection was dropped.",
        "",
        "It is tried again by itself.",
    ),
    "connection_refused": (
        "Nothing listens at that address.",
        "",
        "Check the port, and that Tidings runs there.",
    ),
    "connection_reset": ("The connection was cut.", "", "It is tried again by itself."),
    "host_unreachable": (
        "There is no way to that computer.",
        "",
        "Check the network on both sides.",
    ),
    "network_unreachable": (
        "This computer has no network that leads there.",
        "",
        "Check this computer's network.",
    ),
    "name_not_found": (
        "That host name is not known.",
        "",
        "Check its spelling and this computer's network.",
    ),
    "not_permitted": (
        "This computer does not allow connections to that address.",
        "",
        "Check its firewall.",
    ),
    "too_many_files": (
        "This computer has too many files and connections open.",
        "",
        "Close other programs, or raise the limit of open files.",
    ),
}
