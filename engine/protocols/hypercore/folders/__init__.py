"""Shared folders over two feeds: what is read, written and asked of them. Pure."""
