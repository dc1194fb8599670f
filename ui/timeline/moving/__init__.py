"""Where the reader stands, and what comes in elsewhere."""
