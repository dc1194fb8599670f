"""Several profiles of one person: which one to open."""
