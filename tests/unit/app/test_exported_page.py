"""A history as a page: whatever people wrote is text in it, and nothing is fetched."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.model import contents, views
from engine.model.communities import Judgement, MemberStanding
from engine.model.ids import PostId, PostKind
from tests.fake_history import EPOCH, author, key_of
from tests.unit.app.exported import HOSTILE, Parsed, exported, in_community, says, scene

TAGS = {
    "html", "head", "meta", "title", "style", "body", "header", "h1", "h2", "p", "main", "article",
    "div", "b", "bdi", "time", "i", "blockquote", "a", "ul", "li", "figure", "img", "figcaption",
}  # fmt: skip
ATTRIBUTES = {
    "charset", "http-equiv", "content", "name", "id", "class", "title", "datetime", "dir", "href",
    "rel", "src", "alt",
}  # fmt: skip


def hostile_posts() -> list[views.PostView]:
    posts: list[views.PostView] = []
    for at, text in enumerate(HOSTILE):
        quote = views.QuoteView(PostId(b"q" * 32), author(text or "x"), text, None)
        posts.append(
            replace(
                says(at, text, name=text or "x"),
                reply=quote,
                reactions=(views.ReactionView(text, 1, ours=True, names=(text,)),),
                files=(views.FileView(text, text, 5), views.FileView(text, "image/svg+xml", 5)),
            )
        )
    return posts


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_people_wrote_is_text(tmp_path: Path, name: str) -> None:
    engine, space = scene(*hostile_posts(), name=name)
    parsed = Parsed(exported(engine, space, tmp_path, ".html"))
    assert {tag for tag, _ in parsed.tags} <= TAGS
    assert {key for _, attributes in parsed.tags for key in attributes} <= ATTRIBUTES
    assert [tag for tag, _ in parsed.tags].count("article") == len(HOSTILE)
    assert [tag for tag, _ in parsed.tags].count("style") == 1
    for shown, text in zip(parsed.articles, HOSTILE, strict=True):
        visible = re.sub("[\x00-\x08\x0b-\x1f\u202e\u2066]", "", text).replace("\ud800", "\ufffd")
        assert visible in shown


def test_only_addresses_of_the_web_are_links_and_they_lead_where_they_say(tmp_path: Path) -> None:
    engine, space = scene(*hostile_posts())
    parsed = Parsed(exported(engine, space, tmp_path, ".html"))
    links = [attributes["href"] for tag, attributes in parsed.tags if tag == "a"]
    outside = {link for link in links if link is not None and not link.startswith("#p")}
    plain = {"http://127.0.0.1/x", "http://x"}
    assert outside == {"https://a.example/", "https://a.example/?q=", *plain}
    assert outside <= set(parsed.texts)


def test_its_own_policy_allows_its_style_and_nothing_else(tmp_path: Path) -> None:
    engine, space = scene(says(1, "hello"))
    page = exported(engine, space, tmp_path, ".html")
    tags = Parsed(page).tags
    (policy,) = [one["content"] for _, one in tags if one.get("http-equiv")]
    assert policy is not None
    assert re.fullmatch(
        r"default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:;"
        r" style-src 'sha256-[A-Za-z0-9+/=]{44}'",
        policy,
    )
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert "url(" not in page


def test_who_came_and_went_and_what_they_are_called_is_said_in_words(tmp_path: Path) -> None:
    kinds = (PostKind.JOIN, PostKind.INFO, PostKind.TOPIC, PostKind.TOPIC, PostKind.LEAVE)
    texts = ("", "Wren", "Beans <b>", "", "")
    posts = [
        replace(says(at, text), kind=kind)
        for at, (kind, text) in enumerate(zip(kinds, texts, strict=True))
    ]
    engine, space = in_community(*posts)
    parsed = Parsed(exported(engine, space, tmp_path, ".html"))
    words = ("Joined.", "Is called Wren now.", "Set the topic: Beans <b>", "Took the topic away.")
    for article, said in zip(parsed.articles, (*words, "Left."), strict=True):
        assert article.endswith(said)


def test_what_is_folded_away_is_behind_the_reason(tmp_path: Path) -> None:
    moss = key_of("Moss")
    judgement = Judgement(MemberStanding.HIDDEN, moss, "Moss", "<ads>")
    engine, space = in_community(replace(says(1, "buy beans"), folded=judgement), says(2, "hello"))
    page = exported(engine, space, tmp_path, ".html")
    first, second = Parsed(page).articles
    assert "Wren" in first
    assert re.search(r"Hidden by Moss.*: <ads>buy beans$", first)
    assert "<details><summary>Hidden by Moss" in page
    assert "Hidden" not in second


def test_a_name_that_is_folded_away_as_well_is_not_on_the_page(tmp_path: Path) -> None:
    judgement = Judgement(MemberStanding.HIDDEN, key_of("Moss"), "Moss", nameless=True)
    said = replace(says(1, "buy beans"), folded=judgement)
    engine, space = in_community(said)
    page = exported(engine, space, tmp_path, ".html")
    assert "Wren" not in page
    assert f"<bdi>{said.author.public_key.hex()[:8]}</bdi>" in page


def test_an_answer_to_what_others_have_folded_away_says_so(tmp_path: Path) -> None:
    away = views.QuoteView(PostId(b"m" * 32), None, "", None, folded=True)
    engine, space = in_community(replace(says(1, "no"), reply=away))
    assert "Answers a message that is folded away." in exported(engine, space, tmp_path, ".html")


def test_whom_our_user_hides_in_a_private_channel_is_not_told_of(tmp_path: Path) -> None:
    away = views.QuoteView(PostId(b"m" * 32), None, "", None, folded=True)
    engine, space = scene(replace(says(1, "no"), reply=away))
    assert "Answers a message that is not here." in exported(engine, space, tmp_path, ".html")


def test_what_the_timeline_shows_stands_in_its_place(tmp_path: Path) -> None:
    first = says(1, "question")
    quote = views.QuoteView(first.id, first.author, "question", first.order)
    missing = views.QuoteView(PostId(b"m" * 32), None, "", None)
    answer = replace(
        says(2, "answer"),
        reply=quote,
        edited_at=EPOCH,
        reactions=(views.ReactionView("👍", 2, ours=False, names=()),),
    )
    lost = replace(says(3, "and this?"), reply=missing)
    gone = replace(says(4, ""), retracted=True)
    of_gone = replace(
        says(6, "why?"), reply=views.QuoteView(gone.id, None, "", None, retracted=True)
    )
    hidden = replace(says(5, "hidden"), hidden=True)
    engine, space = scene(first, answer, lost, gone, hidden, of_gone)
    parsed = Parsed(exported(engine, space, tmp_path, ".html"))
    assert len(parsed.articles) == 5
    assert "Answers a message that was taken back." in parsed.articles[4]
    assert "edited" in parsed.articles[1]
    assert "👍 2" in parsed.articles[1]
    assert ("a", {"href": f"#p{first.id.hex()}"}) in parsed.tags
    assert "Answers a message that is not here." in parsed.articles[2]
    assert "Taken back by its author." in parsed.articles[3]


PNG = b"\x89PNG\r\n\x1a\n" + bytes(8)


@pytest.mark.parametrize(
    ("kind", "data", "is_shown"),
    [
        ("image/png", PNG, True),
        ("image/png", b"<svg onload=alert(1)>", False),
        ("image/svg+xml", b"<svg/>", False),
        ("text/html", b"<script>", False),
    ],
)
def test_only_what_is_a_picture_is_shown_as_one(
    tmp_path: Path, kind: str, data: bytes, *, is_shown: bool
) -> None:
    view = views.FileView("a.png", kind, len(data))
    one = replace(says(1, "look"), files=(view,))
    engine, space = scene(one)
    engine.talk.files[one.id] = (contents.Attachment("a.png", kind, data),)
    parsed = Parsed(exported(engine, space, tmp_path, ".html"))
    pictures = [attributes for tag, attributes in parsed.tags if tag == "img"]
    assert bool(pictures) is is_shown
    assert "a.png" in parsed.articles[0]
