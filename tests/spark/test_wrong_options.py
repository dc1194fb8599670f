"""Options that cannot be meant are refused at once, before Java is started."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from spark_reports import command, synthetic
from spark_reports.masters import is_master

WRONG_OPTIONS = 2
PLACES = ("--input", "dataset", "--out", "report")


@pytest.mark.parametrize(
    ("main", "options", "sentence"),
    [
        (command.main, [*PLACES, "--since", "2026-12-01", "--until", "2026-01-01"], "later than"),
        (command.main, [*PLACES, "--since", "20260101"], "write it as 2026-01-31"),
        (command.main, [*PLACES, "--until", "2026-W01-4"], "write it as 2026-01-31"),
        (command.main, [*PLACES, "--title", "bad\udcff"], "not UTF-8"),
        (command.main, [*PLACES, "--zone", "Nowhere"], "no time zone"),
        (command.main, [*PLACES, "--master", "sprak://host:7077"], "give local[*], spark://HOST"),
        (command.main, [*PLACES, "--master", ""], "is no address of Spark"),
        (synthetic.main, ["--posts", "10", "--spaces", "20"], "a post for each space"),
        (synthetic.main, ["--posts", "0"], "a post for each space"),
        (synthetic.main, ["--posts", "5", "--spaces", "0"], "one space"),
        (synthetic.main, ["--posts", "-5"], "a post for each space"),
        (synthetic.main, ["--posts", "10", "--authors", "0"], "one author"),
        (synthetic.main, ["--posts", "10", "--seed", "-1"], "a seed is 0 or more"),
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


@pytest.mark.parametrize("place", ["taken", "taken/letters", "damaged"])
def test_a_made_up_dataset_is_not_put_where_something_else_is(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, name in (("taken", "letters"), ("damaged", "_manifest.json")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text("dear")
    assert synthetic.main(["--posts", "10", "--out", str(tmp_path / place)]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert str(tmp_path / place) in told.err


@pytest.mark.parametrize(
    "master",
    [
        *("local", "local[1]", "local[16]", "local[*]", "local[*,4]", "local[2, 3]"),
        *("spark://host:7077", "spark://10.0.0.1:7077", "spark://[::1]:7077"),
        *("spark://one.example:7077,two.example:7077", "yarn"),
        *("k8s://https://host:6443", "k8s://host", "k8s://https://host/clusters/ours"),
    ],
)
def test_spark_may_be_told_of_any_place_that_it_knows(master: str) -> None:
    assert is_master(master)


@pytest.mark.parametrize(
    "master",
    [
        *("", " ", "Local", "local[]", "local[0]", "local[2", "local[x]", "local*", "local[*,0]"),
        *("localhost", "localhost:7077", "host:7077", "http://host:7077", "sprak://host:7077"),
        *("spark://", "spark://host", "spark:/host:7077", "spark//host:7077", "spark://host:x"),
        *("spark://host:0", "spark://host:65536", "spark://host:7077/", "spark://a b:7077"),
        *("spark://one:7077,two", "spark://one:7077,", "spark://one:7077,spark://two:7077"),
        *("yarn://host", "Yarn", "k8s://", "k8s:host", "k8s://https:/host", "mesos://host:5050"),
        *("local[*]\n", "local[\u0663]", "spark://host:\u0667\u0660"),
    ],
)
def test_what_is_mistyped_is_no_place(master: str) -> None:
    assert not is_master(master)


def test_a_made_up_dataset_is_not_added_to_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = ["--posts", "10", "--out", str(tmp_path / "made")]
    assert synthetic.main(made) == 0
    before = (tmp_path / "made" / "_manifest.json").read_bytes()
    assert synthetic.main(made) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'made'} holds a dataset already\n"
    assert (tmp_path / "made" / "_manifest.json").read_bytes() == before
