"""Disks that lie, fail and lose power; programs that are killed. ``python -m tests.durability``."""
