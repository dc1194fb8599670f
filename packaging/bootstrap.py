"""Makes this folder ready: `python3 packaging/bootstrap.py run|test|package`, called by `make`.

Standard library only. It leaves alone what is in order, says in plain words what it does, and ends
with 0 (ready) or 1 (one sentence says what is missing and what to do). This file must be understood
by any Python 3, because it is the one that says that Python is too old; everything that needs a
newer one stands in `environment.py` (the folder `.venv`), `system_packages.py` (Qt's libraries),
`published_peers.py` (the programs of others that the tests talk to) and `package_environment.py`
(what packs).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PYTHON_OLDEST = (3, 11)
PYTHON_NEWEST = (3, 14)  # PySide6 6.11 says "<3.15"
PURPOSES = ("run", "test", "package")
USAGE = "Use: python3 packaging/bootstrap.py run|test|package"


def old_python_sentence(found: tuple[int, int]) -> str:
    """What to say when this Python is too old and no newer one is at hand."""
    return (
        "Tidings needs Python {}.{} or newer; this one is {}.{}. "
        "Install a newer one, then say which: make PYTHON=python{}.{} run".format(
            *PYTHON_OLDEST, *found, *PYTHON_OLDEST
        )
    )


def newer_pythons() -> list[str]:
    """Names under which a Python that is new enough may be installed, the oldest first."""
    minors = range(PYTHON_OLDEST[1], PYTHON_NEWEST[1] + 1)
    return [f"python3.{minor}" for minor in minors]


def answers(path: str) -> bool:
    """Does this program start a Python? Version switchers leave names that lead nowhere."""
    silent = subprocess.DEVNULL
    command = [path, "-c", "import venv"]
    return subprocess.call(command, stdin=silent, stdout=silent, stderr=silent) == 0


def hand_over(arguments: list[str]) -> str:
    """Start again under a newer Python. Returns only if there is none: the sentence to end with."""
    for name in newer_pythons():
        path = shutil.which(name)
        if path is not None and answers(path):
            os.execv(path, [path, str(Path(__file__).resolve()), *arguments])  # noqa: S606 -- a shell would only re-read the arguments
    return old_python_sentence((sys.version_info[0], sys.version_info[1]))


def main(arguments: list[str]) -> int:
    if sys.version_info[:2] < PYTHON_OLDEST:
        print(hand_over(arguments), file=sys.stderr)
        return 1
    if len(arguments) != 1 or arguments[0] not in PURPOSES:
        print(USAGE, file=sys.stderr)
        return 1
    from environment import SetupError, make_ready  # not earlier: it is written for a newer Python

    try:
        root = Path(__file__).resolve().parent.parent
        if arguments[0] == "package":
            from package_environment import make_ready as make_ready_to_pack

            make_ready_to_pack(root)
            return 0
        make_ready(root, arguments[0])
        if arguments[0] == "test":
            from published_peers import provide

            provide(root)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The next start begins the set-up anew.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
