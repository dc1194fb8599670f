"""A real standalone cluster on this computer: one master and workers, each a process of its own.

Authentication and encryption are on, as for every cluster of ours.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyspark

from spark_reports.java import find_java

BEGIN_SECONDS = 300.0  # a busy computer
SECRET = "what-this-cluster-shares-with-us"
_URL = re.compile(r"Starting Spark master at (spark://\S+)")
_REGISTERED = "Successfully registered with master"
_EXECUTOR = "Asked to launch executor"


@dataclass
class Cluster:
    """``url`` is the master's; ``workers`` can be killed."""

    folder: Path
    url: str = ""
    master: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def secret_file(self) -> Path:
        """What jobs are given."""
        return self.folder / "secret"

    @property
    def scratch(self) -> Path:
        """What is put away on the way, and left there: in the end all are killed."""
        return self.folder / "scratch"

    def executors(self, worker: int) -> int:
        """How often that worker has started something for a job."""
        return self._log(f"worker{worker}").read_text().count(_EXECUTOR)

    def kill(self, worker: int) -> None:
        """That worker, and what runs in it, is gone at once."""
        process = self.workers[worker]
        executors = subprocess.run(
            ["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False
        )
        process.kill()
        for pid in executors.stdout.split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), 9)
        process.wait()

    def begin(self, workers: int) -> None:
        """Returns once all are known to the master."""
        self.secret_file.write_text(SECRET)
        self.scratch.mkdir()
        # No web page: its port is 0, and only this computer reaches it.
        place = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        self.master = self._start("master", "org.apache.spark.deploy.master.Master", place)
        self.url = self._wait("master", _URL)
        for number in range(workers):
            size = ["--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / f"w{number}")]
            kind = "org.apache.spark.deploy.worker.Worker"
            self.workers.append(self._start(f"worker{number}", kind, [*place, *size, self.url]))
        for number in range(workers):
            self._wait(f"worker{number}", re.compile(f"({_REGISTERED})"))

    def end(self) -> None:
        """All of them, and what they started."""
        for number, worker in enumerate(self.workers):
            if worker.poll() is None:
                self.kill(number)
        if self.master is not None:
            self.master.kill()
            self.master.wait()

    def _log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def _start(self, name: str, kind: str, arguments: list[str]) -> subprocess.Popen[bytes]:
        home = Path(pyspark.__file__).parent
        options = (
            "-Dspark.authenticate=true -Dspark.network.crypto.enabled=true "
            f"-Dspark.authenticate.secret={SECRET} -Dspark.ui.enabled=false "
            f"-XX:TieredStopAtLevel=1 -Djava.io.tmpdir={self.scratch}"
        )
        environment = {
            **os.environ,
            "JAVA_HOME": str(find_java().home),
            "SPARK_HOME": str(home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(self.scratch),
            "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_MASTER_OPTS": options,
            "SPARK_WORKER_OPTS": options,
        }
        with self._log(name).open("wb") as log:
            return subprocess.Popen(
                [str(home / "bin" / "spark-class"), kind, *arguments],
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def _wait(self, name: str, for_what: re.Pattern[str]) -> str:
        deadline = time.monotonic() + BEGIN_SECONDS
        while time.monotonic() < deadline:
            found = for_what.search(self._log(name).read_text(errors="replace"))
            if found is not None:
                return found.group(1)
            time.sleep(0.2)
        raise AssertionError(self._log(name).read_text(errors="replace")[-2_000:])


@contextlib.contextmanager
def cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Runs for the block."""
    made = Cluster(folder)
    try:
        made.begin(workers)
        yield made
    finally:
        made.end()
