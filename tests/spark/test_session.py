"""What Spark is allowed to do here: no page of its own, no socket for others, secrets where due."""

from __future__ import annotations

from pathlib import Path

import pytest

from spark_reports.session import Placement, options_of


def test_on_this_computer_nothing_is_open_to_others() -> None:
    options = options_of(Placement(Path("s")))
    assert options["spark.ui.enabled"] == "false"
    assert options["spark.driver.bindAddress"] == options["spark.driver.host"] == "127.0.0.1"
    assert options["spark.sql.session.timeZone"] == "UTC"
    assert options["spark.sql.sources.partitionColumnTypeInference.enabled"] == "false"
    assert options["spark.local.dir"] == "s"


def test_a_cluster_of_ours_has_authentication_and_encryption_on() -> None:
    options = options_of(Placement(Path("s"), "spark://10.0.0.1:7077", secret="x" * 32))
    assert options["spark.authenticate"] == options["spark.network.crypto.enabled"] == "true"
    assert options["spark.io.encryption.enabled"] == "true"
    assert "x" * 32 not in options.values(), "everybody can read the command line of Java"
    assert "spark.driver.bindAddress" not in options


@pytest.mark.parametrize(
    ("rows", "partitions"), [(0, "1"), (249_999, "1"), (10_000_000, "40"), (10**12, "4096")]
)
def test_there_are_as_many_pieces_as_the_posts_need(rows: int, partitions: str) -> None:
    assert options_of(Placement(Path("s"), rows=rows))["spark.sql.shuffle.partitions"] == partitions


@pytest.mark.parametrize(
    ("rows", "compiles", "optimizes"),
    [(1_000, False, False), (1_000_000, True, False), (10_000_000, True, True)],
)
def test_what_is_compiled_is_worth_it(rows: int, *, compiles: bool, optimizes: bool) -> None:
    options = options_of(Placement(Path("s"), rows=rows))
    assert ("spark.sql.codegen.wholeStage" not in options) == compiles
    for who in ("driver", "executor"):
        java = options[f"spark.{who}.extraJavaOptions"]
        assert ("TieredStopAtLevel=1" not in java) == optimizes, who
