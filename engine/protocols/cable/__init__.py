"""cable: communities with open channels (specs/cable.txt; protocols/cable.md)."""
