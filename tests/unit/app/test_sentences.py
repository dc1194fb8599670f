"""Every code has its sentence and, where something can be done, its next step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model.address import Address
from engine.model.joiners import JOINERS
from engine.model.peers import PortMappingState, PortMappingTrouble, PortMappingView
from engine.protocols.contract import Ending
from engine.transport.codes import _CODES, code_of
from ui.text import language
from ui.wording.refusals import REFUSALS
from ui.wording.sentences import (
    DETAIL_CHARACTERS_MAX,
    Sentence,
    one_line,
    sentence_of,
    sentence_of_ending,
    sentence_of_port_mapping,
)
from ui.wording.troubles import ENDINGS, FAULTS

PROBLEMS = [*map(Refused, Refusal), *map(Fault, FaultReason)]


def demand_plain(sentence: Sentence) -> None:
    assert sentence.message.endswith(".")
    assert "{" not in sentence.message + sentence.hint
    assert "\n" not in sentence.message + sentence.hint
    assert not sentence.hint or sentence.hint.endswith(".")


def test_every_refusal_and_every_fault_has_words_and_none_is_left_over() -> None:
    assert set(REFUSALS) == set(Refusal)
    assert set(FAULTS) == set(FaultReason)


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_a_problem_is_one_plain_sentence_and_a_next_step(problem: Refused | Fault) -> None:
    sentence = sentence_of(problem)
    demand_plain(sentence)
    assert sentence.hint


@pytest.mark.parametrize(
    "reason",
    [
        FaultReason.KEY_FILE_DAMAGED,
        FaultReason.KEY_FILE_MISSING,
        FaultReason.DATABASE_UNREADABLE,
        FaultReason.DATABASE_MISSING,
    ],
)
def test_a_profile_that_is_lost_comes_back_from_a_backup_and_from_no_copy_of_its_folder(
    reason: FaultReason,
) -> None:
    hint = sentence_of(Fault(reason)).hint
    assert "“tidings restore FILE”" in hint
    assert "“Restore backup”" in hint
    assert "profile's folder away" in hint, "restoring refuses a folder with a profile"
    assert "from a backup" not in hint, "a backup is one file, of which no part can be taken"


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_so_it_is_with_a_detail(problem: Refused | Fault) -> None:
    demand_plain(sentence_of(type(problem)(problem.reason, "a detail")))  # type: ignore[arg-type]  # of its own kind


@pytest.mark.parametrize("ending", list(Ending), ids=str)
def test_every_ending_of_a_connection_has_words(ending: Ending) -> None:
    assert str(ending) in ENDINGS
    demand_plain(sentence_of_ending(str(ending)))
    demand_plain(sentence_of_ending(str(ending), "a detail"))


@pytest.mark.parametrize("trouble", list(PortMappingTrouble), ids=str)
def test_every_trouble_with_a_router_is_one_plain_sentence_and_a_next_step(
    trouble: PortMappingTrouble,
) -> None:
    view = PortMappingView(PortMappingState.FAILED, trouble=trouble)
    sentence = sentence_of_port_mapping(view)
    demand_plain(sentence)
    assert sentence.hint


@pytest.mark.parametrize(
    "view",
    [
        PortMappingView(),
        PortMappingView(PortMappingState.ASKING),
        PortMappingView(PortMappingState.HELD, Address("11.22.33.44", 4711)),
        PortMappingView(PortMappingState.HELD, Address("11.22.33.44", 4711), lasting=True),
    ],
    ids=lambda view: f"{view.state} {view.lasting}",
)
def test_how_it_stands_with_a_router_is_one_plain_sentence(view: PortMappingView) -> None:
    sentence = sentence_of_port_mapping(view)
    demand_plain(sentence)
    assert (str(view.address) in sentence.message) is (view.state is PortMappingState.HELD)
    assert bool(sentence.hint) is view.lasting


def test_an_ending_that_nobody_foresaw_is_named() -> None:
    assert "eunheard" in sentence_of_ending("eunheard").message


def test_what_was_asked_for_by_its_id_was_here_once() -> None:
    assert sentence_of(Refused(Refusal.SPACE_UNKNOWN)).message == (
        "There is no such channel here any more."
    )


@given(st.text())
def test_no_detail_breaks_the_line_or_floods_it(detail: str) -> None:
    message = sentence_of(Refused(Refusal.SPACE_UNKNOWN, detail)).message
    assert len(message.splitlines()) == 1
    assert "".join(one for one in message if one not in JOINERS).isprintable()
    assert len(message) < DETAIL_CHARACTERS_MAX + 100


def test_a_detail_keeps_joiners_where_they_join_and_nowhere_else() -> None:
    joined = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    assert one_line(f"notes/{joined}.txt") == f"notes/{joined}.txt"
    assert one_line("re\u200dad\u202e\u200d\u06cc") == "re ad \u06cc"


def test_the_template_is_translated_before_the_detail_is_put_in() -> None:
    asked: list[str] = []

    def translate(text: str, _comment: str, _number: int) -> str:
        asked.append(text)
        return f"<{text}>"

    language.install(translate)
    try:
        sentence = sentence_of(Refused(Refusal.NAME_TAKEN, "ann"))
    finally:
        language.install(language.english)
    assert sentence.message.startswith("<")
    assert "“ann”" in sentence.message
    assert not any("ann" in text for text in asked)


@pytest.mark.parametrize("number", sorted(_CODES))
def test_every_code_of_the_network_has_words_of_its_own(number: int) -> None:
    assert code_of(OSError(number, "")) in ENDINGS


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        (Refusal.NOT_A_FEED, "This needs a feed."),  # of a shared folder, too
        (Refusal.NOT_A_FOLDER, "This needs a shared folder."),
    ],
)
def test_it_is_said_which_kind_is_needed(reason: Refusal, message: str) -> None:
    assert sentence_of(Refused(reason, "Files")).message == message


def test_words_about_people_fit_channels_communities_and_feeds() -> None:
    for detail in ("", "ab12cd"):
        told = sentence_of(Refused(Refusal.MEMBER_UNKNOWN, detail))
        assert "channel" not in told.message + told.hint
        assert "member" not in told.message + told.hint


def test_a_key_is_to_be_shown_only_where_there_is_somebody_to_show_it_to() -> None:
    assert "If the feed has an author" in sentence_of(Refused(Refusal.COMMENT_NOT_ALLOWED)).hint
