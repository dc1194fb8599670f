"""Load: one real serving process among honest peers and many more hostile ones."""
