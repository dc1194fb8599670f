"""Cuts the power at many places of a scene with a community, and looks at what was left."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import verify_each
from engine.errors import Fault
from engine.model.commands import Say
from engine.model.contents import Words
from engine.protocols.cable.keys import channel_space
from engine.protocols.cable.records import Community
from engine.protocols.cable.wire.posts import read_post
from engine.protocols.cable.wire.version import VERSIONS
from engine.store.opening import Store
from tests.durability.community_scene import (
    HALL,
    CommunityPerson,
    Fact,
    Posted,
    Withdrawn,
    relied_upon,
)
from tests.durability.disk import Disk, Image, lay_down
from tests.durability.household import SetClock, Wires
from tests.durability.oracle import content_of
from tests.durability.recording import Recording, open_as_program


@dataclass(slots=True)
class CommunityReport:
    """``lost``: cuts after which something relied upon was missing; ``unsound``: or half done."""

    cuts: int = 0
    lost: int = 0
    unsound: int = 0
    complaints: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Found:
    trouble: str
    posts: frozenset[bytes] = frozenset()


def cut_communities(recording: Recording, folder: Path, seed: str, count: int) -> CommunityReport:
    """The power is cut ``count`` times, at places spread over the scene."""
    dice, report = random.Random(seed), CommunityReport()
    disk, places = Disk(recording.start), list[int]()
    for place, operation in enumerate(recording.calls):
        disk.do(operation)
        if disk.unsure():
            places.append(place)
    wanted = dict.fromkeys(places, 0)
    for number in range(count):
        wanted[places[number * len(places) // count]] += 1
    disk, told, oracle = Disk(recording.start), dict[Fact, None](), _Oracle(folder)
    for place, operation in enumerate(recording.calls):
        disk.do(operation)
        relied_upon(told, operation)
        for _ in range(wanted.get(place, 0)):
            report.cuts += 1
            _judge(report, place, oracle.examine(disk.cut(dice)), told)
    return report


def _judge(report: CommunityReport, place: int, found: _Found, told: dict[Fact, None]) -> None:
    trouble = found.trouble
    if trouble:
        report.unsound += 1
    elif missing := [fact for fact in told if not _holds(fact, found)]:
        report.lost += 1
        trouble = f"{len(missing)} untrue, such as {type(missing[0]).__name__}"
    if trouble and len(report.complaints) < 5:
        report.complaints.append(f"at call {place}: {trouble}")


def _holds(fact: Fact, found: _Found) -> bool:
    match fact:
        case Posted(post):
            return post in found.posts
        case Withdrawn(post):
            return post not in found.posts


class _Oracle:
    """What a person finds who starts the program on what a cut left; once for each content."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        self._seen: dict[bytes, _Found] = {}

    def examine(self, image: Image) -> _Found:
        self._number += 1
        folder = self._folder / str(self._number)
        lay_down(image, folder)
        try:
            store = open_as_program(folder)
            try:
                content = content_of(store)
                if content not in self._seen:
                    self._seen[content] = _look(store)
                return self._seen[content]
            finally:
                store.close()
        except (Fault, apsw.Error) as error:
            return _Found(f"refused: {error!r}")
        finally:
            shutil.rmtree(folder)


def _look(store: Store) -> _Found:
    person = CommunityPerson(store, "later", Wires(), SetClock(seconds=100_000.0))
    community = person.community
    if community is None:
        return _Found("")
    troubles = list(_troubles(person, community))
    posts = frozenset(hash_ for (hash_,) in store.database.rows("SELECT hash FROM cable_post"))
    hall = channel_space(community.key, HALL)
    place = person.cable.place_of(hall)
    if place is not None and place.joined:  # its owner goes on
        person.ask_for(Say(hall, Words("still here")), lambda _: None)
        while person.advance():
            pass
        troubles += [f"later: {one}" for one in _troubles(person, community)]
    return _Found("; ".join(troubles), posts)


def _troubles(person: CommunityPerson, community: Community) -> Iterator[str]:
    database, version = person.store.database, VERSIONS[community.wire.value]
    if (told := database.value("PRAGMA integrity_check")) != "ok":
        yield f"integrity: {told}"
    if database.rows("PRAGMA foreign_key_check"):
        yield "a row refers to none"
    items = []
    for hash_, encoded in database.rows("SELECT hash, encoded FROM cable_post"):
        post, item = read_post(version, encoded)
        items.append(item)
        if post.hash != hash_ or hash32(encoded) != hash_:
            yield "a post under another hash"
    if not all(verify_each(items)):
        yield "a post that nobody signed"
    yield from _troubles_of_timelines(person, community)


def _troubles_of_timelines(person: CommunityPerson, community: Community) -> Iterator[str]:
    """What has grown is what it would be, were it filled anew."""
    database = person.store.database
    for space in person.cable.spaces_of(community.id):
        place = person.cable.place_of(space)
        if place is None:
            continue
        grown = _rows(person, space)
        with database.atomic():
            person.cable.rebuild_timeline(space)
        if _rows(person, space) != grown:
            yield f"#{place.channel} has grown otherwise than it is filled"


def _rows(person: CommunityPerson, space: bytes) -> list[tuple[object, ...]]:
    rows = person.store.database.rows(
        "SELECT t.order_key, t.kind, t.at, t.text, a.public_key, a.path FROM timeline AS t"
        " JOIN space AS s ON s.number = t.space LEFT JOIN author AS a ON a.number = t.author"
        " WHERE s.id = ? ORDER BY t.order_key",
        (space,),
    )
    return [tuple(row) for row in rows]
