"""The keys that reach everything: one table, and the sheet and menu words made from it."""
