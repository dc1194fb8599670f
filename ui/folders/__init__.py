"""The window of shared folders: a browser that fills itself, sharing, getting, and history."""
