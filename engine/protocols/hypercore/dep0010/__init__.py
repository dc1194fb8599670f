"""The wire protocol of DEP-0010: one stream, many lanes, XSalsa20 over all of it."""
