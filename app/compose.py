"""Joins the parts to an engine: what is spoken (``speaking``), the store, the network, the clock.

No logic: what is decided here is only who gets what.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from app.backups.engine import BackedUp
from app.crash import told_of_failure
from app.erasing import Erasing
from app.health import Inspected
from app.profile.opening import AskPassphrase, open_profile
from app.profile.paths import Paths
from app.profile.settings import Settings, StoredSettings
from app.reading_parts import reading_parts
from app.searching import PatientlySearched
from app.speaking import Speaking
from app.transports import Transports, connected, unconnected
from engine.api import Engine
from engine.errors import Fault
from engine.model.events import FaultRaised
from engine.model.ids import HOME_PROTOCOL, PeerId
from engine.runtime.clock import Clock, SystemClock
from engine.runtime.node import Node
from engine.runtime.outfit import Outfit
from engine.runtime.running import RunningEngine
from engine.runtime.surroundings import Storage
from engine.runtime.turns.verifying import ThreadedVerification
from engine.store.opening import Store


@dataclass(frozen=True, slots=True)
class Opened:
    """An open profile with its engine running. ``troubles``: what was found wrong with it."""

    engine: Engine
    peer_id: PeerId
    troubles: Sequence[Fault] = ()


@asynccontextmanager
async def open_engine(
    paths: Paths, passphrase: AskPassphrase | bytes, *, online: bool = False
) -> AsyncIterator[Opened]:
    """The engine of a profile whose lock the caller holds, on the running loop, until left.

    ``online``: it may dial, listen and be discovered. Raises what ``open_profile`` raises.
    """
    store = open_profile(paths, passphrase)
    with ExitStack() as undoing:
        undoing.callback(store.close)
        settings = Settings.of(StoredSettings(paths.settings))
        undoing.pop_all()
    async with run_engine(store, settings, online=online) as opened:
        yield opened


@asynccontextmanager
async def run_engine(
    store: Store, settings: Settings, *, online: bool = False
) -> AsyncIterator[Opened]:
    """The same over a store that is open; it is closed at the end, and also if this raises."""
    with ExitStack() as closing:
        closing.callback(store.close)
        verify_many = ThreadedVerification()
        closing.callback(verify_many.close)
        speaking = Speaking(store, settings, verify_many, os.urandom)
        parts_of = partial(reading_parts, refused=speaking.refused)
        reader = store.reader(parts_of)
        closing.callback(reader.close)
        closing.callback(store.inspection.stop)
        storage = store.storage(speaking.repositories, speaking.sources, speaking.further)
        transports = connected() if online else unconnected()
        world = _World(storage, transports, SystemClock())
        erasing = Erasing(storage)
        closing.callback(erasing.finish)
        make_node = partial(_node, store, speaking, world)
        async with (
            RunningEngine(make_node, reader.answer, world.clock, transports.closing) as engine,
            _beside(erasing.run()),
            _directories_of(engine, online=online) as kept,
        ):
            engine.subscribe(erasing.hear)
            inspected = Inspected(kept, store.inspection.view)
            searched = PatientlySearched(inspected, partial(store.find, parts_of))
            closing.callback(searched.stop)
            backed_up = BackedUp(searched, store.database.location)
            closing.callback(backed_up.stop)
            yield Opened(backed_up, speaking.peer_id, store.troubles)


@asynccontextmanager
async def _directories_of(engine: Engine, *, online: bool) -> AsyncIterator[Engine]:
    if not online:  # a single command: it does not wait for a disk to be looked at
        yield engine
        return
    from app.folders.beside import directories_kept

    async with directories_kept(engine) as kept:
        yield kept


@asynccontextmanager
async def _beside(work: Coroutine[object, object, None]) -> AsyncIterator[None]:
    task = asyncio.get_running_loop().create_task(work)
    task.add_done_callback(told_of_failure)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


@dataclass(frozen=True, slots=True)
class _World:
    """What a node touches besides what it speaks."""

    storage: Storage
    transports: Transports
    clock: Clock


def _node(store: Store, speaking: Speaking, world: _World, attention: Callable[[], None]) -> Node:
    outfit = Outfit(
        peer_id=speaking.peer_id,
        protocols=speaking.protocols,
        performers=speaking.performers,
        storage=world.storage,
        book=store.peers,
        network=world.transports.network,
        discovery=world.transports.discovery,
        gateway=world.transports.gateway,
        home=HOME_PROTOCOL,
        keeper=speaking.keeper,
        traffic=speaking.traffic,
        clock=world.clock,
        entropy=os.urandom,
    )
    node = Node(outfit, attention, speaking.port.reachable_at)
    speaking.port.refuse(node.refuses)
    for trouble in store.troubles:  # told with the first turn, to whoever listens by then
        node.outbox.put(FaultRaised(trouble.reason, trouble.detail))
    return node
