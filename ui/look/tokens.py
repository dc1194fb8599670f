"""The token file, ``resources/tokens.json``: the only place where a colour or a size is written."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TypedDict

from PySide6.QtGui import QColor, QPalette


@dataclass(frozen=True, slots=True)
class Colours:
    """One scheme's colours by what they are for."""

    bg: QColor
    sidebar: QColor
    raised: QColor
    hover: QColor
    selected: QColor
    text: QColor
    text2: QColor
    text3: QColor
    border: QColor
    hairline: QColor
    accent: QColor
    on_accent: QColor
    link: QColor
    ok: QColor
    warn: QColor
    danger: QColor
    mention: QColor
    code: QColor

    def named(self, name: str) -> QColor:
        """The colour of that token name."""
        colour = getattr(self, name)
        assert isinstance(colour, QColor)
        return colour


class TokenFile(TypedDict):
    """The shape of ``resources/tokens.json``. In a scheme only ``names`` is a list."""

    schemes: dict[str, dict[str, str | list[str]]]
    avatars: list[str]
    avatar_letter: str
    type: dict[str, float]
    line_height: float
    space: dict[str, int]
    radius: dict[str, int]
    hit: int
    focus: dict[str, int]


def read_tokens() -> TokenFile:
    """The token file's content."""
    content: TokenFile = json.loads(files("resources").joinpath("tokens.json").read_text("utf-8"))
    return content


def palette_of(colours: Colours) -> QPalette:
    """The colours as Qt's own widgets ask for them."""
    role = QPalette.ColorRole
    palette = QPalette()
    for where, colour in (
        (role.Window, colours.bg),
        (role.WindowText, colours.text),
        (role.Base, colours.bg),
        (role.AlternateBase, colours.sidebar),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.text3),
        (role.Button, colours.raised),
        (role.ButtonText, colours.text),
        (role.BrightText, colours.danger),
        (role.Highlight, colours.selected),
        (role.HighlightedText, colours.text),
        (role.Link, colours.link),
        (role.LinkVisited, colours.link),
        (role.ToolTipBase, colours.raised),
        (role.ToolTipText, colours.text),
        (role.Light, colours.raised),
        (role.Midlight, colours.hover),
        (role.Mid, colours.hairline),
        (role.Dark, colours.border),
        (role.Shadow, colours.border),
        (role.Accent, colours.accent),
    ):
        palette.setColor(where, colour)
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, colours.text3)
    return palette
