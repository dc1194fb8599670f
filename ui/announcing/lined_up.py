"""What a desktop is to be asked for while it still answers what it was asked before.

At most one wish a space, however slow the desktop is and however fast wishes come: what would only
be shown to be replaced is not shown. May be used from any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Lock

from engine.model.ids import SpaceId
from ui.announcing.notice import Notice


@dataclass(frozen=True, slots=True)
class Wish:
    """What stands there of ``space`` is taken back first if ``withdraws``; then ``notice`` is
    shown, if there is one.
    """

    space: SpaceId
    withdraws: bool = False
    notice: Notice | None = None

    def then_shown(self, notice: Notice) -> Wish:
        """The one that takes its place, and still calls if what it replaces was to."""
        if self.notice is not None:
            calls = self.notice.calls or notice.calls
            return replace(self, notice=replace(notice, calls=calls))
        return replace(self, notice=notice) if notice.calls or not self.withdraws else self


class LinedUp:
    """Wishes in the order in which their spaces came."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wishes: dict[SpaceId, Wish] = {}

    def show(self, notice: Notice) -> bool:
        """Whether none of its space waited: one more is to be taken."""
        with self._lock:
            before = self._wishes.get(notice.space)
            self._wishes[notice.space] = (before or Wish(notice.space)).then_shown(notice)
            return before is None

    def withdraw(self, space: SpaceId) -> bool:
        """As ``show``. What waited to be shown is not shown any more."""
        with self._lock:
            is_new = space not in self._wishes
            self._wishes[space] = Wish(space, withdraws=True)
            return is_new

    def take(self) -> Wish:
        """The first. As many may be taken as ``show`` and ``withdraw`` have said."""
        with self._lock:
            return self._wishes.pop(next(iter(self._wishes)))
