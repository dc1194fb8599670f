"""Names, times, addresses and posts as a person reads them. No Qt."""
