"""What goes over a connection, in each version of the wire format."""
