"""What failed on this computer, why a connection ended, and why no router lets others through."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import FaultReason
from engine.model.peers import PortMappingTrouble
from ui.text.language import QT_TR_NOOP
from ui.wording import Words

# Not “put a copy of the folder back”: nothing would keep its feeds from going on in two ways.
_BRING_BACK = QT_TR_NOOP(
    "Move the profile's folder away; then “Restore backup” on the first page, or “tidings restore "
    "FILE”, brings a backup back."
)
FAULTS: Mapping[FaultReason, Words] = {
    FaultReason.DISK_FULL: (
        QT_TR_NOOP("The disk is full; nothing was saved."),
        QT_TR_NOOP("The disk is full; nothing was saved in {detail}."),
        QT_TR_NOOP("Free some space and try again."),
    ),
    FaultReason.DISK_READ_ONLY: (
        QT_TR_NOOP("The disk or folder cannot be written to."),
        QT_TR_NOOP("{detail} cannot be written to."),
        QT_TR_NOOP(
            "Check the permissions and whether the disk is mounted read-only. To rescue a profile "
            "from such a disk, copy its whole folder to another one, and back up that."
        ),
    ),
    FaultReason.DISK_FAILED: (
        QT_TR_NOOP("The disk reported an error; nothing was changed."),
        QT_TR_NOOP("The disk reported an error; nothing was changed ({detail})."),
        QT_TR_NOOP("Check the disk, then try again."),
    ),
    FaultReason.DATABASE_CORRUPT: (
        QT_TR_NOOP("The profile's database is damaged."),
        QT_TR_NOOP("The profile's database is damaged ({detail})."),
        QT_TR_NOOP(
            "Run “tidings doctor” to see what is damaged, or restore a backup into another folder."
        ),
    ),
    FaultReason.LOG_DAMAGED: (
        QT_TR_NOOP("A fault of the disk has undone this profile's last changes."),
        QT_TR_NOOP(
            "A fault of the disk has undone this profile's last changes; what is left of them is "
            "kept in {detail}."
        ),
        QT_TR_NOOP(
            "Posts of others come again by themselves, and so do your own that others hold: go "
            "online, then look whether your last ones are there."
        ),
    ),
    FaultReason.DATABASE_UNREADABLE: (
        QT_TR_NOOP("The profile's database is damaged, or belongs to another key."),
        QT_TR_NOOP("The profile's database {detail} is damaged, or belongs to another key."),
        _BRING_BACK,
    ),
    FaultReason.DATABASE_MISSING: (
        QT_TR_NOOP("The profile's database is missing or empty, though its key is there."),
        QT_TR_NOOP("The profile's database {detail} is missing or empty, though its key is there."),
        _BRING_BACK,
    ),
    FaultReason.KEY_FILE_MISSING: (
        QT_TR_NOOP("The profile's key file is missing, so its database cannot be opened."),
        QT_TR_NOOP("The key file {detail} is missing, so the profile's database cannot be opened."),
        QT_TR_NOOP(
            "If you have moved the file “key”, put it back. Else move the profile's folder away; "
            "then “Restore backup” on the first page, or “tidings restore FILE”, brings a backup "
            "back."
        ),
    ),
    FaultReason.KEY_FILE_DAMAGED: (
        QT_TR_NOOP("The profile's key file is damaged."),
        QT_TR_NOOP("The key file {detail} is damaged."),
        _BRING_BACK,
    ),
    FaultReason.PROFILE_NEWER: (
        QT_TR_NOOP("This profile was written by a newer version of Tidings; nothing was changed."),
        QT_TR_NOOP(
            "This profile was written by a newer version of Tidings ({detail}); nothing was "
            "changed."
        ),
        QT_TR_NOOP("Install the newer version, or use another profile with “--profile DIR”."),
    ),
    FaultReason.PROFILE_IN_USE: (
        QT_TR_NOOP("Another Tidings uses this profile and does not answer."),
        QT_TR_NOOP("Another Tidings uses the profile {detail} and does not answer."),
        QT_TR_NOOP("Wait until it has finished, or end it, then try again."),
    ),
    FaultReason.SETTINGS_FULL: (
        QT_TR_NOOP(
            "There are too many drafts to keep; this one is kept only until Tidings closes."
        ),
        "",
        QT_TR_NOOP("Send or erase some drafts in other channels."),
    ),
    FaultReason.MEMORY_LACKING: (
        QT_TR_NOOP(
            "There is too little free memory to work with a passphrase; nothing was changed."
        ),
        "",
        QT_TR_NOOP("Close other programs and try again."),
    ),
    FaultReason.PORT_IN_USE: (
        QT_TR_NOOP("The port is used by another program."),
        QT_TR_NOOP("The port of {detail} is used by another program."),
        QT_TR_NOOP("Choose another port; 0 picks a free one."),
    ),
    FaultReason.ADDRESS_UNAVAILABLE: (
        QT_TR_NOOP("This computer does not have that address."),
        QT_TR_NOOP("This computer does not have the address {detail}."),
        QT_TR_NOOP("Use 0.0.0.0 or one of this computer's own addresses."),
    ),
    FaultReason.ENGINE_CLOSED: (
        QT_TR_NOOP("Tidings is closing; nothing was changed."),
        "",
        QT_TR_NOOP("Start it again."),
    ),
    FaultReason.BUG: (
        QT_TR_NOOP(
            "Something unforeseen went wrong inside Tidings; what was under way was undone."
        ),
        "",
        QT_TR_NOOP("Try again; the log in the profile's folder has the details."),
    ),
}

OTHER_ENDING: Words = (
    QT_TR_NOOP("The connection could not be kept."),
    QT_TR_NOOP("The connection could not be kept ({detail})."),
    QT_TR_NOOP("It is tried again by itself."),
)

ENDINGS: Mapping[str, Words] = {
    "closed_by_peer": (
        QT_TR_NOOP("The other side closed the connection."),
        "",
        QT_TR_NOOP("It is tried again by itself."),
    ),
    "closed_by_us": (QT_TR_NOOP("The connection was closed here."), "", ""),
    "community_unclear": (
        QT_TR_NOOP("A plain cable connection does not say which of your communities is meant."),
        "",
        QT_TR_NOOP(
            "Dial it as “cable+noise:HOST:PORT”, which tells by the key; or, where the program "
            "there speaks plain cable alone, take part in one community of wire M at a time."
        ),
    ),
    "no_community": (
        QT_TR_NOOP("You take part in no community that the connection could be about."),
        "",
        QT_TR_NOOP("Join one first."),
    ),
    "no_commenting": (
        QT_TR_NOOP("You may comment on no feed that the connection could be about."),
        "",
        QT_TR_NOOP(
            "Have somebody let you comment first. Only to read, dial a Tidings as "
            "“tidings:HOST:PORT”."
        ),
    ),
    "duplicate": (QT_TR_NOOP("There is already a connection to this peer."), "", ""),
    "self_connection": (
        QT_TR_NOOP("That address is your own."),
        "",
        QT_TR_NOOP("Remove it from the list."),
    ),
    "timed_out": (
        QT_TR_NOOP("The other side did not answer in time."),
        "",
        QT_TR_NOOP("It is tried again by itself; check that Tidings runs there."),
    ),
    "error_from_peer": (
        QT_TR_NOOP("The other side refused to go on."),
        QT_TR_NOOP("The other side refused to go on: {detail}."),
        QT_TR_NOOP("It may be another version; update both."),
    ),
    "violation": (
        QT_TR_NOOP("The other side broke the protocol and was cut off."),
        QT_TR_NOOP("The other side broke the protocol and was cut off: {detail}."),
        QT_TR_NOOP("It may be another program or a damaged version."),
    ),
    "unreachable": (
        QT_TR_NOOP("Nobody could be reached at that address."),
        QT_TR_NOOP("Nobody could be reached at {detail}."),
        QT_TR_NOOP("Check the address, and that the other computer is on."),
    ),
    "too_slow": (
        QT_TR_NOOP("The other side was too slow to follow."),
        "",
        QT_TR_NOOP("It is tried again by itself."),
    ),
    "too_many": (
        QT_TR_NOOP("There are too many connections already."),
        "",
        QT_TR_NOOP("Try again later."),
    ),
    "banned": (
        QT_TR_NOOP("This peer is banned here."),
        "",
        QT_TR_NOOP("Forget the ban first if you want it back."),
    ),
    "fault": (
        QT_TR_NOOP("Something went wrong on this computer; the connection was dropped."),
        "",
        QT_TR_NOOP("It is tried again by itself."),
    ),
    "connection_refused": (
        QT_TR_NOOP("Nothing listens at that address."),
        "",
        QT_TR_NOOP("Check the port, and that Tidings runs there."),
    ),
    "connection_reset": (
        QT_TR_NOOP("The connection was cut."),
        "",
        QT_TR_NOOP("It is tried again by itself."),
    ),
    "host_unreachable": (
        QT_TR_NOOP("There is no way to that computer."),
        "",
        QT_TR_NOOP("Check the network on both sides."),
    ),
    "network_unreachable": (
        QT_TR_NOOP("This computer has no network that leads there."),
        "",
        QT_TR_NOOP("Check this computer's network."),
    ),
    "name_not_found": (
        QT_TR_NOOP("That host name is not known."),
        "",
        QT_TR_NOOP("Check its spelling and this computer's network."),
    ),
    "not_permitted": (
        QT_TR_NOOP("This computer does not allow connections to that address."),
        "",
        QT_TR_NOOP("Check its firewall."),
    ),
    "too_many_files": (
        QT_TR_NOOP("This computer has too many files and connections open."),
        "",
        QT_TR_NOOP("Close other programs, or raise the limit of open files."),
    ),
}

MAPPING_TROUBLES: Mapping[PortMappingTrouble, Words] = {
    PortMappingTrouble.NOT_AVAILABLE: (
        QT_TR_NOOP("Tidings is in no network now, so no router is asked to let others through."),
        "",
        QT_TR_NOOP("It is asked while the window or “tidings serve” runs."),
    ),
    PortMappingTrouble.NO_NETWORK: (
        QT_TR_NOOP("This computer is in no network, so there is no router to ask."),
        "",
        QT_TR_NOOP("Connect it; the router is asked by itself then."),
    ),
    PortMappingTrouble.NOT_BEHIND: (
        QT_TR_NOOP(
            "The port is open at no private IPv4 address, so there is nothing that a router could "
            "let others through to."
        ),
        "",
        QT_TR_NOOP(
            "A public address needs no router's help, only firewalls that let the port through; "
            "otherwise open the port on all addresses of this computer."
        ),
    ),
    PortMappingTrouble.NO_ROUTER: (
        QT_TR_NOOP("No router has answered that it could let others through."),
        "",
        QT_TR_NOOP(
            "Turn on UPnP in the router, or forward the port there by hand; a firewall on this "
            "computer may also keep the answer away."
        ),
    ),
    PortMappingTrouble.SILENT: (
        QT_TR_NOOP("The router broke off when it was asked to let others through."),
        "",
        QT_TR_NOOP("It is asked again by itself; if that goes on, start the router anew."),
    ),
    PortMappingTrouble.UNREADABLE: (
        QT_TR_NOOP("What the router answered cannot be understood."),
        "",
        QT_TR_NOOP("Forward the port in the router by hand."),
    ),
    PortMappingTrouble.REFUSED: (
        QT_TR_NOOP("The router refuses to let others through."),
        "",
        QT_TR_NOOP("Allow it in the router's settings, or forward the port there by hand."),
    ),
    PortMappingTrouble.NOT_PUBLIC: (
        QT_TR_NOOP(
            "The router has no public address itself: another one stands before it, often the "
            "provider's."
        ),
        "",
        QT_TR_NOOP("Ask the provider for a public address, or keep a relay where there is one."),
    ),
}
