"""From the start of the program to its window: passphrase, first minute, the end."""
