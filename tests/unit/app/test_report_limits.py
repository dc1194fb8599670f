"""What a report's maker holds at most: links of a post, lines of the job, time for it to end."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from app.reports import job
from app.reports.job import LINE_BYTES_MAX, ReportStep, _end, _listen
from app.reports.rows import DOMAINS_MAX, domains_in

DEAF = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.alarm(60)
print("deaf", flush=True)
while True:
    signal.pause()
"""


@pytest.mark.parametrize("links", [DOMAINS_MAX, DOMAINS_MAX + 1])
def test_of_so_many_links_of_a_post_the_first_count(links: int) -> None:
    named = [f"{number}.example" for number in range(links)]
    assert domains_in(" ".join(f"https://{one}/" for one in named)) == named[:DOMAINS_MAX]


@pytest.mark.parametrize("too_many", [0, 1])
def test_a_line_of_the_job_that_is_too_long_is_passed_over(too_many: int) -> None:
    told: list[ReportStep] = []
    step = json.dumps({"stage": 1, "stages": 2, "name": "links", "done": 3, "total": 4}).encode()

    async def scene() -> None:
        stream = asyncio.StreamReader(LINE_BYTES_MAX)
        stream.feed_data(step + b" " * (LINE_BYTES_MAX + too_many - len(step)) + b"\n")
        stream.feed_data(step + b"\n")
        stream.feed_eof()
        assert await _listen(stream, told.append) == ""

    asyncio.run(scene())
    assert told == [ReportStep(1, 2, "links", 3, 4)] * (2 - too_many)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is deaf to its end there")
def test_a_job_that_does_not_hear_that_it_is_called_off_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "END_SECONDS", 0.0)

    async def scene() -> int | None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", DEAF, stdin=pipe, stdout=pipe
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"deaf\n"
        await _end(process, tmp_path / "r")
        return process.returncode

    assert asyncio.run(scene()) == -9
