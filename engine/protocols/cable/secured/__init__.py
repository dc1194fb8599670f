"""The published handshake around cable: who has the key is in (protocols/cable.md 5). Pure."""
