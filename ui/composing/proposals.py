"""What could complete the word at the cursor: a member, an emoji, a command. No widgets.

``Proposal`` is a row of the list that floats over the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.model.ids import PublicKey
from ui.composing import mentions, slash
from ui.composing.mentions import Nameable
from ui.emoji.catalogue import catalogue
from ui.emoji.codes import begun_code
from ui.emoji.shown import ShownEmoji
from ui.text.channels import channel_name
from ui.text.language import tr

PROPOSALS_MAX = 8
COMMANDS_MAX = 12  # ours: of a community's, who types a letter more sees the others
EMOJI_LOOKED_AT_MAX = 40  # ours: of those found, until the list is full


@dataclass(frozen=True, slots=True)
class Proposal:
    """``insert`` takes the place of the last ``replaced`` characters before the cursor.

    ``sign`` is drawn before ``words`` (an emoji, or nothing), ``detail`` behind them. ``key`` is
    that of a mentioned member.
    """

    words: str
    detail: str
    insert: str
    replaced: int
    sign: str = ""
    key: PublicKey | None = None

    @property
    def aloud(self) -> str:
        """How it is read aloud."""
        return ", ".join(part for part in (self.sign, self.words, self.detail) if part)


def of_mention(
    before: str, members: Sequence[Nameable], place: slash.Place = slash.Place.PRIVATE
) -> list[Proposal]:
    """Members whose name begins as what stands behind the last ``@``."""
    typed = mentions.begun_mention(before)
    if typed is None:
        return []
    return [
        Proposal(one.name, one.path, mention_of(one, place), len(typed) + 1, key=one.key)
        for one in mentions.fitting(typed, members, PROPOSALS_MAX)
    ]


def mention_of(one: Nameable, place: slash.Place) -> str:
    """What is written to speak to them. In a community, others show marks as they are."""
    return f"@{one.name if place is slash.Place.COMMUNITY else mentions.spelt(one.name)} "


def of_command(before: str, place: slash.Place = slash.Place.PRIVATE) -> list[Proposal]:
    """Commands that begin so, where nothing else was written; as many as fit in sight."""
    typed = slash.begun_command(before)
    if typed is None:
        return []
    return [
        Proposal(
            f"/{usage.verb} {tr(usage.wants) if usage.wants else ''}".strip(),
            tr(usage.does),
            f"/{usage.verb} " if usage.wants else f"/{usage.verb}",
            len(typed) + 1,
        )
        for usage in slash.fitting(typed, place)[:COMMANDS_MAX]
    ]


def of_argument(
    before: str,
    members: Sequence[Nameable],
    judgeable: Sequence[Nameable],
    channels: Sequence[str],
) -> list[Proposal]:
    """Whom or which channel a community's command may mean, of which that much is typed.

    ``judgeable``: the ``members``, and those who have left.
    """
    begun = slash.begun_argument(before, slash.Place.COMMUNITY)
    if begun is None:
        return []
    verb, typed = begun
    if verb in slash.NAMES_SOMEBODY:
        those = judgeable if verb in slash.JUDGES_SOMEBODY else members
        found = mentions.fitting(typed.removeprefix("@"), those, PROPOSALS_MAX)
        return [
            Proposal(one.name, one.path, f"{one.written} ", len(typed), key=one.key)
            for one in found
            if one.written != typed.strip()
        ]
    if verb in slash.NAMES_CHANNEL:
        wanted = typed.removeprefix("#").casefold()
        names = [one for one in channels if one.casefold().startswith(wanted) and one != typed]
        return [Proposal(channel_name(one), "", one, len(typed)) for one in names[:PROPOSALS_MAX]]
    return []


def of_nick(before: str, members: Sequence[Nameable]) -> list[Proposal]:
    """Members whose name begins as the word before the cursor, for the Tab key."""
    word = before.rsplit(None, 1)[-1] if before and not before[-1].isspace() else ""
    if not word or word.startswith(("/", "@", "#")):
        return []
    found = mentions.fitting(word, members, PROPOSALS_MAX)
    behind = ": " if before == word else " "
    return [
        Proposal(one.name, one.path, f"{one.name}{behind}", len(word), key=one.key) for one in found
    ]


def of_emoji(before: str, tone: int, language: str, fonts: ShownEmoji) -> list[Proposal]:
    """Emoji that ``fonts`` have, one of whose names begins as what stands behind the colon."""
    typed = begun_code(before)
    if typed is None:
        return []
    known = catalogue()
    found = fonts.among(known.search(typed, EMOJI_LOOKED_AT_MAX))[:PROPOSALS_MAX]
    signs = [known.toned(one, tone) for one in found]
    return [
        Proposal(one.name(language), one.code, sign, len(typed) + 1, sign=sign)
        for one, sign in zip(found, signs, strict=True)
    ]
