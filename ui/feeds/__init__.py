"""The window of feeds: reading what others publish, publishing, and what goes on with a feed."""
