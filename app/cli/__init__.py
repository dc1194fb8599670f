"""The command line, one file a noun. Names, JSON shapes and exit codes are a contract.

They are extended, never broken. Heavy rooms (the engine's insides, Qt, zeroconf, pictures) are
imported where they are needed: a command that is handed to a running engine starts quickly.
"""
