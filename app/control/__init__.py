"""The control socket: a running engine serves the command line and a second start (D14)."""
