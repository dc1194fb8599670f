"""``make fuzz MINUTES=n``: looks for findings, and keeps what reached something new."""

# ruff: noqa: T201 - it talks to whoever started it

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz import corpus
from tests.fuzz.fuzzing import AT_A_TIME, IS_GUIDED, Amount, Outcome, fuzz, least
from tests.fuzz.readers import TARGETS
from tests.fuzz.seeds import large, seeds


def main(arguments: list[str]) -> int:
    """1 where something was found, or too little was looked at; else 0."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)}; none: all of them")
    parser.add_argument("--minutes", type=float, default=2.0, help="for all of them together")
    parser.add_argument("--executions", type=int, default=0, help="fewer in all are a failure")
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    parser.add_argument("--begin", action="store_true", help="begin from vectors and writing again")
    chosen = parser.parse_args(arguments)
    names = chosen.targets or list(TARGETS)
    with TemporaryDirectory(prefix="fuzz") as folder:
        if chosen.begin:
            for name in names:
                _begin(name, Path(folder, "begin", name))
        seconds = max(1, int(chosen.minutes * 60 * AT_A_TIME / len(names)))
        outcomes = fuzz(names, Amount(seconds=seconds, seed=chosen.seed), Path(folder))
        for outcome in outcomes:
            _tell(outcome)
            if IS_GUIDED and outcome.is_clean and outcome.new:
                everything = [*corpus.kept(outcome.name), *outcome.new]
                _keep(outcome.name, everything, Path(folder, "least", outcome.name))
    clean = sum(outcome.is_clean for outcome in outcomes)
    executions = sum(outcome.executions for outcome in outcomes)
    print(f"{executions:,} executions; at least {chosen.executions:,} were asked for")
    print(f"{clean} passed, {len(outcomes) - clean} failed")
    return int(clean < len(outcomes) or executions < chosen.executions)


def _begin(name: str, folder: Path) -> None:
    _keep(name, [*corpus.kept(name), *seeds(TARGETS[name])], folder)
    corpus.keep_large(name, large(TARGETS[name]))


def _keep(name: str, inputs: list[bytes], folder: Path) -> None:
    few = least(name, inputs, folder)
    corpus.keep(name, few)
    print(f"{name}: {len(few)} inputs are kept of {len(inputs)}")


def _tell(outcome: Outcome) -> None:
    print(f"{outcome.name}: {outcome.executions:,} executions, {len(outcome.new)} new inputs")
    if not outcome.is_clean:
        print(outcome.said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
