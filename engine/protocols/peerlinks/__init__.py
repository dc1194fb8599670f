"""PeerLinks version 1: private channels (``specs``: the PeerLinks protocol document, draft 1).

Reading order: ``packets`` (the document's nouns), ``messages`` (their bytes), ``trust`` (who may
act), ``graph`` (when a message is valid, how one is made, what is answered), ``invites``,
``conversation`` (with one peer), ``commands`` (of our own user), and ``peerlinks``, which is all of
it together. ``records`` is what is kept for good, ``limits`` holds every number.
"""
