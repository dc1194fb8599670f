"""Who may act: links, chains of them, and the rights they give ("Chains and Links"). Pure."""
