"""Shared folders: a feed of names and a feed of contents, as Hyperdrive 9 writes them. Pure."""
