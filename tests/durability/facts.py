"""What a person was told is done, and therefore relies on. Pure.

Facts are noted in the order of the calls to the disk. One act of the person (a command, a peer's
answer) is whole or not at all: at a cut within it, what was told before it must hold, or all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from engine.model.ids import PostId, PublicKey, SpaceId


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


Fact = Began | Kept | Named | Forgotten | Identified


@dataclass(frozen=True, slots=True)
class Known:
    """What is relied upon, or what was found."""

    posts: Mapping[SpaceId, frozenset[PostId]] = field(default_factory=dict)
    names: Mapping[SpaceId, str] = field(default_factory=dict)
    identities: frozenset[PublicKey] = frozenset()
    forgotten: frozenset[SpaceId] = frozenset()

    def with_fact(self, fact: Fact) -> Known:
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
                )
            case Identified(key):
                return replace(self, identities=self.identities | {key})
            case _:
                assert_never(fact)

    def missing_in(self, found: Known) -> str:
        """What of this ``found`` lacks, in words; empty if nothing."""
        for space, kept in self.posts.items():
            if lost := kept - found.posts.get(space, frozenset()):
                return f"{len(lost)} posts lost"
        if self.names.items() - found.names.items():
            return "a space lost, or its name"
        if self.identities - found.identities:
            return "an identity lost"
        if self.forgotten & found.names.keys():
            return "a forgotten space is back"
        return ""


NOTHING = Known()
