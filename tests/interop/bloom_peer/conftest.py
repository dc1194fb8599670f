"""Us and the document's peer; nothing of this needs Node."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interop.bloom_peer.meeting import Meeting
from tests.interop.news import News


@pytest.fixture
def meeting(tmp_path: Path) -> Iterator[Meeting]:
    """Not connected yet."""
    with Meeting(tmp_path, News()).ended() as made:
        yield made
