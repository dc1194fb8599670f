"""What a message shows besides its text: the quote it answers, its files, its reactions.

Each part is laid out once (places count from the row's corner) and painted from that; nothing here
asks the engine but ``pictures``.
"""
