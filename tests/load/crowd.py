"""A crowd of others, in a process of its own (``attackers``): each from a host of its own."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from tests.e2e.processes import ROOT, environment
from tests.load.attackers import AT_ONCE_SECONDS, Orders
from tests.load.line import Target
from tests.load.pace import DEADLINE_SECONDS

HOSTS_A_NETWORK = 250


@asynccontextmanager
async def crowd(
    target: Target, names: Mapping[str, int], again_seconds: float = AT_ONCE_SECONDS
) -> AsyncIterator[dict[str, int]]:
    """It does what it came for, until left: so many of each name. Those of each were there before.

    Each comes again ``again_seconds`` after it was done, or thrown out. What is given holds how
    often those of a name were there, once it was left. RuntimeError if it ends by itself.
    """
    who = [name for name, count in names.items() for _ in range(count)]
    others = [(_host(number), name) for number, name in enumerate(who)]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.load.attackers",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(ROOT),
        cwd=ROOT,
        limit=1 << 20,
    )
    assert process.stdin is not None
    tallies: dict[str, int] = {}
    try:
        process.stdin.write(Orders(target, others, again_seconds).encode().encode() + b"\n")
        async with asyncio.timeout(DEADLINE_SECONDS):
            told = await _told(process)
        assert told == {"attacking": len(others)}
        yield tallies
        process.stdin.close()
        async with asyncio.timeout(DEADLINE_SECONDS):
            tallies.update((await _told(process))["connections"])
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _told(process: asyncio.subprocess.Process) -> Mapping[str, Any]:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        # Something befell one of them that nobody foresaw; standard error has it.
        message = f"the crowd ended by itself, with {await process.wait()}"
        raise RuntimeError(message)
    told: Mapping[str, Any] = json.loads(line)  # our own
    return told


def _host(number: int) -> str:
    network, place = divmod(number, HOSTS_A_NETWORK)
    return f"127.1.{2 + network}.{1 + place}"
