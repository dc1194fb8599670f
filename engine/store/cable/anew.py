"""What was held off and may come again: how often, so that all is to be named once more; and who
accepts roles again, so that theirs are. In memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.model.ids import CommunityId, PostId, PublicKey

ANEW_SECONDS = 300.0  # ours: so often at most for what one author says of themselves
AUTHORS_MAX = 256  # ours: remembered, and waiting
ACCEPTING_MAX = 1_024  # ours: infos remembered; they are asked about in the next turn


class Anew:
    """Counts for each community; see ``Records.times_anew``."""

    def __init__(self) -> None:
        """Nothing was held off."""
        self._times: dict[CommunityId, int] = {}
        self._asked_at: dict[int, float] = {}
        self._waiting: dict[int, CommunityId] = {}
        self._accepting: dict[PostId, PublicKey] = {}

    def times(self, community: CommunityId) -> int:
        """So often so far."""
        return self._times.get(community, 0)

    def ask(self, community: CommunityId) -> None:
        """Something may come again."""
        self._times[community] = self.times(community) + 1

    def want(self, community: CommunityId, author: int) -> None:
        """The same after what ``author`` has said, who may say that all the time: ``look`` asks."""
        if len(self._waiting) < AUTHORS_MAX:
            self._waiting[author] = community

    def waits(self, author: int) -> bool:
        """Whether it is wanted already: what they have said need not be looked at."""
        return author in self._waiting

    def is_due(self, community: CommunityId, now: float) -> bool:
        """Whether ``look`` would ask for somebody there."""
        return any(
            where == community and self._is_time(author, now)
            for author, where in self._waiting.items()
        )

    def look(self, at: float) -> None:
        """Asks for whom it is time; for others a later call does."""
        due = [one for one in self._waiting if self._is_time(one, at)]
        for community in {self._waiting.pop(one) for one in due}:
            self.ask(community)
        for author in due:
            self._asked_at.pop(author, None)  # the latest stand last
            self._asked_at[author] = at
        for author in list(self._asked_at)[: max(0, len(self._asked_at) - AUTHORS_MAX)]:
            del self._asked_at[author]

    def _is_time(self, author: int, at: float) -> bool:
        asked_at = self._asked_at.get(author)
        return asked_at is None or at - asked_at >= ANEW_SECONDS

    # ---- roles ------------------------------------------------------------------------------

    def note_accepting(self, info: PostId, author: PublicKey) -> None:
        """By it they accept roles, which they did not before."""
        self._accepting[info] = author
        if len(self._accepting) > ACCEPTING_MAX:
            del self._accepting[next(iter(self._accepting))]

    def accepting(self, infos: Iterable[PostId]) -> Collection[PublicKey]:
        """Of whom that was said of one of ``infos``, lately."""
        return {self._accepting[one] for one in infos if one in self._accepting}
