"""Places in a timeline."""

from __future__ import annotations

from engine.model.ids import OrderKey

BEGINNING = OrderKey(b"")
"""What every post follows."""


def just_before(order: OrderKey) -> OrderKey:
    """A place that this one follows, and none between the two."""
    number = int.from_bytes(order, "big") - 1
    return OrderKey(number.to_bytes(len(order), "big"))
