"""Whoever has a Spark of their own here gets a report by ours all the same, and by our settings."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path

import pytest

from spark_reports import session as sessions
from spark_reports.session import Placement, session
from tests.spark.rows import GARDEN, dataset, post
from tests.spark.test_report import report
from tests.spark.test_session import Silent

OTHERS: Mapping[str, str] = {
    "SPARK_HOME": "/nowhere/otherspark",
    "SPARK_LOCAL_DIRS": "disk",
    "SPARK_REMOTE": "sc://nowhere.example",
    "SPARK_API_MODE": "connect",
    "SPARK_CONNECT_MODE": "1",
    "SPARK_CONNECT_MODE_ENABLED": "1",
}
OF_CLUSTERS: Mapping[str, str] = {
    "SPARK_CONF_DIR": "settings",
    "PYSPARK_SUBMIT_ARGS": "--master yarn --deploy-mode client pyspark-shell",
}
"""What a cluster may need; here alone they lead elsewhere, too."""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where another Spark writes what it does; all of its settings stand in the environment."""
    for name, value in {**OTHERS, **OF_CLUSTERS}.items():
        path = tmp_path / value
        monkeypatch.setenv(name, str(path) if value in {"settings", "disk"} else value)
    for folder in ("settings", "disk", "log"):
        (tmp_path / folder).mkdir()
    told = f"spark.eventLog.enabled true\nspark.eventLog.dir {(tmp_path / 'log').as_uri()}\n"
    (tmp_path / "settings" / "spark-defaults.conf").write_text(told)
    return tmp_path / "log"


@pytest.mark.needs_java
@pytest.mark.usefixtures("log")
@pytest.mark.parametrize("master", [None, "local[2]", "spark://10.0.0.1:7077", "yarn"])
@pytest.mark.parametrize("gateway", [{}, {"PYSPARK_GATEWAY_PORT": "1"}])
def test_java_is_started_without_them_but_with_what_a_cluster_needs(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    gateway: Mapping[str, str],
    master: str | None,
) -> None:
    seen: dict[str, str] = {}

    def begun(_placement: Placement, *, is_submitted: bool) -> Silent:
        assert not is_submitted
        seen.update(os.environ)
        return Silent()

    for name, value in {**gateway, "HADOOP_CONF_DIR": "/etc/hadoop", "JAVA_HOME": ""}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sessions, "_begun", begun)
    placement = Placement(tmp_path, master)
    with session(placement):
        pass
    assert not {*OTHERS, *gateway} & seen.keys()
    assert seen["HADOOP_CONF_DIR"] == "/etc/hadoop"
    kept = set() if placement.is_local else {*OF_CLUSTERS}
    assert {*OF_CLUSTERS} & seen.keys() == kept


@pytest.mark.parametrize(
    ("before", "around"),
    [
        (None, ([], ["pyspark-shell"])),
        ("pyspark-shell", ([], ["pyspark-shell"])),
        ("--queue 'a b' pyspark-shell", (["--queue", "a b"], ["pyspark-shell"])),
    ],
)
def test_the_secret_of_a_cluster_is_handed_over_beside_what_it_needs(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: str | None,
    around: tuple[list[str], list[str]],
) -> None:
    monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", before or "")
    if before is None:
        monkeypatch.delenv("PYSPARK_SUBMIT_ARGS")
    folder = tmp_path / "a b"
    folder.mkdir()
    sessions._hand_over("x" * 32, folder)
    [file] = folder.iterdir()
    ours = ["--properties-file", str(file), "--load-spark-defaults"]
    first, last = around
    assert shlex.split(os.environ["PYSPARK_SUBMIT_ARGS"]) == [*first, *ours, *last]


@pytest.mark.needs_java
@pytest.mark.slow
def test_a_report_is_made_and_nothing_of_it_is_left_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    monkeypatch.setenv("PYSPARK_GATEWAY_PORT", "1")
    dataset(tmp_path / "dataset", {GARDEN: [post(1)]})
    ended = report(tmp_path / "dataset", tmp_path / "report", "--formats=csv")
    assert ended.status == 0, ended.complaint
    assert not list(log.iterdir())
    assert not list((tmp_path / "disk").iterdir())
