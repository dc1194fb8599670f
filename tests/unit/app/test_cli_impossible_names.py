"""A name that no disk can hold is a mistake of whoever gives it, and told as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.app.terminal import Terminal

NAME = "x" * 300


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("export", "Garden", "--to", f"{NAME}.csv"), "file_unwritable"),
        (("folder", "share", NAME), "file_unreadable"),
        (("feed", "append", "Letters", NAME), "file_unreadable"),
    ],
)
def test_it_is_refused_with_the_name(
    ann: Terminal, tmp_path: Path, words: tuple[str, ...], code: str
) -> None:
    ann.run("identity", "new", "Ann")
    ann.run("channel", "new", "Garden")
    ann.run("feed", "new", "Letters")
    *before, name = words
    given = (*before, str(tmp_path / name))
    assert ann.fail(*given)[1] == code
