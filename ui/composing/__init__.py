"""How a message is written: its field, completions, commands, weight, drafts, and the sending."""
