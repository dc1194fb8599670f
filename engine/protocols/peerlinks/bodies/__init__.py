"""What messages say (protocols/tidings.md 3): their ``forms``, what each has ``said``, files."""
