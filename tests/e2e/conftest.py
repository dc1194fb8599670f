"""People for end-to-end tests: each has a folder and a loopback address of their own."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.processes import Person

MakePerson = Callable[[str], Person]

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def runtime() -> Iterator[Path]:
    """The folder for control sockets: its path is short, as their names must be."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-e2e-"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def person(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MakePerson]:
    """Makes people. What they still run at the end is ended."""
    people: list[Person] = []

    def make(name: str) -> Person:
        folder = tmp_path_factory.mktemp(name) / "profile"
        made = Person(name, folder, runtime, _own_host(), asks_from_here=True)
        people.append(made)
        return made

    yield make
    for one in people:
        for serving in one.started:
            if serving.is_running:
                serving.kill()


def _own_host() -> str:
    """An address that no other person of this run, nor of a run beside it, listens on."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return f"127.0.1.{1 + (worker * 100 + next(_numbers)) % 250}"
