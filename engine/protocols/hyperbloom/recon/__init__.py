"""Finding few differences between large sets, between peers that both know how."""
