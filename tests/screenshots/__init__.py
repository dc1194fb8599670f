"""Pictures of the real window over a made-up history, for the documentation."""
