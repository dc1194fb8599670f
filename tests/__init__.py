"""The tests, one folder a kind; what each kind is stands in ARCHITECTURE.md."""
