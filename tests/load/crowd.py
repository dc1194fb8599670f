"""A crowd of others, in a process of its own (``attackers``): each from a host of its own."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from tests.e2e.processes import ROOT, environment
from tests.load.attackers import AT_ONCE_SECONDS, Orders
from tests.load.line import Target
from tests.load.pace import DEADLINE_SECONDS

HOSTS_A_NETWORK = 250


@asynccontextmanager
async def crowd(
    target: Target, names: Mapping[str, int], again_seconds: float = AT_ONCE_SECONDS
) -> AsyncIterator[dict[str, int]]:
    """It does what it came for, until left: so many of each name.

    Each comes again ``again_seconds`` after it was done, or thrown out. What is given holds how
    often those of a name came, once it was left.
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
    assert process.stdout is not None
    tallies: dict[str, int] = {}
    try:
        process.stdin.write(Orders(target, others, again_seconds).encode().encode() + b"\n")
        async with asyncio.timeout(DEADLINE_SECONDS):
            told = json.loads(await process.stdout.readline())
        assert told == {"attacking": len(others)}
        yield tallies
        process.stdin.close()
        async with asyncio.timeout(DEADLINE_SECONDS):
            tallies.update(json.loads(await process.stdout.readline())["connections"])
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _host(number: int) -> str:
    network, place = divmod(number, HOSTS_A_NETWORK)
    return f"127.1.{2 + network}.{1 + place}"
