"""Deterministic simulation: real engines among seeded networks, crashes, clocks, liars and people.

Reading order: ``seeds``, ``agenda``, ``network``, ``disk``, ``computer``, ``world``; these know no
protocol. What is said of one stands in a folder of its own (``peerlinks``), and a scenario there
puts the two together. ``python -m tests.simulation`` runs seeds by hand.
"""
