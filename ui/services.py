"""What the window needs of the program around it. ``app`` implements these; no Qt here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from engine.errors import Refused
from engine.model.address import Address
from engine.model.communities import WireVersion
from engine.model.feeds import FeedForm
from engine.model.found import Found
from engine.model.ids import SpaceId
from ui.report_service import Reports

CodeMatrix = tuple[tuple[bool, ...], ...]
"""A QR code's modules, row by row, True is dark; the quiet zone of 4 is included."""


class Codes(Protocol):
    """QR codes, both ways."""

    def matrix(self, text: str) -> CodeMatrix:
        """The code that carries ``text`` (at most 2,000 characters); a link of ours in capitals."""

    def picture(self, text: str, suffix: str, pixels_a_module: int) -> bytes:
        """The code as a file's content; ``suffix`` is ``.png`` or ``.svg``."""

    def read_file(self, content: bytes) -> Sequence[str]:
        """Texts of all codes in a picture file. Refused if it is no picture, or is too large."""

    def read_grey(self, pixels: bytes, width: int, height: int) -> Sequence[str]:
        """Texts of all codes in an 8-bit grey picture without row padding. Thread-safe."""


class Links(Protocol):
    """Texts that are pasted, scanned and shown."""

    def read(self, text: str) -> Found:
        """What ``text`` is. Refused, with what was found instead, if it is nothing of ours."""

    def of_request(self, request: bytes, addresses: Sequence[Address]) -> str:
        """The text form of an encoded InviteRequest."""

    def of_invite(self, invite: bytes, addresses: Sequence[Address]) -> str:
        """The text form of an encoded EncryptedInvite."""

    def of_channel(self, public_key: bytes, name: str, addresses: Sequence[Address]) -> str:
        """The text form of a public channel."""

    def of_feed(
        self, public_key: bytes, name: str, form: FeedForm, addresses: Sequence[Address]
    ) -> str:
        """The text form of a feed."""

    def of_folder(self, public_key: bytes, name: str, addresses: Sequence[Address]) -> str:
        """The text form of a shared folder."""

    def of_community(
        self, key: bytes, wire: WireVersion, name: str, addresses: Sequence[Address]
    ) -> str:
        """The text form of a community. Whoever has it can join."""

    def of_trust(self, feed: bytes, links: Sequence[bytes], addresses: Sequence[Address]) -> str:
        """The text form of a permission to comment: ``links`` as ``TrustAuthor`` answers them."""

    def of_comment_key(self, feed: bytes, public_key: bytes, addresses: Sequence[Address]) -> str:
        """The text form of the key under which one would like to comment on ``feed``."""


@dataclass(frozen=True, slots=True)
class Newer:
    """A version that is newer than this one, and the page that tells of it (``https``)."""

    version: str
    page: str


class UpdateTrouble(StrEnum):
    """Why it is not known whether there is a newer version."""

    UNREACHABLE = "unreachable"
    NOT_SECURE = "not_secure"
    UNREADABLE = "unreadable"


class Updates(Protocol):
    """Whether there is a newer version. Nothing is asked unless somebody calls."""

    @property
    def place(self) -> str:
        """The host that is asked; empty where whoever packed the program named none."""

    async def newest(self) -> Newer | UpdateTrouble | None:
        """Asks now; None: this one is the newest. Never raises, and never waits long."""


class OwnKeyRing(Protocol):
    """The desktop's key ring, which may open this profile for whoever is logged in.

    Slow, on any thread; ``is_used`` is not.
    """

    @property
    def is_used(self) -> bool:
        """Whether this profile's key was put there."""

    def trouble(self) -> Refused | None:
        """Why there is none that could be used (NO_KEY_RING); None: there is one."""

    def remember(self, passphrase: str) -> None:
        """Puts the key there that ``passphrase`` opens. Refused: PASSPHRASE_WRONG, NO_KEY_RING.
        Raises Fault.
        """

    def forget(self) -> None:
        """Takes it away. Refused with KEY_RING_SILENT, then all is as before. Raises Fault."""


class OwnProfile(Protocol):
    """This profile as it lies on the disk, for its owner to look after."""

    @property
    def key_ring(self) -> OwnKeyRing | None:
        """None: none is ever asked (a test, a picture)."""

    @property
    def folder(self) -> str:
        """Where it lies."""

    def has_passphrase(self) -> bool:
        """Whether it opens with one. Raises Fault."""

    def change_passphrase(self, old: str | None, new: str | None) -> None:
        """Another one; None: there is none. Slow on purpose, on any thread.

        Raises Refused (PASSPHRASE_WRONG) or Fault; then the old one holds.
        """


class Gate(Protocol):
    """Whether this profile is locked: shown to nobody before its passphrase. Any thread.

    The engine goes on meanwhile: messages arrive, and its key stays in memory.
    """

    @property
    def is_locked(self) -> bool:
        """Now."""

    @property
    def can_lock(self) -> bool:
        """Whether there is a passphrase to unlock it with. Raises Fault."""

    def lock(self) -> None:
        """Refused with NOTHING_TO_LOCK without a passphrase. Raises Fault."""

    def unlock(self, passphrase: str) -> None:
        """Slow on purpose. Raises Refused(PASSPHRASE_WRONG) or Fault; then it stays locked."""

    def subscribe(self, listener: Callable[[], object]) -> Callable[[], None]:
        """``listener`` is called, on any thread, when it was locked or unlocked, until what is
        returned is called.
        """


class Restores(Protocol):
    """Profiles out of backups. Slow, on any thread."""

    def here(self, backup: Path, passphrase: str) -> None:
        """Lays the profile in ``backup`` ready in place of this one, which holds nothing yet: it is
        there when the program starts again, which it does by itself once the window has ended.

        Raises Refused or Fault; then nothing has changed.
        """

    def into(self, folder: Path, backup: Path, passphrase: str) -> None:
        """Makes a profile of it in a folder without one. Raises as ``here``; PROFILE_THERE."""


class Moves(Protocol):
    """A profile goes to another computer in the same network. Listeners are called on the loop that
    waits; cancelling calls it off as far as nothing was sent.
    """

    @property
    def prefix(self) -> str:
        """Begins every code, in capitals."""

    async def give(self, show: Callable[[str], object], told: Callable[[int, int], object]) -> None:
        """Shows a code once, waits for the other computer, and gives it this profile.

        ``told`` hears bytes of how many. Refused: MOVE_NOBODY, MOVE_BROKEN, MOVE_UNSURE.
        """

    async def take(
        self, code: str, passphrase: str | None, told: Callable[[int, int], object]
    ) -> None:
        """Lays the profile of the computer that shows ``code`` ready in place of this one, which
        holds nothing yet, as ``Restores.here`` does; ``passphrase`` opens it here (None: nothing).

        Refused: MOVE_CODE_INVALID, MOVE_NOBODY, MOVE_BROKEN; Fault: DISK_*.
        """


class Exports(Protocol):
    """Files that leave the profile. Each is there whole or not at all, for its owner alone."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The endings of the forms that a history can be exported in."""

    async def export(self, space: SpaceId, file: Path, told: Callable[[int, int], None]) -> int:
        """Writes a space's history in the form of the file's ending; how many posts it holds.

        ``told`` hears how many of how many were looked at, on the loop that waits. Refused with
        FILE_UNWRITABLE; Fault where the disk fails. Cancelling leaves nothing behind.
        """

    async def write(self, file: Path, content: bytes) -> None:
        """Writes a file. Refused with FILE_UNWRITABLE; Fault where the disk fails."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something in a directory that is not shared. ``path`` lies in it; ``reason``: a stable code.

    The codes are those of ``FolderEntryView.refusal``.
    """

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Survey:
    """What sharing a directory would publish: so many files and bytes.

    ``left_out`` are the first of ``left_out_count`` things that would not be. ``clashing`` of these
    are files whose names go out and are refused, for another file that comes first.
    """

    files: int
    bytes: int
    left_out: tuple[LeftOut, ...] = ()
    left_out_count: int = 0
    clashing: int = 0


class SharedDirectories(Protocol):
    """Directories of this computer, before they are tied to a shared folder."""

    def survey(self, directory: Path, is_called_off: Callable[[], bool] = lambda: False) -> Survey:
        """Looks at all of it; slow, on any thread. Refused with FILE_UNREADABLE.

        It ends soon where it ``is_called_off``, whatever it gives then.
        """


@dataclass(frozen=True, slots=True)
class KnownProfile:
    """A profile that was opened from the window before.

    ``is_own``: this window shows it. ``is_there``: its folder can be found now.
    """

    name: str
    folder: Path
    is_own: bool
    is_there: bool


class Profiles(Protocol):
    """The profiles of this person on this computer: their names and folders, and nothing else."""

    def known(self) -> Sequence[KnownProfile]:
        """The one of this window first, then by name. What cannot be read counts as not there."""

    def add(self, name: str, folder: Path) -> None:
        """Keeps it in the list, or changes its name there. Raises Fault."""

    def remove(self, folder: Path) -> None:
        """Takes it out of the list; its folder stays as it is. Raises Fault."""

    def can_hold(self, folder: Path) -> bool:
        """Whether there is a profile in it, or nothing at all yet."""

    def suggested(self, name: str) -> Path:
        """A folder that does not exist yet, for a new profile of that name."""

    def open(self, folder: Path) -> None:
        """Opens it in a window of its own, or raises the one that shows it. Raises Fault."""


class Settings(Protocol):
    """Choices of this profile that outlive the window. Reading is instant; writing is stored."""

    def text(self, name: str, default: str) -> str: ...
    def store_text(self, name: str, value: str) -> None: ...


class NoSettings:
    """Where no profile is open there is none to keep choices in: everything is as at first."""

    def text(self, _name: str, default: str) -> str:
        """What every profile begins with."""
        return default

    def store_text(self, name: str, value: str) -> None:
        """Nothing can be kept."""


@dataclass(frozen=True, slots=True)
class Services:
    """All of them, as one window is handed them."""

    settings: Settings
    codes: Codes
    links: Links
    updates: Updates | None = None
    profile: OwnProfile | None = None
    exports: Exports | None = None
    profiles: Profiles | None = None
    directories: SharedDirectories | None = None
    reports: Reports | None = None
    gate: Gate | None = None
    restores: Restores | None = None
    moves: Moves | None = None
    began: float | None = None
    """When the program was started (Unix seconds); None: when its window is."""
