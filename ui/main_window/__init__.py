"""The main window: rail, sidebar, content, and the keys that reach everything."""
