"""What Spark's failures mean for a person: one sentence, where Java says hundreds of lines."""

from __future__ import annotations

from pathlib import Path

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException


class NotShared(Exception):  # noqa: N818 - an answer about a folder
    """What workers have written is not where we look for it: they have disks of their own."""


SPARK_FAILURES = (Py4JError, PySparkException, ConnectionError, NotShared)
"""What work by Spark raises: Java's own, Spark's own, that Java is gone, and NotShared."""
_LINE_CHARACTERS_MAX = 200
_NO_START = "JAVA_GATEWAY_EXITED"
_NO_ROOM = ("No space left on device", "Disk quota exceeded", "There is not enough space")
_NO_MEMORY = ("OutOfMemoryError", "Cannot allocate memory", "Cannot reserve additional")
_NO_CLUSTER = (
    "Only one SparkContext should be running",  # what follows a cluster that did not take us
    "SparkContext was shut down",
    "stopped SparkContext",
    "All masters are unresponsive",
    "Master removed our application",
)
_NOT_THERE = "FAILED_READ_FILE.FILE_NOT_EXIST"  # a worker looked for it on its own disk
_GONE = ("Answer from Java side is empty", "Error while sending or receiving", "Connection refused")


def sentence_of(failure: Exception, scratch: Path, master: str | None = None) -> str:
    """``scratch``: where Spark writes what does not fit into memory; ``master``: which cluster."""
    if not isinstance(failure, NotShared) and not (master and _NOT_THERE in f"{failure}"):
        return _raised_by_spark(failure, scratch, master)
    workers = f"The workers of {master or 'Spark'} have disks of their own"
    return f"{workers}: the dataset and {scratch} must lie where all of them read and write."


def _raised_by_spark(failure: Exception, scratch: Path, master: str | None) -> str:
    text = f"{failure}"
    if any(one in text for one in _NO_ROOM):
        return f"The disk of {scratch} is full: make room on it, then try again."
    if any(one in text for one in _NO_MEMORY):
        return "Java has not enough memory for a report on so many posts."
    if _NO_START in text:
        return "Java could not be started; its own words are above."
    if master is not None and any(one in text for one in _NO_CLUSTER):
        return f"The cluster at {master} does not take our work, or does not share our secret."
    if isinstance(failure, ConnectionError) or any(one in text for one in _GONE):
        return "Java ended before the report was made."
    return f"Spark could not make the report: {_first_line(text)}"


def _first_line(text: str) -> str:
    """What Java's exception says, without its stack and the call that Python made."""
    lines = [line.strip().removeprefix(": ") for line in text.splitlines() if line.strip()]
    said = lines[1] if len(lines) > 1 and lines[0].startswith("An error occurred while") else ""
    line = said or (lines[0] if lines else "it does not say why")
    return line if len(line) <= _LINE_CHARACTERS_MAX else f"{line[: _LINE_CHARACTERS_MAX - 1]}…"
