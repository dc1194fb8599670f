"""One Spark session for all tests here; datasets made of rows. Without Java, or a browser,
what needs them is not run.

Then the run says so, in its summary and in every test's place: reports are not proven there.
"""

from __future__ import annotations

import logging
import shutil
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_reports.calling_off import SIGNALS
from spark_reports.java import JavaMissing, find_java
from spark_reports.session import Placement, session

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """A report's test may take minutes on a busy computer. Without Java: not run, and told why."""
    ours = [item for item in items if HERE in item.path.parents]
    for item in ours:
        item.add_marker(pytest.mark.timeout(1_800))
    lacking = {"needs_java": _no_java, "needs_browser": _no_browser}
    for mark, why in lacking.items():
        asking = [item for item in ours if mark in item.keywords]
        reason = why() if asking else ""
        for item in asking if reason else ():
            item.add_marker(pytest.mark.skip(reason=f"NOT RUN: {reason}"))


def _no_java() -> str:
    try:
        find_java()
    except JavaMissing as missing:
        return str(missing)
    return ""


def _no_browser() -> str:
    if shutil.which("chromium") or shutil.which("chromium-browser"):
        return ""
    return "there is no Chromium: install it with “sudo apt-get install chromium”."


@pytest.fixture
def signals() -> Iterator[None]:
    """Whatever hears them, and what is said of it, is afterwards as it was."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    lost, thread = sys.unraisablehook, threading.excepthook
    yield
    logging.disable(logging.NOTSET)
    sys.unraisablehook, threading.excepthook = lost, thread
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """As a report of a small history has it."""
    scratch = tmp_path_factory.mktemp("spark")
    with session(Placement(scratch, "local[2]", memory="1g")) as made:
        yield made
