"""Hostile peers of the tidings port.

``members``    run a bent engine: they list and acknowledge what is not so, and live elsewhere
``strangers``  dial the port with a key of their own and say something wrong, in records or without
``scripts``    what they say
"""
