"""How much of the disk feeds of others may take, and how other programs are spoken with."""

from __future__ import annotations

from ui.choices import Choice, Value
from ui.equipment import Equipment
from ui.settings_page.parts import (
    FIELD_WIDTH_MAX,
    ChoiceSwitch,
    Section,
    field_label,
    kept,
    next_start_label,
)
from ui.text.language import tr
from ui.widgets.fields import NumberField
from ui.widgets.labels import plain_label

MEGABYTE = 1_000_000
MEGABYTES_MOST = 10_000_000  # ours: as of one feed (``ui.feeds.limit_question``)
FEED_BYTES_AT_FIRST = 10 << 30  # reliability F-5, as the program's start has it


class FeedsSection(Section):
    """The most that one feed takes unless it has a limit of its own."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Feeds"))
        self._equipment = equipment
        self._values = equipment.choices
        self.limit = NumberField(1, MEGABYTES_MOST)
        self.limit.setSingleStep(100)
        self.limit.setSuffix(" " + tr("MB"))
        self.limit.setGroupSeparatorShown(True)
        self.limit.setMaximumWidth(FIELD_WIDTH_MAX)
        stored = self._values.number(Value.FEED_BYTES, FEED_BYTES_AT_FIRST)
        self.limit.setValue(stored // MEGABYTE)
        self.limit.valueChanged.connect(self._keep)
        explanation = tr(
            "What you have read longest ago makes room then. A feed can have a limit of its own,"
            " in its menu; of your own feeds nothing is ever erased."
        )
        self.limit.setAccessibleDescription(explanation)
        label = field_label(tr("A feed of somebody else takes at most"), self.limit)
        for widget in (label, self.limit, plain_label(explanation, role="hint")):
            self.column.addWidget(widget)
        self.column.addWidget(next_start_label())

    def _keep(self, megabytes: int) -> None:
        size = str(megabytes * MEGABYTE)
        kept(self._equipment.bridge, lambda: self._values.keep(Value.FEED_BYTES, size))


class OtherProgramsSection(Section):
    """For programs of others that speak the same protocols; off unless one needs them."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Other programs"))
        self.document = ChoiceSwitch(
            equipment,
            Choice.DOCUMENT,
            tr("Follow the protocols' documents to the letter"),
            tr("Otherwise Tidings does as the published programs do, where those differ."),
        )
        self.relaxed = ChoiceSwitch(
            equipment,
            Choice.FEEDS_RELAXED,
            tr("Keep quiet connections of feeds alive more seldom"),
            tr("So the document has it; published programs hang up meanwhile."),
        )
        self.unencrypted = ChoiceSwitch(
            equipment,
            Choice.FEEDS_UNENCRYPTED,
            tr("Exchange feeds without encryption"),
            tr(
                "For programs that cannot encrypt: everybody on the way can read along, and"
                " programs that do encrypt are not understood. Between two Tidings everything"
                " stays encrypted."
            ),
        )
        self.short_prologue = ChoiceSwitch(
            equipment,
            Choice.CABLE_SHORT_PROLOGUE,
            tr("Begin secured connections of communities with “CABLE1.0”"),
            tr(
                "As the published cable-handshake does; the document has “CABLE/1.0”. Between two"
                " Tidings nothing changes."
            ),
        )
        intro = tr(
            "For programs of others that speak the same protocols. Leave these off unless one"
            " needs them."
        )
        self.column.addWidget(plain_label(intro, role="hint"))
        for switch in (self.document, self.relaxed, self.unencrypted, self.short_prologue):
            self.column.addWidget(switch)
        self.column.addWidget(next_start_label())
