"""How the window looks and which language it speaks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from ui.equipment import Equipment
from ui.languages import LANGUAGES, of_the_system
from ui.look.theme import TEXT_PERCENTS, SchemeChoice, Type
from ui.settings_page.parts import FIELD_WIDTH_MAX, Section, Switch, kept
from ui.text.language import tr
from ui.widgets.buttons import IconButton
from ui.widgets.fields import ChoiceField
from ui.widgets.labels import plain_label
from ui.widgets.page import row
from ui.widgets.segments import Segments


class AppearanceSection(Section):
    """Scheme, text size, motion, language."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Appearance"))
        self._equipment = equipment
        self._theme = equipment.theme
        self._make_scheme()
        self._make_text_size()
        self._make_motion()
        self._make_language()
        self._theme.changed.connect(self._follow)
        self._follow()

    def _make_scheme(self) -> None:
        self.scheme = Segments(
            self._theme,
            tr("Colours"),
            (
                (SchemeChoice.SYSTEM, "monitor", tr("As the system")),
                (SchemeChoice.LIGHT, "sun", tr("Light")),
                (SchemeChoice.DARK, "moon", tr("Dark")),
                (SchemeChoice.CONTRAST, "contrast", tr("High contrast")),
            ),
        )
        self.scheme.chosen.connect(
            lambda value: self._keep(lambda: self._theme.choose(SchemeChoice(value)))
        )
        self.column.addWidget(plain_label(tr("Colours")))
        self.column.addWidget(self.scheme)

    def _make_text_size(self) -> None:
        self.smaller = IconButton(self._theme, "minus", tr("Smaller text"))
        self.smaller.clicked.connect(lambda: self._keep(lambda: self._theme.step_text(-1)))
        self.larger = IconButton(self._theme, "plus", tr("Larger text"))
        self.larger.clicked.connect(lambda: self._keep(lambda: self._theme.step_text(1)))
        self.percent = plain_label()
        self.percent.setWordWrap(False)
        self.percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sample = plain_label(tr("So large are the messages of a channel."), role="body")
        self.column.addWidget(plain_label(tr("Text size")))
        self.column.addLayout(row(self.smaller, self.percent, self.larger))
        self.column.addWidget(self.sample)

    def _make_motion(self) -> None:
        self.motion = Switch(
            self._equipment,
            tr("Reduce motion"),
            tr("Nothing slides, fades or blinks: things are where they belong at once."),
        )
        self.motion.box.clicked.connect(
            lambda on: self._keep(lambda: self._theme.choose_motion(reduced=on))
        )
        self.column.addWidget(self.motion)

    def _make_language(self) -> None:
        self.language = ChoiceField(self._theme)
        self.language.setAccessibleName(tr("Language"))
        self.language.setMaximumWidth(FIELD_WIDTH_MAX)
        system = tr("As the system ({language})").format(language=LANGUAGES[of_the_system()])
        self.language.addItem(system, "")
        for code, name in LANGUAGES.items():
            self.language.addItem(name, code)
        chosen = self.language.findData(self._equipment.choices.language)
        self.language.setCurrentIndex(max(0, chosen))
        self.language.activated.connect(self._choose_language)
        label = plain_label(tr("Language"))
        label.setBuddy(self.language)
        self.column.addWidget(label)
        self.column.addWidget(self.language)

    def _choose_language(self) -> None:
        code = self.language.currentData()
        self._keep(lambda: self._equipment.choices.choose_language(code))

    def _keep(self, store: Callable[[], object]) -> None:
        kept(self._equipment.bridge, store)

    def _follow(self) -> None:
        theme = self._theme
        self.scheme.show_value(theme.choice)
        self.motion.box.setChecked(theme.reduced_motion)
        self.percent.setText(tr("{percent} %").format(percent=theme.text_percent))
        widest = self.percent.fontMetrics().horizontalAdvance(self.percent.text().replace("1", "0"))
        self.percent.setMinimumWidth(max(widest, round(theme.pixels(Type.UI) * 4)))
        self.smaller.setEnabled(theme.text_percent > TEXT_PERCENTS[0])
        self.larger.setEnabled(theme.text_percent < TEXT_PERCENTS[-1])
