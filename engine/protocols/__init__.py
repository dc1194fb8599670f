"""The wire protocols: pure, synchronous, independent of each other. See ``contract``."""
