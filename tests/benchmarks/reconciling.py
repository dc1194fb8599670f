"""Two real processes on loopback: one holds a channel full of posts, the other fetches them all."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.posting import fill, folder_bytes
from tests.benchmarks.usage import usage_of
from tests.e2e.processes import Person, Serve

SECONDS_A_POST_MAX = 0.02  # far slower than any machine this runs on
SECONDS_LEAST = 60.0
OWNER_HOST, MEMBER_HOST = "127.0.2.1", "127.0.2.2"

Line = dict[str, object]


@dataclass(frozen=True, slots=True)
class Pair:
    """Who wrote the posts, and who was let in and has none of them."""

    owner: Person
    member: Person
    space: str


def measure(posts: int, folder: Path, runtime: Path) -> Iterator[Line]:
    """The lines to print: how fast posts are made and stored, and how fast they are fetched.

    Raises AssertionError if the two sides do not hold the same posts in the same order.
    """
    pair = _pair(folder, runtime)
    seconds = fill(pair.owner.paths, bytes.fromhex(pair.space), posts)
    yield {
        "name": "post",
        "posts": posts,
        "seconds": round(seconds, 3),
        "posts_per_second": round(posts / seconds, 1),
        "bytes_on_disk": folder_bytes(pair.owner.folder),
    }
    yield _fetch(pair, posts)


def _pair(folder: Path, runtime: Path) -> Pair:
    owner = Person("owner", folder / "owner", runtime, OWNER_HOST)
    member = Person("member", folder / "member", runtime, MEMBER_HOST)
    space = owner.do("identity", "new", "owner")["channel"]["id"]
    member.do("identity", "new", "member")
    request = member.do("invite", "request")["request"]
    invite = owner.do("invite", "issue", space, request, "--name", "member")["invite"]
    member.do("invite", "accept", invite)
    return Pair(owner, member, space)


def _fetch(pair: Pair, posts: int) -> Line:
    owner_serving = pair.owner.serve()
    try:
        before_owner = usage_of(owner_serving.pid)
        started = time.perf_counter()
        member_serving = pair.member.serve("--peer", f"peerlinks:{pair.owner.address}")
        try:
            ready = time.perf_counter()
            _wait_for_all(member_serving, pair.space, posts)
            ended = time.perf_counter()
            owner, member = usage_of(owner_serving.pid), usage_of(member_serving.pid)
            _demand_equal(pair, posts)
        finally:
            member_serving.stop()
    finally:
        owner_serving.stop()
    seconds = ended - ready
    return {
        "name": "sync",
        "posts": posts,
        "seconds": round(seconds, 3),
        "posts_per_second": round(posts / seconds, 1),
        "seconds_with_start": round(ended - started, 3),
        "cpu_seconds": {
            "sender": round(owner.cpu_seconds - before_owner.cpu_seconds, 2),
            "receiver": round(member.cpu_seconds, 2),
        },
        "peak_rss_bytes": {"sender": owner.peak_rss_bytes, "receiver": member.peak_rss_bytes},
        "equal_order": True,
    }


def _wait_for_all(serving: Serve, space: str, posts: int) -> None:
    """Until the root and all posts have arrived."""

    def have_all() -> bool:
        return sum(told["count"] for told in serving.heard("posts_arrived", space=space)) > posts

    seconds = max(SECONDS_LEAST, posts * SECONDS_A_POST_MAX)
    serving.wait_until(have_all, f"{posts} posts", seconds)


def _demand_equal(pair: Pair, posts: int) -> None:
    ours, theirs = pair.owner.ids(pair.space), pair.member.ids(pair.space)
    assert len(ours) == posts + 1, (len(ours), posts)
    assert ours == theirs, "the two sides differ in order or content"
