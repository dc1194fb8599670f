"""A profile moves from one computer to another over the local network, at the showing of a code."""
