"""Whom our user hides is in no row of a dataset, also where it was written before; nor exported."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar, cast

import pyarrow.parquet as pq
import pytest

from app.exporting.history import SUFFIXES, export_history
from app.reports.dataset import write_dataset
from engine.api import Engine
from engine.model.arrivals import Arrivals, ArrivedPosts
from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import (
    CreateCommunity,
    FollowModeration,
    HideMember,
    JoinChannel,
    ModeratePost,
)
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Query, Timeline
from engine.protocols.cable.moderation.flags import Flag, write_flags
from engine.protocols.cable.moderation.ruling import Ruling
from engine.protocols.cable.posts import Info, Text
from engine.protocols.peerlinks.records import AuthorHidden
from engine.store.opening import open_memory_store
from tests import peerlinks_samples as a
from tests.unit.app.test_datasets import rows_in
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import peopled
from tests.unit.store.conftest import Opened, opened
from tests.unit.store.garden import AT, GARDEN, HERE, join
from tests.unit.store.talk import BOB, CAT, react

R = TypeVar("R")
AUTHORS = "authors.parquet"


class Asked:
    """As much of an engine as a dataset needs."""

    def __init__(self, answer: Callable[[Query[object]], object]) -> None:
        self._answer = answer

    async def ask(self, query: Query[R]) -> R:
        return cast("R", self._answer(cast("Query[object]", query)))


def written(answer: Callable[[Query[object]], object], space: SpaceId, folder: Path) -> list[str]:
    """What was said, of all that stands in the dataset; as a whole export would have it."""
    engine = cast("Engine", Asked(answer))
    others = len(list(folder.parent.iterdir())) if folder.parent.exists() else 0
    whole = folder.with_name(f"{folder.name}-{others}")
    for place in (folder, whole):
        asyncio.run(write_dataset(engine, [space], place, include_text=True))
    assert rows_in(folder) == rows_in(whole)
    assert pq.read_table(folder / AUTHORS) == pq.read_table(whole / AUTHORS)
    assert asyncio.run(write_dataset(engine, [space], folder, include_text=True)).new == 0
    return [row["text"] for row in rows_in(folder) if row["type"] == "message"]


def called(folder: Path) -> set[str]:
    """The names in it."""
    names = {str(row["author_name"]) for row in rows_in(folder)}
    return names | set(pq.read_table(folder / AUTHORS)["name"].to_pylist())


# ---- private channels ---------------------------------------------------------------------------


@pytest.fixture
def garden() -> Iterator[Opened]:
    """A channel of ours in which Bob and Cat have written."""
    made = opened(open_memory_store())
    join(made, GARDEN)
    root = a.message(HERE)
    by_bob = a.message(HERE, [root], "by bob", by=BOB, at=a.NOW + 1)
    by_cat = a.message(HERE, [root], "by cat", by=CAT, at=a.NOW + 2)
    made.keep(root, by_bob, by_cat, react("👍", by_cat, by_cat))
    yield made
    made.close()


def test_in_a_private_channel_they_are_left_out_and_come_back(
    garden: Opened, tmp_path: Path
) -> None:
    def now() -> list[str]:
        return written(lambda query: garden.reader.answer(query, AT), HERE, tmp_path / "d")

    assert now() == ["by bob", "by cat"]
    garden.keep(AuthorHidden(HERE, a.key("bob"), a.NOW + 50))
    assert now() == ["by cat"]
    assert "bob" not in called(tmp_path / "d")
    assert not [row for row in rows_in(tmp_path / "d") if row["type"] == "reaction"]
    garden.keep(AuthorHidden(HERE, a.key("bob"), None))
    assert now() == ["by bob", "by cat"]
    assert "bob" in called(tmp_path / "d")


# ---- communities --------------------------------------------------------------------------------


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.now = NOW + 1_000
    return made


def village(desk: Desk, wire: WireVersion) -> CommunityView:
    """With four people in it, of whom 7 is called Bob and has written in two channels."""
    view = peopled(desk, desk.do(CreateCommunity("Village", wire, "ada")), wire.value)
    desk.do(JoinChannel(view.id, "garden"))
    desk.receive(
        view,
        said_by(7, Text("garden", "weeds"), NOW + 30, wire=wire.value),
        said_by(7, Info((("name", "Bob"),)), NOW + 31, wire=wire.value),
    )
    return view


def now(desk: Desk, view: CommunityView, folder: Path, channel: str = "default") -> list[str]:
    space = desk.space(view, channel)
    found = written(desk.ask, space, folder / channel)
    shown = [
        post.text
        for post in desk.ask(Timeline(space, 1_000)).posts
        if post.folded is None and post.kind == "message"
    ]
    assert sorted(found) == sorted(shown), "the same as the window shows"
    return found


@pytest.mark.parametrize("wire", [WireVersion.S, WireVersion.M])
def test_in_a_community_they_are_left_out_and_come_back(wire: WireVersion, tmp_path: Path) -> None:
    desk = Desk()
    desk.now = NOW + 1_000
    view = village(desk, wire)
    assert now(desk, view, tmp_path) == ["by 6", "by 7", "by 8", "by 9"]
    assert "Bob" in called(tmp_path / "default")
    desk.do(HideMember(view.id, key_of(7)))
    assert now(desk, view, tmp_path) == ["by 6", "by 8", "by 9"]
    assert "Bob" not in called(tmp_path / "default")
    desk.do(HideMember(view.id, key_of(7), hidden=False))
    assert now(desk, view, tmp_path) == ["by 6", "by 7", "by 8", "by 9"]


def test_who_is_hidden_in_one_channel_is_left_out_there_alone(desk: Desk, tmp_path: Path) -> None:
    hive = village(desk, WireVersion.M)
    desk.do(HideMember(hive.id, key_of(7), channel="garden"))
    assert now(desk, hive, tmp_path) == ["by 6", "by 7", "by 8", "by 9"]
    assert now(desk, hive, tmp_path, "garden") == []
    assert "Bob" not in called(tmp_path / "garden")


def test_who_is_shown_again_in_one_channel_is_there_alone(desk: Desk, tmp_path: Path) -> None:
    hive = village(desk, WireVersion.M)
    desk.do(HideMember(hive.id, key_of(7)))
    desk.do(HideMember(hive.id, key_of(7), channel="garden", hidden=False))
    assert now(desk, hive, tmp_path) == ["by 6", "by 8", "by 9"]
    assert now(desk, hive, tmp_path, "garden") == ["weeds"]
    assert "Bob" in called(tmp_path / "garden")


def test_however_many_members_there_are_the_hidden_stay_left_out(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.cable.member_answers.MEMBERS_MAX", 1)
    hive = village(desk, WireVersion.M)
    desk.do(HideMember(hive.id, key_of(9)))
    assert now(desk, hive, tmp_path) == ["by 6", "by 7", "by 8"]


def test_a_single_post_stands_as_it_was_judged_itself(desk: Desk, tmp_path: Path) -> None:
    hive = village(desk, WireVersion.M)
    space = desk.space(hive)
    said = {post.text: post.id for post in desk.posts(space)}
    assert len(now(desk, hive, tmp_path)) == 4
    desk.do(ModeratePost(space, said["by 8"]))
    assert now(desk, hive, tmp_path) == ["by 6", "by 7", "by 9"]
    desk.do(HideMember(hive.id, key_of(7)))
    desk.now += 1
    desk.do(ModeratePost(space, said["by 7"], hidden=False))
    assert now(desk, hive, tmp_path) == ["by 6", "by 7", "by 9"]
    assert "Bob" in called(tmp_path / "default"), "they are heard"


def test_what_is_done_to_posts_of_one_channel_writes_no_other_one_anew(
    desk: Desk, tmp_path: Path
) -> None:
    hive = village(desk, WireVersion.M)
    garden, space = desk.space(hive, "garden"), desk.space(hive)
    before, of_garden = desk.ask(Arrivals(space)), desk.ask(Arrivals(garden))
    desk.do(ModeratePost(garden, desk.posts(garden)[-2].id))
    assert desk.ask(Arrivals(garden)).folded != of_garden.folded
    assert desk.ask(Arrivals(space)).folded == before.folded


def test_a_page_asks_once_who_is_hidden(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not for each of its posts."""
    hive = village(desk, WireVersion.M)
    desk.receive(
        hive, *[said_by(7, Text("default", f"{n}"), NOW + 40 + n, wire="M") for n in range(50)]
    )
    desk.do(HideMember(hive.id, key_of(7)))
    judged: list[PublicKey] = []
    of_author = Ruling.of_author

    def counted(ruling: Ruling, author: PublicKey, channel: str = "") -> object:
        judged.append(author)
        return of_author(ruling, author, channel)

    monkeypatch.setattr(Ruling, "of_author", counted)
    page = desk.ask(ArrivedPosts(desk.space(hive)))
    assert sum(post.folded for post in page) > 50
    assert len(judged) <= 2


# ---- exports ------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_export_has_whom_others_hide_and_nobody_whom_our_user_does(
    desk: Desk, tmp_path: Path, suffix: str
) -> None:
    view = peopled(desk, desk.do(CreateCommunity("Village", WireVersion.S, "ada")), "S")
    hides = write_flags({key_of(8): Flag("rude", NOW)})
    desk.receive(view, said_by(9, Info((("hides", hides),)), NOW + 20))
    desk.do(FollowModeration(view.id, key_of(9)))
    desk.do(HideMember(view.id, key_of(7)))
    file = tmp_path / f"out{suffix}"
    engine = cast("Engine", Asked(desk.ask))
    asyncio.run(export_history(engine, desk.space(view), file))
    content = file.read_text(encoding="utf-8")
    assert [f"by {number}" in content for number in (6, 7, 8)] == [True, False, True]
