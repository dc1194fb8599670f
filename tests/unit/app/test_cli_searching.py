"""``tidings search`` has the patience that nobody at a keyboard would have."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.cli.searching import _hits
from engine.model.ids import SpaceKind
from engine.model.queries import PATIENCE_MAX, Search, Spaces
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal


@pytest.mark.parametrize(
    ("wanted", "count", "is_cut"), [(0, 3, False), (PATIENCE_MAX, 3, False), (99, 1, True)]
)
def test_it_asks_with_ever_more_patience_and_says_if_that_was_too_little(
    wanted: int,
    count: int,
    is_cut: bool,  # noqa: FBT001 - a case
) -> None:
    engine = FakeEngine()
    space = engine.add_space("Garden")
    engine.receive(space, *(Said(f"apple {n}", EPOCH + n, author("June")) for n in range(3)))
    engine.talk.patience_wanted, engine.talk.found_at_once = wanted, 1
    hits, was_cut = asyncio.run(_hits(engine, "apple", None, 50))
    assert (len(hits), was_cut) == (count, is_cut)
    asked = [one.patience for one in engine.asked if isinstance(one, Search)]
    assert asked == list(range(min(wanted, PATIENCE_MAX) + 1))


@pytest.mark.parametrize(("as_json", "times"), [(True, 0), (False, 1)])
def test_who_is_called_what_is_asked_once_and_only_where_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    as_json: bool,  # noqa: FBT001 - a case
    times: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    engine = WatchedEngine()
    for name in ("News", "Olds"):
        space = engine.add_space(name, kind=SpaceKind.FEED)
        engine.receive(space, Said(f"apple {name}", EPOCH, author("June")))
    monkeypatch.setattr("app.cli.session.reach", engine.reach)
    terminal = Terminal(tmp_path, capsys)
    status, told, _ = terminal.run("search", "apple", as_json=as_json)
    assert (status, told.count("apple")) == (0, 2)
    assert [type(one) for one in engine.asked].count(Spaces) == times
