"""What a peer asks, answered: hashes, posts, names; and what others are asked for it."""
