"""What private channels keep: their repository, their kind of space and their answers."""
