"""``python -m tests.screenshots``: writes the pictures of the guides, one file a scene.

Without a display it draws offscreen. ``--scale 1.5`` draws as on a screen of that scale.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

OUT = Path(__file__).parents[2] / "docs" / "images"
SETTLED_SECONDS = 0.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=OUT)
    parser.add_argument("--scale", default="1")
    parser.add_argument("--width", type=int, default=1180)
    parser.add_argument("--height", type=int, default=760)
    chosen = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = chosen.scale
    chosen.into.mkdir(parents=True, exist_ok=True)
    return _draw_all(chosen.into, chosen.width, chosen.height)


def _draw_all(into: Path, width: int, height: int) -> int:
    import qasync

    from tests.screenshots.camera import Camera
    from ui.starting.start import make_application

    app = make_application(["tidings"])
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    say: Callable[[str], object] = lambda line: sys.stdout.write(f"{line}\n")  # noqa: E731
    try:
        camera = Camera(app, into, (width, height), time.time())
        loop.run_until_complete(camera.draw_all(say))
    finally:
        loop.close()
        asyncio.set_event_loop(None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
