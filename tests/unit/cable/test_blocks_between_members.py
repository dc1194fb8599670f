"""Who blocks whom, and what neither is given of the other then (versions M and D8)."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import CreateCommunity
from engine.model.community_queries import ModerationLog
from engine.model.ids import PublicKey
from engine.protocols.cable.posts import Block, Delete, Post, Role, Unblock
from engine.protocols.cable.records import PostsStored
from engine.store.cable import blocks, deeds, logged
from engine.store.cable.anew import ANEW_SECONDS
from engine.store.cable.rows import CommunityRow
from engine.store.database import Reading
from tests.unit.cable.desk import NOW, Desk, key_of, said_by
from tests.unit.cable.moderated import peopled

FEW = 4


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def hive(desk: Desk) -> CommunityView:
    return peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")


def block(by: int, *whom: PublicKey, at: float) -> Post:
    return said_by(by, Block("", 0, whom, 0, 0), NOW + at, wire="M")


def unblock(by: int, *whom: PublicKey, at: float) -> Post:
    return said_by(by, Unblock("", 0, whom, 0), NOW + at, wire="M")


def somebody(number: int) -> PublicKey:
    return PublicKey(b"somebody" + number.to_bytes(24, "big"))


def gets(desk: Desk, hive: CommunityView, reader: int) -> list[str]:
    """Whose texts that reader is given."""
    shown = desk.posts(desk.space(hive))
    by = {post.id: post.text for post in shown if post.text.startswith("by ")}
    return sorted(by[post.hash] for post in desk.cable.given(hive.id, list(by), key_of(reader)))


def readings(monkeypatch: pytest.MonkeyPatch) -> list[PublicKey]:
    """Whose words are read, as it happens."""
    read: list[PublicKey] = []

    def noted(
        reading: Reading, row: CommunityRow, sql: str, values: tuple[int, PublicKey]
    ) -> Generator[Post, None, None]:
        read.append(values[1])
        return deeds.read_posts(reading, row, sql, values)

    monkeypatch.setattr(blocks, "read_posts", noted)
    return read


def test_neither_is_given_what_the_other_wrote_until_the_block_is_taken_back(
    desk: Desk, hive: CommunityView
) -> None:
    desk.receive(hive, block(8, key_of(9), at=20))
    assert gets(desk, hive, 9) == ["by 6", "by 7", "by 9"]
    assert gets(desk, hive, 8) == ["by 6", "by 7", "by 8"]
    desk.receive(hive, unblock(8, key_of(9), at=21))
    assert gets(desk, hive, 9) == ["by 6", "by 7", "by 8", "by 9"]


@pytest.mark.parametrize("notify", [0, 1])
def test_a_block_is_given_to_the_blocked_one_where_its_author_wants_them_told(
    desk: Desk, hive: CommunityView, notify: int
) -> None:
    told = said_by(8, Block("rude", 0, (key_of(9), key_of(7)), 0, notify), NOW + 20, wire="M")
    later = said_by(8, Block("rude", 0, (key_of(6),), 0, 1), NOW + 21, wire="M")
    desk.receive(hive, told, later)

    def given(reader: int) -> list[Post]:
        return list(desk.cable.given(hive.id, [told.hash, later.hash], key_of(reader)))

    assert given(9) == given(7) == ([told] if notify else [])
    assert given(6) == [later]  # of a block of others they hear nothing
    assert given(5) == [told, later]


def test_what_was_said_earlier_and_comes_later_takes_nothing_back(
    desk: Desk, hive: CommunityView
) -> None:
    desk.receive(hive, block(8, key_of(9), at=20))
    assert "by 8" not in gets(desk, hive, 9)
    desk.receive(hive, unblock(8, key_of(9), at=19))
    assert "by 8" not in gets(desk, hive, 9)


def test_a_block_that_is_deleted_is_none(desk: Desk, hive: CommunityView) -> None:
    said = block(8, key_of(9), at=20)
    desk.receive(hive, said)
    assert "by 8" not in gets(desk, hive, 9)
    desk.receive(hive, said_by(8, Delete((said.hash,)), NOW + 21, wire="M"))
    assert "by 8" in gets(desk, hive, 9)


def test_a_block_of_a_turn_that_was_rolled_back_is_none(desk: Desk, hive: CommunityView) -> None:
    assert "by 8" in gets(desk, hive, 9)
    desk.storage.begin()
    desk.storage.apply(PostsStored(hive.id, (block(8, key_of(9), at=20),), NOW))
    assert "by 8" not in gets(desk, hive, 9)
    desk.storage.rollback()
    assert "by 8" in gets(desk, hive, 9)


@pytest.mark.parametrize("is_told", [True, False])
def test_whom_somebody_blocks_no_more_asks_for_their_posts_once_more(
    desk: Desk, hive: CommunityView, *, is_told: bool
) -> None:
    """Nobody gave them meanwhile; and who was never told of the block hears of its end."""
    if is_told:
        desk.receive(hive, block(8, hive.own_key, at=20))
    before = desk.cable.times_anew(hive.id)
    desk.receive(hive, unblock(8, key_of(9), at=21))
    assert desk.cable.times_anew(hive.id) == before, "it is about somebody else"
    desk.receive(hive, unblock(8, key_of(9), hive.own_key, at=22))
    assert desk.cable.times_anew(hive.id) > before


def test_a_block_that_holds_is_waited_for_whatever_was_taken_back_before(
    desk: Desk, hive: CommunityView
) -> None:
    desk.receive(hive, block(8, hive.own_key, at=20))
    before = desk.cable.times_anew(hive.id)
    desk.receive(hive, unblock(8, hive.own_key, at=19))
    assert desk.cable.times_anew(hive.id) == before


def test_who_blocks_us_and_deletes_that_has_their_posts_asked_for_once_more(
    desk: Desk, hive: CommunityView
) -> None:
    said = [block(8, key_of(9), at=20), block(8, hive.own_key, at=21)]
    desk.receive(hive, *said)
    before = desk.cable.times_anew(hive.id)
    for post, more in zip(said, (0, 1), strict=True):
        desk.receive(hive, said_by(8, Delete((post.hash,)), NOW + 22, wire="M"))
        assert desk.cable.times_anew(hive.id) == before + more


def test_who_takes_a_block_back_again_and_again_has_all_asked_for_now_and_then(
    desk: Desk, hive: CommunityView
) -> None:
    """Also where nobody says anything more until it is time."""
    before = desk.cable.times_anew(hive.id)
    for at in range(3):
        desk.receive(hive, unblock(8, hive.own_key, at=20 + at))
    assert desk.cable.times_anew(hive.id) == before + 1
    for seconds, more in ((ANEW_SECONDS - 1.0, 1), (1.0, 2), (ANEW_SECONDS, 2)):
        desk.now += seconds
        desk.wake()
        assert desk.cable.times_anew(hive.id) == before + more


def test_who_says_it_again_and_again_has_no_more_read_for_it(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is more than is kept in memory."""
    monkeypatch.setattr(blocks, "BLOCKS_BY_ONE_MAX", FEW)
    read = readings(monkeypatch)
    desk.receive(hive, *(block(8, somebody(n), at=20 + n) for n in range(FEW)))
    for n in range(5 * FEW):
        desk.receive(hive, unblock(8, hive.own_key, somebody(FEW + n), at=30 + n))
    assert read == [key_of(8)] * 2


def test_what_others_say_makes_no_block_forgotten(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "BLOCKS_BY_ONE_MAX", FEW)
    desk.receive(hive, block(8, key_of(9), at=20))
    for by in (6, 7, 9):
        desk.receive(hive, *(unblock(by, key_of(5), at=30 + n) for n in range(3 * FEW)))
        desk.receive(hive, block(by, *map(somebody, range(3 * FEW)), at=50))
    assert "by 8" not in gets(desk, hive, 9)


@pytest.mark.parametrize("is_asked_before", [True, False])
def test_of_one_member_the_newest_blocks_are_looked_at(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch, *, is_asked_before: bool
) -> None:
    monkeypatch.setattr(blocks, "BLOCKS_BY_ONE_MAX", FEW)
    desk.receive(hive, block(8, key_of(9), at=20))
    if is_asked_before:
        assert "by 8" not in gets(desk, hive, 9)
    desk.receive(hive, *(block(8, somebody(n), at=21 + n) for n in range(FEW - 1)))
    assert "by 8" not in gets(desk, hive, 9)
    desk.receive(hive, block(8, somebody(FEW), at=30))
    assert "by 8" in gets(desk, hive, 9)


def test_it_is_people_that_are_counted_and_not_posts(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "BLOCKS_BY_ONE_MAX", FEW)
    others = [somebody(n) for n in range(FEW - 1)]
    desk.receive(hive, block(7, *others, key_of(9), at=20))
    desk.receive(hive, block(8, *others, somebody(FEW), key_of(9), at=20))
    assert gets(desk, hive, 9) == ["by 6", "by 8", "by 9"]


@pytest.mark.parametrize("too_few", [0, 1])
def test_of_long_posts_as_many_are_read_as_fit(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch, too_few: int
) -> None:
    said = [block(8, key_of(9 - n), at=20 + n) for n in range(3)]
    size = sum(len(post.encoded) for post in said)
    monkeypatch.setattr(deeds, "DEEDS_BYTES_MAX", size - too_few)
    desk.receive(hive, *said)
    assert ("by 8" in gets(desk, hive, 9)) == bool(too_few)


def test_a_word_of_a_stranger_has_nothing_read_anew(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.receive(hive, block(8, key_of(9), at=20))
    before = gets(desk, hive, 9)
    read = readings(monkeypatch)
    many = [somebody(n) for n in range(500)]
    desk.receive(hive, *(block(5, *many, at=30 + n) for n in range(24)))
    desk.receive(hive, block(6, somebody(0), at=60))
    assert gets(desk, hive, 9) == before
    assert read == []


def test_what_was_asked_about_longest_ago_makes_room_for_another(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.receive(hive, *(block(by, somebody(by), at=20) for by in (6, 7, 8)))
    texts = {post.text: post.id for post in desk.posts(desk.space(hive))}
    monkeypatch.setattr(blocks, "BLOCKS_HELD_MAX", 5)  # two authors', and of who asks
    read = readings(monkeypatch)
    for by in (6, 7, 6, 8, 6, 7):
        assert desk.cable.given(hive.id, [texts[f"by {by}"]], key_of(9))
    assert read == [key_of(by) for by in (9, 6, 7, 8, 7)]


def test_what_is_kept_in_memory_is_bounded_and_changes_no_answer(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "BLOCKS_HELD_MAX", 3)
    for by in (6, 7, 8):
        desk.receive(hive, block(by, key_of(9), somebody(by), at=20))
    for _ in range(2):
        assert gets(desk, hive, 9) == ["by 9"]
        assert gets(desk, hive, 5) == ["by 6", "by 7", "by 8", "by 9"]


@pytest.mark.parametrize("said", [FEW, FEW + 1])
def test_the_log_holds_the_newest_that_anybody_did(
    desk: Desk, hive: CommunityView, monkeypatch: pytest.MonkeyPatch, said: int
) -> None:
    monkeypatch.setattr(logged, "LOGGED_MAX", FEW)
    desk.receive(hive, said_by(6, Role("", 0, "", key_of(7), 1), NOW + 20, wire="M"))
    desk.receive(hive, block(8, *map(somebody, range(said - 1)), at=21))
    log = desk.ask(ModerationLog(hive.id))
    assert len(log) == FEW
    assert [one.by for one in log].count(key_of(6)) == (1 if said == FEW else 0)
