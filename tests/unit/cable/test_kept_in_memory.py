"""Of channels, authors and who takes part where only so many are kept in memory."""

from __future__ import annotations

import pytest

from engine.model.communities import CommunityView
from engine.model.community_commands import CreateCommunity
from engine.protocols.cable.posts import Text
from engine.store.cable import members, rows
from tests.unit.cable.desk import NOW, Desk, said_by

KEPT = 4


@pytest.fixture
def bees(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> CommunityView:
    view = desk.do(CreateCommunity("Bees"))
    monkeypatch.setattr(rows, "KEPT_MAX", KEPT)
    monkeypatch.setattr(members, "KEPT_MAX", KEPT, raising=False)
    desk.cable._rows.forget_memory()
    desk.cable._posts._members._forget()
    return view


@pytest.mark.parametrize("more", [0, 1])
def test_who_takes_part_is_kept_up_to_a_bound(desk: Desk, bees: CommunityView, more: int) -> None:
    speakers = range(2, 2 + KEPT + more)
    desk.receive(bees, *(said_by(n, Text("default", f"by {n}"), NOW + n) for n in speakers))
    assert len(desk.cable._posts._members._in) == (1 if more else KEPT)
    assert desk.texts(desk.space(bees)) == [f"by {n}" for n in speakers]


@pytest.mark.parametrize("more", [0, 1])
def test_names_and_keys_looked_up_by_number_are_kept_up_to_the_same(
    desk: Desk, bees: CommunityView, more: int
) -> None:
    people = range(2, 2 + KEPT + more)
    desk.receive(bees, *(said_by(n, Text(f"channel {n}", "hello"), NOW + n) for n in people))
    known = desk.cable._rows
    known.forget_memory()
    (last,) = desk.store.database.row("SELECT max(number) FROM cable_channel") or (0,)
    assert known.channel_name(last) == f"channel {people[-1]}"
    for number in range(last + 1 - len(people), last):
        known.channel_name(number)
    (last,) = desk.store.database.row("SELECT max(number) FROM cable_author") or (0,)
    for number in range(last + 1 - len(people), last + 1):
        known.key_of(number)
    expected = 1 if more else KEPT
    assert (len(known._channel_names), len(known._keys)) == (expected, expected)
