"""Worlds in which people comment on each other's feeds, over the port and without it.

``program``   the engine with feeds and comments
``people``    what people do, and what was acknowledged to them
``judge``     what a value has to be, read by code of its own
``laws``      what must hold
``liars``     who comes with a chain of trust, or without one, and keeps no rule
``scenario``  a seed's world
"""
