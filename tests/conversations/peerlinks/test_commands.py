"""What our own user does: identities, channels, posts (design/cli.md)."""

from __future__ import annotations

import json

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL, Purpose, wrap
from engine.errors import Refusal, Refused
from engine.model.commands import (
    AcceptInvite,
    Command,
    CreateChannel,
    CreateIdentity,
    ExportIdentity,
    FollowChannel,
    ForgetSpace,
    ImportIdentity,
    IssueInvite,
    LeaveSpace,
    Post,
    RequestInvite,
)
from engine.model.events import PostsArrived, PostsChanged, SpaceChanged, SpaceForgotten
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Space
from engine.protocols.contract import WireProtocol
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.packets import Root
from engine.protocols.peerlinks.records import MessageStored
from tests.conversations.play import Person, Play
from tests.conversations.scenes import (
    channel_of,
    creates_channel,
    hashes,
    identity_of,
    lets_in,
    owner,
    posts,
    posts_many,
)

HELLO = json.dumps({"text": "hello"})


def refusal(command: Command[object], *, of: Play | None = None) -> Refusal:
    """Why the first person of the play (or somebody new) may not do this."""
    person = Play().person("ada") if of is None else of.people[0]
    with pytest.raises(Refused) as refused:
        person.does(command)
    return refused.value.reason


def test_it_is_a_wire_protocol() -> None:
    protocol: WireProtocol = Play().person("ada").protocol
    assert protocol.name == "peerlinks"


# ---- identities ---------------------------------------------------------------------------------


def test_an_identity_comes_with_a_channel_of_its_name_that_has_a_root_and_can_be_posted_to() -> (
    None
):
    play = Play()
    ada = play.person("ada")
    made = ada.does(CreateIdentity("  Ada "))
    assert made.name == "Ada"
    assert made.channel == channel_id(made.public_key)
    channel = channel_of(ada, made.channel)
    assert (channel.name, channel.public, channel.public_key) == ("Ada", False, made.public_key)
    (root,) = (one for one in ada.stored if isinstance(one, MessageStored))
    assert (root.message.body, root.author, root.ours) == (Root(), made.public_key, True)
    posts(ada, made.channel, "hello")
    assert SpaceChanged(made.channel) in ada.events


def test_names_are_unique_among_identities_and_spaces() -> None:
    play = Play()
    owner(play, "ada")
    assert refusal(CreateIdentity("ada"), of=play) is Refusal.NAME_TAKEN
    assert refusal(CreateChannel(" ada"), of=play) is Refusal.NAME_TAKEN


@pytest.mark.parametrize("name", ["", "   ", "x" * 129, "\U0001f600" * 65])
def test_a_name_has_1_to_128_units(name: str) -> None:
    assert refusal(CreateIdentity(name)) is Refusal.NAME_INVALID


def test_a_name_is_printable() -> None:
    assert refusal(CreateIdentity("a\nb")) is Refusal.NAME_UNSEEN


def test_two_identities_never_have_the_same_key() -> None:
    ada = Play().person("ada")
    assert len({ada.does(CreateIdentity(name)).public_key for name in "abc"}) == 3


# ---- export -------------------------------------------------------------------------------------


def test_an_exported_identity_can_go_on_elsewhere_with_all_its_rights() -> None:
    play = Play()
    ada, home = owner(play, "ada")
    cleo, foreign = owner(play, "cleo")
    lets_in(cleo, foreign.id, ada)
    news = creates_channel(ada, "news", public=True)
    posts_many(ada, home.id, 3)
    data = ada.does(ExportIdentity("ada", "correct horse"))
    new = play.person("ada's new machine")
    view = new.does(ImportIdentity(data, "correct horse"))
    assert (view.name, view.public_key, view.channel) == ("ada", home.public_key, home.id)
    assert {one.id for one in new.records.channels()} == {home.id, foreign.id, news.id}
    assert channel_of(new, news.id).public
    assert hashes(new, home.id) == hashes(ada, home.id)[:1], "the root comes along"
    play.connect(ada, new)
    play.connect(cleo, new)
    play.pass_time(1.0)
    assert hashes(new, home.id) == hashes(ada, home.id)
    for space in (home.id, foreign.id, news.id):
        posts(new, space, "from the new machine")
    play.pass_time(1.0)
    assert hashes(cleo, foreign.id) == hashes(new, foreign.id)


def test_importing_twice_changes_nothing() -> None:
    play = Play()
    ada, home = owner(play, "ada")
    data = ada.does(ExportIdentity("ada", "x"))
    before = (list(ada.records.identities()), list(ada.records.channels()), hashes(ada, home.id))
    ada.does(ImportIdentity(data, "x"))
    after = (list(ada.records.identities()), list(ada.records.channels()), hashes(ada, home.id))
    assert before == after


def test_a_root_that_an_import_brings_to_a_channel_we_follow_is_told() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    news = creates_channel(ada, "news", public=True)
    data = ada.does(ExportIdentity("ada", "x"))
    reader = play.person("reader")
    reader.does(FollowChannel(news.public_key, "news"))
    reader.does(ImportIdentity(data, "x"))
    assert [told.count for told in reader.told(PostsArrived) if told.space == news.id] == [1]


def test_that_posts_may_speak_to_an_identity_that_is_new_here_is_told_of_every_channel() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    ben, home = owner(play, "ben")
    data = exported(ada)
    ben.does(ImportIdentity(data, "x"))
    assert PostsChanged(home.id, ()) in ben.told(PostsChanged)
    assert SpaceChanged(home.id) in ben.told(SpaceChanged)
    times = len(ben.told(PostsChanged))
    ben.does(ImportIdentity(data, "x"))
    assert len(ben.told(PostsChanged)) == times


def test_an_imported_identity_whose_name_is_taken_gets_a_number() -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    data = ada.does(ExportIdentity("ada", "x"))
    other = play.person("other")
    other.does(CreateIdentity("ada"))
    assert other.does(ImportIdentity(data, "x")).name == "ada-1"
    assert sorted(other.names().values()) == ["ada", "ada-1"]


def test_an_imported_chain_does_not_replace_a_longer_one() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    old = ben.does(ExportIdentity("ben", "x"))
    play.now += 1_000.0
    lets_in(ada, channel.id, ben)
    renewed = list(ben.records.own_chains(channel.id))
    ben.does(ImportIdentity(old, "x"))
    assert list(ben.records.own_chains(channel.id)) == renewed


@pytest.mark.parametrize(
    ("content", "passphrase", "reason"),
    [
        (None, "wrong", Refusal.PASSPHRASE_WRONG),
        (b"", "x", Refusal.FILE_NO_EXPORT),
        (b"tidwrap\n" + bytes(200), "x", Refusal.FILE_NO_EXPORT),
        (b"tidwrap\n" + b"\xff" * 200, "x", Refusal.FILE_NEWER),
        (b"{}", "x", Refusal.FILE_NO_EXPORT),
        (b'{"version":2}', "x", Refusal.FILE_NO_EXPORT),
        (
            b'{"version":1,"name":"a","seed":"00","home":null,"channels":[]}',
            "x",
            Refusal.FILE_NO_EXPORT,
        ),
        (
            b'{"version":1,"name":"a","seed":"%b","home":3,"channels":[]}' % (b"00" * 32),
            "x",
            Refusal.FILE_NO_EXPORT,
        ),
        (
            b'{"version":1,"name":"a","seed":"%b","home":null,"channels":[{"public_key":"%b",'
            b'"name":"a","public":false,"chain":[],"seed":null,"root":null}]}'
            % (b"00" * 32, b"00" * 32),
            "x",
            Refusal.FILE_NO_EXPORT,
        ),
    ],
)
def test_what_is_no_export_of_ours_is_refused(
    content: bytes | None, passphrase: str, reason: Refusal
) -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    if content is None:
        data = ada.does(ExportIdentity("ada", "x"))
    elif content.startswith(b"{"):
        data = wrap(content, "x", SeededEntropy(b"wrap"), MINIMAL, Purpose.IDENTITY)
    else:
        data = content
    assert refusal(ImportIdentity(data, passphrase), of=play) is reason


def test_an_export_needs_a_passphrase_and_an_identity() -> None:
    play = Play()
    owner(play, "ada")
    assert refusal(ExportIdentity("ada", ""), of=play) is Refusal.PASSPHRASE_NEEDED
    assert refusal(ExportIdentity("who", "x"), of=play) is Refusal.IDENTITY_UNKNOWN


# ---- channels -----------------------------------------------------------------------------------


def test_a_further_channel_has_keys_of_its_own_and_belongs_to_the_latest_identity() -> None:
    play = Play()
    ada, home = owner(play, "ada")
    channel = creates_channel(ada, "club")
    assert channel.public_key != home.public_key
    posts(ada, channel.id, "hello")
    (own,) = ada.records.own_chains(channel.id)
    assert (own.identity, own.chain) == (identity_of(ada).public_key, ())
    authors = {
        one.author
        for one in ada.stored
        if isinstance(one, MessageStored) and one.space == channel.id
    }
    assert authors == {channel.public_key}


def test_a_channel_needs_an_identity() -> None:
    assert refusal(CreateChannel("club")) is Refusal.NO_IDENTITY


def test_following_needs_a_key_and_happens_once() -> None:
    play = Play()
    _, home = owner(play, "ada")
    reader = play.person("reader")
    reader.does(FollowChannel(home.public_key, ""))
    assert channel_of(reader, home.id).name == home.public_key.hex()[:8]
    with pytest.raises(Refused, match=Refusal.SPACE_KNOWN):
        reader.does(FollowChannel(home.public_key, "again"))
    with pytest.raises(Refused, match=Refusal.KEY_INVALID):
        reader.does(FollowChannel(PublicKey(bytes(31)), "short"))
    reader.does(LeaveSpace(home.id))
    reader.does(FollowChannel(home.public_key, "again"))
    assert not channel_of(reader, home.id).left


def test_a_channel_whose_id_is_something_elses_is_not_followed_nor_brought_by_an_import() -> None:
    play = Play()
    ada, home = owner(play, "ada")
    reader = play.person("reader")
    reader.others[home.id] = "plans"
    commands = FollowChannel(home.public_key, ""), ImportIdentity(exported(ada), "x")
    for command in commands:
        with pytest.raises(Refused, match=Refusal.SPACE_KNOWN) as refused:
            reader.does(command)
        assert refused.value.detail == "plans"
    assert reader.records.channels() == []


def exported(person: Person) -> bytes:
    return person.does(ExportIdentity(person.name, "x"))


def test_leaving_twice_is_leaving_once_and_forgetting_says_what_it_was() -> None:
    play = Play()
    ada, home = owner(play, "ada")
    posts_many(ada, home.id, 2)
    for _ in range(2):
        answer: object = ada.does(LeaveSpace(home.id))
        assert answer == Space(home.id)
    view = ada.does(ForgetSpace(home.id))
    assert (view.id, view.name, view.posts, view.left) == (home.id, "ada", 3, True)
    assert ada.records.channel(home.id) is None
    assert identity_of(ada).channel is None
    assert SpaceForgotten(home.id) in ada.events
    assert refusal(ForgetSpace(home.id), of=play) is Refusal.SPACE_UNKNOWN
    assert refusal(LeaveSpace(SpaceId(bytes(32))), of=play) is Refusal.SPACE_UNKNOWN


# ---- posts --------------------------------------------------------------------------------------


def test_a_post_is_stored_signed_and_told_before_it_is_answered() -> None:
    play = Play()
    ada, home = owner(play, "ada")
    play.now += 60.0
    post = posts(ada, home.id, "hello")
    record = ada.stored[-2]
    assert isinstance(record, MessageStored)
    assert (record.hash, record.message.height, record.ours) == (post, 1, True)
    assert record.message.timestamp == record.received_at == play.now
    told = ada.told(PostsArrived)[-1]
    assert (told.space, told.count, told.own) == (home.id, 1, 1)
    assert identity_of(ada).used_at == play.now


def test_where_several_may_post_the_one_used_last_does_unless_another_is_named() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    ben.does(CreateIdentity("ben"))
    play.now += 1.0
    ben.does(CreateIdentity("benjamin"))
    for name in ("ben", "benjamin"):
        asked = ben.does(RequestInvite(name))
        ben.does(AcceptInvite(ada.does(IssueInvite(channel.id, asked.request, name)).invite))
    play.connect(ada, ben)
    keys = {one.name: one.public_key for one in ben.records.identities()}
    for meant, author in ((None, "benjamin"), ("ben", "ben"), (None, "ben")):
        play.now += 1.0
        ben.does(Post(channel.id, HELLO, meant))
        record = next(one for one in reversed(ben.stored) if isinstance(one, MessageStored))
        assert record.author == keys[author]


def test_who_cannot_post_is_told_why() -> None:
    play = Play()
    ben = play.person("ben")
    ada, channel = owner(play, "ada")
    assert refusal(Post(channel.id, HELLO), of=play) is Refusal.SPACE_UNKNOWN
    ben.does(FollowChannel(channel.public_key, "theirs"))
    assert refusal(Post(channel.id, HELLO), of=play) is Refusal.NO_IDENTITY
    ben.does(CreateIdentity("ben"))
    assert refusal(Post(channel.id, HELLO), of=play) is Refusal.READ_ONLY
    lets_in(ada, channel.id, ben, valid_to=play.now + 1_000.0)
    assert refusal(Post(channel.id, HELLO, "who"), of=play) is Refusal.IDENTITY_UNKNOWN
    assert refusal(Post(channel.id, HELLO), of=play) is Refusal.NOT_SYNCED
    play.connect(ada, ben)
    assert refusal(Post(channel.id, ""), of=play) is Refusal.TEXT_EMPTY
    assert refusal(Post(channel.id, "no json"), of=play) is Refusal.BODY_INVALID
    too_long = json.dumps("x" * 2_097_152)
    assert refusal(Post(channel.id, too_long), of=play) is Refusal.TEXT_TOO_LONG
    posts(ben, channel.id, "now I may")
    play.now += 1_000.0 - 119.0
    assert refusal(Post(channel.id, HELLO), of=play) is Refusal.CHAIN_EXPIRED
    ben.does(LeaveSpace(channel.id))
    assert refusal(Post(channel.id, HELLO), of=play) is Refusal.READ_ONLY


def test_an_identity_without_its_secret_channel_can_still_act_elsewhere() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    home = identity_of(ben).channel
    assert home is not None
    ben.does(ForgetSpace(home))
    play.connect(ada, ben)
    posts(ben, channel.id, "still here")
    assert identity_of(ben).channel is None
