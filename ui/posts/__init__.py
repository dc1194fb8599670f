"""What is done with one message of the open channel: reactions, files, pictures, details."""
