"""A search has its time and its bounds, and says where it ended before it was whole."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.errors import Refusal
from engine.model.hits import FoundPosts
from engine.model.ids import SpaceId
from engine.model.queries import Search
from engine.model.terms import CHARACTERS_MAX, TERMS_MAX
from engine.protocols.peerlinks.records import (
    ChannelForgotten,
    ChannelStored,
)
from engine.store.peerlinks import private_channels
from engine.store.timeline import search
from engine.store.timeline.snippets import LOOKED_AT_MAX, snippet
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Around, Opened, refusal_of
from tests.unit.store.test_search import GARDEN, changed, found, say, snippets


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


def test_queries_are_cut_to_their_limits() -> None:
    many = search.match_expression(" ".join(f"w{number}" for number in range(100)))
    assert many is not None
    assert len(many.split()) == TERMS_MAX
    long = search.match_expression("x" * 10_000)
    assert long == '"' + "x" * CHARACTERS_MAX + '"*'


def test_a_search_that_takes_too_long_shows_what_it_has(
    talk: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "SECONDS_MAX", -1.0)
    root = a.message(GARDEN.id)
    unknown = say("never came", parents=[root])
    talk.keep(changed("edits", unknown, "noon", on=root))  # no match: the time is looked at
    assert talk.reader.answer(Search("noon"), Around()).is_cut
    monkeypatch.undo()
    assert talk.reader.answer(Search("noon"), Around()) == FoundPosts(tuple(found(talk, "noon")))
    assert len(found(talk, "noon")) == 2


def test_a_search_on_a_connection_of_its_own_ends_when_it_is_to(talk: Opened) -> None:
    root = a.message(GARDEN.id)
    unknown = say("never came", parents=[root])
    talk.keep(changed("edits", unknown, "noon", on=root))  # no match: it is looked whether to end
    query, parts = Search("noon", patience=3), private_channels.reading_parts
    assert talk.store.find(parts, query, lambda: True).is_cut
    assert talk.store.find(parts, query, lambda: False) == FoundPosts(tuple(found(talk, "noon")))
    nowhere = replace(query, space=SpaceId(bytes(32)))
    refused = refusal_of(lambda: talk.store.find(parts, nowhere, lambda: False))
    assert refused is Refusal.SPACE_UNKNOWN


def test_a_search_whose_hits_take_too_long_to_read_shows_those_it_has_read(
    talk: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]

    def slow(text: str, terms: Sequence[str]) -> str:
        clock[0] += search.SECONDS_MAX + 0.001
        return snippet(text, terms)

    whole = found(talk, "noon")
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(search, "snippet", slow)
    answer = talk.reader.answer(Search("noon"), Around())
    assert (list(answer.hits), answer.is_cut) == (whole[:1], True)


def test_of_a_long_text_no_more_is_read_than_is_looked_at_for_its_snippet(
    memory: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def watched(text: str, terms: Sequence[str]) -> str:
        read.append(len(text))
        return snippet(text, terms)

    monkeypatch.setattr(search, "snippet", watched)
    root = a.message(GARDEN.id)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, say("noon " * 40_000, parents=[root]))
    assert snippets(memory, "noon")[0].endswith("…")
    assert read == [LOOKED_AT_MAX + 1]


def test_who_is_patient_is_searched_for_longer_within_bounds(
    talk: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    for patience, seconds in ((-1, 0.25), (0, 0.25), (1, 1.0), (3, 16.0), (99, 16.0)):
        clock[0] = 0.0
        left = search._Time(patience, lambda: False)
        assert [left.halt(), left.is_up] == [False, False]
        clock[0] = seconds
        assert not left.halt()
        clock[0] = seconds + 0.001
        assert left.halt()
        clock[0] = 0.0
        assert [left.halt(), left.is_up] == [True, True]
    assert len(found(talk, "noon")) == 2


def test_text_behind_the_indexed_part_is_shown_but_not_found(memory: Opened) -> None:
    root = a.message(GARDEN.id)
    text = "front " + "x " * 40_000 + "behind"
    memory.keep(ChannelStored(GARDEN, a.NOW), root, say(text, parents=[root]))
    assert len(found(memory, "front")) == 1
    assert found(memory, "behind") == []
    memory.keep(ChannelForgotten(GARDEN.id))
