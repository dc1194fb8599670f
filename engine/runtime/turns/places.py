"""What those who came from a host have lately cost, once they are gone (reliability P-12). Pure.

Else whoever had to wait apart, or to rest, would come again, under a new key each time. Who comes
from there next waits apart, too, and has less at once (``Effort.begin``); no more than that, for it
may be a neighbour, and what it brings makes it good.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from engine.runtime.turns.effort import FORGOTTEN_SHARE
from engine.runtime.turns.window import Window

PLACES_MAX = 1_024  # ours: beyond it the one that was left first is forgotten


@dataclass(slots=True)
class _Place:
    """A host from which somebody came who has left."""

    in_vain: float = 0.0  # seconds, as of ``at``
    at: float = 0.0
    charged: Window = field(default_factory=Window)


class Places:
    """By host."""

    __slots__ = ("_places",)

    def __init__(self) -> None:
        self._places: OrderedDict[str, _Place] = OrderedDict()

    def __len__(self) -> int:
        return len(self._places)

    def left(self, host: str, in_vain: float, charged: float, monotonic: float) -> None:
        """Somebody has, having cost so much for nothing, and been charged so much in a minute."""
        in_vain = max(in_vain, self.cost_of(host, monotonic))
        charged_before = self.charged_to(host, monotonic)
        place = self._places.pop(host, None) or _Place()
        if in_vain or charged or charged_before:
            place.in_vain, place.at = in_vain, monotonic
            place.charged.add(charged, monotonic)
            self._places[host] = place
        if len(self._places) > PLACES_MAX:
            self._places.popitem(last=False)

    def cost_of(self, host: str, monotonic: float) -> float:
        """For nothing, as it stands now."""
        if (place := self._places.get(host)) is None:
            return 0.0
        return max(0.0, place.in_vain - (monotonic - place.at) * FORGOTTEN_SHARE)

    def charged_to(self, host: str, monotonic: float) -> float:
        """Within the minute before they left, and that not more than a minute ago."""
        place = self._places.get(host)
        return 0.0 if place is None else place.charged.total(monotonic)
