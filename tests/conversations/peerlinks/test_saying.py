"""What people say of each other's posts, between two of ours (protocols/tidings.md 3 and 4)."""

from __future__ import annotations

import json

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import (
    CreateIdentity,
    HideAuthor,
    HidePost,
    IssueInvite,
    Post,
    RequestInvite,
    Say,
)
from engine.model.contents import (
    Attachment,
    Content,
    Edit,
    Files,
    Reaction,
    ReactionTakenBack,
    Retraction,
    Words,
)
from engine.model.events import PostsArrived, PostsChanged, SpaceChanged
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.queries import OnePost
from engine.protocols.peerlinks.bodies.forms import FILES_MAX, MENTIONS_MAX
from engine.protocols.peerlinks.packets import Json
from engine.protocols.peerlinks.records import AuthorHidden, HeldByPeer, MessageStored, PostHidden
from tests.conversations.play import Person, Play
from tests.conversations.scenes import (
    channel_of,
    hashes,
    identity_of,
    lets_in,
    owner,
    posts,
    timeline,
)

UNKNOWN = PostId(b"?" * 32)


class Talk:
    """Ada owns a channel, Ben is in it, and both are connected."""

    def __init__(self) -> None:
        self.play = Play()
        self.ada, channel = owner(self.play, "ada")
        self.ben = self.play.person("ben")
        self.space: SpaceId = channel.id
        self.answered = UNKNOWN
        lets_in(self.ada, self.space, self.ben)
        self.play.connect(self.ada, self.ben)

    def says(self, person: Person, content: Content, identity: str | None = None) -> PostId:
        """The post that was made; a mark's command answers what the mark is about."""
        self.play.now += 1.0
        answer: object = person.does(Say(self.space, content, identity))
        assert isinstance(answer, OnePost)
        self.play.pass_time(1.0)
        made = next(one for one in reversed(person.stored) if isinstance(one, MessageStored))
        self.answered = answer.id
        return made.hash

    def posts(self, person: Person, text: str) -> PostId:
        self.play.now += 1.0
        made = posts(person, self.space, text)
        self.play.pass_time(1.0)
        return made

    def body(self, person: Person, post: PostId) -> object:
        record = next(
            one for one in person.stored if isinstance(one, MessageStored) and one.hash == post
        )
        assert isinstance(record.message.body, Json)
        return json.loads(record.message.body.text)

    def refused(self, person: Person, content: Content, identity: str | None = None) -> Refusal:
        with pytest.raises(Refused) as caught:
            person.does(Say(self.space, content, identity))
        return caught.value.reason


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_each_content_has_its_form_and_reaches_the_other(talk: Talk) -> None:
    hello = talk.posts(talk.ada, "hello")
    key = PublicKey(identity_of(talk.ada).public_key)
    mine = talk.says(talk.ben, Words("to you", mentions=(key,)))
    said: dict[PostId, dict[str, object]] = {
        mine: {"text": "to you", "mentions": [key.hex()]},
        talk.says(talk.ben, Words("yes", hello)): {"text": "yes", "reply_to": hello.hex()},
        talk.says(talk.ben, Reaction(hello, " 👍 ")): {"text": "👍", "react_to": hello.hex()},
        talk.says(talk.ben, ReactionTakenBack(hello, "👍")): {
            "text": "",
            "unreact": hello.hex(),
            "emoji": "👍",
        },
        talk.says(talk.ben, Edit(mine, "to all")): {"text": "to all", "edits": mine.hex()},
        talk.says(talk.ben, Retraction(mine)): {"text": "", "retracts": mine.hex()},
        talk.says(talk.ben, Files((Attachment("a.txt", "text/plain", b"hi"),), "look")): {
            "text": "look",
            "files": [
                {
                    "name": "a.txt",
                    "content-type": "text/plain",
                    "data": "data:text/plain;base64,aGk=",
                }
            ],
        },
    }
    assert hashes(talk.ada, talk.space) == hashes(talk.ben, talk.space)
    for post, body in said.items():
        assert "text" in body, "the published program would show nothing"
        assert talk.body(talk.ada, post) == talk.body(talk.ben, post) == body


def test_a_mark_answers_the_post_it_is_about_and_all_else_the_post_made(talk: Talk) -> None:
    hello = talk.posts(talk.ben, "hello")
    for content in (Reaction(hello, "👍"), Edit(hello, "hallo"), Retraction(hello)):
        talk.says(talk.ben, content)
        assert talk.answered == hello
    assert talk.says(talk.ben, Words("more")) == talk.answered


def test_posts_are_told_as_arrivals_and_marks_as_changes(talk: Talk) -> None:
    hello = talk.posts(talk.ada, "hello")
    arrivals = len(talk.ada.told(PostsArrived)), len(talk.ben.told(PostsArrived))
    talk.says(talk.ben, Reaction(hello, "👍"))
    assert (len(talk.ada.told(PostsArrived)), len(talk.ben.told(PostsArrived))) == arrivals
    changed = PostsChanged(talk.space, (hello,))
    assert talk.ada.told(PostsChanged) == talk.ben.told(PostsChanged) == [changed]


def test_what_speaks_to_one_of_ours_is_counted_as_it_arrives(talk: Talk) -> None:
    hello = talk.posts(talk.ada, "hello")
    channel = talk.ada.records.channel(talk.space)
    assert channel is not None
    talk.says(talk.ben, Words("you", mentions=(channel.public_key,)))
    assert talk.ada.told(PostsArrived)[-1].mentions == 1
    talk.says(talk.ben, Words("yes", hello))
    assert talk.ada.told(PostsArrived)[-1].mentions == 1
    talk.says(talk.ben, Words("nobody", mentions=(PublicKey(b"n" * 32),)))
    assert talk.ada.told(PostsArrived)[-1].mentions == 0
    assert talk.ben.told(PostsArrived)[-1].mentions == 0


def test_an_edit_and_a_retraction_have_it_looked_at_anew_what_speaks_to_us(talk: Talk) -> None:
    hello = talk.posts(talk.ben, "hello")
    for content in (Edit(hello, "hello ada"), Retraction(hello)):
        told = len(talk.ada.told(SpaceChanged))
        talk.says(talk.ben, content)
        assert talk.ada.told(SpaceChanged)[told:] == [SpaceChanged(talk.space)]


def test_nobody_waits_for_what_the_hidden_say_and_it_speaks_to_nobody(talk: Talk) -> None:
    owner_key, ben = channel_of(talk.ada, talk.space).public_key, identity_of(talk.ben).public_key
    talk.ada.does(HideAuthor(talk.space, PublicKey(ben)))
    talk.says(talk.ben, Words("you", mentions=(owner_key,)))
    quiet = talk.ada.told(PostsArrived)[-1]
    assert (quiet.count, quiet.own, quiet.mentions) == (1, 1, 0)
    talk.ada.does(HideAuthor(talk.space, PublicKey(ben), hidden=False))
    talk.says(talk.ben, Words("you", mentions=(owner_key,)))
    heard = talk.ada.told(PostsArrived)[-1]
    assert (heard.count, heard.own, heard.mentions) == (1, 0, 1)


def test_of_very_many_changes_none_is_named(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.protocols.peerlinks.conversation.news.POSTS_NAMED_MAX", 2)
    cay = talk.play.person("cay")
    lets_in(talk.ada, talk.space, cay)
    for number in range(3):
        talk.says(talk.ada, Reaction(talk.posts(talk.ada, f"{number}"), "👍"))
    talk.play.connect(talk.ada, cay)
    assert cay.told(PostsChanged)[-1] == PostsChanged(talk.space, ())


def test_nobody_speaks_of_what_is_not_there(talk: Talk) -> None:
    mark_of = talk.posts(talk.ben, "hello")
    mark = talk.says(talk.ben, Reaction(mark_of, "👍"))
    for post in (UNKNOWN, mark):
        for content in (
            Words("x", post),
            Reaction(post, "👍"),
            ReactionTakenBack(post, "👍"),
            Edit(post, "x"),
            Retraction(post),
        ):
            assert talk.refused(talk.ben, content) is Refusal.POST_UNKNOWN


def test_only_ones_own_posts_are_changed(talk: Talk) -> None:
    hello = talk.posts(talk.ada, "hello")
    assert talk.refused(talk.ben, Edit(hello, "x")) is Refusal.POST_NOT_OURS
    assert talk.refused(talk.ben, Retraction(hello)) is Refusal.POST_NOT_OURS
    root = timeline(talk.ada, talk.space)[0].hash
    assert talk.refused(talk.ada, Edit(root, "x")) is Refusal.CONTENT_UNSUPPORTED


def test_what_was_taken_back_is_neither_edited_nor_reacted_to(talk: Talk) -> None:
    hello = talk.posts(talk.ben, "hello")
    talk.says(talk.ada, Reaction(hello, "👍"))
    talk.says(talk.ben, Retraction(hello))
    assert talk.refused(talk.ben, Edit(hello, "hallo")) is Refusal.POST_TAKEN_BACK
    assert talk.refused(talk.ada, Reaction(hello, "🎉")) is Refusal.POST_TAKEN_BACK
    assert talk.refused(talk.ada, Edit(hello, "mine")) is Refusal.POST_NOT_OURS
    talk.says(talk.ada, ReactionTakenBack(hello, "👍"))
    assert talk.says(talk.ada, Words("what was it?", hello)) == talk.answered


def lets_benjamin_in(talk: Talk) -> None:
    """Ben has a second identity in the channel."""
    talk.ben.does(CreateIdentity("benjamin"))
    asked = talk.ben.does(RequestInvite("benjamin"))
    talk.ada.does(IssueInvite(talk.space, asked.request, "benjamin"))  # over their connection


def author_of_last(person: Person) -> str:
    """Which identity signed the last post made."""
    made = next(one for one in reversed(person.stored) if isinstance(one, MessageStored))
    named = {one.public_key: one.name for one in person.records.identities()}
    return named[made.author]


def test_a_reaction_is_taken_back_by_whichever_of_ours_reacted(talk: Talk) -> None:
    lets_benjamin_in(talk)
    hello = talk.posts(talk.ada, "hello")
    talk.says(talk.ben, Reaction(hello, "👍"), "ben")
    talk.says(talk.ben, Words("by benjamin"), "benjamin")
    talk.says(talk.ben, ReactionTakenBack(hello, " 👍 "))
    assert author_of_last(talk.ben) == "ben"
    talk.says(talk.ben, Reaction(hello, "👍"), "ben")
    talk.says(talk.ben, Reaction(hello, "👍"), "benjamin")
    talk.says(talk.ben, ReactionTakenBack(hello, "👍"))
    assert author_of_last(talk.ben) == "benjamin", "the one used last, where both have reacted"
    talk.says(talk.ben, ReactionTakenBack(hello, "👍"), "benjamin")
    assert author_of_last(talk.ben) == "benjamin", "as was wished"


def test_an_edit_is_signed_by_whichever_of_ours_wrote_the_post(talk: Talk) -> None:
    lets_benjamin_in(talk)
    first = talk.says(talk.ben, Words("by ben"), "ben")
    talk.says(talk.ben, Words("by benjamin"), "benjamin")
    talk.says(talk.ben, Edit(first, "still by ben"))
    assert author_of_last(talk.ben) == "ben"
    assert talk.refused(talk.ben, Edit(first, "x"), "benjamin") is Refusal.POST_NOT_OURS


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (Words(" \n"), Refusal.TEXT_EMPTY),
        (Reaction(UNKNOWN, " "), Refusal.TEXT_EMPTY),
        (Reaction(UNKNOWN, "x" * 65), Refusal.TEXT_TOO_LONG),
        (Edit(UNKNOWN, " "), Refusal.TEXT_EMPTY),
        (Files(()), Refusal.TEXT_EMPTY),
        (Files((Attachment("a", "b/c", b""),) * (FILES_MAX + 1)), Refusal.FILE_TOO_LARGE),
        (Files((Attachment("a", "b/c", bytes(1_600_000)),)), Refusal.TEXT_TOO_LONG),
    ],
    ids=lambda value: "" if isinstance(value, Refusal) else type(value).__name__,
)
def test_what_nobody_could_read_is_refused(talk: Talk, content: Content, refusal: Refusal) -> None:
    own = talk.posts(talk.ben, "hello")
    match content:
        case Reaction(_, emoji):
            content = Reaction(own, emoji)
        case Edit(_, text):
            content = Edit(own, text)
        case _:
            pass
    assert talk.refused(talk.ben, content) is refusal


def test_a_caption_may_be_edited_away_and_a_strange_type_is_made_plain(talk: Talk) -> None:
    file = Attachment("a.txt", "text/plain; charset=\N{SNOWMAN}", b"hi")
    post = talk.says(talk.ben, Files((file,)))
    body = talk.body(talk.ben, post)
    assert isinstance(body, dict)
    assert "text" not in body
    assert body["files"][0]["content-type"] == "application/octet-stream"
    talk.says(talk.ben, Edit(post, ""))
    assert talk.answered == post


def test_more_mentions_than_are_read_are_not_written(talk: Talk) -> None:
    keys = tuple(PublicKey(number.to_bytes(32, "big")) for number in range(MENTIONS_MAX + 9))
    body = talk.body(talk.ben, talk.says(talk.ben, Words("all", mentions=keys)))
    assert isinstance(body, dict)
    assert len(body["mentions"]) == MENTIONS_MAX


def test_hiding_a_post_is_told_to_nobody_else(talk: Talk) -> None:
    hello = talk.posts(talk.ada, "hello")
    told = len(talk.ada.told(PostsChanged))
    talk.ben.does(HidePost(talk.space, hello))
    talk.play.pass_time(5.0)
    assert talk.ben.records.noted[-1] == PostHidden(talk.space, hello, hidden=True)
    assert talk.ben.told(PostsChanged) == [PostsChanged(talk.space, (hello,))]
    assert len(talk.ada.told(PostsChanged)) == told
    mark = talk.says(talk.ben, Reaction(hello, "👍"))
    for post in (UNKNOWN, mark):
        with pytest.raises(Refused) as caught:
            talk.ben.does(HidePost(talk.space, post))
        assert caught.value.reason is Refusal.POST_UNKNOWN


def test_hiding_a_member_is_told_to_nobody_else(talk: Talk) -> None:
    talk.posts(talk.ada, "hello")
    told, ada = len(talk.ada.told(PostsChanged)), PublicKey(bytes(range(32)))
    talk.ben.does(HideAuthor(talk.space, ada))
    talk.play.pass_time(5.0)
    (hidden,) = [one for one in talk.ben.records.noted if isinstance(one, AuthorHidden)]
    assert (hidden.space, hidden.author) == (talk.space, ada)
    assert hidden.at is not None
    assert talk.ben.told(PostsChanged) == [PostsChanged(talk.space, ())]
    assert len(talk.ada.told(PostsChanged)) == told
    talk.ben.does(HideAuthor(talk.space, ada, hidden=False))
    assert talk.ben.records.noted[-1] == AuthorHidden(talk.space, ada, None)


def test_nobody_hides_themselves_or_what_is_no_key(talk: Talk) -> None:
    own = [one.public_key for one in talk.ben.records.identities()]
    for author, why in (
        (own[0], Refusal.MEMBER_UNKNOWN),
        (PublicKey(b"short"), Refusal.KEY_INVALID),
    ):
        with pytest.raises(Refused) as caught:
            talk.ben.does(HideAuthor(talk.space, author))
        assert caught.value.reason is why


# ---- who holds what of ours ---------------------------------------------------------------------


def held(person: Person) -> list[HeldByPeer]:
    return [one for one in person.records.noted if isinstance(one, HeldByPeer)]


def test_whoever_asks_for_a_post_of_ours_holds_it(talk: Talk) -> None:
    hello = talk.posts(talk.ada, "hello")
    assert held(talk.ada)[-1] == HeldByPeer(talk.space, talk.ben.peer_id, (hello,))
    assert held(talk.ben) == []


def test_whoever_gives_what_builds_on_a_post_of_ours_holds_it(talk: Talk) -> None:
    hello = talk.posts(talk.ada, "hello")
    cay = talk.play.person("cay")
    lets_in(talk.ada, talk.space, cay)
    talk.play.connect(talk.ben, cay)
    talk.play.now += 1.0
    posts(cay, talk.space, "on top")
    before = len(held(talk.ada))
    talk.play.pass_time(5.0)
    assert HeldByPeer(talk.space, talk.ben.peer_id, (hello,)) in held(talk.ada)[before:]


def test_a_raw_body_goes_as_it_is(talk: Talk) -> None:
    talk.play.now += 1.0
    talk.ben.does(Post(talk.space, '{"vote": 1}'))
    made = next(one for one in reversed(talk.ben.stored) if isinstance(one, MessageStored))
    assert talk.body(talk.ben, made.hash) == {"vote": 1}
