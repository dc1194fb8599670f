"""How one is let into a private channel: a conversation of two codes.

Reading order: ``asking`` (whoever wants in shows a request), ``issuing`` (a member answers it),
``joining`` (the answer has arrived). ``steps`` and ``fingerprint`` are what both sides see.
"""
