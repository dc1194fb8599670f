"""What our own user does: identities, channels, invites."""
