"""The window over a world, and what its parts are made with, for whoever opens a place in it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from tests.gui.everywhere.world import World
from tests.gui.window_scene import settled
from ui.equipment import Equipment
from ui.main_window.window import MainWindow

ROOT = Path(__file__).parents[3]


@dataclass
class House:
    """The window over a world, and what its parts are made with."""

    window: MainWindow
    world: World
    equipment: Equipment

    @property
    def name(self) -> str:
        return self.world.wording.name(0)

    async def open_channel(self) -> None:
        self.window.open_space(self.world.space)
        await settled(self.window)

    async def shown(self, widget: QWidget) -> QWidget:
        """On the screen, and nothing under way. (Never process events inside a coroutine.)"""
        widget.show()
        await settled(self.window)
        return widget


Place = Callable[[House], Coroutine[Any, Any, QWidget]]  # Any: the loop's affair
