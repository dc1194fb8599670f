"""What is properly signed but not always lawful, judged by us and by a second implementation.

F2 of reliability.md 5. The seconds are the peers of ``tests/interop`` that were written from the
documents alone. Where both accept, or both refuse, it counts; a case on which they differ is a
finding, unless a ruling of ours says so: then the trial expects it, and names it.
"""

from __future__ import annotations

from tests.fuzz.signed import chains, messages, posts, proofs
from tests.fuzz.signed.trial import Trials

TRIALS: dict[str, Trials] = {
    "messages": messages.Messages,
    "chains": chains.Chains,
    "posts": posts.Posts,
    "proofs": proofs.Proofs,
}
"""By name: what is tried; each is made anew for a run, with its own chance."""
