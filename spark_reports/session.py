"""The Spark session: on this computer alone, on a cluster, or inside ``spark-submit``.

Nothing of it is open to others: no user interface; when it runs here alone, sockets on 127.0.0.1
and a secret of its own, for others may have an account here; authentication and encryption on a
cluster of ours (reliability.md D-5). Everybody on a computer can read command lines: neither a
secret stands there, nor what a report is called. No Python runs on workers.
"""

from __future__ import annotations

import codecs
import locale
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark import SparkConf, SparkContext
from pyspark.sql import SparkSession

from spark_reports.calling_off import undisturbed
from spark_reports.files import otherwise_named, write
from spark_reports.java import find_java

LOCAL = "local[*]"
DRIVER_MEMORY = "2g"  # ours: with everything beside the heap below 4 GiB
ROWS_A_PARTITION = 250_000  # ours: some tens of MB where posts are joined with each other
PARTITIONS_MIN, PARTITIONS_MAX = 1, 4_096  # ours
SMALL_ROWS = 300_000  # ours: below, compiling what is done costs more than doing it
MANY_ROWS = 3_000_000  # ours: below, Java's second compiler costs more than what it makes faster
_LOCAL = re.compile(r"local(\[|$)")
_HERE = re.compile(r"spark://(localhost|127(\.\d{1,3}){3}):\d+")
_SECRET_FILE = "secret.conf"  # noqa: S105 - a name; ours, in the scratch folder
_SECRET = "spark.authenticate.secret"  # noqa: S105 - the name of a setting
_GATEWAY = "PYSPARK_GATEWAY_"
_SUBMITTED = (f"{_GATEWAY}PORT", f"{_GATEWAY}SECRET")
"""Set by ``spark-submit`` for the program it starts: both, or it was not that."""
_OF_OTHERS = frozenset(
    {
        "SPARK_HOME",
        "SPARK_LOCAL_DIRS",
        "SPARK_REMOTE",
        "SPARK_API_MODE",
        "SPARK_CONNECT_MODE",
        "SPARK_CONNECT_MODE_ENABLED",
    }
)
"""They lead to another Spark than ours, to disks that we do not clear, and to a server of Spark
Connect, which has none of what we ask Java for.
"""
_ARGUMENTS = "PYSPARK_SUBMIT_ARGS"  # what PySpark starts Java with
_OF_CLUSTERS = frozenset({"SPARK_CONF_DIR", _ARGUMENTS})
"""They hold what yarn or k8s may need, as HADOOP_CONF_DIR does; here alone they are another
Spark's settings.
"""
_USUAL_ARGUMENTS = "pyspark-shell"
_LANGUAGE = "-Duser.language=en -Duser.country=US"
"""What Java makes small letters by: a report is the same whatever language its computer speaks."""


class ZoneUnknown(Exception):  # noqa: N818 - an answer about a name
    """This computer's Java is older than the time zone. The text names it."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the work is done. ``master``: as Spark writes it (None: here, or what submitted us).

    ``secret``: what master, workers and we share, if the cluster is one of ours. ``scratch``: a
    folder for what does not fit in memory. ``memory``: of the Java heap, as Spark writes it.
    ``rows``: how many posts there are.
    """

    scratch: Path
    master: str | None = None
    secret: str | None = None
    memory: str = DRIVER_MEMORY
    rows: int = 0

    @property
    def is_local(self) -> bool:
        """Whether it all happens in one process on this computer."""
        return _LOCAL.match(self.master or LOCAL) is not None


FIXED: Mapping[str, str] = {
    "spark.app.name": "Tidings activity report",
    "spark.log.level": "ERROR",
    "spark.ui.enabled": "false",
    "spark.eventLog.enabled": "false",  # ids and names stand in it, and it stays
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.parquet.compression.codec": "zstd",
    "spark.sql.ansi.enabled": "true",  # an overflow is an error, never a wrong number
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.adaptive.coalescePartitions.parallelismFirst": "false",
    "spark.sql.adaptive.advisoryPartitionSizeInBytes": "32m",
    "spark.sql.join.preferSortMergeJoin": "false",
    "spark.sql.files.maxPartitionBytes": "32m",
    "spark.sql.files.openCostInBytes": "256k",  # many months are small files
    "spark.sql.sources.parallelPartitionDiscovery.parallelism": "32",  # else a task a file
    "spark.sql.caseSensitive": "true",
    "spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs": "false",
    "spark.hadoop.parquet.summary.metadata.level": "NONE",
}

_SMALL: Mapping[str, str] = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}

_ALONE: Mapping[str, str] = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
}


def options_of(placement: Placement) -> Mapping[str, str]:
    """Everything that is set but the secret; pure. Java is started with it on its command line."""
    options = dict(FIXED)
    options["spark.local.dir"] = str(placement.scratch)
    options["spark.driver.memory"] = placement.memory
    # What Java unpacks goes with the rest; Spark reads this text as a shell would.
    folder = re.sub(r'(["\\])', r"\\\1", f"-Djava.io.tmpdir={placement.scratch.as_posix()}")
    compiler = "-XX:TieredStopAtLevel=1 " if placement.rows < MANY_ROWS else ""
    java = f"{compiler}-XX:+UseParallelGC {_LANGUAGE}"
    options["spark.driver.extraJavaOptions"] = f'{java} "{folder}"'
    options["spark.executor.extraJavaOptions"] = java
    partitions = min(max(placement.rows // ROWS_A_PARTITION, PARTITIONS_MIN), PARTITIONS_MAX)
    options["spark.sql.shuffle.partitions"] = str(partitions)
    if placement.rows < SMALL_ROWS:
        options |= _SMALL
    if placement.is_local or _HERE.fullmatch(placement.master or ""):
        options |= _ALONE
    if placement.is_local:
        options["spark.authenticate"] = "true"  # Spark makes the secret itself there
    if placement.secret is not None:
        options |= {
            "spark.authenticate": "true",
            "spark.network.crypto.enabled": "true",
            "spark.io.encryption.enabled": "true",
        }
    return options


@contextmanager
def session(placement: Placement) -> Iterator[SparkSession]:
    """A session for the block. Raises JavaMissing.

    The environment of this process is another one from then on, after the block too, unless
    ``spark-submit`` started it: what leads to other Sparks is gone, and Java's home is set.
    """
    is_submitted = all(one in os.environ for one in _SUBMITTED)
    if not is_submitted:
        _forget_other_sparks(_OF_OTHERS | _OF_CLUSTERS if placement.is_local else _OF_OTHERS)
        os.environ["JAVA_HOME"] = str(find_java().home)
        _name_files_in_utf8()
    elif placement.master is None:
        placement = replace(placement, master=_submitted_to())
    with neutrally_named(placement.scratch) as scratch:
        spark = _begun(replace(placement, scratch=scratch), is_submitted=is_submitted)
        try:
            spark.sparkContext.setLogLevel("ERROR")
            yield spark
        except KeyboardInterrupt:
            with suppress(Py4JError, ConnectionError):  # Java may be gone
                spark.sparkContext.setLogLevel("OFF")  # it logs what it cannot finish any more
            raise
        finally:
            spark.stop()


def zone_known(spark: SparkSession, name: str, otherwise: str | None = None) -> str:
    """``name`` if Java knows a time zone of that name, else ``otherwise``. Raises ZoneUnknown."""
    assert spark.sparkContext._jvm is not None  # noqa: SLF001
    zones = spark.sparkContext._jvm.java.time.ZoneId  # noqa: SLF001
    if zones.getAvailableZoneIds().contains(name) or zones.SHORT_IDS.containsKey(name):
        return name  # Spark asks for it with the short ones, too
    if otherwise is None:
        told = f"This computer's Java does not know the time zone {name}"
        raise ZoneUnknown(f"{told}: take another one, or a newer Java.")
    return otherwise


def _forget_other_sparks(names: AbstractSet[str]) -> None:
    """Somebody may have a Spark of their own here: ours is the one that was installed with us, and
    nobody but us starts it.
    """
    for name in [*os.environ]:
        if name in names or name.startswith(_GATEWAY):
            del os.environ[name]


def _name_files_in_utf8() -> None:
    """Java names files as the locale has it, and refuses a letter that has no place there; Python
    has long gone over to UTF-8 where the locale is none, as over ssh.
    """
    is_windows_or_mac = sys.platform in {"win32", "darwin"}
    if not is_windows_or_mac and codecs.lookup(locale.getencoding()).name != "utf-8":
        os.environ["LC_ALL"] = "C.UTF-8"


def _begun(placement: Placement, *, is_submitted: bool) -> SparkSession:
    if placement.is_local:
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    conf = SparkConf().setMaster(placement.master or LOCAL).setAll([*options_of(placement).items()])
    if placement.secret is not None:
        if is_submitted:
            conf.set(_SECRET, placement.secret)
        else:
            _hand_over(placement.secret, placement.scratch)
    try:
        with undisturbed():  # what PySpark does not know yet, nobody can end
            SparkContext._ensure_initialized(conf=conf)  # noqa: SLF001
        return SparkSession.builder.config(conf=conf).getOrCreate()
    except KeyboardInterrupt:
        _end_java()  # not where it failed: what Java says of that is yet to be asked for
        raise


def _end_java() -> None:
    """It was just beginning, and is not wanted any more: it must not write into what goes now."""
    process = getattr(SparkContext._gateway, "proc", None)  # noqa: SLF001 - None: not ours
    if process is not None:
        process.kill()
        process.wait()
        process.stdin.close()
        SparkContext._gateway = SparkContext._jvm = None  # noqa: SLF001


def _submitted_to() -> str:
    """Where ``spark-submit`` was told to go; what we set ourselves would win over it."""
    SparkContext._ensure_initialized()  # noqa: SLF001 - else SparkConf would not ask Java
    return SparkConf().get("spark.master", LOCAL)


@contextmanager
def neutrally_named(folder: Path) -> Iterator[Path]:
    """The same folder under a name that tells nothing of where it is, for Java's command line: it
    is beside a report that may be called as a private channel. Nor has it a comma, at which Spark
    takes a second one to begin, where the folder for temporary files has none.
    """
    # Windows shows nobody the command lines of others, and few may make a link there.
    if sys.platform == "win32" and "," not in str(folder):
        yield folder
        return
    with otherwise_named(folder) as other:
        yield folder if "," in str(other) else other


def _hand_over(secret: str, scratch: Path) -> None:
    """Java reads the secret from a file of ours; that goes with the scratch folder."""
    file = scratch / _SECRET_FILE
    units = secret.encode("utf-16-be", "replace").hex(" ", 2).split()
    escaped = "".join(f"\\u{unit}" for unit in units)
    write(file, f"{_SECRET} {escaped}\n".encode("ascii"))
    named = f"--properties-file {shlex.quote(str(file))} --load-spark-defaults"
    others = os.environ.get(_ARGUMENTS, "").removesuffix(_USUAL_ARGUMENTS)
    os.environ[_ARGUMENTS] = f"{others}{named} {_USUAL_ARGUMENTS}"  # of two files the last counts
