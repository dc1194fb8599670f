"""A second PeerLinks, written from the document alone. It shares nothing with the engine.

Only what the document says is in it, in the document's field layouts, as an ordinary Protocol
Buffers encoder writes them: zeros are left out. There is one exception: the scalars of a
ChannelMessage are written even when they are zero, since hashes and signatures are over those bytes
and the network's are so. Where the document can be read in two ways, ``Reading`` says which.

Blocking and small: nobody should use it for anything but finding out whether we keep to the text.
Read in the order wire, keys, trust, posts, requests, packets, channel, person, conversation.
"""
