"""``tidings config``: what the program asks once at its start, as the window's settings show it.

Only names that stand here are read and set: the rest of the file is the window's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Annotated

import typer

from app.cli.amounts import bytes_of
from app.cli.failures import CommandFailed, ExitStatus, Failure, usage
from app.cli.printing import facts, table
from app.cli.session import Session, remote_or_lock, session_of
from app.control.client import RemoteEngine
from app.profile.lock import ProfileLock
from app.profile.settings import NUMBER_DIGITS_MAX, Settings, StoredSettings
from engine.errors import Fault, FaultReason
from engine.model.address import PORT_MAX, Address

ON, OFF = "on", "off"
_AS_IT_STANDS = frozenset({"host", "lock.minutes"})
"""Taken by the program whatever it is; an address that there is not is refused then."""
LOCK_MINUTES = ("0", "1", "5", "15", "60")
"""What the window offers."""

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="“config list” has them all.")]


@dataclass(frozen=True, slots=True)
class _Setting:
    """``allowed`` ends the sentence “It takes …”. ``read``: a text as it is stored; None for one
    that is not allowed.
    """

    what: str
    allowed: str
    read: Callable[[str], str | None]
    at_first: str = ""


def _switch(text: str) -> str | None:
    return text if text in {ON, OFF} else None


def _port(text: str) -> str | None:
    is_port = text.isascii() and text.isdigit() and len(text) <= len(str(PORT_MAX))
    return str(int(text)) if is_port and int(text) <= PORT_MAX else None


def _host(text: str) -> str | None:
    try:
        return str(ip_address(text))
    except ValueError:
        return None


def _outside(text: str) -> str | None:
    address = Address.parse(text)
    return text if address is not None and address.port else None


def _amount(text: str) -> str | None:
    try:
        amount = str(bytes_of(text))
    except CommandFailed:
        return None
    return amount if len(amount) <= NUMBER_DIGITS_MAX else None


def _minutes(text: str) -> str | None:
    return text if text in LOCK_MINUTES else None


def _of_program(name: str, what: str) -> _Setting:
    is_on = getattr(Settings(), name)
    return _Setting(what, f"“{ON}” or “{OFF}”", _switch, ON if is_on else OFF)


SETTINGS: Mapping[str, _Setting] = {
    "port": _Setting("the port to listen on (0: any)", f"a number up to {PORT_MAX}", _port, "0"),
    "host": _Setting("the one address to listen on", "an address such as 192.168.1.20", _host),
    "discovery": _of_program("discovery", "be found on the local network"),
    "port_mapping": _of_program("port_mapping", "ask the router to let others through"),
    "outside": _Setting("where the port is reached besides", "HOST:PORT", _outside),
    "document": _of_program("document", "follow the protocols' documents to the letter"),
    "feed_bytes_max": _Setting(
        "what a feed of somebody else may take of the disk",
        "bytes, or for example “500 MB” or “2 GiB”",
        _amount,
        str(Settings().feed_bytes_max),
    ),
    "feeds_relaxed": _of_program(
        "feeds_relaxed", "keep feeds' connections alive as DEP-0010 has it"
    ),
    "feeds_unencrypted": _of_program(
        "feeds_unencrypted", "feeds with programs that encrypt nothing"
    ),
    "cable_short_prologue": _of_program(
        "cable_short_prologue", "begin communities as one published program does"
    ),
    "lock.minutes": _Setting(
        "after how many minutes the window locks itself (0: never)",
        f"one of {', '.join(LOCK_MINUTES)}",
        _minutes,
        "0",
    ),
}

app = typer.Typer(no_args_is_help=True, help="What the program goes by from its next start on.")


@app.command("list")
def list_all(context: typer.Context) -> None:
    """All settings, and how each stands."""
    session = session_of(context)
    stored = StoredSettings(session.paths.settings)
    values = {name: _value(stored, name) for name in SETTINGS}
    rows = [(name, value, SETTINGS[name].what) for name, value in values.items()]
    session.output.document(
        [{"name": name, "value": value} for name, value in values.items()],
        lambda: table(("Name", "Value", "What it is"), rows),
    )


@app.command()
def get(context: typer.Context, name: NameArgument) -> None:
    """How one setting stands."""
    _demand_known(name)
    session = session_of(context)
    _tell(session, name, _value(StoredSettings(session.paths.settings), name))


@app.command("set")
def set_one(
    context: typer.Context,
    name: NameArgument,
    value: Annotated[str, typer.Argument(help="“” for what it was at first.")],
) -> None:
    """Choose one setting, for the next start."""
    _demand_known(name)
    setting, text = SETTINGS[name], value.strip()
    kept = setting.read(text) if text else ""
    if kept is None:
        raise usage(f"“{value}” is no value of “{name}”.", f"It takes {setting.allowed}.")
    session = session_of(context)
    held = asyncio.run(_lock(session))
    try:
        _refuse_newer(session)
        stored = StoredSettings(session.paths.settings)
        stored.store_now(name, kept)
    finally:
        held.release()
    _tell(session, name, _value(stored, name))


def _demand_known(name: str) -> None:
    if name not in SETTINGS:
        raise usage(f"There is no setting “{name}”.", f"There are: {', '.join(SETTINGS)}.")


def _refuse_newer(session: Session) -> None:
    """What a later program has written is its own, settings too."""
    from engine.store import keys
    from engine.store.migrate import latest_format

    profile = session.paths.profile
    if keys.exists(profile) and keys.format_version(profile) > latest_format():
        raise Fault(FaultReason.PROFILE_NEWER, keys.KEY_NAME)


def _value(stored: StoredSettings, name: str) -> str:
    """What holds: what cannot be read counts as not stored, as at the program's start."""
    setting, text = SETTINGS[name], stored.text(name, "")
    return setting.read(text) or (text if name in _AS_IT_STANDS else "") or setting.at_first


def _tell(session: Session, name: str, value: str) -> None:
    session.output.document({"name": name, "value": value}, lambda: facts([(name, value)]))


async def _lock(session: Session) -> ProfileLock:
    """Of a profile that no program runs on: one that does has read them, and writes them anew."""
    found = await remote_or_lock(session.paths)
    if not isinstance(found, RemoteEngine):
        return found
    await found.close()
    message = "Tidings runs on this profile, and keeps its settings itself until it ends."
    hint = "End it first, or choose this in its window."
    code = str(FaultReason.PROFILE_IN_USE)
    raise CommandFailed(Failure(ExitStatus.REFUSED, code, message, hint))
