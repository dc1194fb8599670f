"""What a screen reader finds in a timeline: a list whose children are the messages."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.model.ids import PostId, PostKind
from engine.model.views import FileView, QuoteView, ReactionView
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, Said, author
from tests.gui.conftest import Run, until
from tests.gui.timeline_scene import JUNE, MOSS, READING, grown, opened, reacted, read_all
from ui.bridge import Bridge
from ui.look.theme import Theme
from ui.text.markdown import CHARACTERS_MAX
from ui.timeline.loading.source import TimelineSource
from ui.timeline.view import TimelineView

NAME = QAccessible.Text.Name


def node_of(view: TimelineView) -> QAccessibleInterface:
    node = QAccessible.queryAccessibleInterface(view)
    assert node is not None
    return node


def names(view: TimelineView) -> list[str]:
    node = node_of(view)
    return [node.child(place).text(NAME) for place in range(len(view.source.run))]


def test_the_list_has_a_child_for_every_loaded_message(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 5)))
    node = node_of(view)
    assert node.role() == QAccessible.Role.List
    assert node.text(NAME) == "Messages"
    assert node.text(QAccessible.Text.Description) == "5 messages"
    assert node.childCount() >= 5
    first = node.child(0)
    assert first.role() == QAccessible.Role.ListItem
    assert first.text(NAME) == "Yesterday, June: post 0, 22:13"
    assert node.child(1).text(NAME) == "June: post 1, 22:20"
    assert node.indexOfChild(first) == 0
    assert first.parent() is node


def test_a_message_says_author_text_time_state_and_reactions(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(
        space,
        Said("", EPOCH, author(), kind=PostKind.ROOT),
        Said("**hello** all", EPOCH, author(), ours=True),
        Said("gone", EPOCH, JUNE),
        Said("yes", EPOCH, MOSS),
        Said("", EPOCH, JUNE),
    )
    root, own, gone, answer, files = engine.spaces[space].history.run(0, 5)
    change = engine.talk.change
    given = reacted("☺", 2, "June", "Moss"), reacted("♥", 1, "me", ours=True)
    change(space, own.id, reached=2, edited_at=EPOCH + 9, reactions=given)
    change(space, gone.id, text="", retracted=True)
    quote = QuoteView(own.id, JUNE, "hello\nall", own.order)
    change(space, answer.id, reply=quote, speaks_to_us=True, reactions=given[1:])
    change(space, files.id, files=(FileView("plan.pdf", "application/pdf", 9),))
    read_all(engine, space)
    run(opened(view, space))
    assert names(view) == [
        "Yesterday, The beginning of Garden",
        "Garden (owner): hello all, 22:13, edited, on 2 peers, 3 reactions: ☺ June, Moss; ♥ me",
        "June: took this message back, 22:13",
        "Moss: answers June, hello all. yes, 22:13, speaks to you, 1 reaction: ♥ me",
        "June: Document plan.pdf, 22:13",
    ]
    assert root.kind == PostKind.ROOT


def test_a_message_knows_its_place_on_the_screen_and_whether_it_is_in_sight(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 100)))
    node = node_of(view)
    above, seen = node.child(0), node.child(view.in_sight()[-1][0])
    assert above.rect().isEmpty()
    assert above.state().offscreen
    centre = seen.rect().center()
    assert node.childAt(centre.x(), centre.y()) is seen
    assert not seen.state().offscreen


def test_the_keyboards_row_is_the_focused_child(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    async def scene() -> None:
        view.activateWindow()
        await until(view.isActiveWindow)
        await opened(view, grown(engine, 5))
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Up)

    run(scene())
    focused = node_of(view).focusChild()
    assert focused is not None
    assert focused.text(NAME) == "June: post 4, 22:40"
    assert focused.state().focused


def test_a_message_that_is_gone_is_no_valid_child_any_more(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space, other = grown(engine, 5), grown(engine, 2)

    async def scene() -> QAccessibleInterface:
        await opened(view, space)
        child = node_of(view).child(4)
        assert child.isValid()
        await opened(view, other)
        return child

    child = run(scene())
    assert not child.isValid()
    assert child.text(NAME) == ""
    assert child.rect().isEmpty()
    assert node_of(view).child(10_000) is None


def test_buttons_over_the_timeline_are_children_behind_the_messages(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    run(opened(view, grown(engine, 5)))
    post = view.source.run.entries[2].post
    view.hover_bar.show_for(post, view.rect_of(post.order), view.reading)
    node = node_of(view)
    widgets = [node.child(place) for place in range(5, node.childCount())]
    assert view.hover_bar in [widget.object() for widget in widgets]
    place = 5 + [widget.object() for widget in widgets].index(view.hover_bar)
    assert node.indexOfChild(node.child(place)) == place


def test_nodes_outlive_their_widget_without_harm(
    run: Run[Any], bridge: Bridge, theme: Theme, engine: FakeEngine, qapp: QApplication
) -> None:
    own = TimelineView(TimelineSource(bridge), theme, READING)
    own.resize(640, 480)
    run(opened(own, grown(engine, 5)))
    node = node_of(own)
    child = node.child(0)
    own.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not child.isValid()
    assert child.text(NAME) == ""


def test_of_many_kinds_of_reactions_it_is_said_how_many_are_left_out(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("yes", EPOCH, MOSS))
    post = engine.spaces[space].history.run(0, 1)[0]
    kinds = tuple(ReactionView(f"{n}", 1, ours=False, names=("June",)) for n in range(26))
    engine.talk.change(space, post.id, reactions=kinds)
    read_all(engine, space)
    run(opened(view, space))
    (name,) = names(view)
    assert name.endswith("23 June; and 2 more kinds")


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({}, "is not here"),
        ({"retracted": True}, "was taken back"),
        ({"folded": True}, "is folded away"),
    ],
)
def test_the_unknown_quote_is_spoken_of_as_such(
    run: Run[Any], view: TimelineView, engine: FakeEngine, marks: dict[str, bool], words: str
) -> None:
    space = engine.add_space("Garden")
    engine.receive(space, Said("yes", EPOCH, MOSS))
    post = engine.spaces[space].history.run(0, 1)[0]
    quote = QuoteView(PostId(b"x" * 32), None, "", None, **marks)
    engine.talk.change(space, post.id, reply=quote)
    read_all(engine, space)
    run(opened(view, space))
    assert names(view) == [f"Yesterday, Moss: answers a message that {words}. yes, 22:13"]


def test_the_whole_of_a_long_message_is_spoken_and_every_file(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    long = "word " * 2_000 + "THE END"
    engine.receive(space, Said(long, EPOCH, JUNE), Said("see", EPOCH + 1, MOSS))
    engine.receive(space, Said("x" * 2 * CHARACTERS_MAX, EPOCH + 2, JUNE))
    _long, pictures, _longer = engine.spaces[space].history.run(0, 3)
    files = tuple(FileView(f"{number}.pdf", "application/pdf", 9) for number in range(7))
    engine.talk.change(space, pictures.id, files=files)
    read_all(engine, space)
    run(opened(view, space))
    spoken = names(view)
    assert long in spoken[0]
    assert spoken[1].count("Document ") == 7
    assert "“Show more” reads on" in spoken[2]


def test_the_day_the_unread_line_and_lateness_are_spoken(
    run: Run[Any], view: TimelineView, engine: FakeEngine
) -> None:
    space = engine.add_space("Garden")
    day = 86_400
    engine.receive(
        space,
        Said("old", EPOCH - 3 * day, JUNE),
        Said("from afar", EPOCH - 60, MOSS, received_at=EPOCH + 2 * day),
        Said("read", EPOCH, JUNE),
        Said("fresh", EPOCH + 60, MOSS),
    )
    engine.spaces[space].read_up_to = engine.spaces[space].history.run(2, 3)[0].order
    run(opened(view, space))
    assert names(view) == [
        "Saturday, 11 November, June: old, 22:13",
        "Yesterday, Moss: from afar, 22:12, arrived Thursday, 16 November, 22:13",
        "June: read, 22:13",
        "New, Moss: fresh, 22:14",
    ]
