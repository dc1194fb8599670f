"""How much of a target's reading code the corpus reaches.

``python -m tests.fuzz.branches TARGET`` prints JSON. A process of its own: what is counted has to
be imported while it is.
"""

# ruff: noqa: T201 - it talks to whoever started it

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import coverage

from tests.fuzz import corpus
from tests.fuzz.writing import WRITING

Arc = tuple[int, int]


def main(name: str) -> dict[str, Any]:
    """``taken`` and ``all``: branches. ``left``: those not taken, and lines not reached, by where.

    ``unknown``: names of ``WRITING`` that the code does not have.
    """
    watch = coverage.Coverage(
        data_file=None, branch=True, source_pkgs=["engine"], config_file=False
    )
    watch.start()
    from tests.fuzz.readers import TARGETS

    target = TARGETS[name]
    for one in filter(None, [*corpus.kept(name), *corpus.kept_large(name)]):
        target.read(one)
    watch.stop()
    told: dict[str, Any] = {"taken": 0, "all": 0, "left": {}}
    names: set[str] = set()
    for module in _modules(target.code):
        names |= _count(name, module, _functions(watch, sys.modules[module]), told)
    told["unknown"] = sorted(WRITING[name] - names)
    return told


def _modules(beginnings: tuple[str, ...]) -> list[str]:
    return sorted(module for module in sys.modules if module.startswith(beginnings))


def _count(target: str, module: str, functions: dict[str, Any], told: dict[str, Any]) -> set[str]:
    """Adds what its reading functions have; gives the names of all."""
    lines = Path(str(sys.modules[module].__file__)).read_text().splitlines()
    names = {f"{module.removeprefix('engine.')}.{name}": found for name, found in functions.items()}
    for name, found in names.items():
        if name in WRITING[target]:
            continue
        left = [arc for arc in found["missing_branches"] if not _is_closed(lines, arc)]
        told["taken"] += found["summary"]["covered_branches"]
        told["all"] += found["summary"]["covered_branches"] + len(left)
        if left or found["missing_lines"]:
            told["left"][name] = [left, found["missing_lines"]]
    return set(names)


def _is_closed(lines: list[str], arc: Arc) -> bool:
    """Whether it leads past the last case of a match, which has one for each: mypy sees to that."""
    start, end = lines[arc[0] - 1], lines[arc[1] - 1] if arc[1] > 0 else ""
    if not start.lstrip().startswith("case "):
        return False
    return _indent(end) < _indent(start) or (
        end.strip() == "case _:" and "assert_never" in lines[arc[1]]
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _functions(watch: coverage.Coverage, module: ModuleType) -> dict[str, Any]:
    assert module.__file__ is not None
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        watch.json_report(morfs=[module.__file__], outfile=str(report))
        (file,) = json.loads(report.read_text())["files"].values()
    return dict(file["functions"])


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
