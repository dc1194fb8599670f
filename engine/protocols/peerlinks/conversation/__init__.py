"""One conversation with one peer: greeting, asking, being asked, and what its siblings share.

Reading order: ``connection``, ``handshake``, ``session``; then ``serving`` (we are asked),
``asking`` and ``reconciliation`` (we ask), ``delivery`` (invites).
"""
