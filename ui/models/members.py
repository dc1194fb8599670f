"""The members of a space, as the engine lists them: online first, then by path."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Qt
from typing_extensions import override

from engine.model.views import MemberView
from ui.models.keyed_rows import Index, KeyedRows
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import OWNER, OWNER_MARK, PATH_STEP, plain_name
from ui.text.namesakes import NOBODY, Bearers, told_apart
from ui.widgets.labels import plain_tip
from ui.wording.endings import until_words

MEMBER_ROLE = Qt.ItemDataRole.UserRole + 1
"""The row's ``MemberView``."""
WORDS_ROLE = Qt.ItemDataRole.UserRole + 2
"""Its second line."""
MARK_ROLE = Qt.ItemDataRole.UserRole + 3
"""What stands behind its name."""

OWN_MARK = QT_TR_NOOP(" (you)")
VIA_MARK = QT_TR_NOOP(" via ")


class MembersModel(KeyedRows):
    """One row a member."""

    def __init__(self, parent: QObject | None = None, now: Callable[[], float] = time.time) -> None:
        """``now`` gives Unix seconds."""
        super().__init__(parent)
        self._now = now
        self.bearers = NOBODY

    def show(self, members: Sequence[MemberView], bearers: Bearers = NOBODY) -> None:
        """Takes the members over, and who bears which name."""
        is_other, self.bearers = bearers != self.bearers, bearers
        self.show_rows(((one.public_key, one.path), one) for one in members)
        if is_other and self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    @override
    def data(  # noqa: PLR0911 - one line a role
        self, index: Index, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        member = self.row_at(index)
        if not isinstance(member, MemberView):
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return member_name(member, self.bearers)
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(member, self._now(), self.bearers)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(member_tip(member))
            case _ if role == MEMBER_ROLE:
                return member
            case _ if role == WORDS_ROLE:
                return member_words(member, self._now())
            case _ if role == MARK_ROLE:
                return member_mark(member, self.bearers)
            case _:
                return None


def spoken(member: MemberView, now: float, bearers: Bearers = NOBODY) -> str:
    """A member as they are read aloud."""
    parts = [member_name(member, bearers), member_words(member, now)]
    parts += [tr("verified")] if member.verified else []
    return ", ".join(parts)


def member_name(member: MemberView, bearers: Bearers = NOBODY) -> str:
    """What a member is listed as, with the mark of oneself."""
    return f"{bare_name(member)}{member_mark(member, bearers)}"


def bare_name(member: MemberView) -> str:
    """The name a member is listed under."""
    return plain_name(member.path[-1]) if member.path else plain_name(member.name or tr(OWNER))


def member_mark(member: MemberView, bearers: Bearers = NOBODY) -> str:
    """What stands behind the name of oneself, of the owner, of whom a member let in, and of who
    can be mistaken for another.

    An owner is listed under the channel's name, as nobody has signed one for them.
    """
    apart = told_apart(bare_name(member), member.public_key, bearers)
    if member.ours:
        return f"{apart}{tr(OWN_MARK)}"
    if len(member.path) > 1:
        return f"{apart}{tr(VIA_MARK)}{plain_name(member.path[-2])}"
    return f"{apart}{tr(OWNER_MARK)}" if not member.path and member.name else apart


def listed(members: Sequence[MemberView], own_name: str) -> tuple[MemberView, ...]:
    """The members as they are shown: oneself is here, and called as in one's own posts."""
    named = [
        replace(member, name=own_name) if own_name and member.ours and not member.path else member
        for member in members
    ]
    return tuple(sorted(named, key=lambda member: not member.online))  # stable


def member_words(member: MemberView, now: float) -> str:
    """The second line of a member: whether they are online, and until when they may write."""
    words = [] if member.ours else [tr("Online") if member.online else tr("Offline")]
    words += [tr("hidden")] if member.hidden else []
    if needs_renewal(member) and member.valid_to is not None:
        day = until_words(member.valid_to, now).partition(",")[0]  # there is no room for more
        return tr("Asks to renew · {day}").format(day=day)
    if not member.path and member_mark(member) != tr(OWNER_MARK):
        words.append(tr("owner"))
    elif member.valid_to is not None:
        words.append(until_words(member.valid_to, now))
    line = " · ".join(words)
    return line[:1].upper() + line[1:]


def needs_renewal(member: MemberView) -> bool:
    """Whether we let them in, and they wait for our confirmation."""
    waits = member.ending is not None and member.ending.asked
    return waits and member.let_in_by_us and not member.ours


def member_tip(member: MemberView) -> str:
    """All that is known of a member, for the tool tip."""
    path = PATH_STEP.join(plain_name(name) for name in member.path)
    key = member.public_key.hex()
    short = f"{key[:8]}\u2026{key[-8:]}"
    if path:
        return tr("Let in as {path}. Key {key}").format(path=path, key=short)
    return tr("{name}. Key {key}").format(name=member_name(member), key=short)
