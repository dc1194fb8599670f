"""Worlds in which people meet over the tidings port, beside others that only have bare ports.

``program``  the program with its port, as it is shipped
``laws``     what the port promises: delivery is never more than the truth, and is known at rest
``liars``    who breaks the port's rules, and who lies within them
"""
