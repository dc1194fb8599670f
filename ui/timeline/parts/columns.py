"""Where in a row stands what, counted from the side on which one begins to read. Pixels."""

AVATAR_PIXELS = 36
AVATAR_LEFT = 16.0
TEXT_LEFT = 64.0
