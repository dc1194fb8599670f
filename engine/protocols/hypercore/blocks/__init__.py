"""Which blocks somebody has or wants: ranges of them, and bitfields on the wire. Pure."""
