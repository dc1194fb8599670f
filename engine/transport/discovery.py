"""The local network's notice board, by multicast DNS (protocols/tidings.md, 1).

Announced are a port, this machine's addresses and a mark made from the peer id; no names and no
spaces. What is read there is a hint where to dial, nothing more: anybody near can write it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Protocol

from zeroconf import (
    BadTypeInNameException,
    InterfaceChoice,
    IPVersion,
    ServiceStateChange,
    Zeroconf,
)
from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from engine.model.address import Address
from engine.model.limits import LINK_ADDRESSES_MAX
from engine.transport.codes import code_of
from engine.transport.local_addresses import ip_of

SERVICE_TYPE = "_tidings._tcp.local."
VERSION = b"1"
MARK_BYTES = 8  # protocols/tidings.md, 1
LOOK_UP_MILLISECONDS = 3_000.0  # ours: whoever is near answers at once, or was never there
LOOK_UPS_MAX = 64  # ours: at a time; a flood of announcements is not answered
MARKS_MAX = 256  # ours: a local network's worth
FAILED = "discovery_failed"

_log = logging.getLogger(__name__)


def open_board(interfaces: InterfaceChoice | list[str] = InterfaceChoice.All) -> AsyncZeroconf:
    """Multicast on ``interfaces`` (addresses of this machine). OSError: there is no network."""
    return AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)


class Finder(Protocol):
    """Who is told; see ``Finder`` in engine/runtime/surroundings.py."""

    def found(self, mark: bytes, addresses: Sequence[Address]) -> None: ...
    def lost(self, mark: bytes) -> None: ...


class NoticeBoard:
    """Implements ``Discovery``. To be used on one running event loop; ``close`` takes all back."""

    def __init__(self, opened: Callable[[], AsyncZeroconf] = open_board) -> None:
        """``opened`` is called by ``start``."""
        self._opened = opened
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._mark = b""
        self._announced: Sequence[Address] = ()
        self._info: AsyncServiceInfo | None = None
        self._marks: dict[str, bytes] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._goodbyes: set[asyncio.Task[None]] = set()

    # ---- Discovery ------------------------------------------------------------------------------

    def start(self, mark: bytes, finder: Finder, done: Callable[[str | None], None]) -> None:
        """See ``Discovery``. Where there is no network it says so, and may be started again.

        Once it is started, another start does nothing.
        """
        self._mark = mark
        self._run(self._start(finder, done))

    def announce(self, addresses: Sequence[Address]) -> None:
        """See ``Discovery``. Replaces what was announced before."""
        self._announced = tuple(addresses)
        if self._zeroconf is not None:
            self._run(self._publish(self._zeroconf))

    def stop(self) -> None:
        """See ``Discovery``. The good-bye is said in its own time."""
        goodbye = asyncio.get_running_loop().create_task(_goodbye(*self._taken_down()))
        self._goodbyes.add(goodbye)
        goodbye.add_done_callback(self._goodbyes.discard)

    async def close(self) -> None:
        """Says good-bye and is silent from then on."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._goodbyes, return_exceptions=True)
        await _goodbye(*self._taken_down())

    def _taken_down(self) -> tuple[AsyncServiceBrowser | None, AsyncZeroconf | None]:
        """What was open; a start from now on opens anew."""
        taken = self._browser, self._zeroconf
        self._browser = self._zeroconf = self._info = None
        self._marks = {}
        return taken

    # ---- ourselves ------------------------------------------------------------------------------

    async def _start(self, finder: Finder, done: Callable[[str | None], None]) -> None:
        if self._goodbyes:  # else the last good-bye would be about the new announcement
            await asyncio.wait(self._goodbyes)
        if self._zeroconf is not None:
            done(None)
            return
        try:
            zeroconf = self._opened()
        except OSError as error:
            done(code_of(error))
            return
        except (ZeroconfError, RuntimeError):  # no interface that can speak to many
            done(FAILED)
            return
        self._zeroconf = zeroconf
        self._browser = AsyncServiceBrowser(
            zeroconf.zeroconf, SERVICE_TYPE, handlers=[self._listener(finder)]
        )
        done(None)
        await self._publish(zeroconf)

    async def _publish(self, zeroconf: AsyncZeroconf) -> None:
        info = self._describe()
        if info is None:
            return
        earlier, self._info = self._info, info
        try:
            if earlier is not None:
                await zeroconf.async_update_service(info)
            else:
                await zeroconf.async_register_service(info)
        except (OSError, ZeroconfError) as error:  # the board is a convenience: others can dial us
            _log.debug("announcement failed: %s", type(error).__name__)
            self._info = earlier

    def _describe(self) -> AsyncServiceInfo | None:
        if not self._announced:
            return None
        name = self._mark.hex()
        hosts = [a.host for a in self._announced if ip_of(a.host) is not None][:LINK_ADDRESSES_MAX]
        return AsyncServiceInfo(
            SERVICE_TYPE,
            f"{name}.{SERVICE_TYPE}",
            parsed_addresses=hosts,
            port=self._announced[0].port,
            properties={"v": VERSION, "id": name},
            server=f"{name}.local.",  # not the computer's own name
        )

    # ---- the others -----------------------------------------------------------------------------

    def _listener(self, finder: Finder) -> Callable[..., None]:
        def changed(
            zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
        ) -> None:
            if state_change is ServiceStateChange.Removed:
                if (mark := self._marks.pop(name, None)) is not None:
                    finder.lost(mark)
            elif service_type == SERVICE_TYPE and len(self._tasks) < LOOK_UPS_MAX:
                self._run(self._look_up(zeroconf, name, finder))

        return changed

    async def _look_up(self, zeroconf: Zeroconf, name: str, finder: Finder) -> None:
        try:
            info = AsyncServiceInfo(SERVICE_TYPE, name)
            known = await info.async_request(zeroconf, LOOK_UP_MILLISECONDS)
        except (BadTypeInNameException, OSError):
            return
        if self._zeroconf is None or self._zeroconf.zeroconf is not zeroconf:
            return  # it was stopped meanwhile: nobody would be told that the peer is lost
        mark = mark_in(info.properties)
        if not known or mark is None or mark == self._mark or not info.port:
            return
        hosts = [h for h in info.parsed_scoped_addresses(IPVersion.All) if can_be_dialled(h)]
        hosts = hosts[:LINK_ADDRESSES_MAX]
        if hosts and (name in self._marks or len(self._marks) < MARKS_MAX):
            self._marks[name] = mark
            finder.found(mark, [Address(host, info.port) for host in hosts])

    def _run(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _goodbye(browser: AsyncServiceBrowser | None, zeroconf: AsyncZeroconf | None) -> None:
    if browser is not None:
        await browser.async_cancel()
    if zeroconf is not None:
        await zeroconf.async_unregister_all_services()
        await zeroconf.async_close()


def can_be_dialled(host: str) -> bool:
    """Whether ``host`` is the address of one computer."""
    ip = ip_of(host.partition("%")[0])
    return ip is not None and not (ip.is_multicast or ip.is_unspecified or ip.is_reserved)


def mark_in(properties: Mapping[bytes, bytes | None]) -> bytes | None:
    """The mark of an announcement of our version, None if it is not one."""
    if properties.get(b"v") != VERSION:
        return None
    text = properties.get(b"id") or b""
    if len(text) != 2 * MARK_BYTES or any(digit not in b"0123456789abcdef" for digit in text):
        return None
    return bytes.fromhex(text.decode("ascii"))
