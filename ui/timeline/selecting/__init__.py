"""What stands out in rows: selected, found, pointed at, met by the keys."""
