"""What of a timeline is loaded, and what its posts are to the reader."""
