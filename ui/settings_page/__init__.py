"""The settings: one page of cards, each of which takes effect at once. Nothing is applied later."""
