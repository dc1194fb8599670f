"""What a person was told is done, and therefore relies on. Pure.

Facts are noted in the order of the calls to the disk. One act of the person (a command, a peer's
answer) is whole or not at all: at a cut within it, what was told before it must hold, or all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from engine.model.ids import PeerId, PostId, PublicKey, SpaceId


@dataclass(frozen=True, slots=True)
class Began:
    """The person, or a peer, does something next."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A post is stored."""

    space: SpaceId
    post: PostId


@dataclass(frozen=True, slots=True)
class Named:
    """The space is there and has this name."""

    space: SpaceId
    name: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The space is gone, with all its posts."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class Identified:
    """An identity is ours."""

    key: PublicKey


@dataclass(frozen=True, slots=True)
class Reached:
    """That peer is known to hold a post of ours."""

    space: SpaceId
    post: PostId
    peer: PeerId


@dataclass(frozen=True, slots=True)
class Renewed:
    """The right to post there holds until then."""

    space: SpaceId
    until: float


Fact = Began | Kept | Named | Forgotten | Identified | Reached | Renewed


@dataclass(frozen=True, slots=True)
class Known:
    """What is relied upon, or what was found."""

    posts: Mapping[SpaceId, frozenset[PostId]] = field(default_factory=dict)
    names: Mapping[SpaceId, str] = field(default_factory=dict)
    identities: frozenset[PublicKey] = frozenset()
    forgotten: frozenset[SpaceId] = frozenset()
    reached: frozenset[Reached] = frozenset()
    rights: Mapping[SpaceId, float] = field(default_factory=dict)

    def with_fact(self, fact: Fact) -> Known:  # noqa: PLR0911 - one a fact
        """The same, with one fact more."""
        match fact:
            case Began():
                return self
            case Kept(space, post):
                kept = self.posts.get(space, frozenset()) | {post}
                return replace(self, posts={**self.posts, space: kept})
            case Named(space, name):
                return replace(
                    self, names={**self.names, space: name}, forgotten=self.forgotten - {space}
                )
            case Forgotten(space):
                return replace(
                    self,
                    posts={one: kept for one, kept in self.posts.items() if one != space},
                    names={one: name for one, name in self.names.items() if one != space},
                    forgotten=self.forgotten | {space},
                    reached=frozenset(one for one in self.reached if one.space != space),
                    rights={one: until for one, until in self.rights.items() if one != space},
                )
            case Identified(key):
                return replace(self, identities=self.identities | {key})
            case Reached():
                return replace(self, reached=self.reached | {fact})
            case Renewed(space, until):
                return replace(self, rights={**self.rights, space: until})
            case _:
                assert_never(fact)

    def missing_in(self, found: Known) -> str:  # noqa: PLR0911 - one a fact
        """What of this ``found`` lacks, in words; empty if nothing."""
        for space, kept in self.posts.items():
            if lost := kept - found.posts.get(space, frozenset()):
                return f"{len(lost)} posts lost"
        if self.names.items() - found.names.items():
            return "a space lost, or its name"
        if self.identities - found.identities:
            return "an identity lost"
        if self.reached - found.reached:
            return "a delivery lost"
        if any(found.rights.get(space, 0.0) < until for space, until in self.rights.items()):
            return "a fresh link lost"
        if self.forgotten & found.names.keys():
            return "a forgotten space is back"
        return ""


NOTHING = Known()
