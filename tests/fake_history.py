"""Posts for the fake engine: histories grown by hand, and endless ones made on demand."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.model.ids import OrderKey, PostId, PostKind, PublicKey
from engine.model.views import AuthorView, PostView, TimelinePage

EPOCH = 1_700_000_000.0
HEIGHT_BYTES = 8


def key_of(name: str) -> PublicKey:
    """A stable made-up public key."""
    return PublicKey(
        hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=32).digest()
    )


def author(*path: str, owner: str = "owner") -> AuthorView:
    """Someone with these display names; without any it is the space's owner."""
    return AuthorView(key_of("/".join((owner, *path))), path)


def order_of(height: int, post_id: bytes) -> OrderKey:
    """By height, then by hash: what private channels do."""
    return OrderKey(height.to_bytes(HEIGHT_BYTES, "big") + post_id)


@dataclass(frozen=True, slots=True)
class Said:
    """What a made-up post holds."""

    text: str
    at: float
    author: AuthorView
    ours: bool = False
    kind: PostKind = PostKind.MESSAGE
    received_at: float | None = None


def post(height: int, said: Said) -> PostView:
    """The post that says so at that height."""
    digest = key_of(f"{height}/{said.text}/{said.at}")
    return PostView(
        id=PostId(digest),
        kind=said.kind,
        height=height,
        parents=(),
        timestamp=said.at,
        author=said.author,
        text=said.text,
        body=json.dumps({"text": said.text}) if said.kind == PostKind.MESSAGE else None,
        order=order_of(height, digest),
        received_at=said.at if said.received_at is None else said.received_at,
        ours=said.ours,
    )


class History(Protocol):
    """All posts of one space, in order."""

    def __len__(self) -> int: ...
    def up_to(self, order: bytes) -> int:
        """How many posts are not beyond ``order``."""

    def below(self, order: bytes) -> int:
        """How many posts precede ``order``."""

    def run(self, start: int, end: int) -> Sequence[PostView]: ...


class GrownHistory:
    """A history that starts empty and takes posts anywhere."""

    def __init__(self) -> None:
        self._orders: list[OrderKey] = []
        self._posts: dict[OrderKey, PostView] = {}

    def __len__(self) -> int:
        return len(self._orders)

    def add(self, one: PostView) -> None:
        insort(self._orders, one.order)
        self._posts[one.order] = one

    def up_to(self, order: bytes) -> int:
        return bisect_right(self._orders, order)

    def below(self, order: bytes) -> int:
        return bisect_left(self._orders, order)

    def find(self, post: PostId) -> PostView | None:
        return next((one for one in self._posts.values() if one.id == post), None)

    def replace(self, one: PostView) -> None:
        """Puts ``one`` where a post of the same order is."""
        assert one.order in self._posts
        self._posts[one.order] = one

    def remove(self, one: PostView) -> None:
        self._orders.remove(one.order)
        del self._posts[one.order]

    def run(self, start: int, end: int) -> Sequence[PostView]:
        return [self._posts[order] for order in self._orders[start:end]]


class EndlessHistory:
    """``count`` posts made when they are asked for; nothing is kept."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._writers = tuple(author(name) for name in ("North", "East", "South", "West"))

    def __len__(self) -> int:
        return self._count

    def up_to(self, order: bytes) -> int:
        place = self.below(order)
        return place + 1 if place < self._count and self.one(place).order == order else place

    def below(self, order: bytes) -> int:
        height = int.from_bytes(order[:HEIGHT_BYTES].ljust(HEIGHT_BYTES, b"\0"), "big")
        if height >= self._count:
            return self._count
        return height + int(order > self.one(height).order)

    def run(self, start: int, end: int) -> Sequence[PostView]:
        return [self.one(place) for place in range(max(0, start), min(end, self._count))]

    def one(self, place: int) -> PostView:
        words = f"Post number {place}. " + "It goes on for a while. " * (place * 7 % 5)
        writer = self._writers[place // 3 % len(self._writers)]
        return post(place, Said(words.strip(), EPOCH + place * 40.0, writer))


def page(history: History, limit: int, before: bytes | None, after: bytes | None) -> TimelinePage:
    """What the ``Timeline`` query answers."""
    if after is not None:
        start = history.up_to(after)
        end = min(start + limit, len(history))
    else:
        end = len(history) if before is None else history.below(before)
        start = max(0, end - limit)
    return TimelinePage(tuple(history.run(start, end)), start, len(history) - end)
