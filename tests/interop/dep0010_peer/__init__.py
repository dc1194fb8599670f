"""A second peer for feeds, written from DEP-0010 alone. It shares nothing with the engine.

What the document takes from elsewhere (how the tree is hashed: DEP-0002; what each field of a Data
message proves) is written from there in the same way. It keeps to the letter where the published
programs do not: the discovery key is over HYPERCORE in capitals, and the nonce has 32 bytes, of
which XSalsa20 takes 24.

Blocking and small: nobody should use it for anything but finding out whether we keep to the text.
Read in the order tree, holding, cipher, stream, messages, conversation.
"""
