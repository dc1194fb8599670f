"""Who shares what with whom, and each of them as a person of each kind of world.

Whatever passes between two by hand (codes, keys, links) passes outside the network. Nobody has
dialled anybody when all of it is founded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.model.comment_commands import AcceptTrust, CommentKey, TrustCommenter
from engine.model.comments import TrustLinkView
from engine.model.communities import WireVersion
from engine.model.feed_commands import FollowFolder
from engine.model.ids import PublicKey, SpaceId
from tests.simulation.comments import people as comment_people
from tests.simulation.communities import people as community_people
from tests.simulation.computer import Computer
from tests.simulation.feeds import people as feed_people
from tests.simulation.feeds.folders import Shelf
from tests.simulation.peerlinks import people as private_people
from tests.simulation.together.places import Channel, Comments, Community, Feed, Folder, Place
from tests.simulation.world import World

PRIVATE_CHANNELS, MEMBERS = 5, 6
FEEDS, FOLLOWERS = 20, 3
COMMENTED_FEEDS = 3
WIRES = (WireVersion.S, WireVersion.M)
"""Of one community each."""
MOMENT_SECONDS = 5.0  # in which what was asked for is done

NO_HABITS = private_people.Habits(60.0, {"post": 1.0}, short_links=False, large_posts=False)
NO_FEED_HABITS = feed_people.Habits(60.0, {"append": 1.0})


@dataclass(slots=True)
class Circle:
    """``computers``: the first is in everything. ``towns`` and ``comments``: one of each."""

    world: World
    computers: Sequence[Computer]
    private: private_people.Circle = field(init=False)
    feeds: feed_people.Circle = field(init=False)
    shelf: Shelf = field(default_factory=Shelf)
    towns: list[community_people.Circle] = field(default_factory=list)
    comments: list[comment_people.Circle] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.private = private_people.Circle(self.world)
        self.feeds = feed_people.Circle(self.world)
        for computer in self.computers:
            self.private.person(computer, NO_HABITS)
            self.feeds.people.append(feed_people.Person(self.feeds, computer, NO_FEED_HABITS))

    def found(self) -> None:
        """All that is shared."""
        for person in self.private.people:
            person.begins()
        self._found_channels()
        self._found_communities()
        self._found_feeds()
        self._found_folders()
        self._found_comments()

    def meet(self) -> None:
        """Everybody dials whoever is in the middle."""
        centre, *others = self.private.people
        for other in others:
            other.knows_address_of(centre.computer)
        for town in self.towns:
            middle, *members = town.people
            town.links += [(member.computer, middle.computer) for member in members]

    def some(self, number: int, count: int) -> list[int]:
        """Which of the others take part in the place of that number: others in each."""
        others = len(self.computers) - 1
        return [1 + (number * count + place) % others for place in range(count)]

    def _found_channels(self) -> None:
        centre = self.private.people[0]
        names = [f"channel {number}" for number in range(PRIVATE_CHANNELS)]
        for name in names:
            centre.creates(name, public=False)
        self.world.run(MOMENT_SECONDS)
        spaces = {space.name: space.id for space in centre.spaces()}
        for number, name in enumerate(names):
            members = [self.private.people[one] for one in self.some(number, MEMBERS)]
            for member in members:
                centre.lets_in(member, spaces[name], at_once=True)
            self.places.append(Channel(spaces[name], [centre, *members]))
        self.world.run(MOMENT_SECONDS)

    def _found_communities(self) -> None:
        half = (len(self.computers) - 1) // len(WIRES)
        for number, wire in enumerate(WIRES):
            town = community_people.Circle(self.world)
            members = [0, *self.some(number, half)]
            town.people = [
                community_people.Person(town, self.computers[one], {"say": 1.0}) for one in members
            ]
            town.people[0].founds(wire)
            self.world.run(MOMENT_SECONDS)
            for person in town.people[1:]:
                person.enters(town.towns[0])
            self.towns.append(town)
            self.places.append(Community(town))
        self.world.run(MOMENT_SECONDS)

    def _found_feeds(self) -> None:
        """Half of them are of whoever is in the middle; it follows the others."""
        people = self.feeds.people
        for number in range(FEEDS):
            is_ours = number < FEEDS // 2
            author = people[0 if is_ours else number]
            followers = [people[one] for one in self.some(number, FOLLOWERS)]
            others = followers if is_ours else [people[0]]
            self._found_feed(author, others)

    def _found_feed(
        self, author: feed_people.Person, followers: Sequence[feed_people.Person]
    ) -> None:
        before = set(self.feeds.keys)  # for membership only
        author.creates()
        self.world.run(1.0)
        (key,) = [key for key in self.feeds.keys if key not in before]
        for follower in followers:
            follower.follows(key, whole=True)
        computers = [follower.computer for follower in followers]
        self.places.append(Feed(SpaceId(key), author, computers))

    def _found_folders(self) -> None:
        people = self.feeds.people
        self._found_folder(people[0], [people[one] for one in self.some(0, FOLLOWERS)])
        self._found_folder(people[-1], [people[0]])

    def _found_folder(
        self, owner: feed_people.Person, others: Sequence[feed_people.Person]
    ) -> None:
        self.shelf.shares(owner)
        self.world.run(1.0)
        (space,) = self.shelf.own[owner.name]
        for other in others:
            other.does(FollowFolder(PublicKey(space)))
        self.places.append(Folder(space, self.shelf, owner, others))

    def _found_comments(self) -> None:
        commented = [place for place in self.places if isinstance(place, Feed)][:COMMENTED_FEEDS]
        for feed in commented:
            circle = comment_people.Circle(self.world, feeds=[feed.space])
            circle.people = [
                comment_people.Person(circle, computer, {"comment": 1.0})
                for computer in feed.holders
            ]
            author, *followers = circle.people
            for follower in followers:
                _let_comment(author, follower, feed.space)
            self.comments.append(circle)
            self.places.append(Comments(circle))
        self.world.run(MOMENT_SECONDS)


def _let_comment(
    author: comment_people.Person, other: comment_people.Person, space: SpaceId
) -> None:
    def shown(key: object) -> None:
        assert isinstance(key, bytes)
        author.does(TrustCommenter(space, PublicKey(key)), given)

    def given(view: object) -> None:
        assert isinstance(view, TrustLinkView)
        other.does(AcceptTrust(view.feed, view.links))

    other.does(CommentKey(space), shown)
