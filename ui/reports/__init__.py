"""Activity reports, from the window: asked for, made, looked at, and found again."""
