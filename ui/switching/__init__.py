"""The quick switcher: what can be gone to, how letters find it, and the dialog around it."""
