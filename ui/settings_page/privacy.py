"""What of this computer others can notice, and what the program asks of others."""

from __future__ import annotations

from engine.model.peer_commands import StartDiscovery, StopDiscovery
from ui.choices import Choice
from ui.equipment import Equipment
from ui.services import Newer, UpdateTrouble
from ui.settings_page.parts import ChoiceSwitch, Section
from ui.text.language import tr
from ui.widgets.busy import Busy
from ui.widgets.buttons import push_button
from ui.widgets.flow import flow
from ui.widgets.labels import plain_label
from ui.widgets.problem import Problem, attempt


class PrivacySection(Section):
    """Discovery on the local network, and the question whether there is a newer version."""

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(tr("Privacy"))
        self._equipment = equipment
        self.discovery = ChoiceSwitch(
            equipment,
            Choice.DISCOVERY,
            tr("Find people on the same network"),
            tr(
                "Others in this network see that Tidings runs here, not who you are. Without it"
                " they need your address."
            ),
        )
        self.discovery.box.clicked.connect(self._set_discovery)
        self.problem = Problem(equipment.theme)
        self.column.addWidget(self.discovery)
        self.column.addWidget(self.problem)
        self._make_updates()

    def _make_updates(self) -> None:
        asked = self._equipment.updates
        place = "" if asked is None else asked.place
        self.updates = ChoiceSwitch(
            self._equipment,
            Choice.UPDATE_CHECK,
            tr("Ask once a day whether there is a newer version"),
            tr(
                "{place} is asked, and learns this computer's address. Nothing is downloaded."
            ).format(place=place)
            if place
            else tr("Whoever packed this program named no address to ask, so nothing is asked."),
        )
        self.updates.box.setEnabled(bool(place))
        self.ask = push_button(tr("Ask now"))
        self.ask.clicked.connect(lambda: self._equipment.bridge.start(self._ask()))
        self.ask.setVisible(bool(place))
        self.answer = plain_label(role="hint")
        self.answer.hide()
        self.column.addWidget(self.updates)
        self.column.addLayout(flow(self.ask))
        self.column.addWidget(self.answer)

    def _set_discovery(self, on: bool) -> None:  # noqa: FBT001 - a signal's value
        bridge = self._equipment.bridge
        attempt(bridge, bridge.perform(StartDiscovery() if on else StopDiscovery()), self.problem)

    async def _ask(self) -> None:
        asked = self._equipment.updates
        if asked is None:
            return
        busy = Busy(self.ask)
        try:
            self.answer.setText(update_words(await asked.newest()))
        finally:
            busy.end()
        self.answer.show()


def update_words(answer: Newer | UpdateTrouble | None) -> str:
    """One sentence, and where it helps the next step."""
    match answer:
        case None:
            return tr("This is the newest version.")
        case Newer(version, page):
            return tr("Version {version} is there: {page}").format(version=version, page=page)
        case UpdateTrouble.UNREACHABLE:
            return tr("The address did not answer. Check the network, then ask again.")
        case UpdateTrouble.NOT_SECURE:
            return tr("The address is not a secure one, so it is not asked.")
        case UpdateTrouble.UNREADABLE:
            return tr("The answer could not be read. Ask again another day.")
