"""A second peer for comment sets, written from HyperBloom's document alone, and from the layout of
a comment. It shares nothing with the engine.

Where the document contradicts itself (the order of a trust link's fields, two fields of one number)
it does what its other half says; a filter has the document's length to the byte.

Blocking and small: nobody should use it for anything but finding out whether we keep to the text.
Read in the order trust, bloom, messages, comments, conversation.
"""
