"""The settings: one page of cards, each of which takes effect at once. What cannot be, says so."""
