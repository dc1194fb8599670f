"""PeerLinks version 1: private channels (``specs``: the PeerLinks protocol document, draft 1).

Reading order: ``packets`` (the document's nouns), ``messages`` (their bytes), ``link`` and
``chain``, ``acceptance`` (when a message is valid), ``posting``, ``answers``, ``invites``. Then the
conversation: ``connection``, ``handshake``, ``session``, ``serving`` (we are asked), ``asking`` and
``reconciliation`` (we ask). Last what our user does: ``peerlinks``, ``identities``, ``channels``,
``inviting``.
"""
