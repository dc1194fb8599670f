"""What blocks of a feed are to a reader: posts, their files, and data. Pure."""
