"""What a row shows besides its text: quotes, reactions, files, marks; what pressing them does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from engine.model.ids import PostId, SpaceId
from engine.model.views import FileView, PostView, QuoteView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import (
    JUNE,
    LEFT,
    MOSS,
    NO_KEYS,
    grown,
    opened,
    quiet,
    reacted,
    read_all,
    texts,
)
from ui.look.theme import Theme
from ui.text.markdown import BlockKind, Style
from ui.timeline.laying import hits
from ui.timeline.laying.layout import Row, RowLayouts
from ui.timeline.parts.cards import Seen
from ui.timeline.parts.reactions import lay_reactions
from ui.timeline.parts.row_fonts import RowFonts
from ui.timeline.view import TimelineView


def one(engine: FakeEngine, space: SpaceId, place: int) -> PostView:
    return engine.spaces[space].history.run(place, place + 1)[0]


def garden(engine: FakeEngine, *said: Said, **changes: object) -> SpaceId:
    """A space with these posts, all read; ``changes`` are of the last one."""
    space = engine.add_space("Garden")
    engine.receive(space, *said)
    if changes:
        engine.talk.change(space, one(engine, space, len(said) - 1).id, **changes)
    read_all(engine, space)
    return space


def last_row(view: TimelineView) -> tuple[Row, float]:
    index, top = view.in_sight()[-1]
    return view.row(index), top


def press(view: TimelineView, box: QRectF, top: float) -> None:
    at = QPoint(round(box.center().x()), round(top + box.center().y()))
    QTest.mouseClick(view.viewport(), LEFT, NO_KEYS, at)


def quote_of(post: PostView) -> QuoteView:
    return QuoteView(post.id, post.author, post.text, post.order)


# ---- quotes -------------------------------------------------------------------------------------


def test_an_answer_shows_who_and_what_it_answers_and_a_press_goes_there(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = grown(engine, 300)
    asked, answer = one(engine, space, 20), one(engine, space, 299)
    engine.talk.change(space, answer.id, reply=quote_of(asked))

    async def scene() -> None:
        await opened(view, space)
        row, top = last_row(view)
        assert row.quote is not None
        assert (row.quote.who, row.quote.text) == ("June", "post 20")
        press(view, row.quote.box, top)
        await until(lambda: "post 20" in texts(view))

    run(scene())
    assert view.marking.flashed == asked.order
    assert view.rect_of(asked.order).top() > 0, "what came before it is in sight, too"


def test_a_quote_of_what_is_not_here_says_so_and_leads_nowhere(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    lost = QuoteView(PostId(b"x" * 32), None, "", None)
    run(opened(view, garden(engine, Said("yes", EPOCH, JUNE), reply=lost)))
    _says_and_leads_nowhere(view, "Message not here")


def test_a_quote_of_what_was_taken_back_says_so_and_leads_nowhere(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    gone = QuoteView(PostId(b"x" * 32), None, "", None, retracted=True)
    run(opened(view, garden(engine, Said("yes", EPOCH, JUNE), reply=gone)))
    _says_and_leads_nowhere(view, "Message taken back")


def test_a_quote_of_what_is_folded_away_says_so_and_leads_nowhere(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    away = QuoteView(PostId(b"x" * 32), None, "", None, folded=True)
    run(opened(view, garden(engine, Said("yes", EPOCH, JUNE), reply=away)))
    _says_and_leads_nowhere(view, "Message folded away")


def _says_and_leads_nowhere(view: TimelineView, words: str) -> None:
    wished: list[object] = []
    view.wishes.go_to.connect(wished.append)
    row, top = last_row(view)
    assert row.quote is not None
    assert row.quote.text == words
    press(view, row.quote.box, top)
    assert wished == []


def test_an_answer_stands_under_a_name_of_its_own_also_within_a_group(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    quote = QuoteView(PostId(b"x" * 32), MOSS, "why", None)
    said = Said("a", EPOCH, JUNE), Said("b", EPOCH + 1, JUNE)
    run(opened(view, garden(engine, *said, reply=quote)))
    assert view.row(1).shape.headed


# ---- reactions ----------------------------------------------------------------------------------


def test_a_press_on_a_reaction_adds_ours_and_a_press_on_ours_takes_it_back(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    given = (
        reacted("☺", 2, "June", "Moss"),
        reacted("♥", 1, "me", ours=True),
    )
    run(opened(view, garden(engine, Said("hello", EPOCH, JUNE), reactions=given)))
    wished: list[tuple[str, bool]] = []
    view.wishes.react.connect(lambda _post, emoji, wanted: wished.append((emoji, wanted)))
    row, top = last_row(view)
    for chip in row.chips:
        press(view, chip.box, top)
    assert wished == [("☺", True), ("♥", False)]


def test_a_reaction_is_pressed_a_little_above_and_below_it_as_well(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    given = (reacted("☺", 2, "June", "Moss"),)
    run(opened(view, garden(engine, Said("hello", EPOCH, JUNE), reactions=given)))
    row, _ = last_row(view)
    (chip,) = row.chips
    assert chip.reach.height() >= 32.0
    for y in (chip.box.top() - 3, chip.box.bottom() + 3):
        assert row.hit(chip.box.center().x(), y) == hits.Reacted("☺")


def test_the_tool_tip_of_a_reaction_says_who(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    given = (reacted("☺", 12, "June", ""), reacted("♥", 3, "June", "Moss", ours=True))
    run(opened(view, garden(engine, Said("hello", EPOCH, JUNE), reactions=given)))
    row, top = last_row(view)
    tips = [view.tip_at(chip.box.center() + QPointF(0, top)) for chip in row.chips]
    assert tips == [
        "☺ June, Garden (owner) and 10 others",
        "♥ June, Moss and one other. Press to take yours back.",
    ]


def test_who_may_not_write_may_not_react(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    given = (reacted("☺", 1, "June"),)
    run(opened(view, garden(engine, Said("hello", EPOCH, JUNE), reactions=given)))
    view.read_as(replace(view.reading, can_post=False))
    wished: list[object] = []
    view.wishes.react.connect(lambda *what: wished.append(what))
    row, top = last_row(view)
    press(view, row.chips[0].box, top)
    assert wished == []


def test_many_and_hostile_reactions_stay_within_their_row(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    given = tuple(reacted("\u202e" + "Z\u0301" * 20 + str(n), n + 1) for n in range(200))
    run(opened(view, garden(engine, Said("hello", EPOCH, JUNE), reactions=given)))
    row, _top = last_row(view)
    assert len(row.chips) == 24
    assert row.chips[0].view.count == 200, "those used most"
    assert row.chips_left is not None
    assert row.chips_left.words == "+176"
    assert row.chips_left.box.right() <= row.width
    assert all(chip.box.right() <= row.width and len(chip.words) < 24 for chip in row.chips)
    view.grab()


# ---- edits, retractions, other forms ------------------------------------------------------------


def test_an_edited_post_says_when(run: Run[Any], view: TimelineView, engine: FakeEngine) -> None:
    space = garden(engine, Said("hello", EPOCH, JUNE), edited_at=EPOCH + 120)
    run(opened(view, space))
    assert last_row(view)[0].edited_text == "edited 22:15"
    engine.talk.change(space, one(engine, space, 0).id, edited_at=EPOCH + 86_400)
    run(until(lambda: last_row(view)[0].edited_text == "edited 15 Nov 2023, 22:13"))


def test_a_retracted_post_is_a_quiet_line_without_its_text(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = garden(engine, Said("secret", EPOCH, JUNE), text="", retracted=True)
    run(opened(view, space))
    row, _top = last_row(view)
    assert row.note_text == "This message was taken back"
    assert row.prose.blocks == []
    view.select_all()
    assert view.selected_text() == ""


def test_the_quiet_line_goes_on_in_a_further_one_where_there_is_no_room(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = garden(engine, Said("secret", EPOCH, JUNE), text="", retracted=True)
    run(opened(view, space))
    row, _top = last_row(view)
    line = row.note.height()
    view.resize(220, 400)
    run(quiet(view))
    row, _top = last_row(view)
    assert row.note.height() > line
    assert row.height > row.note.bottom()


def test_the_quiet_line_has_the_room_that_its_slanted_letters_need(
    run: Run[Any], view: TimelineView, engine: FakeEngine, theme: Theme
) -> None:
    """Which are wider than the upright ones: at some widths they go on in a further line."""
    space = garden(engine, Said("secret", EPOCH, JUNE), text="", retracted=True)
    run(opened(view, space))
    row, layouts = last_row(view)[0], RowLayouts(theme, lambda _post, _number: Seen())
    metrics, wrap = QFontMetricsF(layouts.fonts.quiet), Qt.TextFlag.TextWordWrap
    cramped = []
    for width in range(150, 500):
        note = layouts.row(row.entry, row.shape, float(width), view.reading, 0).note
        room = QRectF(0, 0, note.width(), 10_000)
        if metrics.boundingRect(room, int(wrap), row.note_text).height() > note.height():
            cramped.append(width)
    assert not cramped


def test_a_body_of_no_known_form_is_shown_as_code(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    text = '{"poll": ["**yes**", "<b>no</b>"]}'
    run(opened(view, garden(engine, Said(text, EPOCH, JUNE), plain_json=True)))
    (block,) = last_row(view)[0].prose.blocks
    assert (block.block.kind, block.block.text) == (BlockKind.CODE, text)


def test_those_a_post_speaks_to_are_marked_in_its_text(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = garden(
        engine,
        Said("Moss said so", EPOCH - 1, MOSS),
        Said("ask @Moss and @June, `@Moss` @Mosses, \u3084@Moss\u3055", EPOCH, JUNE),
        mentions=(MOSS.public_key,),
    )
    run(opened(view, space))
    (laid,) = last_row(view)[0].prose.blocks
    spans = [span for span in laid.block.spans if Style.MENTION in span.style]
    found = [laid.block.text[span.start : span.start + span.length] for span in spans]
    assert found == ["@Moss", "@Moss"]


def test_a_post_that_speaks_to_the_person_is_tinted(
    run: Run[Any], view: TimelineView, engine: FakeEngine, theme: Theme
) -> None:
    run(opened(view, garden(engine, Said("hello you", EPOCH, JUNE), speaks_to_us=True)))
    row, top = last_row(view)
    image = view.viewport().grab().toImage()
    y = round(top + row.name.center().y())
    assert image.pixelColor(view.viewport().width() - 4, y) == theme.colours.mention
    assert image.pixelColor(1, y) == theme.colours.warn, "not by the tint alone"


@pytest.mark.parametrize(
    ("reached", "words", "sentence"),
    [
        (0, "saved", "Saved on this computer, on no peer yet"),
        (1, "on 1 peer", "Saved here and on 1 peer"),
        (7, "on 7 peers", "Saved here and on 7 peers"),
    ],
)
def test_own_posts_say_what_is_known_of_where_they_are(
    run: Run[Any], view: TimelineView, engine: FakeEngine, reached: int, words: str, sentence: str
) -> None:
    run(opened(view, garden(engine, Said("mine", EPOCH, author(), ours=True), reached=reached)))
    view.resize(1_100, 480)
    row, top = last_row(view)
    assert row.delivery_text == words
    assert view.tip_at(row.mark.center() + QPointF(0, top)) == sentence
    view.resize(500, 480)
    row, top = last_row(view)
    assert row.delivery_text == ("" if not reached else str(reached))
    assert view.tip_at(row.mark.center() + QPointF(0, top)) == sentence


# ---- files --------------------------------------------------------------------------------------

PLAN = FileView("plan.pdf", "application/pdf", 123_456)


def test_a_file_is_a_card_that_is_saved_and_never_opened(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, garden(engine, Said("", EPOCH, JUNE), files=(PLAN,))))
    wished: list[int] = []
    view.wishes.save_file.connect(lambda _post, number: wished.append(number))
    row, top = last_row(view)
    (card,) = row.cards
    assert (card.name, card.words) == ("plan.pdf", "Document \N{MIDDLE DOT} 123 kB")
    press(view, card.box, top)
    assert wished == [0]
    assert row.prose.height == 0, "no empty line stands for the missing text"


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a\u202egpj.exe", "x" * 5_000, "", "\x00\n\r.txt", "CON.txt"]
)
def test_hostile_names_of_files_are_laid_out_and_painted(
    run: Run[Any], view: TimelineView, engine: FakeEngine, name: str
) -> None:
    files = tuple(FileView(name, "image/png" * 1_000, 10**15) for _ in range(30))
    run(opened(view, garden(engine, Said("see", EPOCH, JUNE), files=files)))
    row, _top = last_row(view)
    assert len(row.cards) == 20
    assert row.note_text == "and 10 more files"
    shown = row.cards[0].name
    assert "/" not in shown
    assert shown.isprintable()
    view.grab()


def test_more_of_many_parts_in_one_row_stand_below_each_other(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = garden(
        engine,
        Said("text", EPOCH, JUNE),
        reply=QuoteView(PostId(b"x" * 32), MOSS, "why", None),
        files=(PLAN, PLAN),
        reactions=(reacted("☺", 1),),
        edited_at=EPOCH + 1,
    )
    run(opened(view, space))
    row, _top = last_row(view)
    assert row.quote is not None
    tops = [
        row.name.top(),
        row.quote.box.top(),
        row.prose_top,
        *(card.box.top() for card in row.cards),
        row.edited.top(),
        row.chips[0].box.top(),
        row.height,
    ]
    assert tops == sorted(tops)
    assert len(set(tops)) == len(tops)


def test_a_copy_of_whole_rows_names_their_files(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    said = Said("see", EPOCH, MOSS), Said("", EPOCH + 60, JUNE)
    run(opened(view, garden(engine, *said, files=(PLAN, PLAN))))
    view.select_all()
    assert view.selected_text() == "Moss, 22:13\nsee\n\nJune, 22:14\n[plan.pdf]\n[plan.pdf]"


def test_a_reaction_that_no_font_can_draw_is_shown_by_its_code(theme: Theme) -> None:
    fonts = RowFonts(theme)
    fonts.emoji._known["\N{THUMBS UP SIGN}"] = False
    (chip,), _ = lay_reactions((reacted("\N{THUMBS UP SIGN}", 3),), QPointF(), 300.0, fonts)
    assert chip.words == ":thumbsup: 3"
