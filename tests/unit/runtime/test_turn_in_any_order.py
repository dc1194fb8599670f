"""What holds of turns whatever peers, users and disks do, and in whatever order they do it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.runtime.world import World


def _of_a_command(line: str) -> bool:
    """What a command of our own user can lead to."""
    return (
        line.split(maxsplit=1)[0] in {"store", "emit", "wake", "spend", "bug", "fault"}
        and "send" not in line
    )


lines = st.sampled_from(
    [
        "store x",
        "store y;send z",
        "send a",
        "emit",
        "ready p",
        "show",
        "wake 1",
        "spend 0.001",
        "close closed_by_peer",
        "violate",
        "bug",
        "fault",
    ]
)


moves = st.one_of(
    st.tuples(st.just("receive"), st.integers(0, 2), st.lists(lines, min_size=1, max_size=80)),
    st.tuples(st.just("perform"), st.just(0), st.lists(lines.filter(_of_a_command), max_size=2)),
    st.tuples(st.sampled_from(["end", "congest", "drain", "advance", "wait"]), st.integers(0, 2)),
    st.tuples(st.just("fail"), st.sampled_from(["begin", "apply x", "commit", "rollback", ""])),
)


@given(st.lists(moves, max_size=30))
def test_whatever_happens_nothing_leaves_early_and_everybody_is_told_once(
    script: list[tuple[str, int | str] | tuple[str, int, list[str]]],
) -> None:
    world = World()
    opened = [world.open(name) for name in "ABC"]
    replies = []
    for move in script:
        match move:
            case ("receive", int(number), list(told)):
                world.receive(opened[number][0], *told)
            case ("perform", _, list(told)):
                replies.append(world.rename(";".join(told)))
            case ("end", int(number)):
                world.receiver.ended(opened[number][0], "")
            case ("congest", int(number)):
                world.receiver.congested(opened[number][0])
            case ("drain", int(number)):
                world.receiver.drained(opened[number][0])
            case ("wait", int(seconds)):
                world.wait(float(seconds))
            case ("fail", str(where)):
                world.storage.fails_at = where
            case _:
                world.node.advance()
    world.storage.fails_at = ""
    world.node.stop()

    assert not _left_early(world.happened)
    assert all(len(reply.outcomes) == 1 for reply in replies)
    assert all(machine.told.count("end") == 1 for _, machine, _ in opened)
    assert all(not link.is_open() for _, _, link in opened)
    assert len(world.node._work.conversations) == 0
    assert not world.node.pending


def _left_early(happened: list[str]) -> list[str]:
    """What was sent or answered while a transaction was open."""
    early, is_open = [], False
    for what in happened:
        if what in {"begin", "commit", "rollback"}:
            is_open = what == "begin"
        elif is_open and not what.startswith(("apply", "fail")):
            early.append(what)
    return early
