"""Who is here, space by space: what the machines have seen, in the order the peers greeted."""

from __future__ import annotations

from engine.model.ids import PeerId, PublicKey, SpaceId
from engine.runtime.surroundings import Presence
from engine.runtime.turns.conversations import Conversation

Interests = tuple[tuple[SpaceId, PublicKey | None], ...]


class Attendance:
    """Remembers what each conversation showed last, so that a change is noticed."""

    __slots__ = ("_shown",)

    def __init__(self) -> None:
        self._shown: dict[Conversation, Interests] = {}

    def look(self, conversation: Conversation) -> tuple[SpaceId, ...]:
        """The spaces whose attendance this conversation changed since the last look, in order."""
        greeted = conversation.peer_id is not None and not conversation.gone
        interests = tuple(conversation.machine.presence) if greeted else ()
        before = self._shown.get(conversation, ())
        if interests == before:
            return ()
        if interests:
            self._shown[conversation] = interests
        else:
            del self._shown[conversation]
        # There may be thousands, that become known one by one: no tuple is looked through for each.
        gone, come = dict.fromkeys(before), dict.fromkeys(interests)
        changed = [one for one in before if one not in come]
        changed += [one for one in interests if one not in gone]
        return tuple(dict.fromkeys(space for space, _ in changed))

    def interests_of(self, conversation: Conversation) -> Interests:
        """The spaces its peer has shown interest in, and as whom."""
        return self._shown.get(conversation, ())

    def snapshot(self) -> Presence:
        """As it stands now; never changes afterwards."""
        present: dict[SpaceId, list[tuple[PeerId, PublicKey | None]]] = {}
        for conversation, interests in self._shown.items():
            assert conversation.peer_id is not None, "only who has greeted is looked at"
            for space, public_key in interests:
                present.setdefault(space, []).append((conversation.peer_id, public_key))
        return {space: tuple(who) for space, who in present.items()}
