"""What makes the machines run: turns, timers, connections, events. Names no protocol.

Read in this order: ``surroundings`` (what it needs of the world), ``outfit`` (what a node is given
of it), ``turns.conversations``, ``turns.turn``, ``turns.releasing``, ``switchboard``, ``node``,
``running`` (the thin shell of asyncio; everything else is synchronous, and the simulator drives
it).
"""
