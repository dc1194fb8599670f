"""Comments: the values of a set, which prove themselves."""
