"""Whom we know: whom to dial and refuse, who is here, who was."""
