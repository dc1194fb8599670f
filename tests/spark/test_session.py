"""What Spark is allowed to do here: no page of its own, no socket for others, secrets where due."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from spark_reports.session import Placement, options_of

LISTENS = "0A"


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
    assert ("TieredStopAtLevel=1" not in options["spark.driver.extraJavaOptions"]) == optimizes


@pytest.mark.needs_java
def test_all_sockets_that_listen_are_of_this_computer_alone(spark: SparkSession) -> None:
    assert spark.range(10).repartition(2).count() == 10  # everything that listens does so now
    gateway = spark.sparkContext._gateway
    assert gateway is not None
    found = list(_listening(gateway.proc.pid))
    assert found
    assert all(address.is_loopback for address in found), found
    assert spark.sparkContext.uiWebUrl is None


def _listening(pid: int) -> Iterator[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """Where that process waits for connections."""
    own = {
        str(handle.readlink())
        for handle in Path(f"/proc/{pid}/fd").iterdir()
        if handle.is_symlink()
    }
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENS and f"socket:[{fields[9]}]" in own:
                yield _address(fields[1].partition(":")[0])


def _address(digits: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """As the kernel writes it: groups of four bytes, the lowest first."""
    groups = [bytes.fromhex(digits[at : at + 8])[::-1] for at in range(0, len(digits), 8)]
    address = ipaddress.ip_address(b"".join(groups))
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
