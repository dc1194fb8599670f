"""Files that go out with a message: read, made private, shrunk where they must be, and shown."""
