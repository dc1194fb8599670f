"""Codecs shared by several protocols. Pure: bytes or text in, values out."""
