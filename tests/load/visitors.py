"""What peers do that mean no harm, and are slow, silent, or only there.

Those at the bare port; a peer that is silent behind its handshake is one of ``port_attacks``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from tests.load.attacks import Attack, flood, has_nothing
from tests.load.line import Line

SIP_SECONDS = 1.0


async def says_nothing(line: Line) -> None:
    """It came, and is silent until it is shown out."""
    line.begins()
    await line.payload()


async def only_listens(line: Line) -> None:
    """A member that hears all the news, asks for none of it and has none."""
    await line.greets()
    line.begins()
    await has_nothing(line)


async def reads_slowly(line: Line) -> None:
    """A member that has asked for far more than it takes: an answer a second."""
    await line.greets()
    line.begins()
    asking = asyncio.create_task(flood(line))
    try:
        while True:
            await line.payload()
            await asyncio.sleep(SIP_SECONDS)
    finally:
        asking.cancel()


VISITORS: Mapping[str, Attack] = {
    visitor.__name__: visitor for visitor in (says_nothing, only_listens, reads_slowly)
}
