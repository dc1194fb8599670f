"""A second cable, written from the document alone (and its published handshake). It shares nothing
with the engine.

Version S: what the document says, in the order of its bytes. Blocking and small: nobody should use
it for anything but finding out whether we keep to the text. Read in the order wire, posts, line,
person.
"""
