"""FilterOptions, both of whose fields may be numbered 1 (protocols/hyperbloom.md 6, row 3)."""

from __future__ import annotations

import pytest

from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.messages import Id, decode


@pytest.mark.parametrize(
    ("body", "size", "n"),
    [
        ("", 0, 0),
        ("0880020802", 256, 2),
        ("0880021002", 256, 2),
        ("1002", 0, 2),
        ("080508060807", 5, 6),
    ],
)
def test_what_lacks_is_nothing_and_what_is_too_much_is_passed_over(
    body: str, size: int, n: int
) -> None:
    said = decode(bytes((Id.FILTER_OPTIONS,)) + bytes.fromhex(body))
    assert said == packets.FilterOptions(size, n)
