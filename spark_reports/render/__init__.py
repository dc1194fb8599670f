"""A report as pages: what is shown (`contents`), and how it looks as HTML and as PDF."""
