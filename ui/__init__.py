"""The window (Qt Widgets). It talks to the engine only through ``engine.api`` and ``engine.model``.

This file imports nothing: ``ui.wording.sentences`` is used where there is no Qt.
"""
