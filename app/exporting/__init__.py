"""One history as a file: JSON lines, a table, or a page to read (cli.md ``export``)."""
