"""A key shown in one window, trusted in another, and what is then said: two real engines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.gui.conftest import Run, until
from tests.gui.desks import Desk, followed, published
from tests.gui.window_scene import settled, shown_texts
from ui.comments.accepting import AcceptTrustPage
from ui.comments.bringing import BringTrustPage
from ui.comments.own_key import OwnKeyPage
from ui.comments.pane import CommentsPane
from ui.comments.trusting import TrustPage


def pane_of(one: Desk) -> CommentsPane:
    return one.window.occasions.comments.pane


def said(one: Desk) -> list[str]:
    return [card.text.text() for card in pane_of(one).cards]


async def key_of(reader: Desk) -> str:
    """The link of the reader's key, as the page shows it."""
    pane_of(reader).box.show_key.click()
    page = reader.window.pages.stack.currentWidget()
    assert isinstance(page, OwnKeyPage)
    await until(lambda: bool(page.code.link))
    return page.code.link


async def permission_for(author: Desk, key: str) -> str:
    """The author brings that link, and gives a permission for ever; its link."""
    author.window.open_link(key)
    await until(lambda: isinstance(author.window.pages.stack.currentWidget(), TrustPage))
    page = author.window.pages.stack.currentWidget()
    assert isinstance(page, TrustPage)
    page.endless.setChecked(True)
    page.proceed.click()
    await until(lambda: bool(page.code.link))
    return page.code.link


async def bring(reader: Desk, link: str) -> None:
    """Where their key stands they say that they were answered, paste the link, and take it up."""
    stack = reader.window.pages.stack
    shown = stack.currentWidget()
    assert isinstance(shown, OwnKeyPage)
    shown.bring.click()
    bringing = stack.currentWidget()
    assert isinstance(bringing, BringTrustPage)
    bringing.scan.look_at_text(link)
    await until(lambda: isinstance(stack.currentWidget(), AcceptTrustPage))
    accepting = stack.currentWidget()
    assert isinstance(accepting, AcceptTrustPage)
    accepting.accept.click()


def test_whom_the_author_trusts_comments_and_both_read_it(
    desk: Callable[[str, str], Desk], run: Run[Any]
) -> None:
    author, reader = desk("Juniper", "127.0.0.73"), desk("Wren", "127.0.0.74")

    async def scene() -> None:
        await followed(reader, await published(author, "# First", "Second"))
        await until(lambda: shown_texts(reader.window) == ["# First", "Second"])
        await until(pane_of(reader).box.show_key.isVisible)
        link = await permission_for(author, await key_of(reader))
        await bring(reader, link)
        await until(pane_of(reader).box.field.isVisible)
        entry = reader.window.pages.channel.timeline.row(1).entry.post
        reader.window.pages.channel.timeline.wishes.comments.emit(entry)
        pane_of(reader).box.field.setPlainText("I read it all the way")
        pane_of(reader).box.submit()
        await until(lambda: said(reader) == ["I read it all the way"])
        author.window.pages.close_page()
        await until(lambda: said(author) == ["I read it all the way"])
        row = author.window.pages.channel.timeline.row
        await until(lambda: row(1).talk_text == "1 comment")
        pane_of(author).box.field.setPlainText("Thank you")
        pane_of(author).box.submit()
        await until(lambda: row(1).talk_text == "1 comment" and "Thank you" in said(author))
        pane_of(reader).whole.click()
        await until(lambda: said(reader) == ["I read it all the way", "Thank you"])
        await settled(author.window)
        await settled(reader.window)

    run(scene())
