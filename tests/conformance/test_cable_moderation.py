"""What conversations may rely on when they read what moderates, whoever keeps the records."""

from __future__ import annotations

import pytest

from engine.model.communities import WireVersion
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable import limits, posts
from engine.protocols.cable.records import (
    Mark,
    Page,
)
from tests.conformance.cable_both import (
    ID,
    NOON,
    PEOPLE,
    Both,
)

DECLINES = posts.Info((("accept-role", chr(0)),))


@pytest.mark.parametrize("wire", [WireVersion.M, WireVersion.DRAFT_8])
def test_what_moderates_is_given_but_for_what_is_private(wire: WireVersion) -> None:
    both = Both(wire)
    whom, by = PublicKey(PEOPLE[2].public_key), 1
    contents: list[posts.Content] = [
        posts.Block("spam", 0, (whom,), 0, 0),
        posts.Block("secret", 1, (whom,), 0, 0),
        posts.Block("of another degree", 2, (whom,), 0, 0),
        posts.Role("", 0, "garden", whom, 1),
        posts.Role("", 0, "", whom, 1),
        posts.Moderation("", 0, "default", (whom,), 0),
        posts.Unblock("", 0, (PublicKey(PEOPLE[3].public_key),), 0),
    ]
    made = [both.make(by, content, NOON + at) for at, content in enumerate(contents)]
    for post in made:
        both.take(post)
    both.compare(made)
    oldest = (int(NOON) + 4) * 1_000
    for channels in ((), ("default",), ("garden", "default")):
        both.same("moderation", ID, channels, oldest, None, 9)
        both.same("moderation", ID, channels, 0, None, 2)


def test_who_wants_no_role_declines_it() -> None:
    both = Both(WireVersion.M)
    both.take(both.make(2, DECLINES, NOON))
    assert both.same("declines", ID, PublicKey(PEOPLE[2].public_key)) is True


def test_whose_roles_there_are_is_looked_for_among_the_newest_that_moderate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MODERATING_AT_ONCE", 3)
    both = Both(WireVersion.M)
    whom, other = (PublicKey(PEOPLE[number].public_key) for number in (2, 3))
    contents: list[posts.Content] = [
        posts.Role("too old", 0, "", whom, 1),
        posts.Role("", 0, "garden", whom, 1),
        posts.Role("", 0, "", other, 1),
        posts.Role("", 1, "", whom, 1),
    ]
    made = [both.make(1, content, NOON + at) for at, content in enumerate(contents)]
    both.take(both.make(2, DECLINES, NOON), *made)
    again = both.make(2, posts.Info(()), NOON + 9)
    both.take(again)
    assert both.same("roles_back", ID, [again.hash]) == [made[1]]


@pytest.mark.parametrize(("too_few", "found"), [(0, 1), (1, 2)])
def test_of_roles_that_come_back_no_more_is_read_than_some_bytes(
    monkeypatch: pytest.MonkeyPatch, too_few: int, found: int
) -> None:
    both = Both(WireVersion.M)
    whom, other = (PublicKey(PEOPLE[number].public_key) for number in (2, 3))
    made = [
        both.make(1, posts.Role("old", 0, "", whom, 1), NOON),
        both.make(1, posts.Role("newer", 0, "", whom, 1), NOON + 1),
        both.make(1, posts.Role("", 0, "", other, 1), NOON + 2),
    ]
    read = sum(len(one.encoded) for one in made[1:])
    monkeypatch.setattr(limits, "MODERATING_BYTES", read + too_few)
    both.take(both.make(2, DECLINES, NOON), *made)
    again = both.make(2, posts.Info((("name", "two"),)), NOON + 9)
    both.take(again)
    assert both.same("roles_back", ID, [again.hash]) == made[1::-1][:found]


def test_roles_come_back_only_by_an_info_of_who_wanted_none_before() -> None:
    both = Both(WireVersion.M)
    whom = PublicKey(PEOPLE[2].public_key)
    role = both.make(1, posts.Role("", 0, "", whom, 1), NOON)
    named = both.make(2, posts.Info((("name", "two"),)), NOON)
    declines = both.make(2, DECLINES, NOON + 1)
    still = both.make(2, posts.Info((*DECLINES.pairs, ("name", "two"))), NOON + 2)
    again, renamed = (
        both.make(2, posts.Info((("name", name),)), NOON + at) for at, name in ((3, "2"), (4, "ii"))
    )
    expected: list[tuple[posts.Post, list[posts.Post]]] = [
        (named, []),
        (declines, []),
        (still, []),
        (again, [role]),
        (renamed, []),
    ]
    both.take(role)
    for info, found in expected:
        both.take(info)
        assert both.same("roles_back", ID, [info.hash]) == found


@pytest.mark.parametrize("asked", [(), ("default",), ("garden", "default")])
def test_what_moderates_is_looked_through_page_by_page_asked_for_or_not(
    asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MODERATING_AT_ONCE", 3)
    both = Both(WireVersion.M)
    whom = PublicKey(PEOPLE[2].public_key)
    named = ["", *["garden"] * 7, "default", "", "garden"]
    roles = [posts.Role("", 0, name, whom, 1) for name in named]
    made = [both.make(1, role, NOON + at) for at, role in enumerate(roles)]
    both.take(*made)
    found: list[PostId] = []
    before: Mark | None = None
    for _ in named:
        page = both.same("moderation", ID, asked, 0, before, 2)
        assert isinstance(page, Page)
        assert page.looked_at <= 3
        found += [mark.hash for mark in page.marks]
        before = page.goes_on
        if before is None:
            break
    meant = [post.hash for post, name in zip(made, named, strict=True) if name in {"", *asked}]
    assert found == meant[::-1]


@pytest.mark.parametrize(("too_few", "looked_at"), [(0, 2), (1, 3)])
def test_a_page_of_what_moderates_ends_with_the_bytes_that_were_looked_into(
    monkeypatch: pytest.MonkeyPatch, too_few: int, looked_at: int
) -> None:
    both = Both(WireVersion.M)
    whom = PublicKey(PEOPLE[2].public_key)
    contents: list[posts.Content] = [
        posts.Role("the oldest", 0, "garden", whom, 1),
        posts.Role("the first that is read", 0, "garden", whom, 1),
        posts.Block("all are asked for, and none is looked into " * 9, 0, (whom,), 0, 0),
    ]
    made = [both.make(1, content, NOON + at) for at, content in enumerate(contents)]
    monkeypatch.setattr(limits, "MODERATING_BYTES", len(made[1].encoded) + too_few)
    both.take(*made)
    page = both.same("moderation", ID, (), 0, None, 9)
    assert isinstance(page, Page)
    assert page.looked_at == looked_at
    at_its_end = Mark(made[-looked_at].timestamp, made[-looked_at].hash)
    assert page.goes_on == at_its_end
    rest = both.same("moderation", ID, (), 0, at_its_end, 9)
    assert rest == Page([], 3 - looked_at, None)
