"""Comments between programs: somebody is let in, what they say travels, live and later."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import Document, Person, eventually

pytestmark = pytest.mark.slow


def texts(person: Person, feed: str) -> list[str]:
    return [one["text"] for one in person.see("comment", "list", feed)]


def lets_in(giver: Person, taker: Person, feed: str) -> Document:
    asked = taker.do("comment", "key", feed)["link"]
    link = giver.do("comment", "trust", feed, asked)["link"]
    return taker.do("comment", "accept", feed, link)


def test_people_let_each_other_in_and_read_what_all_say(person: MakePerson) -> None:
    ann, ben, cleo = person("ann"), person("ben"), person("cleo")
    ann_serving, ben_serving = ann.serve(), ben.serve()
    feed = ann.do("feed", "new", "Orchard")["key"]
    ann.do("feed", "post", "Orchard", "The first apple")
    for other in (ben, cleo):
        other.do("feed", "follow", ann.do("feed", "info", "Orchard")["link"])
    assert ben.refused("comment", "add", feed, "May I?") == "comment_not_allowed"

    assert lets_in(ann, ben, feed)["may_comment"]
    ann.do("comment", "add", feed, "Who would like one?", "--entry", "0")
    arrived = ben_serving.wait_for("comments_arrived", space=feed)
    assert arrived["count"] == 1
    (question,) = ben.do("comment", "list", feed)
    answer = ben.do("comment", "add", feed, "I do!", "--reply-to", question["id"])
    ann_serving.wait_until(lambda: texts(ann, feed) == ["Who would like one?", "I do!"])
    (_, heard) = ann.do("comment", "list", feed, "--entry", "0")
    assert (heard["reply_to"], heard["path"]) == (question["id"], [answer["author"]])

    assert lets_in(ben, cleo, feed)["own_path"] == [answer["author"], key_of(cleo, feed)]
    cleo.do("comment", "add", feed, "So do I!", "--entry", "0")  # she is not connected
    synced = cleo.do("sync", "--no-discovery", "--until-quiet", "4")
    assert synced["comments"] == {feed: 2}
    eventually(lambda: len(texts(ben, feed)) == 3)
    ann_serving.kill()
    ben_serving.stop()
    assert texts(ann, feed) == texts(ben, feed) == texts(cleo, feed)


def key_of(person: Person, feed: str) -> str:
    key: str = person.do("comment", "key", feed)["key"]
    return key


def test_two_of_a_network_meet_over_a_bare_port(person: MakePerson) -> None:
    ann, ben = person("ann"), person("ben")
    feed = ann.do("feed", "new", "Orchard")["key"]
    ben.do("feed", "follow", feed, "--name", "Orchard")
    lets_in(ann, ben, feed)
    ben.do("comment", "add", feed, "over a bare port")
    ann.protocol = "hyperbloom"
    serving = ann.serve()
    synced = ben.do("sync", "--no-discovery", "--peer", ann.endpoint, "--until-quiet", "4")
    assert synced["peers"] == 1
    serving.wait_until(lambda: texts(ann, feed) == ["over a bare port"])
    serving.stop()
