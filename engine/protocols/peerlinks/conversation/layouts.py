"""In which layout to ask a peer (protocols/peerlinks.md section 4.2 with D8). Pure.

A peer marked as ours is asked in the document's layout, and so is everybody where our user wants
the document to the letter. Any other peer has to show what it speaks, since the published
implementation ends the connection at a request in the document's; where nothing was shown in time,
a guess is made.
"""

from __future__ import annotations

from engine.protocols.peerlinks.packets import Layout


class PeerLayout:
    """What is known of one peer. ``chosen`` is None while evidence is waited for."""

    __slots__ = ("_guess", "chosen", "is_proven")

    def __init__(self, guess: Layout, *, to_the_letter: bool) -> None:
        """``guess``: what to ask in if nothing is shown. ``to_the_letter``: the document's layout
        from the first request on, whatever is shown.
        """
        self._guess = guess
        self.is_proven = to_the_letter
        self.chosen = Layout.DOCUMENT if to_the_letter else None

    def learn(self, layout: Layout | None) -> None:
        """The peer wrote in this layout (None: it could be either). The first one counts."""
        if layout is not None and not self.is_proven:
            self.chosen, self.is_proven = layout, True

    def settle(self) -> None:
        """No evidence came in time."""
        if self.chosen is None:
            self.chosen = self._guess
