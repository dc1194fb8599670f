"""Posts of communities that delete, judge, and lie about their time and place: C-5 to C-7, C-9,
C-10.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from typing_extensions import override

from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import from_seed
from engine.model.communities import WireVersion
from engine.model.community_commands import CreateCommunity, JoinChannel
from engine.model.community_queries import CommunityChannels
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable import packets, posts
from engine.protocols.cable.limits import FLAGS_BYTES_MAX
from engine.protocols.cable.moderation.flags import read_flags
from engine.protocols.cable.moderation.judging import Judge, Opinion, Standing
from engine.protocols.cable.records import PostsStored
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import M, S
from engine.store.cable.infos import Infos
from engine.store.cable.places import Place, Places
from engine.store.cable.rows import CommunityRow
from engine.store.cable.rulings import Rulings
from tests.attacks.attack import attack, replaced
from tests.attacks.communities import Town
from tests.conversations.cable.stage import HALL, NOON
from tests.unit.cable.desk import NOW, Desk, key_of, person
from tests.work import steps_of

HUGE = 1 << 62


# ---- C-5 ----------------------------------------------------------------------------------------


class _Anybodys(int):
    """A number that is every number."""

    @override
    def __eq__(self, other: object) -> bool:
        return True

    @override
    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


_HELD = Places.held


def _held_of_anybody(
    self: Places, community: int, posts: Sequence[PostId]
) -> Mapping[PostId, Place]:
    found = _HELD(self, community, posts)
    return {post: replace(one, author=_Anybodys(one.author)) for post, one in found.items()}


@attack("C-5", without=replaced("engine.store.cable.places.Places.held", _held_of_anybody))
def test_c5_a_delete_by_somebody_else_deletes_nothing() -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("ours"))
    text = write_post(S, person(1), [], int(NOW), posts.Text(HALL, "mine"))
    others = write_post(S, person(2), [], int(NOW) + 1, posts.Delete((text.hash,)))
    desk.receive(view, text, others)
    assert desk.cable.given(view.id, [text.hash], None) == [text]
    own = write_post(S, person(1), [], int(NOW) + 2, posts.Delete((text.hash,)))
    desk.receive(view, own)
    assert list(desk.cable.given(view.id, [text.hash], None)) == []
    assert list(desk.cable.unknown(view.id, [text.hash])) == []


@attack(
    "C-5", without=replaced("engine.protocols.cable.exchange.asking.acceptance.PIECE_BYTES", HUGE)
)
def test_c5_deletes_that_name_thousands_are_not_taken_all_at_once() -> None:
    town = Town(WireVersion.M)
    named = [PostId(hash32(b"%d" % one)) for one in range(4_000)]
    made = [town.ben.makes(posts.Delete(tuple(named)), NOON + one) for one in range(8)]
    (request, *_) = town.names(*(one.hash for one in made))
    town.attacker.hears(packets.DataResponse(request.id, tuple(one.encoded for one in made)))
    stored = [one for one in town.attacker.stored if isinstance(one, PostsStored)]
    assert [len(one.posts) for one in stored] == 8 * [1]


def _one_by_one(self: Places, community: int, posts: Sequence[PostId]) -> Mapping[PostId, Place]:
    found = ((post, self.place(community, post)) for post in posts)
    return {post: place for post, place in found if place is not None}


@attack("C-5", without=replaced("engine.store.cable.places.Places.held", _one_by_one))
def test_c5_what_a_delete_names_is_not_looked_up_one_by_one() -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("ours", WireVersion.M))
    named = tuple(PostId(hash32(b"%d" % one)) for one in range(1_000))
    delete = write_post(M, person(1), [], int(NOW * 1_000), posts.Delete(named))
    assert steps_of(lambda: desk.receive(view, delete)) < 10 * len(named)


# ---- C-6 ----------------------------------------------------------------------------------------


@attack("C-6", without=replaced("engine.protocols.cable.moderation.flags.FLAGS_BYTES_MAX", HUGE))
def test_c6_flags_beyond_number_say_nothing() -> None:
    flags = json.dumps({f"{one:064x}": {} for one in range(20_000)})
    assert len(flags) > FLAGS_BYTES_MAX
    assert read_flags(flags) is None


def _everybody(self: Rulings, row: CommunityRow) -> list[PublicKey]:
    rows = self._reading.rows(
        "SELECT public_key FROM cable_author WHERE community = ?", (row.number,)
    )
    return [PublicKey(key) for (key,) in rows]


def _heed_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Rulings, "followed", _everybody)
    patch.setattr(Infos, "_note_moderating", _judge_anew)  # whoever spoke


def _judge_anew(infos: Infos, row: CommunityRow, *_: object) -> None:
    infos._rows.bump_moderation(row.number)


@attack("C-6", without=_heed_everybody)
def test_c6_flags_of_somebody_whom_we_do_not_follow_hide_nobody() -> None:
    judge = Judge(key_of(0), Opinion({}, {}), {})
    assert judge.verdict(key_of(2)).standing is Standing.SHOWN
    desk = Desk()
    view = desk.do(CreateCommunity("ours"))
    flags = json.dumps({key_of(2).hex(): {"reason": "a grudge"}})
    blocks = write_post(S, person(1), [], int(NOW), posts.Info((("blocks", flags),)))
    text = write_post(S, person(2), [], int(NOW) + 1, posts.Text(HALL, "still heard"))
    desk.receive(view, blocks)
    assert desk.receive(view, text) == [text.hash]
    assert desk.cable.standing(view.id, key_of(2)) is Standing.SHOWN


# ---- C-7 ----------------------------------------------------------------------------------------


@attack(
    "C-7",
    without=replaced("engine.protocols.cable.exchange.asking.acceptance.FUTURE_SECONDS", HUGE),
)
def test_c7_a_post_of_the_year_ten_thousand_is_not_taken() -> None:
    town = Town()
    for at in (NOON + 8 * 86_400, float(1 << 60)):
        late = town.ben.makes(posts.Text(HALL, "from afar"), at)
        town.gives(late.encoded)
        assert late.hash not in town.ann.held


# ---- C-9 ----------------------------------------------------------------------------------------


@attack(
    "C-9",
    without=replaced(
        "engine.protocols.cable.commands.keeping.from_seed", lambda _: from_seed(bytes(32))
    ),
)
def test_c9_each_community_has_keys_of_its_own() -> None:
    """A post names no community: what is carried elsewhere is by a stranger there."""
    desk = Desk()
    one, other = desk.do(CreateCommunity("one")), desk.do(CreateCommunity("other"))
    assert one.own_key != other.own_key
    assert one.key != other.key


# ---- C-10 ---------------------------------------------------------------------------------------


@attack("C-10", without=replaced("engine.store.cable.answers._look_alikes", lambda _: {}))
def test_c10_channels_that_look_the_same_are_marked() -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("ours"))
    for name in ("Café", "Cafe\u0301", "plain", "garden", "g\u0430rden"):
        desk.do(JoinChannel(view.id, name))
    marked = {one.name: one.look_alike for one in desk.ask(CommunityChannels(view.id))}
    assert marked["Café"] == "Cafe\u0301"
    assert marked["Cafe\u0301"] == "Café"
    assert marked["garden"] == "g\u0430rden"
    assert marked["plain"] is None
