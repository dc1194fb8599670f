"""A history as a file, from the window."""
