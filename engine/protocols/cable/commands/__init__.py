"""What our own user does with communities. Pure."""
