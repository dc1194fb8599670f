"""What a person reads when Spark fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from py4j.protocol import Py4JError, Py4JNetworkError
from pyspark.errors import PySparkRuntimeError

from spark_reports.failures import sentence_of

OUT = Path("reports")
STACK = "\n\tat org.apache.spark.Somewhere.deep(Somewhere.scala:1)" * 300
CALL = "An error occurred while calling o77.parquet.\n"


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Py4JError(f"{CALL}: java.io.IOException: No space left on device{STACK}"), "is full"),
        (Py4JError(f"{CALL}: java.lang.OutOfMemoryError: Java heap space{STACK}"), "enough memory"),
        (Py4JNetworkError("Answer from Java side is empty"), "Java ended before"),
        (ConnectionRefusedError(111, "Connection refused"), "Java ended before"),
        (PySparkRuntimeError(errorClass="JAVA_GATEWAY_EXITED", messageParameters={}), "started"),
        (Py4JError(f"{CALL}: java.lang.Oddity: it is odd{STACK}"), "java.lang.Oddity: it is odd"),
        (Py4JError("x" * 10_000), "xxx…"),
        (Py4JError(""), "does not say why"),
    ],
)
def test_a_failure_is_one_short_sentence(failure: Exception, words: str) -> None:
    said = sentence_of(failure, OUT)
    assert words in said
    assert "\n" not in said
    assert "Somewhere" not in said
    assert len(said) < 300


def test_a_cluster_that_does_not_take_us_is_named() -> None:
    failure = Py4JError(
        "java.lang.IllegalStateException: Cannot call methods on a stopped SparkContext."
    )
    said = sentence_of(failure, OUT, "spark://there:7077")
    assert "spark://there:7077 does not take our work" in said
