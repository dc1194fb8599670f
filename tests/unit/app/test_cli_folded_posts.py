"""What is folded away does not speak on the command line: neither itself nor from answers to it."""

from __future__ import annotations

from dataclasses import replace

from app.cli.post_lines import shown
from app.cli.shapes import post as shape_of
from app.exporting.naming import Naming
from engine.model.communities import Judgement, MemberStanding
from engine.model.ids import PostId
from engine.model.views import FileView, PostView, QuoteView, ReactionView
from tests.fake_history import author, key_of
from tests.unit.app.exported import in_community, says


def lines_of(post: PostView) -> list[str]:
    """As ``channel read`` has it, without the day and the hour."""
    engine, space = in_community(post)
    head, *below = shown(Naming(engine.view(space)), post).splitlines()
    return [head.partition("  ")[2], *(line.strip() for line in below)]


def test_an_answer_to_it_says_that_it_is_folded_away() -> None:
    away = QuoteView(PostId(b"m" * 32), None, "", None, folded=True)
    answer = replace(says(1, "no"), reply=away)
    assert lines_of(answer) == ["Wren: no", "in answer to a post that is folded away"]
    assert shape_of(answer)["reply"] == {
        "id": away.id.hex(),
        "author": None,
        "text": "",
        "retracted": False,
        "folded": True,
    }


def test_a_file_in_which_nothing_is_can_be_told_from_one_that_cannot_be_read() -> None:
    empty = FileView("plan.txt", "text/plain", 0)
    said = replace(says(1, "look"), files=(empty, replace(empty, size_known=False)))
    assert lines_of(said)[1:] == ["[1] plan.txt (0 bytes)", "[2] plan.txt (unreadable)"]


def test_nothing_that_belongs_to_it_is_named_below_its_line() -> None:
    said = replace(
        says(1, "buy beans"),
        reply=QuoteView(PostId(b"q" * 32), author("Moss"), "beans?", None),
        reactions=(ReactionView("👍", 1, ours=False, names=("Moss",)),),
        files=(FileView("beans.png", "image/png", 3),),
    )
    assert len(lines_of(said)) == 4
    hidden = Judgement(MemberStanding.HIDDEN, key_of("Moss"), "Moss", "ads")
    assert lines_of(replace(said, folded=hidden)) == ["Wren: (hidden by Moss: ads)"]
