"""The people of a space and our own identities: who they are, and how we can be sure of it."""
