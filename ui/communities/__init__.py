"""The window's part for communities: their pages, their members, what is said and done in them."""
