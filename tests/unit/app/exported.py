"""Histories to be exported, and what of them was."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

from typing_extensions import override

from app.exporting.history import export_history
from engine.model import views
from engine.model.ids import SpaceId, SpaceKind
from tests.fake_engine import FakeEngine
from tests.fake_history import EPOCH, GrownHistory, Said, author, post

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</p></article></main></body></html><script>1</script>",
    "<style>@import url(http://127.0.0.1/x)</style>",
    "<svg/onload=alert(1)>",
    "javascript:alert(1)",
    "&lt;b&gt; &amp; &#60;i&#62;",
    'https://a.example/"onmouseover=alert(1)',
    "http://user@evil.example/",
    "https://a.example/?q=<b>",
    "<!-- --><![CDATA[",
    '=HYPERLINK("http://x")',
    "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201",
    'a,b;c"d"\ne',
    "\u202egnp.exe", "\u2066isolated", "\x00\x07\x1b[31m", "lone \ud800 surrogate",
    "  = 1", "", "ok 👍",
)  # fmt: skip
WREN = author("Wren")


class Parsed(HTMLParser):
    """What a browser would see of an exported page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.articles: list[str] = []
        self._inside = False
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "article":
            self._inside = True
            self.articles.append("")

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._inside = False

    @override
    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self._inside:
            self.articles[-1] += data


def scene(*said: views.PostView, name: str = "Garden") -> tuple[FakeEngine, SpaceId]:
    engine, history = FakeEngine(), GrownHistory()
    for one in said:
        history.add(one)
    return engine, engine.add_space(name, history)


def in_community(*said: views.PostView) -> tuple[FakeEngine, SpaceId]:
    engine, space = scene(*said)
    seen = engine.spaces[space]
    seen.view = replace(seen.view, kind=SpaceKind.COMMUNITY)
    return engine, space


def says(height: int, text: str, name: str = "Wren") -> views.PostView:
    return post(height, Said(text, EPOCH + height, author(name)))


def export(engine: FakeEngine, space: SpaceId, file: Path) -> int:
    return asyncio.run(export_history(engine, space, file))


def exported(engine: FakeEngine, space: SpaceId, folder: Path, suffix: str) -> str:
    file = folder / f"out{suffix}"
    export(engine, space, file)
    return file.read_bytes().decode("utf-8")
