"""What 10,000 messages cost that each build on all 128 of the layer below (reliability L-2).

Two real machines over a wire in memory, both of them on disk; the row allows 60 seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import cast

from engine.protocols.peerlinks.limits import PARENTS_MAX
from engine.store.opening import open_store
from engine.store.peerlinks import private_channels
from tests.attacks.lattice import Lattice
from tests.attacks.scenes import peak_rss
from tests.memory_records import MemoryRecords

LAYERS = 79


def measures(folder: Path) -> Iterator[Mapping[str, object]]:
    """One line."""
    with ExitStack() as until_end:
        profiles = (folder / str(number) for number in range(2))

        def on_disk() -> MemoryRecords:
            profile = next(profiles)
            profile.mkdir(parents=True, mode=0o700)
            store = open_store(profile, b"k" * 32)
            until_end.callback(store.close)
            store.database.begin()
            until_end.callback(store.database.commit)
            return cast("MemoryRecords", private_channels.repository(store))  # its twin

        stage = Lattice(LAYERS, on_disk)
        began = time.perf_counter()
        rss = peak_rss(stage.meet)
        seconds = time.perf_counter() - began
        assert stage.is_whole
        assert stage.was_walked
    yield {
        "name": "lattice",
        "messages": LAYERS * PARENTS_MAX,
        "seconds": round(seconds, 2),
        "peak_rss_bytes_more": rss,
    }
