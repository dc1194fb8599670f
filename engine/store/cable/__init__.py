"""Communities, kept."""
