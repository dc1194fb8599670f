"""One feed over one connection: what is had, wanted, asked for and given. Pure."""
