"""The engine: protocols, storage, network and their one runtime. It knows no window.

Read in this order: ``api``, ``model``, ``protocols/contract``, ``protocols/peerlinks``,
``runtime/turn``.
"""
