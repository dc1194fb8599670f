"""``python -m tests.release.on_a_screen TESTS``: tests of the window on a screen (Xvfb).

Else they draw offscreen, where no display hands out the keyboard, and no popup takes it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from tests.packaging.x_screen import screen


def main(tests: Sequence[str]) -> int:
    """As pytest ended."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    with screen() as shown:
        around = {**os.environ, "QT_QPA_PLATFORM": "xcb", "DISPLAY": shown.display}
        return subprocess.run(command, env=around, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
