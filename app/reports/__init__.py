"""Activity reports: the dataset they read (D13), and the job that makes them, beside us."""
