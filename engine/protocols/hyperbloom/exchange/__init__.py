"""A connection: who speaks, what is asked, what is given."""
