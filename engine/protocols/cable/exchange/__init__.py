"""What two peers of a community say to each other. Pure.

Read ``conversation`` first, which hands out what comes in; then ``asking`` and ``answering``, the
two halves; ``circle`` for what the connections of a community share; ``secured`` for the handshake.
"""
