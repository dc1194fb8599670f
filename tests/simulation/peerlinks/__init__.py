"""PeerLinks among simulated computers: its program, people, liars, laws and scenario."""
