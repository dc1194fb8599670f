"""How a person keeps their spaces: pinned, archived, arranged, announced, with a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import (
    ArchiveSpace,
    ArrangeSpaces,
    Command,
    KeepDraft,
    PinSpace,
    SetNotifications,
    VerifyMember,
)
from engine.model.events import SpaceChanged
from engine.model.ids import NotificationLevel, PostId, PublicKey, SpaceId, SpaceKind
from engine.protocols.contract import Emit, Store
from engine.protocols.space_records import (
    DraftKept,
    KeyVerified,
    NotificationsSet,
    SpaceArchived,
    SpacePinned,
    SpacesArranged,
)
from engine.protocols.spaces import DRAFT_CHARACTERS_MAX, Spaces, Taken

GARDEN, KITCHEN, STRANGE = (SpaceId(bytes([number]) * 32) for number in range(3))
NOW = 1_700_000_000.0


@dataclass
class Names:
    known: Mapping[SpaceId, str] = field(
        default_factory=lambda: {GARDEN: "garden", KITCHEN: "kitchen"}
    )

    def names(self) -> Mapping[SpaceId, str]:
        return self.known

    def given_name(self, space: SpaceId) -> str:
        raise AssertionError(space)

    def taken(self, space: SpaceId, kind: SpaceKind) -> Taken | None:
        raise AssertionError((space, kind))


def stored(command: Command[object]) -> list[object]:
    effects = Spaces(Names()).perform(command, NOW)
    return [effect.record for effect in effects if isinstance(effect, Store)]


def told(command: Command[object]) -> list[object]:
    effects = Spaces(Names()).perform(command, NOW)
    return [effect.event for effect in effects if isinstance(effect, Emit)]


def refusal_of(command: Command[object]) -> Refusal:
    with pytest.raises(Refused) as caught:
        Spaces(Names()).perform(command, NOW)
    return caught.value.reason


@pytest.mark.parametrize(
    ("command", "record"),
    [
        (PinSpace(GARDEN, pinned=True), SpacePinned(GARDEN, pinned=True)),
        (ArchiveSpace(GARDEN, archived=True), SpaceArchived(GARDEN, archived=True)),
        (
            SetNotifications(GARDEN, NotificationLevel.MENTIONS),
            NotificationsSet(GARDEN, NotificationLevel.MENTIONS),
        ),
    ],
)
def test_how_a_space_is_kept_is_stored_and_told(command: Command[object], record: object) -> None:
    assert (stored(command), told(command)) == ([record], [SpaceChanged(GARDEN)])


@pytest.mark.parametrize(
    "command",
    [
        PinSpace(STRANGE, pinned=True),
        ArchiveSpace(STRANGE, archived=True),
        ArrangeSpaces((GARDEN, STRANGE)),
        KeepDraft(STRANGE, "hm"),
    ],
)
def test_an_unknown_space_is_kept_in_no_way_and_its_id_is_not_told(
    command: Command[object],
) -> None:
    with pytest.raises(Refused) as caught:
        stored(command)
    assert (caught.value.reason, caught.value.detail) == (Refusal.SPACE_UNKNOWN, "")


def test_an_arrangement_names_each_space_once_and_every_list_is_told() -> None:
    command = ArrangeSpaces((KITCHEN, GARDEN, KITCHEN))
    assert stored(command) == [SpacesArranged((KITCHEN, GARDEN))]
    assert told(command) == [SpaceChanged(GARDEN), SpaceChanged(KITCHEN)]


def test_a_draft_is_stored_and_nobody_is_told() -> None:
    answered = PostId(b"p" * 32)
    command = KeepDraft(GARDEN, "half a senten", reply_to=answered)
    assert stored(command) == [DraftKept(GARDEN, "half a senten", answered)]
    assert told(command) == []


def test_what_no_file_can_hold_is_replaced_in_a_draft() -> None:
    assert stored(KeepDraft(GARDEN, "a\ud800b")) == [DraftKept(GARDEN, "a\ufffdb")]


def test_a_draft_has_a_largest_length() -> None:
    longest = "x" * DRAFT_CHARACTERS_MAX
    assert stored(KeepDraft(GARDEN, longest)) == [DraftKept(GARDEN, longest)]
    assert refusal_of(KeepDraft(GARDEN, longest + "x")) is Refusal.TEXT_TOO_LONG


@pytest.mark.parametrize(
    ("draft", "is_empty"),
    [
        (DraftKept(GARDEN, "a"), False),
        (DraftKept(GARDEN, ""), True),
        (DraftKept(GARDEN, "", reply_to=PostId(bytes(32))), True),
        (DraftKept(GARDEN, "", edits=PostId(bytes(32))), False),
    ],
)
def test_a_draft_without_text_is_one_only_if_it_changes_a_post(
    draft: DraftKept, *, is_empty: bool
) -> None:
    assert draft.is_empty is is_empty


def test_a_comparison_is_kept_with_its_time_and_every_list_of_members_asks_again() -> None:
    key = PublicKey(b"k" * 32)
    command = VerifyMember(key)
    assert stored(command) == [KeyVerified(key, verified=True, at=NOW)]
    assert told(command) == [SpaceChanged(GARDEN), SpaceChanged(KITCHEN)]
    assert stored(VerifyMember(key, verified=False)) == [KeyVerified(key, verified=False, at=NOW)]


@pytest.mark.parametrize("length", [0, 31, 33])
def test_what_is_no_key_is_not_verified(length: int) -> None:
    assert refusal_of(VerifyMember(PublicKey(bytes(length)))) is Refusal.KEY_INVALID
