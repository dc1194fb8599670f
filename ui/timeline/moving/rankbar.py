"""The scroll bar: it counts posts, not pixels, so that it never drifts (ux.md 3.3)."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QAbstractSlider, QScrollBar

from ui.timeline.loading.run import PostRun
from ui.timeline.moving.scrolling import Anchor


class RankBar(QObject):
    """Shows the anchor's rank, and says where the person wants to go."""

    page_turned = Signal(int)
    line_turned = Signal(int)
    rank_wanted = Signal(int)
    end_wanted = Signal()

    def __init__(self, bar: QScrollBar) -> None:
        super().__init__(bar)
        self._bar = bar
        bar.actionTriggered.connect(self._on_action)

    def show_place(self, run: PostRun, anchor: Anchor, seen: int) -> None:
        """``seen`` rows are in sight, from the anchor on."""
        bar = self._bar
        bar.blockSignals(True)  # noqa: FBT003 - Qt's own setter
        bar.setRange(0, max(0, run.total - seen))
        bar.setPageStep(max(1, seen))
        bar.setEnabled(bar.maximum() > 0)  # the style sheet hides the thumb of a disabled bar
        if not bar.isSliderDown():
            bar.setValue(bar.maximum() if anchor.stuck else run.before + anchor.index)
        bar.blockSignals(False)  # noqa: FBT003 - Qt's own setter
        bar.update()

    def _on_action(self, action: int) -> None:
        kinds = QAbstractSlider.SliderAction
        match kinds(action):
            case kinds.SliderPageStepAdd:
                self.page_turned.emit(1)
            case kinds.SliderPageStepSub:
                self.page_turned.emit(-1)
            case kinds.SliderSingleStepAdd:
                self.line_turned.emit(1)
            case kinds.SliderSingleStepSub:
                self.line_turned.emit(-1)
            case _ if self._bar.sliderPosition() >= self._bar.maximum():
                self.end_wanted.emit()
            case _:
                self.rank_wanted.emit(self._bar.sliderPosition())
        if not self._bar.isSliderDown():
            # Qt would take the position it has in mind; the place that was reached counts.
            self._bar.setSliderPosition(self._bar.value())
