"""Feeds in the database: trees, blocks, signatures, and what is wanted of them."""
