"""A whole profile as one encrypted file, and back. Names no protocol and knows no table."""
