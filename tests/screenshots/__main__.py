"""``python -m tests.screenshots``: writes the pictures of the guides, one file a scene.

Without a display it draws offscreen. ``--scale 1.5`` draws as on a screen of that scale. ``--icon``
draws the program's icon instead; ``--text 175`` enlarges the text.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path

OUT = Path(__file__).parents[2] / "docs" / "images"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=OUT)
    parser.add_argument("--scale", default="1")
    parser.add_argument("--width", type=int, default=1180)
    parser.add_argument("--height", type=int, default=760)
    parser.add_argument("--text", type=int, default=100)
    parser.add_argument("--icon", action="store_true")
    chosen = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = chosen.scale
    if chosen.icon:
        return _draw_icon()
    chosen.into.mkdir(parents=True, exist_ok=True)
    return _draw_all(chosen.into, (chosen.width, chosen.height), chosen.text)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _draw_icon() -> int:
    from PySide6.QtGui import QGuiApplication

    from tests.screenshots.icon import draw_icon

    application = QGuiApplication(["tidings"])
    draw_icon(_say)
    application.processEvents()
    return 0


def _draw_all(into: Path, size: tuple[int, int], text_percent: int) -> int:
    import qasync

    from tests.screenshots.camera import Camera
    from ui.starting.application import make_application

    app = make_application(["tidings"])
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    try:
        camera = Camera(app, into, size, time.time(), text_percent)
        loop.run_until_complete(camera.draw_all(_say))
    finally:
        loop.close()
        asyncio.set_event_loop(None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
