"""Us and the draft's peer; nothing of this needs Node."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interop.draft1_peer.meeting import Meeting
from tests.interop.scene import scene_in


@pytest.fixture
def meeting(tmp_path: Path) -> Iterator[Meeting]:
    """Not connected yet; at the end we may not have had anything to complain of."""
    with scene_in(tmp_path) as scene, Meeting(scene).ended() as made:
        made.settle(document=True)  # the draft's hashes are nobody else's
        yield made
