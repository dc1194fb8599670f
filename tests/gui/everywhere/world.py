"""A window's whole world whose every word is chosen: names, posts, files, errors, addresses.

The same world calm or hostile: what strangers write may be anything (reliability.md G-1 to G-6).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.model.address import Address
from engine.model.contents import Attachment
from engine.model.ids import PeerId, PostKind, SpaceId
from engine.model.peers import Appearance, PeerState
from engine.model.views import (
    EndingView,
    FileView,
    IdentityView,
    MemberView,
    PostView,
    QuoteView,
    ReactionView,
)
from tests.code_scene import CodeEngine, listening_at
from tests.fake_admission import DAY_SECONDS
from tests.fake_history import EPOCH, GrownHistory, Said, author, key_of
from tests.fake_peers import peer_at
from tests.fake_vault import FakeKeyRing
from ui.services import KnownProfile, Newer, UpdateTrouble

NOW = EPOCH + 8 * DAY_SECONDS
HERE = Address("192.168.1.20", 47_000)


@dataclass(frozen=True, slots=True)
class Wording:
    """What strangers wrote: each place takes the next of its list, round and round."""

    names: Sequence[str]
    texts: Sequence[str]
    files: Sequence[str]
    errors: Sequence[str]

    def name(self, place: int) -> str:
        return self.names[place % len(self.names)]


CALM = Wording(
    names=("Garden", "Reading circle", "Wren", "Moss", "Fern", "Juniper", "Village notices"),
    texts=(
        "Shall we plant on **Wednesday**? See https://docs.example.org/soil for the rest.",
        "> yes\n\n1. potatoes\n2. beans\n\n```python\nprint('soil')\n```",
        "And cake.",
    ),
    files=("plan.pdf", "bed.png"),
    errors=("connection_refused",),
)


@dataclass
class World:
    """The engine, and the spaces worth opening."""

    engine: CodeEngine
    space: SpaceId
    public: SpaceId
    wording: Wording

    @property
    def posts(self) -> Sequence[PostView]:
        history = self.engine.spaces[self.space].history
        return history.run(0, len(history))

    @property
    def members(self) -> tuple[MemberView, ...]:
        return self.engine.spaces[self.space].members


def made_of(wording: Wording) -> World:
    """The world in those words."""
    engine = CodeEngine(now=NOW, listeners=listening_at(HERE))
    ending = EndingView(NOW + DAY_SECONDS, ended=False, path=(), own=True, asked=True)
    space = engine.add_space(wording.name(0), peers=2, renewals=1, invites_ending=1)
    engine.identities += [
        IdentityView(wording.name(5), key_of("ours"), space),
        IdentityView(wording.name(0), key_of("other"), None),
    ]
    _fill(engine, space, wording)
    second = engine.add_space(
        wording.name(1), own_path=(wording.name(2),), ending=ending, mentions=1, peers=1
    )
    engine.receive(second, *(Said(text, NOW - 60, author("x")) for text in wording.texts))
    public = engine.add_space(
        wording.name(6), public=True, can_post=False, can_invite=False, own_path=None
    )
    engine.add_space(wording.name(3), archived=True)
    engine.add_space(wording.name(4), left=True, pinned=True)
    _network(engine, space, wording)
    return World(engine, space, public, wording)


def _fill(engine: CodeEngine, space: SpaceId, wording: Wording) -> None:
    owner = author(owner=wording.name(0))
    writers = [author(wording.name(place)) for place in range(2, 6)]
    engine.receive(space, Said("", NOW - DAY_SECONDS, owner, kind=PostKind.ROOT))
    at = NOW - 3_600
    for place, text in enumerate(wording.texts):
        engine.receive(space, Said(text, at + place, writers[place % len(writers)]))
    engine.receive(space, Said(wording.texts[0], at + 900, owner, ours=True))
    history = engine.spaces[space].history
    assert isinstance(history, GrownHistory)
    first, *_between, last = history.run(1, len(history))
    names = tuple(wording.names[:10])
    history.replace(
        replace(
            last,
            reply=QuoteView(first.id, first.author, wording.texts[0][:200], first.order),
            reactions=(ReactionView("👍", 2, ours=True, names=names),),
            edited_at=NOW,
            reached=2,
        )
    )
    history.replace(
        replace(
            first,
            files=tuple(FileView(name, name[:80], 12_345) for name in wording.files),
            speaks_to_us=True,
        )
    )
    engine.talk.files[first.id] = tuple(
        Attachment(name, "text/plain", b"words") for name in wording.files
    )
    engine.spaces[space].read_up_to = first.order
    engine.spaces[space].members = tuple(
        MemberView(
            author(wording.name(place)).public_key,
            wording.name(place),
            (wording.name(place),),
            NOW + 40 * DAY_SECONDS,
            online=place % 2 == 0,
            let_in_by_us=True,
            ending=EndingView(NOW + DAY_SECONDS, ended=False, path=(), own=True, asked=True)
            if place == 2
            else None,
        )
        for place in range(2, 6)
    )


def _network(engine: CodeEngine, space: SpaceId, wording: Wording) -> None:
    shown = Appearance(space, author(wording.name(2)).public_key)
    engine.peers = (
        peer_at(
            "192.168.1.31",
            47_000,
            PeerState.READY,
            peer_id=PeerId(key_of("wren's computer")),
            since=NOW - 7_200,
            spaces=(space,),
            presence=(shown,),
        ),
        *(
            peer_at(
                wording.name(place)[:200],
                47_000,
                PeerState.WAITING,
                since=NOW - 120,
                last_error=wording.errors[place % len(wording.errors)],
                last_rule=wording.errors[0],
                retry_at=NOW + 40,
                remembered=True,
            )
            for place in range(2)
        ),
    )


@dataclass
class OneProfile:
    """A profile on no disk."""

    folder: str
    words: str | None = "words"
    key_ring: FakeKeyRing = field(default_factory=FakeKeyRing)

    def has_passphrase(self) -> bool:
        return self.words is not None

    def change_passphrase(self, old: str | None, new: str | None) -> None:
        self.words = new


@dataclass
class OneAnswer:
    """Updates whose answer is always the same."""

    answer: Newer | UpdateTrouble | None = None
    place: str = "updates.example.org"

    async def newest(self) -> Newer | UpdateTrouble | None:
        return self.answer


@dataclass
class NoExports:
    """Exports that write nothing."""

    suffixes: tuple[str, ...] = (".jsonl", ".csv", ".html")

    async def export(self, space: SpaceId, file: Path, told: Callable[[int, int], None]) -> int:
        told(1, 1)
        return 1

    async def write(self, file: Path, content: bytes) -> None:
        """Writes nothing."""


@dataclass
class SomeProfiles:
    """Profiles that are only names."""

    names: Sequence[str]

    def known(self) -> Sequence[KnownProfile]:
        return [
            KnownProfile(
                name,
                Path("/srv/june") / name[:40].replace("\0", ""),
                is_own=place == 0,
                is_there=place < 2,
            )
            for place, name in enumerate(self.names[:3])
        ]

    def add(self, name: str, folder: Path) -> None:
        """Keeps nothing."""

    def remove(self, folder: Path) -> None:
        """Keeps nothing."""

    def can_hold(self, folder: Path) -> bool:
        return True

    def suggested(self, name: str) -> Path:
        return Path("/srv/june/new")

    def open(self, folder: Path) -> None:
        """Opens nothing."""
