"""Who we are connected with, how others reach us, and why not."""
