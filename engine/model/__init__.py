"""Values that every room may hold: ids, commands, queries, events and views.

All of them are frozen, slotted and picklable; none of them does anything.
"""
