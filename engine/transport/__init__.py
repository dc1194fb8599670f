"""The only sockets: TCP streams, and the local network's notice board. Knows no protocol.

Implements ``Network``, ``Link`` and ``Discovery`` of ``engine/runtime/surroundings.py`` by shape.
"""
