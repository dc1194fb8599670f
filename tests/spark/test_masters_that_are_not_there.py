"""A master that nobody listens at is named soon, before Java is started."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from spark_reports import masters
from spark_reports.masters import MasterAway, demand_answer
from tests.spark.rows import GARDEN, dataset, post
from tests.spark.test_report import report

LONGER_THAN_ALL = 20.0
connect = socket.create_connection


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    """Nobody listens there."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken


@pytest.fixture
def away(taken: socket.socket) -> str:
    """HOST:PORT of nobody."""
    return f"127.0.0.1:{taken.getsockname()[1]}"


@pytest.fixture
def there() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def test_of_several_masters_one_that_answers_is_enough(away: str, there: str) -> None:
    demand_answer(f"spark://{away},{there}")


def test_a_master_that_is_just_restarting_is_asked_again(
    taken: socket.socket, away: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def started_once_refused(address: tuple[str, int], seconds: float) -> socket.socket:
        try:
            return connect(address, seconds)
        except ConnectionRefusedError:
            taken.listen()
            raise

    monkeypatch.setattr(socket, "create_connection", started_once_refused)
    demand_answer(f"spark://{away}")


def test_no_master_waits_for_the_silence_of_another(
    away: str, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_over = threading.Event()

    def silent(address: tuple[str, int], seconds: float) -> socket.socket:
        if away.endswith(f":{address[1]}"):
            is_over.wait(LONGER_THAN_ALL)
            raise TimeoutError
        return connect(address, seconds)

    monkeypatch.setattr(socket, "create_connection", silent)
    began = time.monotonic()
    demand_answer(f"spark://{away},{there}")
    is_over.set()
    assert time.monotonic() - began < LONGER_THAN_ALL


def test_a_master_may_be_at_a_numeric_address_of_the_newer_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, int]] = []

    def answers(address: tuple[str, int], seconds: float) -> socket.socket:
        asked.append(address)
        return socket.socket()

    monkeypatch.setattr(socket, "create_connection", answers)
    demand_answer("spark://[::1]:7077")
    assert asked == [("::1", 7077)]


@pytest.mark.parametrize("master", [None, "local[2]", "yarn", "k8s://https://127.0.0.1:1"])
def test_who_is_found_in_another_way_is_not_asked(master: str | None) -> None:
    demand_answer(master)


def test_where_nobody_answers_all_are_named(away: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masters, "ANSWER_SECONDS", 0.5)
    master = f"spark://{away},{'x' * 64}:7077"
    with pytest.raises(MasterAway) as raised:
        demand_answer(master)
    assert f"{raised.value}" == f"Nobody answers at {master}: is the master running?"


def test_a_report_says_so_as_it_starts_and_leaves_nothing(tmp_path: Path, away: str) -> None:
    dataset(tmp_path / "dataset", {GARDEN: [post(1)]})
    ended = report(tmp_path / "dataset", tmp_path / "report", f"--master=spark://{away}")
    sentence = f"Nobody answers at spark://{away}: is the master running?"
    assert (ended.status, ended.complaint.splitlines()) == (1, [sentence])
    assert [line.get("name") for line in ended.lines[:-1]] == ["start"]
    assert ended.lines[-1] == {"error": sentence}
    assert [path.name for path in tmp_path.iterdir()] == ["dataset"]
