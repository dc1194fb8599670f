"""The Merkle tree of a feed: where its nodes are, how they are hashed and proved. Pure."""
