"""A profile moves to another computer, at the showing of a code."""
