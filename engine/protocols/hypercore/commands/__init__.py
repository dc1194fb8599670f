"""What our own user does with feeds. Pure."""
