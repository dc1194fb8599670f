"""One target under libFuzzer, by Atheris: ``python -m tests.fuzz.guided TARGET ITSELF ARGUMENTS``.

ITSELF is what libFuzzer calls itself, and starts where it needs a second process.

Atheris tells libFuzzer which branches an input reaches, so the engine is imported while it listens.
The process ends here: with 0 where nothing was found, else with the trace of what was.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["engine"]):
    from tests.fuzz.readers import FINDABLE

INSTRUMENTED = 20
"""Times slower than in the program: libFuzzer is told of each branch (17 for runs of bits)."""


def main(name: str, arguments: list[str]) -> None:
    """Does not return."""
    target = FINDABLE[name]

    def look(data: bytes) -> None:
        target.look(data, INSTRUMENTED)

    atheris.Setup(arguments, look)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
