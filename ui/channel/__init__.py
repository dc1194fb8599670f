"""The open channel: its head, its timeline with what floats over it, and the composer."""
