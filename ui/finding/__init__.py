"""Going to places of the open channel: by words, by date, by the line that names a message."""
