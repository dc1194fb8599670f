"""Who may add to a set: links, and chains of them."""
