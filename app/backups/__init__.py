"""A whole profile as one encrypted file, and back."""
