"""``python -m spark_reports --input DIR --out DIR``; also through ``spark-submit``."""

from __future__ import annotations

import sys
from pathlib import Path

if not __package__:  # spark-submit runs this file by its path
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from spark_reports.command import main

if __name__ == "__main__":
    sys.exit(main())
