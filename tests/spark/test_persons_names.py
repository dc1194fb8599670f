"""Spaces that are called as a person is: a report without names cannot name them either."""

from __future__ import annotations

from pathlib import Path

import pytest

from spark_reports.dataset import AuthorRow, SpaceRow
from spark_reports.persons_names import called_as_persons
from tests.spark.rows import GARDEN, RELAY, dataset, post

FEED, OTHER = "fe" * 32, "0f" * 32


def found_in(folder: Path) -> set[str]:
    return set(called_as_persons(folder, sorted(folder.rglob("part-*.parquet"))))


@pytest.mark.parametrize("called", ["Ann", "ANN", " ann ", "A nn", "\uff21nn", "An\u200bn"])
def test_a_channel_with_the_name_of_its_author_is_one(tmp_path: Path, called: str) -> None:
    dataset(tmp_path, {GARDEN: [post(1)]}, spaces=[SpaceRow(GARDEN, "peerlinks", called)])
    assert found_in(tmp_path) == {GARDEN}


@pytest.mark.parametrize("called", ["Garden", "Anna", "", " "])
def test_another_name_is_nobodys(tmp_path: Path, called: str) -> None:
    there = {GARDEN: [post(1), post(2, author_name="")]}
    dataset(tmp_path, there, spaces=[SpaceRow(GARDEN, "peerlinks", called)])
    assert found_in(tmp_path) == set()


def test_whoever_is_known_anywhere_counts_also_who_has_written_nothing(tmp_path: Path) -> None:
    spaces = [
        SpaceRow(GARDEN, "peerlinks", "Bo"),
        SpaceRow(RELAY, "peerlinks", "ann"),
        SpaceRow(FEED, "feed", "Ann"),
    ]
    dataset(
        tmp_path,
        {GARDEN: [post(1)], RELAY: [], FEED: []},
        spaces=spaces,
        authors=[AuthorRow(RELAY, OTHER, "Bo")],
    )
    assert found_in(tmp_path) == {GARDEN, RELAY, FEED}


def test_a_feed_says_what_its_author_is_called_and_that_is_no_name_of_theirs(
    tmp_path: Path,
) -> None:
    """Nor is it where they comment on another feed."""
    block = post(1, kind="feed", type="block", author=FEED, author_name="News")
    comment = post(2, kind="comment", type="comment", author=FEED, author_name="News")
    spaces = [SpaceRow(FEED, "feed", "News"), SpaceRow(OTHER, "feed", "Olds")]
    known = [AuthorRow(FEED, FEED, "News")]
    dataset(tmp_path, {FEED: [block], OTHER: [comment]}, spaces=spaces, authors=known)
    assert found_in(tmp_path) == set()


def test_names_of_a_communitys_channels_belong_to_nobody(tmp_path: Path) -> None:
    spaces = [SpaceRow(GARDEN, "cable", "ann", "Club")]
    dataset(tmp_path, {GARDEN: [post(1, kind="cable", channel="ann")]}, spaces=spaces)
    assert found_in(tmp_path) == set()
