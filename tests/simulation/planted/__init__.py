"""Bugs planted into the engine, one at a time, each of which the simulator has to find.

So the oracle stays honest: a law that no bug can break is no law.
"""

from tests.simulation.planted import bugs, comment_bugs, community_bugs, feed_bugs, port_bugs
from tests.simulation.planted.declared import BUGS

__all__ = ["BUGS", "bugs", "comment_bugs", "community_bugs", "feed_bugs", "port_bugs"]
