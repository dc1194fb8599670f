"""What people see of all protocols: posts in order, counted and searchable."""
