"""Whether there is a newer version: asked only where the person allowed it, and only told."""
