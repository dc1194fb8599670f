"""``tidings serve``: the engine without a window, telling its events as they happen."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer

from app import crash
from app.cli import shapes
from app.cli.arguments import address_of, endpoint_of
from app.cli.failures import usage
from app.cli.session import (
    Session,
    remote_or_lock,
    session_of,
    tell_of_opening,
    tell_of_troubles,
)
from app.cli.telling import Teller
from app.control.client import RemoteEngine
from app.memory import give_back_large_blocks
from app.online import Doors, Endpoint, go_online
from app.profile.settings import StoredSettings
from engine.errors import Refusal, Refused
from engine.model.events import Event
from engine.model.ids import HOME_PROTOCOL
from ui.starting.ending import ending_signals

ListenOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PROTOCOL:ADDRESS",
        help="Open a port; may be given several times. Without it: this profile's own port, on all "
        "interfaces. PROTOCOL is “tidings”, or “peerlinks”, “hypercore”, "
        "“hyperbloom”, “cable” or “cable+noise” for other programs (“cable” speaks where "
        "one community alone is of wire M); port 0 picks a free one.",
    ),
]
PeerOption = Annotated[
    list[str] | None,
    typer.Option(metavar="PROTOCOL:ADDRESS", help="Dial this peer; may be given several times."),
]
OutsideOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ADDRESS",
        help="Where this profile's own port is reached besides, such as a name, or the public "
        "address of a router that forwards to it: told to others before this computer's addresses, "
        "also in invites and links; may be given several times.",
    ),
]
MapPortOption = Annotated[
    bool | None,
    typer.Option(
        "--map-port/--no-map-port",
        help="Whether the router is asked (by UPnP) to let others through to this profile's own "
        "port. Without it: as the profile's settings say, at first not.",
    ),
]


def add_to(root: typer.Typer) -> None:
    """Puts the command into the command line."""
    root.command("serve")(serve)


def serve(
    context: typer.Context,
    listen: ListenOption = None,
    peer: PeerOption = None,
    outside: OutsideOption = None,
    *,
    map_port: MapPortOption = None,
    no_discovery: Annotated[
        bool, typer.Option("--no-discovery", help="Neither be found nor find on this network.")
    ] = False,
) -> None:
    """Run without a window until interrupted; events are told one a line."""
    ports = [endpoint_of(text) for text in listen or ()]
    if ports and (map_port or outside) and not _has_our_own(ports):
        raise usage(
            "“--map-port” and “--outside” are about this profile's own port, which is not opened.",
            "Add “--listen tidings:ADDRESS”.",
        )
    doors = Doors(
        ports,
        [endpoint_of(text) for text in peer or ()],
        discovery=not no_discovery,
        outside=[address_of(text) for text in outside or ()],
        port_mapping=map_port,
    )
    give_back_large_blocks()
    asyncio.run(_serve(session_of(context), doors))


def _has_our_own(ports: Sequence[Endpoint]) -> bool:
    return any(protocol is HOME_PROTOCOL for protocol, _ in ports)


async def _serve(session: Session, doors: Doors) -> None:
    found = await remote_or_lock(session.paths)
    if isinstance(found, RemoteEngine):
        await found.close()
        raise Refused(Refusal.ALREADY_SERVING)
    try:
        tell_of_opening(session)
        await _serve_locked(session, doors)
    finally:
        found.release()


async def _serve_locked(session: Session, doors: Doors) -> None:
    from app.compose import open_engine
    from app.control.server import Door, open_control
    from app.profile.gate import Gate
    from app.reports.underway import Underway

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in ending_signals():
        loop.add_signal_handler(number, stopped.set)
    crash.watch_loop(loop, lambda _: None)
    stored = StoredSettings(session.paths.settings)
    Underway(session.paths.reports).begin_to_clear()

    def end() -> None:  # whoever listened has gone: as if interrupted
        loop.call_soon_threadsafe(stopped.set)

    def tell_dropped(count: int) -> None:
        _print(session, {"event": "events_dropped", "count": count})

    teller = Teller(end, tell_dropped)
    try:
        async with open_engine(session.paths, session.passphrase, online=True) as opened:
            opened.engine.subscribe(lambda events: _tell(session, events, teller))
            tell_of_troubles(session, opened.troubles)
            door = Door(stop=stopped.set, gate=Gate(session.paths.profile))
            async with open_control(opened.engine, door, session.paths.socket):
                await go_online(opened.engine, stored, doors)
                # What exists now stays. Looking through it, in the middle of the first long
                # channel that is fetched, takes as long as some 700 posts.
                gc.freeze()
                await stopped.wait()
    finally:
        teller.close()


def _tell(session: Session, events: tuple[Event, ...], teller: Teller) -> None:
    for shape in filter(None, map(shapes.event, events)):
        teller.tell(partial(_print, session, shape))


def _print(session: Session, shape: shapes.Shape) -> None:
    session.output.line(shape, lambda: _words(shape))


def _words(shape: shapes.Shape) -> str:
    """``peer_ready  protocol=tidings  address=…``: greppable, and readable enough."""
    details = (f"{name}={value}" for name, value in shape.items() if name != "event")
    return "  ".join((f"{shape['event']}", *details))
