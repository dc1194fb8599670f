"""Pictures from the machine around us: ``source`` (what gives them), ``camera``, ``screens``."""
