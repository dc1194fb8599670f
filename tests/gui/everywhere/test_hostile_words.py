"""Whatever strangers write is shown as text, everywhere (reliability.md G-1, G-2, G-4, G-5, G-6).

No page, dialog, tool tip, title or notification asks the network, opens a file, turns markup into
looks, runs a template, or grows beyond its room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QTextEdit, QWidget

from app.qr import QrCodes
from engine.errors import Fault, FaultReason, Refusal, Refused
from tests.gui.conftest import Run
from tests.gui.everywhere.conftest import Build
from tests.gui.everywhere.house import House
from tests.gui.everywhere.places import PLACES
from tests.gui.everywhere.seen import tips_in, widgets_in
from tests.gui.everywhere.watching import Bait, bait
from tests.gui.everywhere.world import Wording, made_of
from ui.announcing.notice import notice_of
from ui.announcing.piles import Piles
from ui.wording.sentences import sentence_of, sentence_of_ending

MEGABYTE = 1_000_000
TURNING = "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
MARKUP = re.compile(r"<\s*/?\s*(?!p>|/p>)[a-z!]", re.IGNORECASE)


def hostile(found: Bait, turn: int = 0) -> Wording:
    """Words that would load, run, turn, break or flood, if anything believed them.

    ``turn``: so that other ones come first; a place shows as many as it has room for.
    """
    address, file = found.address, found.file
    names: tuple[str, ...] = (
        f'<img src="http://{address}/a.png">',
        f'<b>Bold</b><img src="file://{file}">',
        f"![picture](http://{address}/b.png)",
        "{name.__class__.__init__.__globals__}",
        "{0} {detail} {{}} %n %s %1 %d",
        f"{TURNING}gnp.exe\N{ZERO WIDTH SPACE}",
        "two\nlines\r\nand\u2028more\u2029\x00\x07\x1b[31m",
        "<a href='javascript:alert(1)'>press</a>",
        f"<link rel=stylesheet href='//{address}/c.css'>",
        "A" * MEGABYTE,
        "a\N{COMBINING ACUTE ACCENT}" * 5_000,
        "&amp; &lt;b&gt; & && &Quit",
        "<table width=9999><tr><td>wide</td></tr></table>",
        f"\\\\{address}\\share\\d.png",
    )
    texts: tuple[str, ...] = (
        *names,
        f"<style>*{{background:url(http://{address}/e.png)}}</style>",
        "```\n" + "x" * 10_000 + "\n```",
        "\n" * 50_000,
        f"[press](file://{file}) [and](http://user@{address}/) http://{address}/f.png",
    )
    names = (*names[turn % len(names) :], *names[: turn % len(names)])
    texts = (*texts, *_short(address, str(file)))
    texts = (*texts[turn % len(texts) :], *texts[: turn % len(texts)])
    return Wording(names, texts, (f"../../{file}", *names), (names[0], names[3], names[6]))


def _short(address: str, file: str) -> tuple[str, ...]:
    """Each in one line: together with the others, sixty (reliability A6)."""
    web, disk = f"http://{address}/g.png", f"file://{file}"
    tags = (
        "img src",
        "iframe src",
        "embed src",
        "object data",
        "video src",
        "audio src",
        "base href",
    )
    styles = ("background", "background-image", "list-style-image", "border-image", "content")
    return (
        *(f"<{tag}='{where}'>" for tag in tags for where in (web, disk)),
        *(f"<p style='{style}:url({where})'>" for style in styles for where in (web, disk)),
        f"<svg><image href='{web}'/></svg>",
        f"<script src='{web}'></script>",
        f"<meta http-equiv=refresh content='0;url={web}'>",
        f"<img srcset='{web} 2x'>",
        f"<img src={disk} onerror=alert(1)>",
        f"<input type=image src='{web}'>",
        f"<!--<img src='{web}'>-->",
        f"<![CDATA[<img src='{disk}'>]]>",
        f"![]({disk})",
        f"![a][b]\n\n[b]: {web}",
        f"<{web}>",
        f"[a](<{disk}>)",
        f"&lt;img src='{web}'&gt;",
        f"\N{FULLWIDTH LESS-THAN SIGN}img src='{web}'\N{FULLWIDTH GREATER-THAN SIGN}",
        f"qrc:/{file}",
        f"data:text/html,<img src={web}>",
        "%s%n%x {0.__class__} ${HOME} $(id) `id`",
        "'; DROP TABLE post; --",
    )


def test_there_are_sixty_hostile_words(found: Bait) -> None:
    assert len(set(hostile(found).texts)) >= 60


@pytest.fixture
def found(tmp_path: Path) -> Iterator[Bait]:
    picture = QrCodes().picture("bait", ".png", 4)
    assert not QImage.fromData(picture).isNull()
    with bait(tmp_path, picture) as there:
        yield there


def test_the_bait_would_be_taken_by_a_label_that_believes_in_markup(
    found: Bait, qapp: QApplication
) -> None:
    """The test below can fail: this is what it looks for."""
    believing = QLabel(f'<img src="{found.file}">')
    believing.grab()
    assert found.was_opened()
    believing.deleteLater()


@pytest.mark.parametrize("place", sorted(PLACES))
def test_hostile_words_stay_words(build: Build, run: Run[Any], found: Bait, place: str) -> None:
    house = build(hostile(found, sorted(PLACES).index(place)))
    top = run(PLACES[place](house))
    _hover_over_all(top)
    top.grab()
    QApplication.processEvents()
    assert not found.was_asked()
    assert not found.was_opened()
    assert not list(_believing(top))
    assert not list(_marked_tips(top))
    assert not list(_too_large(house, top))


def _hover_over_all(top: QWidget) -> None:
    """Tool tips are made when they are asked for: here for each text that one was given."""
    for tip in tips_in(top):
        document = QTextDocument()
        document.setHtml(tip)
        document.setTextWidth(400)


def _believing(top: QWidget) -> Iterator[str]:
    """Labels that would read markup, and tool tips that have some of a stranger's."""
    for widget in widgets_in(top):
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
            yield f"{type(widget).__name__} {widget.text()[:60]!r} believes in markup"
        if isinstance(widget, QTextEdit):
            yield f"{type(widget).__name__} may hold markup"
        if widget.isWindow() and not widget.windowTitle().isprintable():
            yield f"title {widget.windowTitle()[:60]!r}"


def _marked_tips(top: QWidget) -> Iterator[str]:
    yield from (tip[:60] for tip in tips_in(top) if MARKUP.search(tip))


def _too_large(house: House, top: QWidget) -> Iterator[str]:
    window = house.window
    if window.minimumSizeHint().width() > window.width():
        yield f"the window wants {window.minimumSizeHint().width()} pixels"
    if top.isWindow() and (top.width() > window.width() or top.height() > window.height()):
        yield f"{type(top).__name__} is {top.width()} x {top.height()}"


def test_notifications_and_titles_of_hostile_words_are_plain_lines(
    build: Build, found: Bait
) -> None:
    wording = hostile(found)
    world = made_of(wording)
    for space in world.engine.spaces:
        view = world.engine.view(space)
        piles = Piles()
        history = world.engine.spaces[space].history
        piles.add(space, [post for post in history.run(0, len(history)) if post.text])
        pile = piles.of(space)
        if pile is None:
            continue
        for with_text in (True, False):
            notice = notice_of(view, pile, with_text=with_text)
            assert notice.title.startswith("Tidings")
            assert notice.title.isprintable()
            assert len(notice.title) < 200
            assert len(notice.text) < 1_000
            assert not any(character in notice.text for character in TURNING[:5] + "\x00\x07\x1b")
    window = build(wording).window
    assert window.windowTitle().isprintable()
    assert window.windowTitle().replace("(", "").lstrip("0123456789) ").startswith("Tidings")


def test_no_error_of_a_stranger_is_a_template(found: Bait) -> None:
    for words in hostile(found).names:
        problems: list[Refused | Fault] = [Refused(reason, words) for reason in Refusal]
        problems += [Fault(reason, words) for reason in FaultReason]
        for problem in problems:
            shown = sentence_of(problem)
            assert shown.message.isprintable()
            assert len(shown.message) < 500
        assert sentence_of_ending("error_from_peer", words).message.isprintable()
