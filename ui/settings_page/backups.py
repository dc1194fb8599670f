"""The card of backups: what they are for, one to make, one to bring back."""

from __future__ import annotations

from ui.backups.acts import BackupActs
from ui.equipment import Equipment
from ui.moving.giving import GivingDialog
from ui.settings_page.parts import Section
from ui.text.language import QT_TR_NOOP, tr
from ui.widgets.buttons import IconPushButton
from ui.widgets.dialogs import answer
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label

WHY = QT_TR_NOOP(
    "Nobody else has this profile: if this computer is lost, only a backup brings it back. Make "
    "one now and then, and keep it on another disk. What arrives later comes again from others; "
    "what you make later, such as a new channel or feed, is only in a later backup."
)


class BackupsSection(Section):
    """``told`` says what was done."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Backups"))
        self._equipment = equipment
        self.acts = BackupActs(equipment, self)
        theme = equipment.theme
        self.make = IconPushButton(theme, "file-down", tr("Back up…"), "primary")
        self.make.clicked.connect(self.acts.choose_place)
        self.bring = IconPushButton(theme, "file-up", tr("Restore a backup…"))
        self.bring.clicked.connect(self.acts.choose_backup)
        self.bring.setVisible(equipment.restores is not None)
        self.move_away = IconPushButton(theme, "laptop", tr("Move to another computer…"))
        self.move_away.clicked.connect(self._move)
        self.move_away.setVisible(equipment.moves is not None)
        self.told = plain_label(role="good")
        self.told.hide()
        self.acts.done.connect(self._tell)
        self.column.addWidget(plain_label(tr(WHY), role="hint"))
        self.column.addLayout(flow(self.make, self.bring, self.move_away))
        self.column.addWidget(self.told)

    def _move(self) -> None:
        moves = self._equipment.moves
        if moves is not None:
            dialog = GivingDialog(self.window(), self._equipment, moves)
            self._equipment.bridge.start(answer(dialog))

    def _tell(self, words: str) -> None:
        self.told.setText(words)
        self.told.show()
