"""Ten programs, one of them in everything: five channels, two communities, twenty feeds, two
folders, comments. What is said anywhere is heard by all who share it, and nothing waits for what is
large.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.load.together.rounds import NAMES, Outcome, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OPEN_FILES_MAX = 256  # of the one in the middle: some connections with each of nine others
RSS_BYTES_MAX = 256 << 20
PLACES = {"private channel": 5, "community": 2, "feed": 20, "comments": 3, "folder": 2}


@pytest.fixture(scope="module")
def outcome() -> Iterator[Outcome]:
    """Played once; each test looks at one side of it."""
    folder = Path(tempfile.mkdtemp(prefix="tidings-"))  # short, as names of sockets must be
    yield run(folder)
    shutil.rmtree(folder)


def test_what_is_said_anywhere_is_heard_by_all_who_share_it(outcome: Outcome) -> None:
    kinds = [kind for kind, _ in outcome.heard]
    assert {kind: kinds.count(kind) for kind in kinds} == PLACES
    for kind, heard in outcome.heard:
        assert [len(of_one) for of_one in heard] == [outcome.expected] * len(heard), kind


def test_all_who_share_something_are_shown_the_same_in_one_order(outcome: Outcome) -> None:
    for kind, heard in outcome.heard:
        assert [of_one for of_one in heard if of_one != heard[0]] == [], kind


def test_what_is_said_beside_a_long_feed_is_heard_before_that_is_there(outcome: Outcome) -> None:
    assert outcome.calm.keys() == outcome.beside.keys() == PLACES.keys()
    assert outcome.missing_blocks > 0


def test_who_is_in_everything_needs_a_bounded_part_of_the_computer(outcome: Outcome) -> None:
    assert set(outcome.open_files) == set(NAMES)
    assert max(outcome.open_files.values()) <= OPEN_FILES_MAX
    assert max(outcome.peak_rss_bytes.values()) <= RSS_BYTES_MAX
