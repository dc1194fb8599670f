"""``python -m tests.benchmarks.window_run PROFILE [WANTED]``: the real window goes its paces.

What ``tidings`` does from its first import; then ``window_paces``. Where it is the start that is
measured, PROFILE is the user's own.
"""

from __future__ import annotations

import asyncio
import os
import sys
import traceback
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING

from app.loading import loading

with loading():  # as ``app.__main__``
    from app.cli import root
    from app.cli import window as command
    from app.profile.paths import PROGRAM

if TYPE_CHECKING:
    from ui.main_window.window import MainWindow
    from ui.starting.start import OnReady


def main() -> int:
    profile, wanted = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "all"
    load = command._window

    def loaded() -> Callable[..., int]:
        run = load()
        import app.window_start as start
        from ui.starting.start import run_window

        def measured(engine: object, services: object, on_ready: OnReady, **more: object) -> int:
            async def paces(window: MainWindow, opening: asyncio.Task[object]) -> None:
                await _paces(wanted, window, on_ready(window, opening))

            return run_window(engine, services, paces, **more)  # type: ignore[arg-type]  # handed on

        vars(start)["run_window"] = measured  # the program's own start, with our coroutine in it
        return run

    vars(command)["_window"] = loaded
    if wanted != "start":
        return root.main(["--profile", profile])  # others find it by this name
    _make_default(Path(profile))
    return root.main([])


def _make_default(profile: Path) -> None:
    """For this process: a menu names no folder, and Typer is not needed then."""
    data = Path(os.environ["XDG_RUNTIME_DIR"]) / "data"
    data.mkdir(exist_ok=True)
    (data / PROGRAM).unlink(missing_ok=True)
    (data / PROGRAM).symlink_to(profile.absolute())
    os.environ["XDG_DATA_HOME"] = str(data)


async def _paces(wanted: str, window: MainWindow, ready: Coroutine[object, object, None]) -> None:
    """Beside what the program itself does at its start, not after it."""
    from tests.benchmarks.window_paces import Paces

    going_on = asyncio.get_running_loop().create_task(ready)
    status = 1
    try:
        await Paces(window).run(wanted)
        await going_on
        status = 0
    finally:
        if status:
            traceback.print_exc()
        os._exit(status)  # what is measured is over


if __name__ == "__main__":
    sys.exit(main())
