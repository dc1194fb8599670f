"""One target where Atheris is not to be had: what is kept, changed at random by Hypothesis.

Understands of libFuzzer's arguments what ``fuzzing`` gives, and ends as it does.
"""

# ruff: noqa: T201 - it talks to whoever started it

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from tests.fuzz import corpus
from tests.fuzz.readers import FINDABLE
from tests.fuzz.target import INPUT_BYTES_MAX, Target

_CHANGES_MAX = 5
_SIZES = st.integers(0, 16)


@st.composite
def changed(draw: st.DrawFn, inputs: list[bytes]) -> bytes:
    """One of ``inputs`` with some stretches replaced by others, or anything."""
    made = draw(st.sampled_from(inputs) if inputs else st.binary(max_size=64))
    for _ in range(draw(st.integers(1, _CHANGES_MAX))):
        start = draw(st.integers(0, len(made)))
        end = start + draw(_SIZES)
        made = made[:start] + draw(st.binary(max_size=16)) + made[end:]
    return made[:INPUT_BYTES_MAX]


def main(name: str, arguments: list[str]) -> int:
    """0 where nothing was found; what was found is raised."""
    parser = argparse.ArgumentParser()
    parser.add_argument("-runs", type=int, default=0)
    parser.add_argument("-max_total_time", type=float, default=float("inf"))
    parser.add_argument("-seed", type=int, default=0)
    parser.add_argument("folders", nargs=3, type=Path)
    chosen, _ = parser.parse_known_args(arguments)
    _itself, _new, known = chosen.folders
    count = _look(FINDABLE[name], corpus.packed(known), chosen)
    print(f"stat::number_of_executed_units: {count}")
    return 0


def _look(target: Target, inputs: list[bytes], chosen: argparse.Namespace) -> int:
    looked = 0

    @seeded(chosen.seed)
    @settings(
        max_examples=chosen.runs or sys.maxsize,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(changed(inputs))
    def look(data: bytes) -> None:
        nonlocal looked
        if time.monotonic() < until:
            looked += 1
            target.look(data)

    until = time.monotonic() + chosen.max_total_time
    look()
    return looked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
