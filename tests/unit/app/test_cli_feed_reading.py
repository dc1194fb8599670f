"""``tidings feed read``: what is here, what is fetched, what cannot be had in time."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

from app.cli.printing import Output
from app.cli.root import main
from app.cli.session import Online
from engine.model.events import EngineClosed, SpaceChanged
from engine.model.feed_queries import OneFeed
from engine.model.feeds import FeedForm, FeedState, ForkView
from engine.model.queries import Query
from tests.unit.app.faked import WatchedEngine
from tests.unit.app.terminal import Terminal

R = TypeVar("R")


def raw(capfdbinary: pytest.CaptureFixture[bytes], folder: Path, *words: str) -> bytes:
    """What goes to standard output as it is."""
    capfdbinary.readouterr()
    assert main(["--profile", str(folder), "feed", "read", *words]) == 0
    return capfdbinary.readouterr().out


def test_blocks_are_written_raw_one_after_another(
    quiet: Path, faked: WatchedEngine, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    space = faked.feeds.add("Mine", own=True)
    faked.feeds.append(space, b"\0\xff", b"one\n", b"", b"three")
    assert raw(capfdbinary, quiet, "Mine") == b"\0\xffone\nthree"
    assert raw(capfdbinary, quiet, "Mine", "1") == b"one\n"
    assert raw(capfdbinary, quiet, "Mine", "1:3") == b"one\n"
    assert raw(capfdbinary, quiet, "Mine", "3:") == b"three"
    assert raw(capfdbinary, quiet, "Mine", "--bytes", "1:4") == b"\xffon"
    assert raw(capfdbinary, quiet, "Mine", "--bytes", "6:") == b"three"
    assert faked.online == [None] * 6


def test_blocks_are_told_with_their_numbers(tina: Terminal, faked: WatchedEngine) -> None:
    space = faked.feeds.add("Mine", own=True)
    faked.feeds.append(space, b"\0\xff", b"one")
    assert tina.do("feed", "read", "Mine") == [
        {"index": 0, "size": 2, "bytes": "00ff"},
        {"index": 1, "size": 3, "bytes": "6f6e65"},
    ]
    assert tina.do("feed", "read", "Mine", "--bytes", "1:3") == [
        {"index": None, "start": 1, "size": 2, "bytes": "ff6f"}
    ]


def test_a_list_is_told_an_element_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Of a feed of any length nothing is held."""
    with Output(as_json=True).listing() as tell:
        for number in range(3):
            tell({"index": number})
            assert capsys.readouterr().out == ("," if number else "[") + f'{{"index":{number}}}'
    assert capsys.readouterr().out == "]\n"
    with Output(as_json=True).listing():
        pass
    assert capsys.readouterr().out == "[]\n"


def test_a_list_that_fails_on_the_way_has_no_end(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody takes a part of a feed for the feed."""
    with suppress(EOFError), Output(as_json=True).listing() as tell:
        tell({"index": 0})
        raise EOFError
    assert capsys.readouterr().out == '[{"index":0}'


def test_a_feed_of_ours_without_blocks_is_read_at_once(
    tina: Terminal, faked: WatchedEngine
) -> None:
    faked.feeds.add("Mine", own=True)
    assert tina.do("feed", "read", "Mine") == []
    assert faked.online == [None]


def test_what_nobody_can_ever_have_is_refused(tina: Terminal, faked: WatchedEngine) -> None:
    space = faked.feeds.add("Mine", own=True)
    faked.feeds.append(space, b"one")
    assert tina.fail("feed", "read", "Mine", "1") == (1, "block_unknown")
    assert tina.fail("feed", "read", "Mine", "0:2") == (1, "block_unknown")
    assert tina.fail("feed", "read", "Mine", "--bytes", "0:4") == (1, "block_unknown")


def test_missing_blocks_are_sought_and_waited_for(tina: Terminal, faked: WatchedEngine) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"a", b"b", b"c", here=False)
    faked.feeds.receive(space, 1, 2)
    faked.on_wish = lambda: faked.feeds.receive(space, 0, 3)
    read = tina.do("feed", "read", "Theirs")
    assert [block["bytes"] for block in read] == ["61", "62", "63"]
    assert faked.feeds.feeds[space].sought == [(0, 3)]
    assert faked.online == [None, Online.FOUND]
    faked.feeds.change(space, whole=False)
    assert tina.do("feed", "read", "Theirs", "2", "--no-discovery")
    assert faked.online[2:] == [None]


def test_blocks_that_come_one_by_one_are_read_as_they_come(
    tina: Terminal, faked: WatchedEngine
) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"a", b"b", b"c", here=False)

    def come() -> None:
        for number in (2, 0, 1):
            faked.feeds.receive(space, number, number + 1)

    faked.on_wish = come
    assert [block["index"] for block in tina.do("feed", "read", "Theirs")] == [0, 1, 2]


def test_of_a_feed_nothing_is_known_of_the_first_news_are_waited_for(
    tina: Terminal, faked: WatchedEngine
) -> None:
    space = faked.feeds.add("Theirs")

    def news() -> None:
        faked.on_wish = lambda: faked.feeds.receive(space, 0, 2)
        faked.feeds.append(space, b"a", b"b", here=False)
        faked.feeds.change(space)

    faked.on_wish = news
    assert len(tina.do("feed", "read", "Theirs")) == 2


def test_a_block_that_cannot_be_had_in_time_ends_with_5(
    tina: Terminal, faked: WatchedEngine
) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"a", b"b", here=False)
    faked.feeds.feeds[space].withheld.add(1)
    faked.on_wish = lambda: faked.feeds.receive(space, 0, 2)
    assert tina.fail("feed", "read", "Theirs", "--timeout", "0.05") == (5, "blocks_missing")
    assert tina.fail("feed", "read", "Theirs", "7", "--timeout", "0") == (5, "blocks_missing")
    assert tina.fail("feed", "read", "Theirs", "--bytes", "0:2", "--timeout", "0.05") == (
        5,
        "blocks_missing",
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"paused": True, "state": FeedState.PAUSED}, "paused"),
        ({"state": FeedState.LEFT}, "not followed"),
        ({"fork": ForkView(1, 1.0, (2, 3), (bytes(32), bytes(32)))}, "from block 1 on"),
    ],
)
def test_what_does_not_come_is_not_waited_for(
    tina: Terminal, faked: WatchedEngine, changes: dict[str, object], words: str
) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"a", b"b", here=False)
    faked.feeds.receive(space, 0, 1)
    faked.feeds.change(space, **changes)
    status, out, err = tina.run("feed", "read", "Theirs", as_json=False)
    assert (status, out, faked.online) == (5, "a", [None])
    assert words in err


def test_a_feed_is_followed_until_the_engine_ends(tina: Terminal, faked: WatchedEngine) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"here")
    faked.feeds.append(space, b"there", here=False)

    def more() -> None:
        faked.on_wish = lambda: faked.tell(EngineClosed())
        faked.feeds.receive(space, 1, 2)
        faked.feeds.append(space, b"later", here=False)
        faked.feeds.receive(space, 2, 3)

    faked.on_wish = more
    status, out, err = tina.run("feed", "read", "Theirs", "--follow")
    assert (status, err) == (0, "")
    read = [bytes.fromhex(json.loads(line)["bytes"]) for line in out.splitlines()]
    assert read == [b"here", b"there", b"later"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"paused": True, "state": FeedState.PAUSED}, "paused"),
        ({"state": FeedState.LEFT}, "not followed"),
        ({"fork": ForkView(1, 1.0, (2, 3), (bytes(32), bytes(32)))}, "from block 1 on"),
    ],
)
@pytest.mark.parametrize("is_there_before", [True, False])
def test_what_comes_no_more_is_followed_to_there_and_no_further(
    tina: Terminal,
    faked: WatchedEngine,
    changes: dict[str, object],
    words: str,
    is_there_before: bool,  # noqa: FBT001 - a case
) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"a", b"b", here=False)
    faked.feeds.receive(space, 0, 1)

    def change() -> None:
        faked.feeds.change(space, **changes)
        faked.tell(SpaceChanged(space))

    def end() -> None:
        faked.on_wish = lambda: faked.tell(EngineClosed())
        change()

    if is_there_before:
        change()
    faked.on_wish = end
    status, out, err = tina.run("feed", "read", "Theirs", "0:", "--follow", as_json=False)
    assert (status, out) == (5, "a")
    assert words in err


def test_a_feed_of_ones_own_is_followed_also_while_it_is_paused(
    tina: Terminal, faked: WatchedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others get nothing of it; what one appends is here."""
    space = faked.feeds.add("Mine", own=True)
    faked.feeds.append(space, b"here")
    faked.feeds.change(space, paused=True, state=FeedState.PAUSED)
    ask = faked.ask

    def append() -> None:
        faked.feeds.append(space, b"later")
        faked.tell(SpaceChanged(space))

    acts = [append, lambda: faked.tell(EngineClosed())]

    async def watched(query: Query[R]) -> R:
        if faked.online[1:] and isinstance(query, OneFeed) and acts:
            asyncio.get_running_loop().call_soon(acts.pop(0))
        return await ask(query)

    monkeypatch.setattr(faked, "ask", watched)
    status, out, _ = tina.run("feed", "read", "Mine", "0:", "--follow", as_json=False)
    assert (status, out) == (0, "herelater")


def test_a_fixed_feed_is_followed_to_its_end(tina: Terminal, faked: WatchedEngine) -> None:
    space = faked.feeds.add("Fixed", form=FeedForm.STATIC)
    faked.feeds.append(space, b"all of it")
    status, out, _ = tina.run("feed", "read", "Fixed", "0:", "--follow", as_json=False)
    assert (status, out) == (0, "all of it")


def test_what_is_read_behind_a_fork_is_said_to_be_one_history_of_two(
    tina: Terminal, faked: WatchedEngine
) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"a", b"b", b"c")
    faked.feeds.change(space, fork=ForkView(1, 1.0, (3, 3), (bytes(32), bytes(32))))
    status, out, err = tina.run("feed", "read", "Theirs", as_json=False)
    assert (status, out, err.count("one of two histories")) == (0, "abc", 1)
    _, out, err = tina.run("feed", "read", "Theirs", "0:1", as_json=False)
    assert (out, err) == ("a", "")


def test_what_is_followed_has_no_end(tina: Terminal, faked: WatchedEngine) -> None:
    faked.feeds.add("Theirs", "one")
    assert tina.fail("feed", "read", "Theirs", "0:1", "--follow") == (2, "usage")


def test_a_terminal_is_not_steered_by_what_a_feed_holds(
    tina: Terminal, faked: WatchedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = faked.feeds.add("Theirs")
    faked.feeds.append(space, b"plain\n\x1b[2Jcleared\xff")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _, out, _ = tina.run("feed", "read", "Theirs", as_json=False)
    assert out == "plain\n\ufffd[2Jcleared\ufffd"
