"""The questions that are asked before something is done in a community. All text is plain."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from engine.model.communities import (
    CHANNEL_CHARACTERS_MAX,
    NICKNAME_CHARACTERS_MAX,
    REASON_BYTES_MAX,
    CommunityView,
    WireVersion,
)
from ui.look.theme import Theme
from ui.text.channels import channel_name
from ui.text.language import tr
from ui.text.names import shown_name
from ui.widgets.checkbox import CheckBox
from ui.widgets.dialogs import NameQuestion, Question
from ui.widgets.labels import plain_label

REASON_CHARACTERS_MAX = 300  # ours: a list of hundreds has to fit into 64 KiB


class NicknameQuestion(NameQuestion):
    """What others in a community see us as."""

    def __init__(self, parent: QWidget, community: CommunityView) -> None:
        super().__init__(
            parent,
            tr("Your name in {community}").format(community=shown_name(community.name)),
            tr(
                "All members see it, and that you changed it. Names need not be unique: who you "
                "are is told by your key."
            ),
            tr("Use this name"),
            community.nickname,
        )
        self.name.setMaxLength(NICKNAME_CHARACTERS_MAX)


class ChannelQuestion(NameQuestion):
    """The name of a channel to be made or joined."""

    def __init__(self, parent: QWidget, community: CommunityView) -> None:
        super().__init__(
            parent,
            tr("New channel in {community}").format(community=shown_name(community.name)),
            tr(
                "All members can find it, join it and write in it. If there is one of exactly "
                "this name, you join that."
            ),
            tr("Make and join"),
        )
        self.name.setMaxLength(CHANNEL_CHARACTERS_MAX + 1)
        self.name.setPlaceholderText(tr("Name of the channel"))

    @property
    def channel(self) -> str:
        """As it was written, without the sign that stands before it in lists."""
        return self.name.text().strip().removeprefix("#").strip()


class ReasonQuestion(Question):
    """A question with room for a reason, and what the form of cable offers besides."""

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        words: tuple[str, str, str],
        wire: WireVersion,
        *,
        danger: bool = False,
    ) -> None:
        """``words``: title, sentence and action. ``wire``: how long a reason may be."""
        title, sentence, action = words
        super().__init__(parent, title, sentence, action, danger=danger)
        self._theme = theme
        self.reason = QLineEdit()
        self.reason.setMaxLength(REASON_CHARACTERS_MAX)
        if wire is not WireVersion.S:
            self.reason.textChanged.connect(self._cut)
        self.reason.setAccessibleName(tr("Reason"))
        self.reason.setPlaceholderText(tr("Reason (may be empty)"))
        self.insert(self.reason)
        self.reason.returnPressed.connect(self.accept)
        self.private: CheckBox | None = None
        self.drop: CheckBox | None = None
        self.notify: CheckBox | None = None
        self.channel: CheckBox | None = None
        self._channel = ""
        self.reason.setFocus()

    def offer_private(self) -> None:
        """Nobody else needs to hear of it."""
        self.private = self._box(tr("Only on this computer: nobody is told"))

    def offer_channel(self, channel: str, *, chosen: bool = False) -> None:
        """It can be for that channel alone."""
        self._channel = channel
        words = tr("Only in {channel}").format(channel=channel_name(channel))
        self.channel = self._box(words)
        self.channel.setChecked(chosen)

    @property
    def only_in(self) -> str:
        """The name of the one channel that it is for; empty: for all of the community."""
        return self._channel if is_checked(self.channel) else ""

    def offer_drop(self) -> None:
        """What is held of it can be erased."""
        self.drop = self._box(tr("Also erase what is here of theirs"))

    def offer_notify(self) -> None:
        """The member can be told."""
        self.notify = self._box(tr("Tell them that I blocked them"))

    def _box(self, words: str) -> CheckBox:
        box = CheckBox(self._theme, words)
        self.insert(box)
        return box

    def _cut(self, text: str) -> None:
        """What is too long in bytes, as the field itself does with characters."""
        encoded = text.encode("utf-8", "replace")
        if len(encoded) > REASON_BYTES_MAX:
            at = self.reason.cursorPosition()
            self.reason.setText(encoded[:REASON_BYTES_MAX].decode("utf-8", "ignore"))
            self.reason.setCursorPosition(min(at, len(self.reason.text())))

    @property
    def why(self) -> str:
        """The reason, without blanks around it."""
        return self.reason.text().strip()


def is_checked(box: CheckBox | None) -> bool:
    """Whether something that was offered is wanted."""
    return box is not None and box.isChecked()


def hide_question(parent: QWidget, theme: Theme, name: str, wire: WireVersion) -> ReasonQuestion:
    """Before a member is hidden."""
    seen = (
        tr("Every member can see whom you hide, and the reason.")
        if wire is WireVersion.S
        else tr("Those who let you moderate hide them as well, unless it stays on this computer.")
    )
    sentence = tr(
        "What they write is folded away for you; a press opens it. It is still stored and passed "
        "on. {seen}"
    ).format(seen=seen)
    title = tr("Hide {name}?").format(name=name)
    question = ReasonQuestion(parent, theme, (title, sentence, tr("Hide")), wire)
    if wire is not WireVersion.S:
        question.offer_private()
    return question


def block_question(parent: QWidget, theme: Theme, name: str, wire: WireVersion) -> ReasonQuestion:
    """Before a member is blocked."""
    sentence = tr(
        "Nothing new of theirs is asked for, stored or passed on by you, and their connections are "
        "refused. Others still hear them. You can take it back, but what they wrote meanwhile may "
        "then be missing."
    )
    title = tr("Block {name}?").format(name=name)
    block = tr("Block", "to have nothing more to do with somebody")
    question = ReasonQuestion(parent, theme, (title, sentence, block), wire, danger=True)
    question.offer_drop()
    if wire is WireVersion.S:
        question.insert(
            plain_label(tr("Every member can see whom you block, and the reason."), "meta")
        )
    else:
        question.offer_notify()
        question.offer_private()
    return question
