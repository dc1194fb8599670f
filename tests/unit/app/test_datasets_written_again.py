"""A dataset into which a history was written before: what does not stand is written anew."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.unit.app.terminal import Terminal
from tests.unit.app.test_datasets import rows_in


@pytest.mark.parametrize("between", [None, "ann"])
def test_a_run_killed_among_its_last_steps_leaves_no_old_name_for_ever(
    ann: Terminal, tmp_path: Path, between: str | None
) -> None:
    """The tables of names were in their places, and the manifest was not yet."""
    ann.do("community", "new", "Village")
    ann.do("channel", "post", "Village#default", "hello")
    killed, ended = str(tmp_path / "killed"), str(tmp_path / "ended")
    ann.do("dataset", "Village#default", "ann", "--to", killed)
    ann.do("profile", "set", "Village", "name", "Bob")
    shutil.copytree(killed, ended)
    ann.do("dataset", "Village#default", "ann", "--to", ended)
    for table in ("spaces.parquet", "authors.parquet"):
        shutil.copy(tmp_path / "ended" / table, killed)
    if between is not None:
        ann.do("dataset", between, "--to", killed)
    ann.do("dataset", "Village#default", "ann", "--to", killed)
    assert rows_in(tmp_path / "killed") == rows_in(tmp_path / "ended")
