"""The checks of recorded cases stand beside their tests, and are to fail as plainly as these."""

import pytest

pytest.register_assert_rewrite(
    "tests.vectors.peerlinks_cases",
    "tests.vectors.peerlinks_greeting",
    "tests.vectors.peerlinks_invites",
    "tests.vectors.peerlinks_posts",
    "tests.vectors.peerlinks_reconciliation",
    "tests.vectors.peerlinks_trust",
)
