"""What is Tidings' own: links and pasted texts, fingerprints, message bodies (tidings.md)."""
