"""What is typed on the command line -> the engine's values. Refusals say what was typed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path
from typing import TypeVar

from app.cli.failures import not_wanted, usage
from app.exporting.naming import Naming
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.communities import CommunityView
from engine.model.community_queries import CommunityChannels, FindCommunity
from engine.model.found import Found
from engine.model.ids import HOME_PROTOCOL, ProtocolName
from engine.model.limits import PREFIX_DIGITS_MIN
from engine.model.queries import Connections, FindSpace, Space
from engine.model.views import MemberView, SpaceView
from engine.store.files import place_of
from ui.wording.wanted import Wanted, demanded

F = TypeVar("F", bound=Found)

SPOKEN = frozenset(
    {
        ProtocolName.TIDINGS,
        ProtocolName.PEERLINKS,
        ProtocolName.HYPERCORE,
        ProtocolName.HYPERBLOOM,
        ProtocolName.CABLE,
        ProtocolName.CABLE_NOISE,
    }
)
"""The protocols of this version that a port can be opened or dialled for."""

TEXT_BYTES_MAX = 32 * 1024 * 1024  # as the longest post of a channel's owner
KEY_DIGITS_SHOWN = 12  # ours
ID_DIGITS = 64
CANDIDATES_MAX = 10  # ours: more are not told
NEW_NAME_HELP = "What to call it here; whom you let in or give a link later is told this name."
NEW_CHANNEL_NAME_HELP = (
    "What to call it here. If the channel is your own, whom you let in or give a link later is told"
    " this name, else the name it came to you under."
)
_PROTOCOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9+-]*")
PICTURE_BYTES_MAX = 32 * 1024 * 1024  # ours: what app.qr reads at most


async def space_of(engine: Engine, text: str) -> SpaceView:
    """The space that a person means by its name, or by its id or key in hex.

    ``COMMUNITY#CHANNEL``: a channel that was joined, of a community so named or of that id or key;
    its own name in its own case, for another case is another channel.
    """
    try:
        return await engine.ask(FindSpace(text))
    except Refused as refused:
        if "#" not in text or refused.reason is not Refusal.SPACE_UNKNOWN:
            raise
    found, channel = await channel_meant(engine, text)
    for one in await engine.ask(CommunityChannels(found.id)):
        if one.name == channel and one.space is not None:
            return await engine.ask(Space(one.space))
    raise Refused(Refusal.SPACE_UNKNOWN, text)


async def channel_meant(engine: Engine, text: str) -> tuple[CommunityView, str]:
    """Which community's channel ``COMMUNITY#CHANNEL`` means, be it known or not.

    Names of communities may have the sign in them. CommandFailed (usage) without any.
    """
    signs = [at for at, sign in enumerate(text) if sign == "#" and text[:at] and text[at + 1 :]]
    if not signs:
        raise usage("Name the channel as COMMUNITY#CHANNEL.")
    for at in signs:
        try:
            return await engine.ask(FindCommunity(text[:at])), text[at + 1 :]
        except Refused as refused:
            if refused.reason is not Refusal.COMMUNITY_UNKNOWN:
                raise
    raise Refused(Refusal.COMMUNITY_UNKNOWN, text[: signs[0]])


def member_of(naming: Naming, members: Sequence[MemberView], text: str) -> MemberView:
    """The member meant by a name or the key's first digits. Refused if none or several fit.

    ``naming`` is that of their space: by whatever it calls them they can be meant.
    """
    return _only_one(naming, _meant(naming, members, text), text)


def member_who_asks(naming: Naming, members: Sequence[MemberView], text: str | None) -> MemberView:
    """The member meant as in ``member_of``, who waits for a fresh link from us.

    Without a text the only one who waits. Refused if none or several fit.
    """
    meant = members if text is None else _meant(naming, members, text)
    if not meant and text is not None:
        raise Refused(Refusal.MEMBER_UNKNOWN, text)
    waiting = [
        one
        for one in meant
        if one.let_in_by_us and not one.ours and one.ending is not None and one.ending.asked
    ]
    if not waiting:
        raise Refused(Refusal.RENEWAL_UNKNOWN, naming.space.name)
    return _only_one(naming, waiting, text or "")


def members_named(
    naming: Naming, members: Sequence[MemberView], named: Sequence[str]
) -> Sequence[MemberView]:
    """The members meant, each as in ``member_of``."""
    return [member_of(naming, members, text) for text in named]


def _only_one(naming: Naming, meant: Sequence[MemberView], text: str) -> MemberView:
    if not meant:
        raise Refused(Refusal.MEMBER_UNKNOWN, text)
    if len(meant) > 1:
        listed = [
            f"{naming.member(one)} {one.public_key.hex()[:KEY_DIGITS_SHOWN]}" for one in meant
        ]
        raise Refused(Refusal.MEMBER_AMBIGUOUS, ", ".join(listed[:CANDIDATES_MAX]))
    return meant[0]


def _meant(naming: Naming, members: Sequence[MemberView], text: str) -> Sequence[MemberView]:
    fitting = [one for one in members if _is_meant(naming, one, text)]
    # Nobody means themselves by a name that somebody else has, too.
    return [one for one in fitting if not one.ours] or fitting


def _is_meant(naming: Naming, member: MemberView, text: str) -> bool:
    digits = text.strip().lower()
    by_key = len(digits) >= PREFIX_DIGITS_MIN and member.public_key.hex().startswith(digits)
    # The last is how the list shows them and posts are headed: an owner with a word behind it.
    names = (member.name, naming.ours(member).name, naming.member(member))
    return by_key or text.strip().casefold() in {name.casefold() for name in names}


def digits_of(text: str, refusal: Refusal) -> str:
    """6 to 64 hexadecimal digits, in small letters: an id, or how one begins."""
    digits = text.strip().lower()
    is_hex = all(one in "0123456789abcdef" for one in digits)
    if not is_hex or not PREFIX_DIGITS_MIN <= len(digits) <= ID_DIGITS:
        raise Refused(refusal, text)
    return digits


def address_of(text: str) -> Address:
    """``HOST:PORT`` or ``[IPV6]:PORT``."""
    address = Address.parse(text)
    if address is None:
        lacks_port = Address.parse(f"{text.strip()}:1") is not None
        raise Refused(Refusal.PORT_MISSING if lacks_port else Refusal.ADDRESS_INVALID, text)
    return address


def endpoint_of(text: str) -> tuple[ProtocolName, Address]:
    """``PROTOCOL:ADDRESS``. Refused for a protocol that is not in this version."""
    name, colon, address = text.partition(":")
    if Address.parse(text) is not None:
        raise Refused(Refusal.PROTOCOL_MISSING, text)
    if colon and name in SPOKEN:
        return protocol_of(name), address_of(address)
    if _PROTOCOL_NAME.fullmatch(name) and Address.parse(address) is not None:
        raise Refused(Refusal.PROTOCOL_UNKNOWN, name)
    return HOME_PROTOCOL, address_of(text)  # which says what is wrong with it


def endpoint_or_address(text: str) -> tuple[ProtocolName, Address]:
    """``PROTOCOL:ADDRESS``, or an address alone for our peers' usual protocol."""
    address = Address.parse(text)
    if address is not None:
        return HOME_PROTOCOL, address
    return endpoint_of(text)


def protocol_of(name: str) -> ProtocolName:
    """The protocol of that name, if this version speaks it."""
    if name not in SPOKEN:
        raise Refused(Refusal.PROTOCOL_UNKNOWN, name)
    return ProtocolName(name)


def text_of(text: str) -> str:
    """``text``, or standard input for ``-`` (without its last line end).

    Refused if that is not UTF-8: Python shows foreign bytes of the command line as lone surrogates.
    """
    if text != "-":
        if not text.isascii() and any("\ud800" <= one <= "\udfff" for one in text):
            raise Refused(Refusal.TEXT_UNREADABLE, "the command line")
        return text
    content = sys.stdin.buffer.read(TEXT_BYTES_MAX + 1)
    if len(content) > TEXT_BYTES_MAX:
        raise Refused(Refusal.TEXT_TOO_LONG, f"{TEXT_BYTES_MAX} bytes")
    try:
        return content.decode("utf-8").removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError as error:
        raise Refused(Refusal.TEXT_UNREADABLE, "standard input") from error


def moment_of(text: str | None) -> float | None:
    """Unix seconds of ``YYYY-MM-DD`` (to the end of that day) or ``YYYY-MM-DDTHH:MM``.

    In the user's own time zone where none is written.
    """
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        if len(text) == len("YYYY-MM-DD"):
            moment = datetime.combine(moment.date(), time(23, 59, 59))
        return moment.timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise Refused(Refusal.VALIDITY_INVALID, text) from error


def wanted_in(text: str | None, picture: Path | None, wanted: Wanted[F]) -> F:
    """The wanted thing in a pasted text or a picture's QR code. Nothing is done with it.

    CommandFailed otherwise, with what was found and what is needed.
    """
    if (text is None) == (picture is None):
        raise usage("Give either a text or “--qr IMAGE”.")
    texts = _texts_in(picture) if picture is not None else [text or ""]
    return _first_wanted(texts, wanted)


def _texts_in(picture: Path) -> Sequence[str]:
    from app.qr import QrCodes

    texts = QrCodes().read_file(read_file(picture, PICTURE_BYTES_MAX))
    if not texts:
        raise Refused(Refusal.NO_CODE_IN_PICTURE, str(picture))
    return texts


def _first_wanted(texts: Sequence[str], wanted: Wanted[F]) -> F:
    """The first of them that is it; if there is none, why the first text is not."""
    from app.links import TidingsLinks

    problem: Refused | None = None
    for text in texts:
        try:
            return demanded(TidingsLinks().read(text), wanted)
        except Refused as refused:
            problem = problem or refused
    assert problem is not None
    raise not_wanted(problem, wanted)


def read_file(path: Path, bytes_max: int) -> bytes:
    """What is in a file the user named. Refused if it cannot be read or is larger."""
    try:
        with path.open("rb") as file:
            content = file.read(bytes_max + 1)
    except OSError as error:
        raise Refused(Refusal.FILE_UNREADABLE, f"{path} ({error.strerror})") from error
    if len(content) > bytes_max:
        raise Refused(Refusal.FILE_TOO_LARGE, f"{path} has more than {bytes_max // 1000:,} kB")
    return content


def write_file(path: Path, content: bytes) -> None:
    """Writes what the user asked for where the user asked for it. Refused if that cannot be."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{path} ({error.strerror})") from error


def demand_place(file: Path, *secrets: Path | None, in_place: bool = False) -> None:
    """Refused where no file can be written, before anything is asked for; nor in the place of one
    of ``secrets``, whose passphrase would be gone with it. ``in_place``: what lies there is written
    into, be it a pipe or a device; else it is replaced.
    """
    place, why = file.absolute() if in_place and _is_there(file) else place_of(file), ""
    try:
        place.parent.stat()
        why = _hindrance(place, in_place=in_place)
    except OSError as error:
        why = error.strerror or type(error).__name__
    if any(secret is not None and _is_same(place, secret) for secret in secrets):
        why = "the passphrase stands there"
    if why:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{file} ({why})")


def _is_there(file: Path) -> bool:
    """Where its links lead. The path behind that of an open pipe, /dev/stdout, is no file's."""
    try:
        return file.exists()
    except OSError:  # the way there cannot be gone
        return False


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of the two is not there
        return False


def _hindrance(file: Path, *, in_place: bool) -> str:
    """Why a file cannot be made or changed there; empty where nothing is seen to hinder it."""
    folder = file.parent
    if not folder.is_dir():
        return f"{folder} is no folder"
    if file.is_dir():
        return "it is a folder"
    is_there = in_place and file.exists()
    is_allowed = os.access(file, os.W_OK) if is_there else os.access(folder, os.W_OK | os.X_OK)
    return "" if is_allowed else "that is not allowed there"


async def own_addresses(engine: Engine) -> Sequence[Address]:
    """Where others can reach our tidings port now; none unless it is open."""
    return (await engine.ask(Connections())).reachable_at()
