"""What one peer is asked for: what it says to have, what we lack of it, in which order. Pure."""
