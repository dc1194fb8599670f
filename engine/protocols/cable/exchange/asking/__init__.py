"""What we ask of a peer: what is said in our channels, and the posts by their hashes."""
