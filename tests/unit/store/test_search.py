"""Search: what a person types is words, never operators; the newest come first."""

from __future__ import annotations

import itertools
import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refusal
from engine.model.hits import SearchHit
from engine.model.ids import SpaceId
from engine.model.queries import Search
from engine.protocols.peerlinks.records import (
    ChannelForgotten,
    ChannelStored,
    MessageStored,
)
from engine.store.opening import open_memory_store
from engine.store.timeline import search
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Around, Opened, opened, refusal_of

GARDEN, KITCHEN = a.channel("garden"), a.channel("kitchen")

HOSTILE = [
    '"', '""', "'", "*", "**", "a*", "*a", "^a", "a^", "-a", "+a", "(", ")", "()", "(a", "a)",
    "a AND", "AND", "OR", "NOT", "a NOT b", "NEAR", "NEAR(a b)", "NEAR(a b, 3)", "a NEAR b",
    "text:a", "text : a", "{text}: a", "-text:a", "nothing:a", "a:b:c", ":", "::", "a + b",
    "a + ", "; DROP TABLE timeline; --", "'; DROP TABLE timeline; --", "--", "/* */", "\\", '\\"',
    "a\0b", "\0", "\n", "\t\t", " ", "", "%", "_", "?", "?1", ":key", "@key", "$key", "[a]", "`a`",
    "a,b", "a.b", "a-b", "a/b", "http://a.b/c?d=e", "c++", "#tag", "@name", "rowid", "rank",
    "timeline_words", "delete", "integrity-check", "é", "e\u0301", "ß", "İ", "ﬁ", "Ⅷ", "日本語",
    "👍", "👍🏽", "\u202e", "\u200b", "\ufeff", "\ud800", "a\udfffb", "\uffff", "\U0010ffff",
    "a" * 10_000, '"' * 1_000, "* " * 500, "a " * 500, "(" * 300, "a OR " * 100, "^" * 99,
]  # fmt: skip


def say(text: str, *, parents: list[MessageStored], at: float | None = None) -> MessageStored:
    return a.message(parents[0].space, parents, text, at=at, by=a.chain("bob"))


@pytest.fixture
def talk(memory: Opened) -> Opened:
    root = a.message(GARDEN.id)
    memory.keep(
        ChannelStored(GARDEN, a.NOW),
        root,
        say("The café opens at noon", parents=[root], at=a.NOW + 1),
        say("noon is when the lilies open", parents=[root], at=a.NOW + 3),
        say("nothing here", parents=[root], at=a.NOW + 2),
    )
    return memory


def found(
    here: Opened, words: str, space: SpaceId | None = None, limit: int = 50
) -> list[SearchHit]:
    return list(here.reader.answer(Search(words, space, limit), Around()).hits)


def snippets(here: Opened, words: str) -> list[str]:
    return [hit.snippet for hit in found(here, words)]


def test_all_words_must_be_there_and_the_newest_comes_first(talk: Opened) -> None:
    assert snippets(talk, "noon") == ["noon is when the lilies open", "The café opens at noon"]
    assert snippets(talk, "noon lilies") == ["noon is when the lilies open"]
    assert snippets(talk, "noon nothing") == []


def test_case_and_diacritics_do_not_matter(talk: Opened) -> None:
    assert snippets(talk, "CAFE") == snippets(talk, "café") == ["The café opens at noon"]


def test_the_last_word_may_be_a_beginning_and_no_other(talk: Opened) -> None:
    assert snippets(talk, "noon lil") == ["noon is when the lilies open"]
    assert snippets(talk, "lil noon") == []


def test_a_hit_tells_who_when_and_where(talk: Opened) -> None:
    (hit,) = found(talk, "lilies")
    assert hit.space == GARDEN.id
    assert hit.at == a.NOW + 3
    assert hit.author.path == ("bob",)
    assert hit.order.endswith(hit.id)


def changed(
    kind: str,
    post: MessageStored,
    text: str,
    *,
    by: str = "bob",
    on: MessageStored | None = None,
) -> MessageStored:
    body = json.dumps({"text": text, kind: post.hash.hex()})
    return a.message(post.space, [on or post], json_text=body, by=a.chain(by))


def test_an_edited_post_is_found_by_its_newest_text_alone(talk: Opened) -> None:
    post = say("the tulips open", parents=[a.message(GARDEN.id)], at=a.NOW + 9)
    first = changed("edits", post, "the roses open")
    second = changed("edits", post, "not his", by="cat", on=first)
    talk.keep(post, first, second)
    (hit,) = found(talk, "roses")
    assert (hit.id, hit.at, hit.snippet) == (post.hash, a.NOW + 9, "the roses open")
    assert found(talk, "tulips") == found(talk, "his") == []
    talk.keep(changed("edits", post, "the asters open at last", on=second))
    assert snippets(talk, "open at") == ["the asters open at last"]
    assert [len(found(talk, word)) for word in ("roses", "asters")] == [0, 1]


def test_what_was_taken_back_and_reactions_are_not_found(talk: Opened) -> None:
    post = say("the tulips open", parents=[a.message(GARDEN.id)])
    mended = changed("edits", post, "the roses open")
    talk.keep(post, mended, changed("react_to", post, "tulips"), changed("retracts", post, ""))
    assert found(talk, "tulips") == found(talk, "roses") == []


def paged(here: Opened, words: str, space: SpaceId | None, limit: int) -> list[SearchHit]:
    hits: list[SearchHit] = []
    while page := here.reader.answer(
        Search(words, space, limit, hits[-1] if hits else None), Around()
    ).hits:
        hits += page
    return hits


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_pages_give_every_hit_once_in_the_order_of_one_page(memory: Opened, limit: int) -> None:
    numbers = iter(range(1, 100))
    for channel in (GARDEN, KITCHEN):
        memory.keep(ChannelStored(channel, a.NOW), a.message(channel.id))
    for _ in range(5):
        for channel in (GARDEN, KITCHEN):
            root = a.message(channel.id)
            batch = [
                say(f"noon {number}", parents=[root], at=a.NOW + number)
                for number in itertools.islice(numbers, 3)
            ]
            memory.keep(*batch)
    late = say("noon 0", parents=[a.message(GARDEN.id)], at=a.NOW)
    mended = changed("edits", say("noon 4", parents=[a.message(KITCHEN.id)], at=a.NOW + 4), "noon")
    memory.keep(late, mended)
    for space in (None, GARDEN.id, KITCHEN.id):
        whole = found(memory, "noon", space)
        assert len(whole) == len({hit.id for hit in whole}) >= 15
        assert paged(memory, "noon", space, limit) == whole


def test_several_spaces_are_merged_by_time(memory: Opened) -> None:
    for channel in (GARDEN, KITCHEN):
        memory.keep(ChannelStored(channel, a.NOW), a.message(channel.id))
    for number in range(1, 7):
        channel = (GARDEN, KITCHEN)[number % 2]
        memory.keep(say(f"noon {number}", parents=[a.message(channel.id)], at=a.NOW + number))
    assert snippets(memory, "noon") == [f"noon {number}" for number in range(6, 0, -1)]


def test_one_latin_letter_stands_for_itself_and_one_of_another_script_begins_a_word(
    memory: Opened,
) -> None:
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root)
    memory.keep(*[say(text, parents=[root]) for text in ("plan b", "bees", "日本語")])
    assert snippets(memory, "b") == ["plan b"]
    assert snippets(memory, "be") == ["bees"]
    assert snippets(memory, "日") == ["日本語"]


@pytest.mark.parametrize(
    ("text", "found_by", "not_by"),
    [
        ("私は東京に住んでいます", ["東京", "東", "京", "住んで", "私は 東京"], ["京東", "東に"]),
        ("我昨天买了iPhone15手机", ["手机", "iphone15", "iph", "买了iphone15手"], ["phone15"]),
        ("안녕하세요 여러분", ["하세요", "안녕", "러분"], ["요하", "호세요"]),
        ("ฉันกินข้าวที่บ้าน", ["กิน", "ข้าว", "บ้าน"], ["กัน", "ขาว"]),
        ("ខ្ញុំរៀនភាសាខ្មែរ", ["ភាសា", "ខ្មែរ"], ["ភសា"]),
        ("ကျွန်တော်မြန်မာစာ", ["မြန်မာ"], ["မြန်မ"[::-1]]),
        ("ພາສາລາວ", ["ສາລາວ"], ["ສີລາວ"]),
        ("𠮷野家で食べた", ["𠮷野", "野家"], ["吉野"]),
        ("ｱｲｽｸﾘｰﾑ・コーヒー", ["ｸﾘｰﾑ", "ヒー"], ["コーラ"]),
    ],
)
def test_words_without_blanks_between_them_are_found_anywhere(
    memory: Opened, text: str, found_by: list[str], not_by: list[str]
) -> None:
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, say(text, parents=[root]))
    assert [snippets(memory, words) for words in found_by] == [[text]] * len(found_by)
    assert [snippets(memory, words) for words in not_by] == [[]] * len(not_by)


def forms(text: str) -> list[str]:
    return [unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)]


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("한국", "여기 한국어 대한민국"),
        ("мой", "это мой ёж"),
        ("ёж", "это мой ёж"),
        ("καλά", "όλα καλά"),
        ("café", "the café here"),
    ],
)
def test_what_was_written_in_another_form_of_unicode_is_found(
    memory: Opened, word: str, others: str
) -> None:
    texts = forms(others)
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root)
    memory.keep(*[say(text, parents=[root]) for text in texts])
    for typed in forms(word):
        assert sorted(snippets(memory, typed)) == sorted(texts)
        assert sorted(snippets(memory, f"{typed} {typed}")) == sorted(texts)
        assert len(found(memory, typed, GARDEN.id)) == len(texts)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("ελλαδα", "Ελλάδα"),
        ("ΕΛΛΆΔΑ", "στην Ελλάδα"),
        ("ΛΟΓΟΣ", "το λόγος"),
        ("λόγος", "ΟΛΟΣ ΛΟΓΟΣ"),
        ("елка", "Наша ёлка"),
        ("Ёлка", "наша елка"),
        ("שלום", "אמר שָׁלוֹם"),
        ("שָׁלוֹם", "אמר שלום"),
        ("محمد", "قال مُحَمَّد"),
        ("مُحَمَّد", "قال محمد"),
        ("احمد", "قال أحمد"),
        ("שלו", "אמר שָׁלוֹם"),
    ],
)
def test_marks_do_not_count_in_whatever_script_and_form(
    memory: Opened, words: str, text: str
) -> None:
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root)
    texts = forms(text)
    memory.keep(*[say(one, parents=[root]) for one in dict.fromkeys(texts)])
    for typed in forms(words):
        assert sorted(snippets(memory, typed)) == sorted(set(texts))


def test_what_is_a_letter_of_its_own_is_not_found_without_its_mark(memory: Opened) -> None:
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root)
    memory.keep(*[say(text, parents=[root]) for text in (*forms("это мой"), "это мои")])
    for typed in forms("мой"):
        assert sorted(snippets(memory, typed)) == sorted(forms("это мой"))
    assert snippets(memory, "мои") == ["это мои"]


def test_a_mark_that_makes_another_letter_of_one_that_stands_apart_counts(memory: Opened) -> None:
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root)
    memory.keep(*[say(text, parents=[root]) for text in ("ガイド", "カイト")])
    assert snippets(memory, "ガイド") == ["ガイド"]


def test_the_snippet_is_around_a_word_of_another_form(memory: Opened) -> None:
    text = "먼 " * 100 + unicodedata.normalize("NFD", "한국") + " 먼" * 100
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, say(text, parents=[root]))
    (snippet,) = snippets(memory, "한국")
    assert unicodedata.normalize("NFD", "한국") in snippet


def test_sharp_s_is_two(memory: Opened) -> None:
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root)
    memory.keep(*[say(text, parents=[root]) for text in ("Straße", "STRASSE", "STRAẞE", "strafe")])
    for words in ("strasse", "straße", "STRAẞE", "stras"):
        assert sorted(snippets(memory, words)) == ["STRASSE", "STRAẞE", "Straße"]


def test_a_space_may_be_chosen_and_must_be_known(talk: Opened) -> None:
    root = a.message(KITCHEN.id)
    talk.keep(ChannelStored(KITCHEN, a.NOW), root, say("noon again", parents=[root], at=a.NOW + 9))
    assert len(found(talk, "noon")) == 3
    assert [hit.snippet for hit in found(talk, "noon", KITCHEN.id)] == ["noon again"]
    refusal = refusal_of(lambda: found(talk, "noon", a.space("unknown")))
    assert refusal is Refusal.SPACE_UNKNOWN


def test_no_more_hits_than_asked(talk: Opened) -> None:
    assert len(found(talk, "noon", limit=1)) == 1
    assert found(talk, "noon", limit=0) == []
    assert found(talk, "noon", limit=-5) == []


@pytest.mark.parametrize("most", [2, 1])
def test_no_more_hits_than_a_page_may_have(
    talk: Opened, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    assert len(found(talk, "noon")) == 2
    monkeypatch.setattr(search, "HITS_MAX", most)
    assert len(found(talk, "noon")) == most


def test_a_snippet_is_plain_text_around_the_match(memory: Opened) -> None:
    root = a.message(GARDEN.id)
    text = "far " * 100 + "<b>here</b>\n\n  it is " + "far " * 100
    memory.keep(ChannelStored(GARDEN, a.NOW), root, say(text, parents=[root]))
    (snippet,) = snippets(memory, "here")
    assert "<b>here</b> it is far" in snippet
    assert len(snippet) < 200


def test_forgotten_posts_are_found_no_more(talk: Opened) -> None:
    talk.keep(ChannelForgotten(GARDEN.id))
    assert snippets(talk, "noon") == []
    talk.erase_all()
    assert talk.store.database.rows("SELECT * FROM author") == []
    talk.store.database.run(
        "INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')"
    )


@pytest.mark.parametrize("words", HOSTILE)
def test_whatever_is_typed_finds_something_or_nothing(talk: Opened, words: str) -> None:
    assert isinstance(found(talk, words), list)
    assert len(found(talk, "noon")) == 2


@pytest.fixture
def two(talk: Opened) -> Opened:
    """Two spaces, which are looked through in another way than one."""
    root = a.message(KITCHEN.id)
    talk.keep(ChannelStored(KITCHEN, a.NOW), root)
    talk.keep(*[say(text, parents=[root]) for text in ("noontide", "noonday", "noo")])
    return talk


@pytest.mark.parametrize("words", HOSTILE)
def test_so_it_does_in_several_spaces(two: Opened, words: str) -> None:
    assert isinstance(found(two, words), list)


@pytest.mark.parametrize("known", [1, 2, search.WORDS_NAMED_MAX])
@pytest.mark.parametrize("words", ["noon", "NOOND", "noont", "noo", "is noon", "noon nothing", "x"])
def test_several_spaces_give_what_each_of_them_gives(
    two: Opened, monkeypatch: pytest.MonkeyPatch, words: str, known: int
) -> None:
    monkeypatch.setattr(search, "WORDS_NAMED_MAX", known)
    apart = [*found(two, words, GARDEN.id), *found(two, words, KITCHEN.id)]
    assert {hit.id for hit in found(two, words)} == {hit.id for hit in apart}
    assert len(found(two, words)) == len(apart)


@settings(max_examples=300)
@given(words=st.text(alphabet=st.characters(), max_size=40))
def test_no_text_is_an_error(words: str) -> None:
    here = opened(open_memory_store())
    assert found(here, words) == []
    expression = search.match_expression(words)
    if expression is not None:
        here.store.database.rows(
            "SELECT rowid FROM timeline_words WHERE timeline_words MATCH ?", (expression,)
        )
    here.close()


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_was_posted_can_be_found_shown_and_erased(memory: Opened, text: str) -> None:
    root = a.message(GARDEN.id)
    whole = text.encode("utf-8", "replace").decode()
    memory.keep(ChannelStored(GARDEN, a.NOW), root, say(f"{whole} needle", parents=[root]))
    if "\0" not in whole:
        assert len(found(memory, "needle")) == 1
    memory.keep(ChannelForgotten(GARDEN.id))
    check = "INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')"
    memory.store.database.run(check)
