"""The style sheet: shapes of controls, written with the tokens' colours. No colour stands here.

Properties that widgets set: ``kind`` of a push button (``primary``, ``danger``, ``flat``, ``row``,
``segment``) and of a tool button (``choice``: one of a strip, marked while it has the focus),
``role`` of a label (a type size, or ``hint``, ``warn``, ``error``, ``good``, ``key``), ``surface``
of a plain widget (``sidebar``, ``card``, ``banner``, ``toast``, ``line``).

A calendar paints the days beside its month as if they were disabled, hence their colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Template

LINE_LEAST, ROW_LEAST = 18, 32

_SHEET = Template("""
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 6px; }
QLabel { background: transparent; }
QLabel[role="meta"] { font-size: ${size_meta}px; color: $text2; }
QLabel[role="hint"] { color: $text2; }
QLabel[role="body"] { font-size: ${size_body}px; }
QLabel[role="title"] { font-size: ${size_title}px; font-weight: 600; }
QLabel[role="page"] { font-size: ${size_page}px; font-weight: 600; }
QLabel[role="onboarding"] { font-size: ${size_onboarding}px; font-weight: 600; }
QLabel[role="error"] { color: $danger; }
QLabel[role="name"] { font-weight: 600; }
QLabel[role="accent"] { color: $accent; font-weight: 600; }
QLabel[role="warn"] { color: $warn; }
QLabel[role="good"] { color: $ok; }
QLabel[role="key"] {
    background: $sidebar; color: $text2; border: 1px solid $hairline; border-radius: 4px;
    padding: 1px 6px; }

QWidget[surface="sidebar"] { background: $sidebar; }
QWidget[surface="bg"] { background: $bg; }
QWidget[surface="card"] {
    background: $raised; border: 1px solid $hairline; border-radius: ${card}px; }
QWidget[surface="banner"] { background: $mention; border-bottom: 1px solid $hairline; }
QWidget[surface="toast"] {
    background: $raised; border: 1px solid $border; border-radius: ${card}px; }
QWidget[surface="line"] { background: $hairline; }
QWidget[surface="composer"] {
    background: $bg; border: 1px solid $border; border-radius: ${card}px; }
QWidget[surface="composer"][focused="true"] { border: 1px solid $accent; }

QPushButton, QToolButton, QCheckBox, QRadioButton, QTabBar, QSlider { outline: none; }

QPushButton {
    background: $raised; color: $text; border: 1px solid $border; border-radius: ${control}px;
    padding: 6px 14px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $selected; }
QPushButton:disabled { color: $text3; border-color: $hairline; background: $sidebar; }
QPushButton:focus { border-color: $accent; }
QPushButton[kind="primary"] {
    background: $accent; color: $on_accent; border-color: $accent; font-weight: 600; }
QPushButton[kind="primary"]:hover, QPushButton[kind="primary"]:focus { border-color: $text; }
QPushButton[kind="primary"]:pressed { background: $link; }
QPushButton[kind="primary"]:disabled {
    background: $hover; color: $text3; border-color: $hover; }
QPushButton[kind="danger"] { color: $danger; border-color: $danger; }
QPushButton[kind="flat"] { background: transparent; border-color: transparent; color: $link; }
QPushButton[kind="flat"]:hover { background: $hover; }
QPushButton[kind="flat"]:disabled { color: $text3; }
QPushButton[kind="line"] {
    background: transparent; border: 1px solid transparent; border-radius: 4px; color: $text2;
    font-size: ${size_meta}px; padding: 0 2px; text-align: left; }
QPushButton[kind="line"]:hover { background: transparent; color: $link; }
QPushButton[kind="segment"]:checked { background: $selected; border-color: $accent; }
QPushButton[kind="row"] {
    background: transparent; border-color: transparent; color: $text2; text-align: left;
    padding: 6px 8px; }
QPushButton[kind="row"]:hover { background: $hover; color: $text; }

QToolButton {
    background: transparent; border: none; border-radius: ${control}px; padding: 6px;
    color: $text2; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $selected; }
QToolButton[kind="choice"]:focus { background: $selected; }
QToolButton::menu-indicator { image: none; width: 0; }

QLineEdit, QSpinBox, QDateTimeEdit, QComboBox {
    background: $bg; color: $text; border: 1px solid $border; border-radius: ${control}px;
    padding: 6px 8px; min-height: ${line}px; selection-background-color: $selected;
    selection-color: $text; placeholder-text-color: $text3; }
QPlainTextEdit, QTextEdit {
    background: $bg; color: $text; border: 1px solid $border; border-radius: ${control}px;
    padding: 4px; selection-background-color: $selected; selection-color: $text;
    placeholder-text-color: $text3; }
QLineEdit:focus, QSpinBox:focus, QDateTimeEdit:focus, QComboBox:focus, QPlainTextEdit:focus {
    border-color: $accent; }
QLineEdit:disabled, QSpinBox:disabled, QPlainTextEdit:disabled {
    color: $text3; background: $sidebar; border-color: $hairline; }
QLineEdit[state="error"], QPlainTextEdit[state="error"] { border-color: $danger; }
QPlainTextEdit[kind="bare"] { border: none; background: transparent; padding: 0; }
QComboBox::drop-down { border: none; width: 24px; }
QListView, QTreeView, QTableView {
    background: $raised; border: none; outline: none; color: $text;
    selection-background-color: $selected; selection-color: $text; }
QWidget QListView, QWidget QTreeView, QWidget QTableView { background: transparent; }
QCalendarWidget QTableView:disabled { color: $text3; }
QComboBox QAbstractItemView {
    background: $raised; border: 1px solid $border; selection-background-color: $selected; }

QCheckBox, QRadioButton { spacing: 8px; }
QRadioButton { min-height: ${row}px; }

QRadioButton::indicator {
    width: 16px; height: 16px; border: 1px solid $border; border-radius: 9px; background: $bg; }
QRadioButton::indicator:checked {
    width: 8px; height: 8px; border: 5px solid $accent; border-radius: 9px; background: $bg; }
QRadioButton::indicator:disabled { border-color: $hairline; }

QListView[kind="menu"]::item { padding: 8px; border-radius: ${control}px; color: $text; }
QListView[kind="menu"]::item:hover { background: $hover; }
QListView[kind="menu"]::item:selected { background: $selected; }
QScrollArea { border: none; background: transparent; }
QScrollArea > QWidget > QWidget { background: transparent; }

QMenu { background: $raised; border: 1px solid $border; padding: 4px; border-radius: 0; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: $selected; color: $text; }
QMenu::item:disabled { color: $text3; }
QMenu::separator { height: 1px; background: $hairline; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QMenu::icon:checked {
    padding-left: 6px; border: 2px solid $accent; border-radius: 6px; background: transparent; }

QTabWidget::pane { border: none; border-top: 1px solid $hairline; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab {
    background: transparent; color: $text2; padding: 8px 14px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: $text; background: $hover; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }

QSplitter::handle { background: $hairline; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:hover { background: $accent; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar::handle:vertical {
    background: $border; min-height: 32px; border-radius: 3px; margin: 2px 3px; }
QScrollBar::handle:vertical:hover { background: $text3; }
QScrollBar::handle:vertical:disabled { background: transparent; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle:horizontal {
    background: $border; min-width: 32px; border-radius: 3px; margin: 3px 2px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QProgressBar {
    background: $hairline; border: none; border-radius: 2px; max-height: 4px; text-align: center; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QSlider::groove:horizontal { background: $hairline; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; height: 4px; border-radius: 2px; }
QSlider::handle:horizontal {
    background: $bg; border: 2px solid $accent; width: 14px; height: 14px; margin: -7px 0;
    border-radius: 9px; }
""")


def stylesheet(
    colours: Mapping[str, str],
    sizes: Mapping[str, int],
    line: int,
    *,
    control_radius: int,
    card_radius: int,
) -> str:
    """The sheet for colours (``#rrggbb`` by token), type sizes and radii (pixels).

    ``line``: how high a line of a control is. Qt takes a ``min-height`` for all that a field needs,
    so it must grow with the letters.
    """
    type_sizes = {f"size_{name}": str(pixels) for name, pixels in sizes.items()}
    return _SHEET.substitute(
        colours,
        **type_sizes,
        line=str(max(LINE_LEAST, line)),
        row=str(max(ROW_LEAST, line)),
        control=str(control_radius),
        card=str(card_radius),
    )
