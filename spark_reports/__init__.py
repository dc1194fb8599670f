"""Activity reports over an exported dataset, in PySpark at every size.

This package reads the exported Parquet dataset only. It imports nothing of ours, so that a job goes
to a cluster unchanged, and nothing of ours but `app` starts it, as a process of its own: the
program runs on a machine without Java.
"""

VERSION = "0.1.0"  # tests compare it with pyproject.toml
