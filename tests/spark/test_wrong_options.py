"""Options that cannot be meant are refused at once, before Java is started."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from spark_reports import command, synthetic

WRONG_OPTIONS = 2
PLACES = ("--input", "dataset", "--out", "report")


@pytest.mark.parametrize(
    ("main", "options", "sentence"),
    [
        (command.main, [*PLACES, "--since", "2026-12-01", "--until", "2026-01-01"], "later than"),
        (command.main, [*PLACES, "--title", "bad\udcff"], "not UTF-8"),
        (command.main, [*PLACES, "--zone", "Nowhere"], "no time zone"),
        (synthetic.main, ["--posts", "10", "--spaces", "20"], "a post for each space"),
        (synthetic.main, ["--posts", "0"], "a post for each space"),
        (synthetic.main, ["--posts", "5", "--spaces", "0"], "one space"),
        (synthetic.main, ["--posts", "-5"], "a post for each space"),
        (synthetic.main, ["--posts", "10", "--authors", "0"], "one author"),
    ],
)
def test_it_ends_with_2_and_a_sentence(
    main: Callable[[Sequence[str]], object],
    options: Sequence[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    made = ["--out", "made"] if main is synthetic.main else []
    with pytest.raises(SystemExit) as ended:
        main([*options, *made])
    assert ended.value.code == WRONG_OPTIONS
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
