"""Wire schemas and the code generated from them (`make schemas`), read only by `messages`."""
