"""Made-up people and channels, as a week of use would leave them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.address import Address
from engine.model.ids import NotificationLevel, PeerId, PostKind, ProtocolName, SpaceId
from engine.model.peers import ListenerView, PeerState
from engine.model.views import AuthorView, IdentityView, MemberView
from tests.fake_admission import DAY_SECONDS
from tests.fake_engine import FakeEngine
from tests.fake_history import Said, author, key_of
from tests.fake_peers import peer_at
from tests.screenshots.marks import mark

HOUR = 3_600.0


@dataclass(frozen=True, slots=True)
class Scene:
    """An engine and the channel that is worth looking at."""

    engine: FakeEngine
    space: SpaceId


def used_for_a_week(now: float) -> Scene:
    """An allotment and the people who share it."""
    engine = FakeEngine(now=now)
    garden = engine.add_space("Garden", peers=3)
    engine.identities.append(IdentityView("Juniper", key_of("Garden"), garden))
    owner = author(owner="Garden")
    wren, moss, fern = author("Wren"), author("Moss"), author("Wren", "Fern")
    start = now - 6 * DAY_SECONDS
    engine.receive(garden, Said("", start, owner, ours=True, kind=PostKind.ROOT))
    engine.receive(garden, *_first_days(start, owner, wren), *_today(now, owner, wren, moss, fern))
    news = engine.spaces[garden].history.run(12, 13)[0]
    engine.spaces[garden].read_up_to = news.order
    engine.spaces[garden].members = _members(now, owner, wren, moss, fern)
    mark(engine, garden)
    _other_spaces(engine, now)
    _network(engine, now)
    return Scene(engine, garden)


def _first_days(start: float, owner: AuthorView, wren: AuthorView) -> tuple[Said, ...]:
    day = start + DAY_SECONDS
    return (
        Said("Welcome! This channel lives on our own computers.", start + 60, owner, ours=True),
        Said("That was quick: scan, compare the digits, done.", start + 400, wren),
        Said("No account anywhere? I like it.", start + 430, wren),
        Said(
            "Here is the plan for the beds:\n\n"
            "1. **North bed**: potatoes, *after* the frost\n"
            "2. **South bed**: beans and squash\n"
            "   - the climbing ones by the fence\n"
            "   - the others in the middle\n"
            "3. Paths get wood chips",
            day,
            owner,
            ours=True,
        ),
        Said("> Paths get wood chips\n\nI can bring two bags on Saturday.", day + 900, wren),
    )


def _today(
    now: float, owner: AuthorView, wren: AuthorView, moss: AuthorView, fern: AuthorView
) -> tuple[Said, ...]:
    morning = now - 3 * HOUR
    return (
        Said("Hello all, Wren let me in this morning.", morning, fern),
        Said("Welcome, Fern!", morning + 120, owner, ours=True),
        Said(
            "The soil sensor speaks a plain text protocol, this reads it:\n\n"
            "```python\n"
            "def moisture(line: str) -> float:\n"
            '    name, value = line.split("=")\n'
            "    return float(value) / 1024\n"
            "```\n"
            "Run it with `python soil.py`, and see https://docs.example.org/soil for the rest.",
            morning + 1_500,
            moss,
        ),
        Said(
            "It said 0.31 in the south bed yesterday evening.",
            morning + 1_400,
            moss,
            received_at=now - HOUR,
        ),
        Said("Dry, then. I will water tonight.", morning + 2_000, owner, ours=True),
        Said("Thank you.", morning + 2_030, moss),
        Said(
            "Rain on Thursday, says the forecast. Shall we plant on Wednesday?", now - 1_900, wren
        ),
        Said("I have the whole afternoon.", now - 1_860, wren),
        Said("Wednesday is good. I bring the seed potatoes.", now - 600, fern),
        Said("And cake.", now - 580, fern),
    )


def _members(
    now: float, owner: AuthorView, wren: AuthorView, moss: AuthorView, fern: AuthorView
) -> tuple[MemberView, ...]:
    until = now + 93 * DAY_SECONDS
    return (
        MemberView(owner.public_key, "Juniper", (), None, online=True, ours=True),
        MemberView(fern.public_key, "Fern", fern.path, until, online=True),
        MemberView(wren.public_key, "Wren", wren.path, until, online=True),
        MemberView(moss.public_key, "Moss", moss.path, until, online=False),
    )


def _other_spaces(engine: FakeEngine, now: float) -> None:
    reading = engine.add_space("Reading circle", peers=1, own_path=("Juniper",), can_invite=True)
    voices = author("Sorrel", owner="Reading circle")
    engine.receive(
        reading, *(Said(f"Chapter {n} is done.", now - n * HOUR, voices) for n in range(7, 0, -1))
    )
    sorrel = MemberView(voices.public_key, "Sorrel", voices.path, None, online=True)
    engine.spaces[reading].members = (sorrel,)
    boat = engine.add_space(
        "Boat repairs", own_path=("Juniper",), notifications=NotificationLevel.NONE
    )
    engine.receive(boat, Said("The varnish is dry.", now - 30 * HOUR, author("Alder")))
    engine.spaces[boat].read_up_to = engine.spaces[boat].history.run(0, 1)[0].order
    news = engine.add_space(
        "Village notices", peers=2, public=True, can_post=False, can_invite=False, own_path=None
    )
    engine.receive(news, Said("The well is open again.", now - 5 * HOUR, author(owner="Village")))


def _network(engine: FakeEngine, now: float) -> None:
    here = Address("192.168.1.20", 47_000)
    engine.listeners = (ListenerView(ProtocolName.TIDINGS, Address("0.0.0.0", 47_000), (here,)),)
    engine.peers = (
        peer_at(
            "192.168.1.31",
            47_000,
            PeerState.READY,
            peer_id=PeerId(key_of("sorrel's computer")),
            since=now - 2 * HOUR,
            spaces=tuple(space for space in engine.spaces if engine.spaces[space].members)[-1:],
        ),
        peer_at(
            "fern.example.org",
            47_000,
            PeerState.WAITING,
            since=now - 120,
            last_error="connection_refused",
            retry_at=now + 40,
            remembered=True,
        ),
    )
