"""A thin bar for what takes longer than half a second, with a known end or without."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QWidget

from ui.look.theme import Theme

STEPS_MAX = (1 << 31) - 1  # Qt counts in 32 bits


class ThinProgress(QProgressBar):
    """Runs to and fro while the end is unknown; where motion is reduced it stands still then."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """``name`` says what is under way, for whoever hears the window."""
        super().__init__(parent)
        self._theme = theme
        self._is_endless = True
        self.setTextVisible(False)
        self.setAccessibleName(name)
        self.be_endless()
        theme.changed.connect(self._follow)

    def be_endless(self) -> None:
        """How much there is to do is not known."""
        self._is_endless = True
        self._follow()

    def reach(self, done: int, total: int) -> None:
        """``done`` of ``total``, both of any size; more than all counts as all."""
        self._is_endless = False
        if total > STEPS_MAX:
            done, total = done * STEPS_MAX // total, STEPS_MAX
        self.setRange(0, max(1, total))
        self.setValue(min(done, max(1, total)))

    def _follow(self) -> None:
        if not self._is_endless:
            return
        # Qt moves a bar whose range is empty. A still one is half full: neither begun nor done.
        if self._theme.reduced_motion:
            self.setRange(0, 2)
            self.setValue(1)
        else:
            self.setRange(0, 0)
            self.reset()
