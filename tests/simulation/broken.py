"""How a simulation ends before its time: a law was broken."""

from __future__ import annotations


class LawBroken(BaseException):
    """``law`` is one of the simulator's, in words that stay the same; ``detail`` says where.

    No ``except Exception`` of the engine may take it for a fault of its own.
    """

    def __init__(self, law: str, detail: str = "") -> None:
        super().__init__(f"{law}: {detail}" if detail else law)
        self.law = law
        self.detail = detail


class PowerCut(BaseException):
    """The computer is off from this very point on: nothing of ours may catch that."""
