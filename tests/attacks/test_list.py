"""The attacks against the list of them; and each attack once more without the guard it is about."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from types import TracebackType

import pytest

from tests.attacks.attack import ATTACKS, Attack
from tests.attacks.rows import ROWS

_HERE = Path(__file__).parent

for _module in sorted(_HERE.glob("test_*_*.py")):
    import_module(f"tests.attacks.{_module.stem}")


def test_every_row_has_an_attack_and_every_attack_a_row() -> None:
    assert {one.row for one in ATTACKS} == set(ROWS)


@pytest.mark.parametrize("one", ATTACKS, ids=lambda one: one.name)
def test_an_attack_is_named_by_its_row(one: Attack) -> None:
    assert one.name.startswith(f"test_{one.row.lower().replace('-', '')}_")


@pytest.mark.parametrize("one", ATTACKS, ids=lambda one: one.name)
def test_without_its_guard_an_attack_succeeds(one: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    one.disarm(monkeypatch)
    with pytest.raises(one.succeeds_by) as failure:
        one.run()
    if failure.errisinstance(AssertionError):
        assert _failed_in(failure.tb) == _HERE, (
            "the stage fell down before the attack was looked at"
        )


def _failed_in(trace: TracebackType) -> Path:
    """The folder of what raised; ``pytest.raises`` speaks for who called it."""
    files = [Path(frame.filename) for frame in extract_tb(trace)]
    return [file.parent for file in files if "_pytest" not in file.parts][-1]
