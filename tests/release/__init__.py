"""What a release must pass beside `make test`, in pieces: ``python -m tests.release``."""
