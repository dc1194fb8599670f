"""``tidings peers``: connections, past and present, and the addresses that are dialled."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import cautions, shapes
from app.cli.arguments import SPOKEN, endpoint_or_address
from app.cli.failures import usage
from app.cli.printing import moment, table, words
from app.cli.session import Call, run
from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.community_queries import Communities
from engine.model.events import EngineClosed, Event, PeerGone, PeerReady, PeersChanged
from engine.model.ids import PeerId
from engine.model.peer_commands import AddPeer, BanPeer, ForgetPeer
from engine.model.peers import PeerView
from engine.model.queries import Connections
from ui.wording.sentences import sentence_of_ending

if TYPE_CHECKING:
    from rich.console import RenderableType

ID_DIGITS_LEAST = 6  # as for spaces: a shorter prefix is too easily mistaken

_OF_PEERS = PeersChanged | PeerReady | PeerGone | EngineClosed

app = typer.Typer(help="Peers: who is connected, and who is dialled.")
WhoArgument = Annotated[str, typer.Argument(metavar="ADDRESS|ID", help="HOST:PORT, or a peer id.")]


@app.callback(invoke_without_command=True)
def show(
    context: typer.Context,
    *,
    watch: Annotated[bool, typer.Option("--watch", help="Go on telling what changes.")] = False,
) -> None:
    """Show connections and addresses."""
    if context.invoked_subcommand is not None:
        if watch:
            raise usage("--watch goes with “tidings peers” alone.")
        return
    run(context, _watch if watch else _list)


async def _list(call: Call) -> None:
    views = (await call.engine.ask(Connections())).peers
    call.output.document([shapes.peer(view) for view in views], lambda: _table(views))


async def _watch(call: Call) -> None:
    """One object for each peer as it is, then for each that changes, until the engine ends."""
    news = _News(asyncio.get_running_loop())
    unsubscribe = call.engine.subscribe(news.hear)
    told: Sequence[PeerView] = ()
    try:
        while not news.is_last:
            news.is_there.clear()
            views = (await call.engine.ask(Connections())).peers
            for view in views:
                if view not in told:
                    call.output.line(shapes.peer(view), partial(_line, view))
            told = views
            await news.is_there.wait()
    finally:
        unsubscribe()


class _News:
    """That something about peers has changed since the last look, and whether it was the last."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.is_there = asyncio.Event()
        self.is_last = False
        self._loop = loop

    def hear(self, events: tuple[Event, ...]) -> None:
        """On the engine's thread."""
        self.is_last = self.is_last or any(isinstance(one, EngineClosed) for one in events)
        if any(isinstance(one, _OF_PEERS) for one in events):
            self._loop.call_soon_threadsafe(self.is_there.set)


@app.command("add")
def add(
    context: typer.Context,
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="HOST:PORT of the peer.")],
) -> None:
    """Dial this address now, and again after every start."""
    protocol, place = endpoint_or_address(address)

    async def work(call: Call) -> None:
        await call.engine.perform(AddPeer(protocol, place))
        await _list(call)
        for told in cautions.of_dialling(protocol, place, await call.engine.ask(Communities())):
            call.output.caution(told.code, told.message)

    run(context, work)


@app.command("forget")
def forget(context: typer.Context, who: WhoArgument) -> None:
    """Close connections to it, dial it no more, and lift a ban."""

    async def work(call: Call) -> None:
        address, peer_id = await _who(call, who)
        await call.engine.perform(ForgetPeer(address, peer_id))
        await _list(call)

    run(context, work)


@app.command("ban")
def ban(context: typer.Context, who: WhoArgument) -> None:
    """Close connections to it and refuse it until it is forgotten."""

    async def work(call: Call) -> None:
        address, peer_id = await _who(call, who)
        await call.engine.perform(BanPeer(address, peer_id))
        await _list(call)

    run(context, work)


async def _who(call: Call, text: str) -> tuple[Address | None, PeerId | None]:
    """An address, or the id of a known peer by its first digits; a whole id need not be known."""
    name, _, place = text.partition(":")
    address = Address.parse(text) or (Address.parse(place) if name in SPOKEN else None)
    if address is not None:
        return address, None
    prefix = text.strip().lower()
    views = (await call.engine.ask(Connections())).peers
    ids = {view.peer_id for view in views if view.peer_id and view.peer_id.hex().startswith(prefix)}
    if len(prefix) >= ID_DIGITS_LEAST and len(ids) == 1:
        return None, ids.pop()
    try:
        whole = bytes.fromhex(prefix)
    except ValueError as error:
        raise Refused(Refusal.PEER_UNKNOWN, text) from error
    if len(whole) != 32:
        raise Refused(Refusal.PEER_UNKNOWN, text)
    return None, PeerId(whole)


def _table(views: Sequence[PeerView]) -> RenderableType:
    if not views:
        return words("No peer yet: “tidings peers add HOST:PORT” dials one.")
    return table(
        ("State", "Address", "Peer", "Since", "Spaces", "Trouble"), [_row(view) for view in views]
    )


def _line(view: PeerView) -> str:
    return "  ".join(_row(view))


def _row(view: PeerView) -> tuple[str, ...]:
    return (
        str(view.state),
        "" if view.address is None else str(view.address),
        "" if view.peer_id is None else view.peer_id.hex()[:12],
        moment(view.since),
        str(len(view.spaces) or ""),
        _trouble(view),
    )


def _trouble(view: PeerView) -> str:
    if view.last_error is None:
        return ""
    return sentence_of_ending(view.last_error, view.last_rule or "").message
