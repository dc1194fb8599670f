"""What people do with private channels, from weighted dice, and what they were told of it.

Whatever passes between two people by hand (a code shown, an invite pasted, a public key told)
passes here outside the network, as it does in life.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.errors import Fault, Refusal, Refused
from engine.model.commands import (
    AcceptInvite,
    CancelInviteRequest,
    Command,
    CreateChannel,
    CreateIdentity,
    ExportIdentity,
    FollowChannel,
    ForgetSpace,
    ImportIdentity,
    IssueInvite,
    LeaveSpace,
    MarkRead,
    Post,
    RenameSpace,
    RenewChain,
    RenewInvite,
    RequestInvite,
    Say,
    SetNotifications,
)
from engine.model.contents import Content, Words
from engine.model.ids import NotificationLevel, PostId, PublicKey, SpaceId
from engine.model.peer_commands import AddPeer, ReconcileNow
from engine.model.queries import (
    Extent,
    Identities,
    InviteRequests,
    Members,
    OnePost,
    Query,
    Space,
    Spaces,
    Timeline,
)
from engine.model.views import (
    IdentityView,
    InviteRequestView,
    IssuedInviteView,
    MemberView,
    SpaceView,
    TimelinePage,
)
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.peerlinks.program import repository_of
from tests.simulation.peerlinks.saying import POSTS_SEEN, REMARKS, body, remark
from tests.simulation.world import World

AHEAD_SECONDS_MAX = 121.0
"""By what others may be ahead of us, whose posts we build on, and a moment."""
TROUBLES_OF_OUR_OWN = frozenset({Refusal.BODY_INVALID, Refusal.NAME_INVALID, Refusal.NAME_UNSEEN})
"""What nobody here asks for: to be refused so would be wrong."""

Deed = Callable[[], None]


@dataclass(slots=True)
class Habits:
    """How often somebody does what: weights of one seed."""

    pause_seconds: float
    weights: dict[str, float]
    short_links: bool
    large_posts: bool
    remarks: float = 0.0
    """How much of what they say is about what was said."""

    @classmethod
    def drawn(cls, dice: random.Random, *, meets: bool = False, renews: bool = False) -> Habits:
        """A swarm's member: some habits are missing altogether. ``meets``: over the tidings port,
        so that links are renewed without showing codes; ``renews``: it is what they mostly do.
        """
        usual = {
            "post": 12.0,
            "let_in": 2.0,
            "create": 0.5,
            "follow": 0.7,
            "leave": 0.15,
            "forget": 0.15,
            "rename": 0.3,
            "mute": 0.2,
            "read": 1.0,
            "refresh": 0.3,
            "cancel": 0.2,
        }
        if meets:
            usual |= {"renew": 4.0, "move": 0.1}
        weights = {
            name: weight * dice.choice([0.3, 1.0, 3.0])
            for name, weight in usual.items()
            if name == "post" or dice.random() < 0.7
        }
        if renews:
            weights |= {"renew": 2.0 * weights["post"], "let_in": 1.0, "move": 0.0}
        return cls(
            pause_seconds=dice.choice([60.0, 120.0, 300.0]),
            weights=weights,
            short_links=dice.random() < 0.3,
            large_posts=dice.random() < 0.2,
            remarks=REMARKS,
        )


@dataclass(slots=True)
class Circle:
    """All people of a world, and what they tell each other by mouth. Nobody knows the liars."""

    world: World
    people: list[Person] = field(default_factory=list)
    liars: list[Person] = field(default_factory=list)
    public_keys: list[PublicKey] = field(default_factory=list)
    acquainted: dict[tuple[str, str], None] = field(default_factory=dict)
    moved: dict[str, None] = field(default_factory=dict)
    """Names of those one of whose identities lives on two computers."""
    quiet: bool = False

    def person(self, computer: Computer, habits: Habits) -> Person:
        """Somebody at that computer."""
        person = Person(self, computer, habits)
        self.people.append(person)
        return person


@dataclass(slots=True, eq=False)
class Person:
    """``posted``: what the engine has acknowledged, by space, and has not been asked to erase.

    ``erased`` counts how often that was asked, for each space.
    """

    circle: Circle
    computer: Computer
    habits: Habits
    posted: dict[SpaceId, list[PostId]] = field(default_factory=dict)
    erased: dict[SpaceId, int] = field(default_factory=dict)
    dice: random.Random = field(init=False)
    _remarks: random.Random = field(init=False)
    _number: int = 0

    def __post_init__(self) -> None:
        self.dice = (self.computer.seed / "person").dice()
        self._remarks = (self.computer.seed / "remarks").dice()

    @property
    def name(self) -> str:
        """Also of the identity and the first channel."""
        return self.computer.name

    # ---- asking the engine ----------------------------------------------------------------------

    def does(self, command: object, then: Callable[[object], None] = lambda _: None) -> None:
        """``then`` gets the result, if it was done."""

        def outcome(result: object) -> None:
            if isinstance(result, Refused):
                self.circle.world.count(f"refused {result.reason}")
                if result.reason in TROUBLES_OF_OUR_OWN and self in self.circle.people:
                    raise LawBroken("honest wishes are understood", f"{self.name}: {result}")
            elif isinstance(result, Fault):
                if not self.computer.is_full:
                    raise LawBroken("engines do not fail", f"{self.name}: {result}")
            else:
                self.circle.world.count(type(command).__name__)
                then(result)

        if self.computer.is_on:
            self.computer.perform(cast("Command[object]", command), outcome)

    def asks(self, query: object) -> object:
        """None where the engine refuses."""
        try:
            return self.computer.ask(cast("Query[object]", query))
        except Refused:
            return None

    def spaces(self) -> list[SpaceView]:
        """All that the person sees in the sidebar."""
        return list(cast("tuple[SpaceView, ...]", self.asks(Spaces())))

    # ---- how life begins and goes on ------------------------------------------------------------

    def begins(self) -> None:
        """An identity and the channel that comes with it."""
        self.does(CreateIdentity(self.name))

    def lives(self) -> None:
        """Does something, and something more later."""
        if not self.circle.quiet:
            pause = self.dice.expovariate(1.0 / self.habits.pause_seconds)
            self.circle.world.agenda.after(pause, self._acts)

    def _acts(self) -> None:
        if self.circle.quiet:
            return
        if self.computer.is_on:
            names = list(self.habits.weights)
            (name,) = self.dice.choices(names, list(self.habits.weights.values()))
            self._deeds()[name]()
        self.lives()

    def _deeds(self) -> dict[str, Deed]:
        return {
            "post": self.posts,
            "let_in": self._lets_somebody_in,
            "create": self._creates,
            "follow": self._follows,
            "leave": lambda: self._ends(LeaveSpace),
            "forget": lambda: self._ends(ForgetSpace),
            "rename": self._renames,
            "mute": self._mutes,
            "read": self._reads,
            "refresh": lambda: self.does(ReconcileNow()),
            "cancel": self._cancels,
            "renew": self._renews,
            "move": self._moves,
        }

    def knows_address_of(self, other: Computer) -> None:
        """From now on it is dialled."""
        pairs = ((self.name, other.name), (other.name, self.name))
        self.circle.acquainted.update(dict.fromkeys(pairs))
        both = [one for one in self.computer.program.ports if one in other.program.ports]
        self.does(AddPeer(both[0], other.address_for(both[0])))

    # ---- posts ----------------------------------------------------------------------------------

    def posts(self) -> None:
        """Into some space that takes it."""
        spaces = [space for space in self.spaces() if space.can_post]
        if spaces:
            self.posts_to(self.dice.choice(spaces).id)

    def says_last_words(self) -> None:
        """One more post into each space, for all to hear."""
        for space in self.spaces():
            if space.can_post:
                self.posts_to(space.id)

    def posts_to(self, space: SpaceId) -> None:
        """Something nobody has said before."""
        erased = self.erased.get(space)
        self._number += 1
        text = f"{self.name} says {self._number}"
        said = body(self.dice, text, may_be_large=self.habits.large_posts)
        content = self._remark(space)

        def has_posted(result: object) -> None:
            assert isinstance(result, OnePost)
            if content is not None and not isinstance(content, Words):
                return  # what is answered is the post that it is about
            if self.erased.get(space) == erased:
                self.posted.setdefault(space, []).append(result.id)
                if self in self.circle.people:
                    self._demand_timely(space, result.id)

        self.does(Post(space, said) if content is None else Say(space, content), has_posted)

    def _remark(self, space: SpaceId) -> Content | None:
        """At times, something of what was said there lately."""
        if self._remarks.random() >= self.habits.remarks:
            return None
        page = self.asks(Timeline(space, POSTS_SEEN))
        posts = page.posts if isinstance(page, TimelinePage) else ()
        return remark(posts, self._remarks, f"{self.name} remarks {self._number}")

    def _demand_timely(self, space: SpaceId, post: PostId) -> None:
        """What was posted when a clock was ahead must not date what is posted afterwards."""
        repository = repository_of(self.computer)
        now = self.computer.clock.now()
        first = repository.page_from(space, (0, PostId(bytes(32))), 1)
        root, *rest = repository.places(space, [first[0].hash, post])
        if root.timestamp <= now < max(one.timestamp for one in [root, *rest]) - AHEAD_SECONDS_MAX:
            raise LawBroken("posts are dated by the clock", self.name)

    # ---- channels -------------------------------------------------------------------------------

    def _creates(self) -> None:
        self._number += 1
        self.creates(f"{self.name}{self._number}", public=self.dice.random() < 0.5)

    def creates(self, name: str, *, public: bool) -> None:
        """A channel. Everybody is told the key of a public one."""
        self.does(CreateChannel(name, public=public), self._has_created)

    def _has_created(self, result: object) -> None:
        assert isinstance(result, Space)
        view = self.asks(result)
        if isinstance(view, SpaceView) and view.public:
            self.circle.public_keys.append(view.public_key)

    def _follows(self) -> None:
        if self.circle.public_keys:
            key = self.dice.choice(self.circle.public_keys)
            self.does(FollowChannel(key, ""))

    def _ends(self, how: type[LeaveSpace | ForgetSpace]) -> None:
        spaces = self.spaces()
        if len(spaces) > 1:
            space = self.dice.choice(spaces[1:]).id
            if how is ForgetSpace:  # from the wish on: its answer may be lost in a crash
                self.erased[space] = self.erased.get(space, 0) + 1
                self.posted.pop(space, None)
            self.does(how(space))

    def _renames(self) -> None:
        if spaces := self.spaces():
            self._number += 1
            self.does(RenameSpace(self.dice.choice(spaces).id, f"renamed{self._number}"))

    def _mutes(self) -> None:
        if spaces := self.spaces():
            level = self.dice.choice(list(NotificationLevel))
            self.does(SetNotifications(self.dice.choice(spaces).id, level))

    def _reads(self) -> None:
        if not (spaces := self.spaces()):
            return
        space = self.dice.choice(spaces).id
        page = self.asks(Timeline(space, 5))
        self.asks(Extent(space))
        if isinstance(page, TimelinePage) and page.posts:
            self.does(MarkRead(space, self.dice.choice(page.posts).order))

    # ---- letting in -----------------------------------------------------------------------------

    def _lets_somebody_in(self) -> None:
        spaces = [space for space in self.spaces() if space.can_invite]
        everybody = [*self.circle.people, *self.circle.liars]
        others = [one for one in everybody if one is not self and one.computer.is_on]
        if spaces and others:
            self.lets_in(self.dice.choice(others), self.dice.choice(spaces).id)

    def lets_in(self, other: Person, space: SpaceId, *, at_once: bool = False) -> None:
        """``other`` shows a code, we scan it; the invite is carried by hand or by the network.

        ``at_once``: by hand, and for long.
        """
        pasted = at_once or self.dice.random() < 0.4
        valid_to = None
        if self.habits.short_links and not at_once and self.dice.random() < 0.5:
            valid_to = self.computer.clock.now() + self.dice.uniform(60.0, 3_600.0)

        def scan(shown: object) -> None:
            assert isinstance(shown, InviteRequestView)
            issue = IssueInvite(space, shown.request, other.name, valid_to)
            self.does(issue, hand_over)

        def hand_over(issued: object) -> None:
            assert isinstance(issued, IssuedInviteView)
            if pasted:
                other.does(AcceptInvite(issued.invite))

        other.does(RequestInvite(), scan)

    def _renews(self) -> None:
        """What the window shows of links that end: asks for a fresh one, gives those asked for."""
        for space in self.spaces():
            if space.ending is not None and space.ending.own and self.dice.random() < 0.3:
                self.does(RenewChain(space.id))
            members = cast("tuple[MemberView, ...]", self.asks(Members(space.id)) or ())
            for member in members:
                waits = member.ending is not None and member.ending.asked
                if waits and member.let_in_by_us and not member.ours:
                    self.does(RenewInvite(space.id, member.public_key))

    def _moves(self) -> None:
        """An identity is taken to another computer too, by a file; now both act as it."""
        identities = cast("tuple[IdentityView, ...]", self.asks(Identities()))
        others = [one for one in self.circle.people if one is not self and one.computer.is_on]
        if not identities or not others:
            return
        other, passphrase = self.dice.choice(others), f"passphrase {self._number}"

        def carry(data: object) -> None:
            assert isinstance(data, bytes)
            self.circle.moved.update(dict.fromkeys((self.name, other.name)))
            other.does(ImportIdentity(data, passphrase))

        self.does(ExportIdentity(self.dice.choice(identities).name, passphrase), carry)

    def _cancels(self) -> None:
        requests = cast("tuple[InviteRequestView, ...]", self.asks(InviteRequests()))
        if requests:
            self.does(CancelInviteRequest(self.dice.choice(requests).request_ids[0]))
