"""The channel's graph of messages: what may enter, how we add to it, what others may see of it."""
