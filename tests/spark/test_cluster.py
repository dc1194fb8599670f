"""The same job, submitted to a real cluster of one master and two workers, one of which is killed
half-way.

What it makes of the same posts is compared to the byte with what this computer makes alone: so it
is shown here, too, that the same input gives the same report twice.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyspark
import pytest

from spark_reports.java import find_java
from spark_reports.synthetic import Wish, synthesize
from spark_reports.tables import TABLES
from tests.spark.cluster import SECRET, Cluster, cluster
from tests.spark.hostile import hostile

pytestmark = [pytest.mark.needs_java, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
POSTS = 3_000
HALF_WAY = "pagerank"
OURSELVES = (sys.executable, "-m", "spark_reports")
SERVED = """
import sys
from pathlib import Path
from spark_reports.session import Placement, session

scratch, url, secret = sys.argv[1:]
with session(Placement(Path(scratch), url, Path(secret).read_text())) as spark:
    print(spark.range(7).count())
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dataset, hostile names in it, and the report that we make of it alone."""
    folder = tmp_path_factory.mktemp("cluster")
    wish = Wish(POSTS, spaces=2, seed=3, include_text=True, authors=20)
    assert synthesize(folder / "dataset", wish) == POSTS
    hostile(folder / "dataset")
    with start(folder, "alone", "--master=local[2]") as process:
        process.communicate()
        assert process.returncode == 0
    return folder


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Has lost a worker where a test before has killed one."""
    with cluster(tmp_path_factory.mktemp("nodes")) as made:
        yield made


def start(
    folder: Path, out: str, *more: str, program: Sequence[str] = OURSELVES
) -> subprocess.Popen[str]:
    """A report of the dataset in ``folder``, with its progress as lines."""
    words = [f"--input={folder / 'dataset'}", f"--out={folder / out}", "--formats=html,pdf,csv"]
    place = {"JAVA_HOME": str(find_java().home), "PYSPARK_PYTHON": sys.executable}
    with (folder / f"{out}.log").open("w") as log:
        return subprocess.Popen(
            [*program, *words, "--progress=json", *more],
            cwd=ROOT,
            env={**os.environ, **place},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )


def submitting(running: Cluster) -> Sequence[str]:
    """The program that hands a job to a cluster; it alone is told to which."""
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    return [str(submit), "--master", running.url, str(ROOT / "spark_reports" / "__main__.py")]


def assert_equal(folder: Path, one: str, other: str) -> None:
    """Both reports have the same tables and pages, to the byte."""
    for file in ["report.html", "report.pdf", *[f"tables/{table.name}.csv" for table in TABLES]]:
        assert (folder / one / file).read_bytes() == (folder / other / file).read_bytes(), file


def command_lines(pid: int) -> str:
    """Of that process and all that it started: what everybody on this computer can read."""
    found = ""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it has just ended
            found += "".join(command_lines(int(child)) for child in task.read_text().split())
    with contextlib.suppress(OSError):
        found += Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    return found


def test_who_does_not_share_the_secret_is_not_served(made: Path, running: Cluster) -> None:
    before = [running.executors(worker) for worker in range(2)]
    other = made / "other"
    other.write_text("another secret of theirs")
    words = [f"--master={running.url}", f"--secret-file={other}"]
    with start(made, "refused", *words) as process:
        told, _ = process.communicate()
        assert process.returncode == 1
    assert f"The cluster at {running.url} does not take our work" in told
    assert not (made / "refused").exists()
    assert [running.executors(worker) for worker in range(2)] == before


def test_who_shares_the_secret_is_served(tmp_path: Path, running: Cluster) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVED, str(tmp_path), running.url, str(running.secret_file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "7", done.stderr[-2_000:]
    assert list(running.scratch.glob("spark-*")), "what a worker puts away lies elsewhere"


def test_a_submitted_job_makes_the_same_report_though_a_worker_is_killed_half_way(
    made: Path, running: Cluster
) -> None:
    secret = f"--secret-file={running.secret_file}"
    with start(made, "killed", secret, program=submitting(running)) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if f'"{HALF_WAY}"' in line:
                assert running.executors(0)
                assert SECRET not in command_lines(process.pid)
                running.kill(0)
                break
        rest = process.stdout.read()
        assert process.wait() == 0, (made / "killed.log").read_text()[-2_000:]
    assert '"done", "done": 1' in rest
    assert_equal(made, "alone", "killed")
