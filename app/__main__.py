"""``tidings`` and ``python -m app``."""

from __future__ import annotations

import sys

from app.loading import loading


def main() -> None:
    """Runs the command line and ends the process with its status."""
    with loading():
        from app.cli.root import main as run

    sys.exit(run())


if __name__ == "__main__":
    main()
