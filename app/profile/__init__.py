"""A profile on disk: where it keeps its things, who may open it, and what it remembers."""
